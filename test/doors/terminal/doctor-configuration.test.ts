import { configurationFound } from '../../../src/doors/terminal/doctor.js';
import { readConfig } from '../../../src/ground/config.js';
import { secretKey } from '../../harness/secret-key.js';

const all = {
  SECRET_KEY: secretKey,
  ACCOUNTING_CLIENT_ID: 'id',
  ACCOUNTING_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://books.example',
};
const found = (left: readonly (keyof typeof all)[]) =>
  configurationFound(
    readConfig(Object.fromEntries(Object.entries(all).filter(([name]) => !left.includes(name as never)))),
  );

it('is complete with all that a company is connected with', () => {
  expect(found([])).toEqual({
    ...{ check: 'configuration', ok: true },
    detail: 'complete; the accounting service is http://127.0.0.1:4010',
  });
});

it.each([
  [['ACCOUNTING_CLIENT_ID'], 'ACCOUNTING_CLIENT_ID is not set'],
  [
    ['ACCOUNTING_CLIENT_ID', 'ACCOUNTING_CLIENT_SECRET'],
    'ACCOUNTING_CLIENT_ID and ACCOUNTING_CLIENT_SECRET are not set',
  ],
  [
    ['SECRET_KEY', 'ACCOUNTING_CLIENT_ID', 'ACCOUNTING_CLIENT_SECRET'],
    'SECRET_KEY, ACCOUNTING_CLIENT_ID, ACCOUNTING_CLIENT_SECRET are not set',
  ],
] as const)('is not complete without %j', (left, words) => {
  expect(found(left)).toEqual({
    ...{
      check: 'configuration',
      ok: false,
      detail: `not complete: ${words}; the accounting service is http://127.0.0.1:4010`,
    },
    todo: expect.stringMatching(
      /^1\. .* https:\/\/books\.example\/connect\/callback\n2\. Set[^]*\n3\. Connect[^]*\n4\. .*dry run/,
    ),
  });
});
