import { expect, test } from '@jest/globals';
import type { PersonDetails } from '../../../src/access/people.js';
import type { ActTools } from '../../../src/acts/act-tools.js';
import { beginConnecting } from '../../../src/acts/companies/connect-company.js';
import { mustReachAll } from '../../../src/acts/people/must-reach-all.js';
import { tidied } from '../../../src/acts/people/person-details.js';
import { outcomeOf } from './refused.js';

type Given = Partial<PersonDetails>;
const of = (length: number) => 'x'.repeat(length);
const longest = `${of(192)}@ash.com`;

test.each<[string, Given, Given]>([
  ['nothing', {}, {}],
  ['what is no text', { role: 'admin', companies: ['elm'] }, { role: 'admin', companies: ['elm'] }],
  ['spaces around a name', { name: ' Ann Ash ' }, { name: 'Ann Ash' }],
  ['an address in capitals', { email: ' Ann@Ash.EXAMPLE ' }, { email: 'ann@ash.example' }],
  ['an empty address', { email: ' ' }, { email: null }],
  ['no address any more', { email: null }, { email: null }],
  ['spaces around a user', { login: ' Ann ' }, { login: 'Ann' }],
  ['an empty user', { login: ' ' }, { login: null }],
  ['no user any more', { login: null }, { login: null }],
  [
    'what is as long as may be',
    { name: of(200), login: of(200), email: longest },
    { name: of(200), login: of(200), email: longest },
  ],
  ['an address with a dot and a plus', { email: 'a.b+c@x' }, { email: 'a.b+c@x' }],
])('%s is tidied', (_, given, tidy) => {
  expect(tidied(given)).toStrictEqual(tidy);
});

const noAddress = 'That is not an e-mail address.';
const tooLong = 'A text is longer than 200 characters.';
const notALine = 'A name is one line of letters, figures and marks.';
test.each<[string, Given, string]>([
  ['an empty name', { name: ' ' }, 'A person needs a name.'],
  ['a name of the service', { name: ' Schedule ' }, '"Schedule" is a name the service itself uses.'],
  ['a name in two lines', { name: 'Ann\nAsh' }, notALine],
  ['a name that a terminal obeys', { name: 'Ann\u001b[2J' }, notALine],
  ['a long name', { name: of(201) }, tooLong],
  ['a long user', { login: of(201) }, tooLong],
  ['a long address', { email: `x${longest}` }, tooLong],
  ['an address without a domain', { email: 'ann' }, noAddress],
  ['an address with nothing after', { email: 'ann@' }, noAddress],
  ['an address with nothing before', { email: '@ash.example' }, noAddress],
  ['two addresses', { email: 'ann@ash@example' }, noAddress],
  ['an address with a space', { email: 'ann ash@x.example' }, noAddress],
  ['addresses in a list', { email: 'ann@x.example,b' }, noAddress],
  ['an address with a mark that no one sees', { email: 'an\u200bn@x.example' }, noAddress],
  ['an address with a control character', { email: 'an\u0007n@x.example' }, noAddress],
])('%s is refused', (_, given, detail) => {
  expect(outcomeOf(() => tidied(given))).toStrictEqual({
    title: 'The person’s details are not valid',
    detail,
    todo: 'Correct it and send it again.',
    status: 400,
    exitCode: 2,
  });
});

test('only whoever reaches every company gives what is everybody’s', () => {
  expect(outcomeOf(() => mustReachAll({ actor: 'Ann', companies: null }))).toBeUndefined();
  for (const companies of [[], ['elm']])
    expect(outcomeOf(() => mustReachAll({ actor: 'Ann', companies }))).toMatchObject({
      detail: expect.stringContaining('"Ann" reaches only some'),
      status: 403,
    });
});

test('only whoever reaches every company connects a practice', async () => {
  const details = { name: 'Our practice', mode: 'auto', practice: true } as const;
  const asked = beginConnecting({} as Pick<ActTools, 'authorising'>, details, { actor: 'Ann', companies: ['elm'] });
  await expect(asked).rejects.toMatchObject({ status: 403 });
});
