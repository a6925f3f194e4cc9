import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { causeNames } from '../../src/audit/causes.js';
import { isMistyped } from '../../src/audit/causes.js';
import { noteNames } from '../../src/audit/notes.js';
import { addDays, taxMonthOf } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { auditOf } from '../../src/doors/terminal/audit/audit-document.js';

/** Three months of Ann (3) and Bob (5), employees, and Dee (4), a director; October is the second. All is right. */
interface Year extends Record<string, unknown> {
  periods: { status: string; payslips: Record<string, string>[] }[];
  sets: {
    url: string;
    dated_on: string;
    journal_entries: { category: string; user?: string; debit_value: string }[];
  }[];
}
const { document } = JSON.parse(readFileSync(new URL('../golden/audit/a01_right.json', import.meta.url), 'utf8')) as {
  document: Year;
};
const year = (): Year => structuredClone(document);
const october = 1;
const user = (number: string) => `https://api.example.test/v2/users/${number}`;
const category = (code: string) => `https://api.example.test/v2/categories/${code}`;

/** Amounts by place, '902-5' being Bob's. */
type By = Readonly<Record<string, string>>;

const entries = (by: By) =>
  Object.entries(by).map(([place, debit_value]) => {
    const [code = '', whose] = place.split('-');
    return { category: category(code), ...(whose !== undefined && { user: user(whose) }), debit_value };
  });

/** October's set with these added. */
function changed(by: By, given = year(), at = october): Year {
  given.sets[at]?.journal_entries.push(...entries(by));
  return given;
}

/** October's payslip of a person with another field. */
function paid(whose: string, fields: Record<string, string>, given = year()): Year {
  const slip = given.periods[october]?.payslips.find((one) => one.user === user(whose));
  Object.assign(slip as object, fields);
  return given;
}

const negated = (by: By): By =>
  Object.fromEntries(Object.entries(by).map(([place, amount]) => [place, Money.parse(amount).negated().toString()]));

const placesOf = (accounts: readonly { account: string; user?: string; amount: string }[]): By =>
  Object.fromEntries(
    accounts.map(({ account, user: whose, amount }) => [account + (whose ? `-${whose.slice(-1)}` : ''), amount]),
  );

const toldOf = (given: Year, at = october) => {
  const run = auditOf(given).runs[at];
  return {
    verdict: run?.verdict,
    causes: run?.causes.map(({ cause, accounts }): [string, By] => [cause, placesOf(accounts)]),
  };
};

const bob: By = {
  '401': '2250.00',
  '402': '268.95',
  '403': '51.10',
  '813': '-136.10',
  '814': '-625.31',
  '902-5': '-1808.64',
};
const allowance: By = { '402': '-231.21', '408': '-206.29', '814': '437.50' };

/** A row of the table of causes: what its sign is in October. `after` is payroll that is not the year's. */
const causes: readonly (readonly [cause: string, sign: By, after?: Year])[] = [
  ['allowance_missing', negated(allowance)],
  ['employer_ni_missing', { '402': '-371.19', '408': '-331.16', '814': '702.35' }],
  ['employer_ni_missing', { '402': '-602.40', '408': '-537.45', '814': '1139.85' }],
  ['allowance_twice', allowance],
  ['employer_pension_missing', { '403': '-130.30', '813': '130.30' }],
  ['employee_pension_missing', { '813': '205.50', '902-3': '-120.50', '902-5': '-85.00' }],
  ['loans_missing', { '814': '31.00', '902-5': '-31.00' }],
  [
    'other_deductions_missing',
    { '815': '40.00', '902-3': '-40.00' },
    changed({ '815': '-40.00', '902-3': '40.00' }, paid('3', { attachments: '40.0' })),
  ],
  ['pension_gross_of_relief', { '403': '30.13', '813': '-30.13' }],
  ['person_missing', negated(bob)],
  ['person_twice', bob],
  ['director_as_employee', { '401': '4000.00', '402': '331.16', '407': '-4000.00', '408': '-331.16' }],
  ['employee_as_director', { '401': '-2250.00', '402': '-165.73', '407': '2250.00', '408': '165.73' }],
  ['net_pay_elsewhere', { '902-4': '-1808.64', '902-5': '1808.64' }],
  ['liability_in_costs', { '404': '-2330.83', '814': '2330.83' }],
  ['liability_in_costs', { '404': '-1808.64', '902-5': '1808.64' }],
  ['cost_in_liabilities', { '403': '-130.30', '815': '130.30' }],
  ['wrong_side', { '813': '671.60', '902-4': '-671.60' }],
  ['digits', { '403': '-27.00', '813': '27.00' }],
  [
    'payroll_changed',
    { '401': '-50.00', '902-5': '50.00' },
    Object.assign(year(), { before: [paid('5', { basic_pay: '2200.0' }).periods[october]] }),
  ],
  ['other', { '401': '117.31', '814': '-117.31' }],
];

describe('each cause', () => {
  test.each(causes.map(([cause, sign, after = year()]) => ({ cause, sign, after })))(
    '$cause',
    ({ cause, sign, after }) => {
      const given = structuredClone(after);
      expect(toldOf(given)).toEqual({ verdict: 'right', causes: [] });
      expect(toldOf(changed(sign, given))).toEqual({ verdict: 'wrong', causes: [[cause, sign]] });
    },
  );

  test('wrong_date: by days, by tax month, and by the accounting year where its end is known', () => {
    const dated = (day: string, given = year()) => {
      Object.assign(given.sets[october] as object, { dated_on: day });
      return toldOf(given).causes?.map(([cause]) => cause);
    };
    expect(dated('2025-11-05')).toEqual([]);
    expect(dated('2025-11-10')).toEqual([]);
    expect(dated('2025-11-11')).toEqual(['wrong_date']);
    expect(dated('2025-09-30')).toEqual([]);
    expect(dated('2025-09-29')).toEqual(['wrong_date']);
    expect(dated('2025-11-01', Object.assign(year(), { accountingYearEnd: '10-31' }))).toEqual(['wrong_date']);
    expect(dated('2025-11-01', Object.assign(year(), { accountingYearEnd: '03-31' }))).toEqual([]);
  });

  test('the whole set on the wrong side is told with what else is wrong', () => {
    const given = changed(negated(allowance));
    for (const entry of given.sets[october]?.journal_entries ?? [])
      entry.debit_value = Money.parse(entry.debit_value).negated().toString();
    expect(toldOf(given).causes?.map(([cause]) => cause)).toEqual(['allowance_missing', 'wrong_side']);
  });

  test('two causes, and three', () => {
    const two = changed({ '403': '-130.30', '813': '130.30' }, changed(negated(allowance)));
    expect(toldOf(two).causes?.map(([cause]) => cause)).toEqual(['allowance_missing', 'employer_pension_missing']);
    const three = changed({ '814': '31.00', '902-5': '-31.00' }, two);
    expect(toldOf(three).causes?.map(([cause]) => cause)).toEqual([
      'allowance_missing',
      'employer_pension_missing',
      'loans_missing',
    ]);
  });

  test('two causes, though half the costs are on another account', () => {
    const given = changed({ '401': '-4930.00', '735': '4930.00', '403': '-130.30', '813': '130.30' });
    expect(toldOf(given).causes?.map(([cause]) => cause)).toEqual(['employer_pension_missing', 'cost_in_liabilities']);
  });

  test('weeks that no cause explains are `other`, none of them missing: the search of all is cut off, not what is told', () => {
    const given = year();
    const [period] = given.periods as [Year['periods'][number]];
    const [set] = given.sets as [Year['sets'][number]];
    const weeks = Array.from({ length: 52 }, (_, at) => addDays('2025-04-11', 7 * at));
    const monthOf = (day: string) => taxMonthOf(day) - 1;
    given.periods = [...new Set(weeks.map(monthOf))].map((number) => ({
      ...{ ...period, period: number, dated_on: weeks.findLast((day) => monthOf(day) === number) },
      ...{ employment_allowance_claimed: false, employment_allowance_amount: '0.0' },
      payslips: weeks
        .filter((day) => monthOf(day) === number)
        .flatMap((day) => period.payslips.map((slip) => ({ ...slip, dated_on: day }))),
    }));
    given.sets = weeks.map((day, at) => ({
      url: `https://api.example.test/v2/journal_sets/${at}`,
      dated_on: day,
      journal_entries: [
        ...set.journal_entries,
        ...entries({ '402': '231.21', '408': '206.29', '814': '-437.50' }),
        ...entries({
          '401': `${31 + at}.17`,
          '403': `${17 + at}.29`,
          '813': `-${11 + at}.31`,
          '814': `-${37 + at}.15`,
        }),
      ],
    }));
    for (const { verdict, sets, causes: told } of auditOf(given).runs) {
      expect([verdict, sets.length]).toEqual(['wrong', 1]);
      expect(told.map(({ cause }) => cause)).toEqual(['other']);
    }
  });

  test('recovery_missing, where payroll’s payment shows it; others’ sets of it, and of CIS, are matched', () => {
    const given = changed({ '401': '747.18', '902-3': '-747.18' }, paid('3', { statutory_maternity_pay: '747.18' }));
    // 0.92 of it comes back from HMRC.
    const recovered = { '401': '-687.41', '814': '687.41' };
    Object.assign(given, { payments: [{ due_on: '2025-11-22', amount_due: '1643.42' }] });
    expect(toldOf(given)).toEqual({ verdict: 'wrong', causes: [['recovery_missing', negated(recovered)]] });
    Object.assign(given.periods[october] as object, { construction_industry_scheme_deduction: '100.0' });
    Object.assign(given, { payments: [{ due_on: '2025-11-22', amount_due: '1543.42' }] });
    const set = (number: number, by: By) => ({
      url: `https://api.example.test/v2/journal_sets/${number}`,
      dated_on: '2025-11-10',
      journal_entries: entries(by),
    });
    Object.assign(given, {
      sets: [...given.sets, set(8, recovered), set(9, { '814': '100.00', '818': '-100.00' })],
    });
    expect(toldOf(given)).toEqual({ verdict: 'right', causes: [] });
    expect(auditOf(given).other).toEqual([]);
  });

  test('has an example', () => {
    const told = new Set([...causes.map(([cause]) => cause), 'wrong_date', 'recovery_missing']);
    expect(causeNames.filter((cause) => !told.has(cause))).toEqual([]);
  });
});

const sacrifice = changed(
  { '813': '-100.00', '902-4': '100.00' },
  paid('4', { employee_pension_salary_sacrifice: '100.0' }),
);
const notes: readonly (readonly [note: string, sign: By, after?: Year])[] = [
  ['other_accounts', { '732': '-2330.83', '814': '2330.83' }],
  ['other_accounts', { '731': '-7096.02', '902-3': '2113.74', '902-4': '3173.64', '902-5': '1808.64' }],
  ['allowance_split', { '402': '-206.29', '408': '206.29' }],
  ['costs_in_one_account', { '401': '501.49', '402': '-371.19', '403': '-130.30', '407': '331.16', '408': '-331.16' }],
  ['sacrifice_placed', { '403': '100.00', '407': '-100.00' }, sacrifice],
  ['net_pay_to_own_account', { '902-4': '3173.64', '907-4': '-3173.64' }],
  ['rounding', { '401': '0.40', '902-3': '-0.40' }],
];

describe('each note costs nothing', () => {
  test.each(notes.map(([note, sign, after = year()]) => ({ note, sign, after })))('$note', ({ note, sign, after }) => {
    const given = structuredClone(after);
    expect(toldOf(given)).toEqual({ verdict: 'right', causes: [] });
    expect(toldOf(changed(sign, given))).toEqual({ verdict: 'right', causes: [[note, sign]] });
  });

  test('directors and employees on one account are no note: their pay is shown apart', () => {
    const { verdict, causes: told } = toldOf(
      changed({ '401': '-4930.00', '407': '-4000.00', '405': '8930.00', '402': '331.16', '408': '-331.16' }),
    );
    expect(verdict).toBe('wrong');
    expect(told?.map(([cause]) => cause)).toContain('director_as_employee');
  });

  test('causes are told in the accounts that the journal uses', () => {
    const given = year();
    for (const at of [0, 1, 2]) changed({ '732': '-2330.83', '814': '2330.83' }, given, at);
    expect(toldOf(changed({ '402': '231.21', '408': '206.29', '732': '-437.50' }, given)).causes).toEqual([
      ['other_accounts', { '732': '-2330.83', '814': '2330.83' }],
      ['allowance_missing', { '402': '231.21', '408': '206.29', '732': '-437.50' }],
    ]);
  });

  test('what was not taken off net pay is a cause, though one account has everyone’s net pay', () => {
    const given = year();
    const nets = (ann: string, bob: string, all: string): By => ({
      '902-3': ann,
      '902-4': '3173.64',
      '902-5': bob,
      '731': all,
    });
    for (const at of [0, 2]) changed(nets('2073.74', '1768.64', '-7016.02'), given, at);
    const all = nets('2113.74', '1808.64', '-7096.02');
    expect(toldOf(changed({ ...all, '731': '-7127.02', '814': '31.00' }, given))).toEqual({
      verdict: 'wrong',
      causes: [
        ['other_accounts', all],
        ['loans_missing', { '731': '-31.00', '814': '31.00' }],
      ],
    });
  });

  test('also where it was left out all year, and no run agrees', () => {
    const given = year();
    for (const [at, period] of given.periods.entries()) {
      period.payslips = period.payslips.filter((slip) => slip.user === user('5'));
      for (const slip of period.payslips) slip.attachments = '40.0';
      Object.assign(period, { employment_allowance_claimed: false, employment_allowance_amount: '0.0' });
      const pay = at === october ? '2250.00' : '2210.00';
      const net = at === october ? '-1808.64' : '-1768.64';
      const owed: By = { '401': pay, '402': '268.95', '403': '51.10', '813': '-136.10', '814': '-625.31', '731': net };
      given.sets[at] = { ...(given.sets[at] as Year['sets'][number]), journal_entries: entries(owed) };
    }
    for (const at of [0, 1, 2])
      expect(toldOf(given, at).causes?.map(([cause]) => cause)).toEqual(['other_accounts', 'other_deductions_missing']);
  });

  test('one account for all that is owed is a layout', () => {
    const given = year();
    for (const [at, set] of given.sets.entries()) {
      const costs = set.journal_entries.filter((one) => /40[12378]$/.test(one.category));
      const owed = at === october ? '-9762.65' : '-9682.65';
      given.sets[at] = { ...set, journal_entries: [...costs, ...entries({ '731': owed })] };
    }
    expect(auditOf(given).runs.map(({ verdict }) => verdict)).toEqual(['right', 'right', 'right']);
  });

  test('the allowance of a company of one director, on employees’ NI', () => {
    const given = year();
    for (const [at, period] of given.periods.entries()) {
      period.payslips = period.payslips.filter((slip) => slip.user === user('4'));
      const owed: By = { '407': '4000.00', '408': '537.45', '814': '-926.31', '902-4': '-3173.64' };
      given.sets[at] = {
        ...(given.sets[at] as Year['sets'][number]),
        journal_entries: entries({ ...owed, '402': '-437.50' }),
      };
    }
    expect(toldOf(given)).toEqual({
      verdict: 'right',
      causes: [['allowance_split', { '402': '-437.50', '408': '437.50' }]],
    });
  });

  test('has an example', () => {
    const told = new Set(notes.map(([note]) => note));
    expect(noteNames.filter((note) => !told.has(note))).toEqual([]);
  });
});

describe('verdicts', () => {
  const set = (dated_on: string, by: By, number: number) => ({
    url: `https://api.example.test/v2/journal_sets/${number}`,
    dated_on,
    description: 'Someone',
    journal_entries: entries(by),
  });
  const copy = (given: Year, at: number, dated_on: string, number: number) => ({
    ...structuredClone(given.sets[at] as Year['sets'][number]),
    dated_on,
    url: `https://api.example.test/v2/journal_sets/${number}`,
  });
  const verdicts = (given: Year) => auditOf(given).runs.map(({ verdict }) => verdict);

  test('corrected, by a later set of one run, or of several at the year’s end', () => {
    const one = changed(negated(allowance));
    one.sets.push(set('2026-01-31', allowance, 9));
    const [, run] = auditOf(one).runs;
    expect(run).toMatchObject({ verdict: 'corrected', amount: '437.50', causes: [{ cause: 'allowance_missing' }] });
    expect(run?.causes[0]?.correctedBy).toMatch(/9$/);

    const all = year();
    for (const at of [0, 1, 2]) changed(negated(allowance), all, at);
    all.sets.push(set('2026-04-30', { '402': '-693.63', '408': '-618.87', '814': '1312.50' }, 9));
    expect(verdicts(all)).toEqual(['corrected', 'corrected', 'corrected']);
    expect(auditOf(all).other).toEqual([]);
    expect(auditOf(all).causes).toEqual([
      { cause: 'allowance_missing', runs: 3, amount: '1312.50', corrected: '1312.50' },
    ]);
  });

  test('corrected at the year’s end, which is the last pay day too; never one run by a set of its own day', () => {
    const all = year();
    for (const at of [0, 1, 2]) changed(negated(allowance), all, at);
    all.sets.push(set('2025-11-28', { '402': '-693.63', '408': '-618.87', '814': '1312.50' }, 9));
    expect(verdicts(all)).toEqual(['corrected', 'corrected', 'corrected']);
    const one = changed(negated(allowance));
    one.sets.push(set('2025-10-31', allowance, 9));
    expect(verdicts(one)[october]).toBe('right');
  });

  test('never corrected twice', () => {
    const given = changed(negated(allowance));
    given.sets.push(set('2026-01-31', allowance, 8), set('2026-02-28', allowance, 9));
    expect(verdicts(given)[october]).toBe('corrected');
    expect(auditOf(given).other).toHaveLength(1);
  });

  test('posted twice, also where both say the same wrong thing', () => {
    const given = changed(negated(allowance));
    given.sets.push(copy(given, october, '2025-11-03', 9));
    const run = auditOf(given).runs[october];
    expect(run?.verdict).toBe('doubled');
    expect(run?.sets).toHaveLength(2);
    expect(run?.causes.map(({ cause }) => cause)).toEqual(['allowance_missing', 'doubled']);
  });

  test('an accrual and its mirror cancel', () => {
    const given = year();
    given.sets.push(set('2025-10-25', { '401': '500.00', '731': '-500.00' }, 8));
    given.sets.push(set('2025-11-01', { '401': '-500.00', '731': '500.00' }, 9));
    expect(auditOf(given)).toMatchObject({ other: [], runs: [{ causes: [] }, { causes: [] }, { causes: [] }] });
  });

  test('a payment is no journal of payroll', () => {
    const given = year();
    given.sets.push(set('2025-11-22', { '814': '2330.83', '813': '335.80', '750': '-2666.63' }, 9));
    expect(auditOf(given).other).toEqual([]);
  });

  test('not judged while payroll is held or not filed, and its sets are no one else’s', () => {
    const held = paid('3', { other_deductions: '12.0' });
    const [, run] = auditOf(held).runs;
    expect(run).toMatchObject({
      verdict: 'not_judged',
      causes: [],
      why: [expect.stringContaining('Other deductions')],
    });
    expect(auditOf(held).other).toEqual([]);
    const draft = year();
    Object.assign(draft.periods[october] as object, { status: 'unfiled' });
    expect(auditOf(draft).runs[october]).toMatchObject({ verdict: 'not_judged' });
    expect(auditOf(draft).accounts.every(({ difference }) => difference === '0.00')).toBe(true);
  });

  test('sets in one go for several runs, and one run in two sets', () => {
    const given = year();
    const [first, second, third] = given.sets as [Year['sets'][0], Year['sets'][0], Year['sets'][0]];
    given.sets = [{ ...second, journal_entries: [...first.journal_entries, ...second.journal_entries] }];
    const isCost = ({ category: code }: { category: string }) => /40[238]$/.test(code);
    const owed: By = { '814': '-702.35', '813': '-130.30' };
    given.sets.push(
      {
        ...third,
        journal_entries: [...third.journal_entries.filter((one) => !isCost(one)), ...entries(negated(owed))],
      },
      { ...third, url: `${third.url}9`, journal_entries: [...third.journal_entries.filter(isCost), ...entries(owed)] },
    );
    expect(auditOf(given).runs.map(({ verdict, sets, causes: told }) => [verdict, sets.length, told.length])).toEqual([
      ['wrong', 1, 1],
      ['right', 1, 0],
      ['right', 2, 0],
    ]);
  });

  test('without a set: not in the books, posted another way, or right if every account moved by it', () => {
    const given = year();
    given.sets.splice(october, 1);
    expect(verdicts(given)[october]).toBe('missing');
    const month = { from: '2025-10-06', to: '2025-11-05' };
    const moved = {
      ...{ '401': '4930.00', '402': '371.19', '403': '130.30', '407': '4000.00', '408': '331.16' },
      ...{ '813': '-335.80', '814': '-2330.83', '902': '-7096.02' },
    };
    const withMovement = (accounts: By) =>
      Object.assign(structuredClone(given), { movements: [{ ...month, accounts }] });
    expect(auditOf(withMovement({})).runs[october]?.verdict).toBe('missing');
    expect(auditOf(withMovement(moved)).runs[october]).toMatchObject({ verdict: 'right', sets: [], causes: [] });
    expect(auditOf(withMovement({ ...moved, '814': '-2300.83' })).runs[october]).toMatchObject({
      verdict: 'elsewhere',
      causes: [{ cause: 'elsewhere', accounts: [{ account: '814', amount: '30.00' }] }],
    });
  });

  test('posted another way: a director’s wages explained from the bank as employees’', () => {
    const given = year();
    for (const period of given.periods) period.payslips = period.payslips.filter((slip) => slip.user === user('4'));
    given.sets = [];
    const movements = [{ from: '2025-10-06', to: '2025-11-05', accounts: { '401': '3173.64', '750': '-3173.64' } }];
    const [missing, run] = auditOf({ ...given, movements }).runs;
    expect(missing?.verdict).toBe('missing');
    expect(run?.verdict).toBe('elsewhere');
    expect(run?.causes[0]?.accounts).toContainEqual({ account: '401', amount: '3173.64' });
  });

  test('our own sets belong to their run, whatever they say', () => {
    const given = year();
    given.sets[october] = { ...set('2025-10-31', { '401': '1.00', '814': '-1.00' }, 2) };
    Object.assign(given.sets[october] as object, { tag: 'counterfoil:2026-06:2025-10-31' });
    const [, run] = auditOf(given).runs;
    expect(run).toMatchObject({ verdict: 'wrong', sets: [expect.stringMatching(/2$/)] });
  });
});

test('the same is told in whatever order the books give sets and their lines', () => {
  const given = changed({ '401': '-9860.00', '814': '9860.00', '813': '671.60', '902-3': '-671.60' });
  given.sets.push({ ...structuredClone(given.sets[0] as Year['sets'][number]), url: `${given.sets[0]?.url}9` });
  const turned = structuredClone(given);
  turned.sets.reverse();
  for (const { journal_entries: lines } of turned.sets) lines.reverse();
  expect(auditOf(turned)).toEqual(auditOf(given));
});

test('digits: two swapped, or one typed otherwise', () => {
  const cases: readonly (readonly [bigint, bigint, boolean])[] = [
    [123_450n, 124_350n, true],
    [123_450n, 123_950n, true],
    [123_450n, 121_350n, false],
    [123_450n, 143_250n, false],
    [123_450n, 23_450n, false],
    [123_450n, -123_950n, false],
    [-13_030n, -10_330n, true],
  ];
  for (const [a, b, is] of cases) expect([a, b, isMistyped(a, b)]).toEqual([a, b, is]);
});
