import { expect, test } from '@jest/globals';
import { personIn } from '../../../src/acts/erasing/erase-person.js';
import { onlyRun } from '../../../src/acts/runs/run-found.js';
import { company } from '../../factories/facts.js';
import { outcomeOf, payRun } from './refused.js';

const ref = { company, year: 2026, period: 6 };
const refused = { exitCode: 2 };

test('a pay run is meant where it is the only one', () => {
  const run = payRun();
  expect(onlyRun(ref, [run])).toBe(run);
  const runs = ['2025-10-31', '2025-10-15'].map((datedOn) => payRun({ datedOn }));
  expect(outcomeOf(() => onlyRun(ref, runs))).toStrictEqual({
    ...refused,
    title: 'Several pay runs',
    detail: 'Elm Ltd has 2 pay runs in October 2025: paid 15 Oct 2025, 31 Oct 2025.',
    todo: 'Give the pay date of one: --paid 2025-10-15.',
    status: 409,
  });
});

test.each([
  [undefined, ''],
  ['2025-10-31', ' paid 31 Oct 2025'],
])('there is no pay run: of %s', (paid, words) => {
  expect(outcomeOf(() => onlyRun({ ...ref, paid }, []))).toStrictEqual({
    ...refused,
    title: 'No such pay run',
    detail: `Elm Ltd has no pay run in October 2025${words}.`,
    todo: '`counterfoil runs` lists them; `counterfoil sync` fetches what is new.',
    status: 404,
  });
});

const url = (id: number) => `https://books.test/v2/users/${id}`;
const paying = (...paid: readonly { readonly user: string; readonly name: string }[]) =>
  payRun({ mapped: { paid } as never });
const runs = [
  payRun(),
  paying({ user: url(1), name: 'Ann Ash' }, { user: url(2), name: 'Ben Birch' }),
  paying({ user: url(1), name: 'Ann Ash' }, { user: url(3), name: 'Ben Birch' }),
];

test.each([
  ['a name', 'Ann Ash', '/v2/users/1'],
  ['a url', url(3), '/v2/users/3'],
  ['a path', '/v2/users/2', '/v2/users/2'],
])('who is erased is found by %s', (_, person, path) => {
  expect(personIn(company, runs, person)).toBe(path);
});

test('of namesakes the address decides, and no one is erased who was not paid', () => {
  expect(outcomeOf(() => personIn(company, runs, 'Ben Birch'))).toStrictEqual({
    ...refused,
    title: 'Several people have that name',
    detail: 'Elm Ltd: /v2/users/2, /v2/users/3 are paid under it.',
    todo: 'Name the person by the address in the books.',
    status: 409,
  });
  expect(outcomeOf(() => personIn(company, runs, 'Cat'))).toStrictEqual({
    ...refused,
    title: 'No one of that name was paid',
    detail: 'Elm Ltd: no pay run of a closed tax year pays that person.',
    todo: 'Give the name as payslips have it, or the address of the person in the books. What is not closed yet stays as payroll has it.',
    status: 404,
  });
});
