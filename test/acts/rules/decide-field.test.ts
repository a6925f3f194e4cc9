import { expect, test } from '@jest/globals';
import type { RunTools } from '../../../src/acts/act-tools.js';
import { decideField, type FieldAct, toDecide, treatmentOf } from '../../../src/acts/runs/decide-field.js';
import { Money } from '../../../src/journal/nouns/money.js';
import type { PayPeriod } from '../../../src/journal/nouns/pay-run.js';
import { usersIn } from '../../../src/journal/nouns/users-with.js';
import type { PayRunRecord, StoredRemark } from '../../../src/record/runs/pay-run.entity.js';
import { company, october } from '../../factories/facts.js';
import { notNow, outcomeOf, payRun } from './refused.js';

const url = (id: number) => `https://books.test/v2/users/${id}`;
const paid = [
  { user: url(1), name: 'Ann Ash' },
  { user: url(2), name: 'Ben Birch' },
  { user: url(3), name: 'Ben Birch' },
];
const hold = (field: string, payslip?: string): StoredRemark => ({
  code: 'ambiguous_field',
  message: '',
  field,
  payslip,
});
const mapped = (holds: readonly StoredRemark[] = [], of: readonly object[] = paid) =>
  ({ holds, paid: of }) as unknown as PayRunRecord['mapped'];
const who = { actor: 'Ann', trigger: 'page', companies: null } as const;
const deduct: FieldAct = { who, reason: 'seen', field: 'other_deductions', as: 'deduct', scope: 'run' };

interface Row {
  readonly run?: Partial<PayRunRecord>;
  readonly act?: Partial<FieldAct>;
  readonly have?: readonly number[];
}

const asked = ({ run, act, have = [1] }: Row) =>
  outcomeOf(() =>
    toDecide(
      { company, run: payRun({ mapped: mapped(), ...run }), have: new Set(have.map(url)) },
      { ...deduct, ...act },
    ),
  );

const decision = { kind: 'treatment', field: 'other_deductions', treatment: 'deduct' };
const ofRun = { ...decision, scope: 'run', userPath: null, tag: october, companyId: 'elm', connectionId: null };
const ofPayslip = (id: number) => ({ ...ofRun, scope: 'payslip', userPath: `/v2/users/${id}` });
const ofPerson = (id: number) => ({ ...ofRun, scope: 'person', userPath: `/v2/users/${id}`, tag: null });

test.each<[string, Row, object]>([
  ['a run', {}, ofRun],
  ['a payslip', { act: { scope: 'payslip', user: 'Ann Ash' }, have: [1, 2] }, ofPayslip(1)],
  ['the only payslip that has it', { act: { scope: 'payslip' }, have: [2] }, ofPayslip(2)],
  [
    'a payslip that is held by it, of payslips that are no longer kept',
    {
      act: { scope: 'payslip', user: '/v2/users/2' },
      have: [],
      run: { mapped: mapped([hold('other_deductions', url(2))]) },
    },
    ofPayslip(2),
  ],
  [
    'a payslip of a run that is posted, which holds that payslip now',
    {
      act: { scope: 'payslip', user: url(2) },
      have: [1, 2],
      run: { journalSet: 'set', mapped: mapped([hold('other_deductions', url(2))]) },
    },
    ofPayslip(2),
  ],
  [
    'a practice',
    { act: { scope: 'practice' } },
    { ...ofRun, scope: 'practice', tag: null, companyId: null, connectionId: 'connection' },
  ],
  ['the only person who has it', { act: { scope: 'person' }, have: [2] }, ofPerson(2)],
  ['a person by name', { act: { scope: 'person', user: ' ann ASH ' }, have: [1, 2] }, ofPerson(1)],
  ['a person by url', { act: { scope: 'person', user: url(2) }, have: [1, 2] }, ofPerson(2)],
  ['a person by path', { act: { scope: 'person', user: '/v2/users/3' }, have: [1, 2] }, ofPerson(3)],
  [
    'the only person whose payslip is held by it, though others have it',
    {
      act: { scope: 'person' },
      have: [1, 2],
      run: { mapped: mapped([hold('attachments', url(1)), hold('other_deductions', url(2))]) },
    },
    ofPerson(2),
  ],
  [
    'a person with two payslips, by name',
    { act: { scope: 'person', user: 'Ann Ash' }, run: { mapped: mapped([], [paid[0] as object, paid[0] as object]) } },
    ofPerson(1),
  ],
  [
    'the only person who has it, though the period has it too',
    { act: { scope: 'person', as: 'information' }, run: { mapped: mapped([hold('other_deductions')]) } },
    { ...ofPerson(1), treatment: 'information' },
  ],
  [
    'the only person who has it, of a run nothing is kept of',
    { act: { scope: 'person' }, run: { mapped: null } },
    ofPerson(1),
  ],
  [
    'a run that is posted, which that field and another hold now',
    { run: { journalSet: 'set', mapped: mapped([hold('attachments', url(1)), hold('other_deductions', url(1))]) } },
    ofRun,
  ],
  ['a field that no one has yet and every payslip may', { have: [] }, ofRun],
  ['payslips that are no longer kept', { have: [], run: { mapped: null } }, ofRun],
  [
    'a run that is posted, which the field holds now',
    { run: { journalSet: 'set', mapped: mapped([hold('other_deductions', url(1))]) } },
    ofRun,
  ],
  [
    'everybody but that one run, which is posted',
    { act: { scope: 'person' }, run: { journalSet: 'set' } },
    ofPerson(1),
  ],
])('a field is decided for %s', (_, row, expected) => {
  expect(asked(row)).toStrictEqual([expected]);
});

test('an amount on no payslip is information', () => {
  const run = { mapped: mapped([hold('other_deductions')]) };
  expect(asked({ run, act: { as: 'information' }, have: [] })).toStrictEqual([{ ...ofRun, treatment: 'information' }]);
  const refused = notNow('decide', 'other_deductions is on no payslip, so it can only be information');
  expect(asked({ run, have: [] })).toStrictEqual(refused);
  expect(asked({ run, act: { as: { as: 'deduct', account: '820' } }, have: [] })).toStrictEqual(refused);
  const onBoth = { mapped: mapped([hold('other_deductions'), hold('other_deductions', url(1))]) };
  expect(asked({ run: onBoth })).toStrictEqual([ofRun]);
  // Another field of the period itself is no matter.
  expect(asked({ run: { mapped: mapped([hold('gratuities')]) } })).toStrictEqual([ofRun]);
});

test.each<[string, Row, string]>([
  [
    'a field no one has and no one named',
    { act: { field: 'othr_deductions' }, have: [] },
    'none of its payslips has a field named othr_deductions',
  ],
  [
    'a run that is posted',
    { run: { journalSet: 'set', mapped: mapped([hold('attachments')]) } },
    'its journal is in the books already. Decide for the person or the company, or reverse it first',
  ],
  [
    'a payslip of a run that is posted, in which someone else’s is held',
    {
      act: { scope: 'payslip', user: url(1) },
      have: [1, 2],
      run: { journalSet: 'set', mapped: mapped([hold('other_deductions', url(2))]) },
    },
    'its journal is in the books already. Decide for the person or the company, or reverse it first',
  ],
  [
    'a run that is posted, of payslips that are no longer kept',
    { run: { journalSet: 'set', mapped: null } },
    'its journal is in the books already. Decide for the person or the company, or reverse it first',
  ],
])('is not decided: %s', (_, row, why) => {
  expect(asked(row)).toStrictEqual(notNow('decide', why));
});

test('a field that no one named is decided where a payslip has it, or a hold names it', () => {
  const gratuities = { field: 'gratuities' };
  expect(asked({ act: gratuities })).toStrictEqual([{ ...ofRun, ...gratuities }]);
  const run = { mapped: mapped([hold('gratuities', url(1))]) };
  expect(asked({ run, act: gratuities, have: [] })).toStrictEqual([{ ...ofRun, ...gratuities }]);
});

test.each<[string, Row, string]>([
  [
    'several have it',
    { act: { scope: 'person' }, have: [1, 2] },
    'several people have other_deductions in this pay run',
  ],
  ['no one has it', { act: { scope: 'person' }, have: [] }, 'no one has other_deductions in this pay run'],
  [
    'several payslips have it',
    { act: { scope: 'payslip' }, have: [1, 2] },
    'several people have other_deductions in this pay run',
  ],
  [
    'a payslip without it',
    { act: { scope: 'payslip', user: url(2) } },
    'the user at /v2/users/2 has no other_deductions in this pay run',
  ],
  ['a name of no one', { act: { scope: 'person', user: 'Cat' } }, 'no one in this pay run has that name'],
  [
    'a name, of payslips that are no longer kept',
    { act: { scope: 'person', user: 'Ann Ash' }, run: { mapped: null } },
    'no one in this pay run has that name',
  ],
  [
    'a name of two',
    { act: { scope: 'person', user: 'Ben Birch' } },
    'more than one person in this pay run has that name',
  ],
])('asks which person: %s', (_, row, why) => {
  expect(asked(row)).toStrictEqual({
    ...(/several|more than one/.test(why)
      ? { title: 'Which person?', status: 409 }
      : { title: 'No such person in this pay run', status: 404 }),
    detail: `Elm Ltd: ${why}.`,
    todo: 'Name one as the pay run shows them, or by their user url.',
    exitCode: 2,
  });
});

test.each([
  ['run', 'in this pay run'],
  ['company', 'of the company'],
  ['practice', 'of the practice'],
] as const)('a decision for the %s names no one', (scope, whom) => {
  expect(asked({ act: { scope, user: 'Ann Ash' } })).toMatchObject({
    title: 'For one person, or for everyone?',
    detail: `Elm Ltd: it was to be decided for everybody ${whom} who has the pay item, and one person was named.`,
    exitCode: 2,
  });
});

test('a treatment is one of those there are, with an account that could be one', () => {
  expect(treatmentOf('Elm Ltd', 'deduct')).toBe('deduct');
  expect(outcomeOf(() => treatmentOf('Elm Ltd', { as: 'deduct', account: '8-20' }))).toStrictEqual({
    title: 'The decision is not valid',
    detail: expect.stringMatching(/^Elm Ltd: .*nominal code.*[^.]\.$/),
    todo: 'Name one of the treatments, and a nominal code such as 816 where another account is meant; or split it: fixed amounts first, then the rest.',
    status: 400,
    exitCode: 2,
  });
});

test('everything that is wrong with a treatment is named', () => {
  const split = [
    { account: 'fee', amount: 'x' },
    { account: '815', rest: true },
  ] as const;
  expect(outcomeOf(() => treatmentOf('Elm Ltd', { as: 'deduct', split }))).toMatchObject({
    detail: expect.stringMatching(/^Elm Ltd: .*nominal code.*; .*pounds and pence.*\.$/),
  });
});

test('whoever has a field has it as money, as digits alone or as what is no exact money, and on that pay date', () => {
  const slip = (id: number, over: object) => ({
    user: url(id),
    datedOn: '2025-10-31',
    figures: new Map(),
    flaws: [],
    ...over,
  });
  const money = new Map([['bonus_code', Money.parse('1.00')]]);
  const payslips = [
    slip(1, { figures: money }),
    slip(2, { wholeTexts: money }),
    slip(3, { flaws: [{ field: 'other' }, { field: 'bonus_code' }] }),
    slip(4, { figures: new Map([['bonus', Money.parse('1.00')]]), wholeTexts: new Map(), flaws: [{ field: 'other' }] }),
    slip(5, { figures: money, datedOn: '2025-10-15' }),
  ];
  const period = { payslips } as unknown as PayPeriod;
  expect(usersIn(period, { datedOn: '2025-10-31', tag: 'counterfoil:2026-06:2025-10-31' }, 'bonus_code')).toStrictEqual(
    [url(1), url(2), url(3)],
  );
});

test('a field is decided for a practice by anyone who reaches all of its companies, before anything is read', async () => {
  const act: FieldAct = { ...deduct, scope: 'practice', who: { ...who, companies: ['elm'] } };
  const asked = decideField({} as RunTools, { company, year: 2026, period: 6 }, act);
  await expect(asked).rejects.toMatchObject({ status: 403, detail: expect.stringContaining('"Ann"') });
});
