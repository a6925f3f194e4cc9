import { expect, test } from '@jest/globals';
import {
  bounded,
  covers,
  hasRole,
  reaches,
  type Rights,
  sameRights,
  seesPayByDefault,
} from '../../src/access/principal.js';
import { seesFingerprint, visible } from '../../src/access/visible.js';
import {
  type Peopled,
  seesAccounts,
  seesDue,
  seesFigures,
  seesTotal,
  seesTotals,
  type Shares,
} from '../../src/access/viewer.js';
import { Money } from '../../src/journal/nouns/money.js';

const [payer, other] = [{ pay: true }, { pay: false }];

test.each<[string, boolean, readonly Shares[]]>([
  ['of three people', true, [[1, 1, 1]]],
  ['of two', false, [[1, 1, 0]]],
  ['in which no one has a part', true, [[0, 0, 0]]],
  [
    'of four, next to three of them: the rest is one’s',
    false,
    [
      [9, 1, 1, 1],
      [0, 1, 1, 1],
    ],
  ],
  [
    'of four, next to one with three negative: the sum is one’s',
    false,
    [
      [5, 1, 1, 1],
      [5, -1, -1, -1],
    ],
  ],
  [
    'of four each, of which no two tell more',
    true,
    [
      [1, 2, 3, 4],
      [2, 4, 6, 9],
    ].map((all) => [...all, 1, 2]),
  ],
  [
    'of three, next to those of two others',
    false,
    [
      [1, 1, 1, 0, 0],
      [0, 0, 0, 1, 1],
    ],
  ],
  [
    'of four, next to three whose list ends there',
    false,
    [
      [3, 3, 3, 3],
      [3, 3, 3],
    ],
  ],
])('figures %s are shown: %s', (_, shown, figures) => {
  expect([seesFigures(other, figures), seesFigures(payer, figures)]).toEqual([shown, true]);
});

const paid = (over: object = {}) => ({
  ...{ user: 'u', name: 'n', role: 'Employee', director: false, gross: '100.00', tax: '10.00', employeeNi: '5.00' },
  ...{ net: '81.00', employerNi: '7.00', pension: '4.00' },
  ...over,
});
const three = [paid(), paid({ gross: '110.00', tax: '20.00' }), paid({ gross: '120.00', tax: '30.00' })];
type Run = Peopled & Parameters<typeof seesTotal>[1];
const run = (over: object = {}, people: readonly object[] = three): Run =>
  ({
    ...{ payslips: people.length, mapped: { paid: people }, taxAuthority: Money.parse('96.00') },
    ...{ pension: Money.parse('12.00'), other: Money.parse('3.00') },
    ...over,
  }) as unknown as Run;
/** Only the first has a part in each. */
const untaxed = paid({ tax: '0.00', employeeNi: '0.00', employerNi: '0.00' });
const employersAlone = [paid(), untaxed, untaxed].map((one, at) => (at === 0 ? one : { ...one, employerNi: '7.00' }));

test.each<[string, string, Run]>([
  ['of three people', 'totals', run()],
  ['of two payslips', 'state', run({ payslips: 2 })],
  ['of three payslips of two people', 'state', run({ payslips: 3 }, three.slice(0, 2))],
  ['whose names are erased', 'state', run({ mapped: null })],
  ['of whom one owes HMRC', 'state', run({}, [paid(), untaxed, untaxed])],
  ['of whom one is taxed, and all cost employer’s NI', 'totals', run({}, employersAlone)],
  // The allowance left tax and employees' NI alone: 15.00 of the first.
  [
    'of whom one is taxed, the employer’s NI allowed for',
    'state',
    run({ taxAuthority: Money.parse('15.00') }, employersAlone),
  ],
])('someone without the right to see pay sees of a run %s its %s', (_, sight, of) => {
  expect(visible(of, { pay: false, companies: null })).toBe(sight);
  expect(seesTotals(other, of)).toBe(sight === 'totals');
  expect([visible(of, { pay: true, companies: null }), seesTotals(payer, of)]).toEqual(['people', true]);
});

const without = (over: object) => three.map((one, at) => (at === 0 ? one : { ...one, ...over }));
test.each<[string, 'pension' | 'other', boolean, Run]>([
  ['of three people', 'pension', true, run()],
  ['of one', 'pension', false, run({}, without({ pension: '0.00' }))],
  [
    'of no one: it is the employer’s part',
    'pension',
    false,
    run(
      {},
      three.map((one) => ({ ...one, pension: '0.00' })),
    ),
  ],
  ['that is nil', 'pension', true, run({ pension: Money.zero }, without({ pension: '0.00' }))],
  ['of a run whose totals are not shown', 'pension', false, run({ payslips: 2, pension: Money.zero })],
  [
    'of one, from before pensions were kept apart',
    'other',
    false,
    run({}, [
      paid({ pension: undefined, net: '80.00' }),
      ...[1, 2].map(() => paid({ pension: undefined, net: '85.00' })),
    ]),
  ],
  // 100.00 less 10.00, 5.00, 4.00 and 79.00, and so on.
  [
    'of three people',
    'other',
    true,
    run(
      {},
      three.map((one) => ({ ...one, net: String(Number(one.net) - 2) + '.00' })),
    ),
  ],
])('a total %s (%s) is shown without that right: %s', (_, which, shown, of) => {
  expect([seesTotal(other, of, which), seesTotal(payer, of, which)]).toEqual([shown, true]);
});

const line = (category: string, debit: string, person?: string, from?: readonly string[]) =>
  ({ category, debit, description: '', ...(person && { payslip: person }), ...(from && { from }) }) as never;
const ofThree = (category: string) => ['ann', 'bob', 'cat'].map((one) => line(category, '10.00', one));
test.each<[string, boolean, readonly never[]]>([
  ['three people on each', true, [...ofThree('401'), ...ofThree('902-1')]],
  ['two on one', false, [...ofThree('401'), ...ofThree('408').slice(1)]],
  ['three on the parts of one', true, ['ann', 'bob', 'cat'].map((one, at) => line(`902-${at}`, '10.00', one))],
  ['three, of whom one comes to nothing', false, [...ofThree('401'), line('401', '-10.00', 'cat')]],
  ['a line of no one known', false, [...ofThree('401'), line('402', '9.00')]],
  [
    'the allowance of the company',
    true,
    [...ofThree('401'), line('402', '-9.00', undefined, ['employment_allowance_amount'])],
  ],
  ['the allowance and more', false, [line('402', '-9.00', undefined, ['employment_allowance_amount', 'employer_ni'])]],
])('a breakdown with %s is shown without that right: %s', (_, shown, lines) => {
  expect([seesAccounts(other, lines), seesAccounts(payer, lines)]).toEqual([shown, true]);
});

test('lines of a user count where they name no payslip', () => {
  const lines = ['ann', 'bob', 'cat'].map((user) => ({ category: '902', debit: '1.00', description: '', user }));
  expect([seesAccounts(other, lines), seesAccounts(other, lines.slice(1))]).toEqual([true, false]);
});

const mother = (person?: string) => line('401', '1.00', person, ['basic_pay', 'statutory_maternity_pay']);
test.each<[string, boolean, readonly never[]]>([
  ['no one', true, ofThree('401')],
  ['one', false, [mother('ann'), ...ofThree('401')]],
  ['three', true, ['ann', 'bob', 'cat'].map(mother)],
  ['three, and someone not known', false, ['ann', 'bob', 'cat', undefined].map(mother)],
  ['one who was sick, which is not recovered', true, [line('401', '1.00', 'ann', ['statutory_sick_pay'])]],
])('what HMRC is due is shown where %s had recovered statutory pay: %s', (_, shown, lines) => {
  expect([seesDue(other, lines), seesDue(payer, lines)]).toEqual([shown, true]);
});

test('a fingerprint is for who may see pay, or decides', () => {
  const sees = (role: Rights['role'], pay: boolean) => seesFingerprint({ role, pay });
  expect([sees('viewer', false), sees('reviewer', false), sees('admin', false), sees('viewer', true)]).toEqual([
    ...[false, true, true, true],
  ]);
});

const rights = (over: Partial<Rights> = {}) => ({ role: 'reviewer', pay: true, companies: null, ...over }) as const;
test('a role holds the lower ones, and no one reaches more than they were given', () => {
  const order = (['viewer', 'reviewer', 'admin'] as const).map((role) => hasRole({ role }, 'reviewer'));
  expect(order).toEqual([false, true, true]);
  expect([reaches({ companies: null }, 'ash'), reaches({ companies: ['ash'] }, 'ash')]).toEqual([true, true]);
  expect([reaches({ companies: ['elm'] }, 'ash'), reaches({ companies: [] }, 'ash')]).toEqual([false, false]);
  expect((['viewer', 'reviewer', 'admin'] as const).map(seesPayByDefault)).toEqual([false, true, true]);
});

test.each([
  ['all of it', {}, {}, rights()],
  ['the lower role', { role: 'admin' }, {}, rights()],
  ['the lower role of the token', {}, { role: 'admin' }, rights()],
  ['no pay by the token', { pay: false }, {}, rights({ pay: false })],
  ['no pay by the person', {}, { pay: false }, rights({ pay: false })],
  ['the person’s clients', {}, { companies: ['ash'] }, rights({ companies: ['ash'] })],
  ['the clients of both', { companies: ['ash', 'elm'] }, { companies: ['elm', 'oak'] }, rights({ companies: ['elm'] })],
] as const)('a token and its person allow %s', (_, token, person, both) => {
  expect(bounded(rights(token as never), rights(person as never))).toEqual(both);
});

test('rights are the same whatever the order of clients, and cover what they hold', () => {
  const some = rights({ companies: ['ash', 'elm'] });
  expect(sameRights(some, rights({ companies: ['elm', 'ash'] }))).toBe(true);
  for (const over of [{ role: 'viewer' }, { pay: false }, { companies: ['ash'] }, { companies: null }] as const)
    expect(sameRights(some, { ...some, ...over })).toBe(false);
  expect([covers(rights(), some), covers(some, rights()), covers(some, some)]).toEqual([true, false, true]);
});
