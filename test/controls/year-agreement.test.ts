import type { AdjustmentFacts, Balance, ChargedLine, RunFacts } from '../../src/controls/judge/facts.js';
import { accountingYearIn, yearAgreement, type YearAccount } from '../../src/controls/judge/year-agreement.js';
import { costAccounts } from '../../src/journal/allocation/cost-accounts.js';
import { taxYearRange } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';

const line = (account: string, amount: string): ChargedLine => ({ account, amount: Money.parse(amount), from: [] });
const moved = (account: string, amount: string): Balance => ({
  account,
  amount: Money.parse(amount),
  name: `Account ${account}`,
});

/** Gross pay of 1,000.00: 150.00 to HMRC with employer NI of 50.00, 900.00 to people. */
const lines = [line('401', '-1000.00'), line('402', '-50.00'), line('814', '150.00'), line('902', '900.00')];
const run = (datedOn: string, over: Partial<RunFacts> = {}): RunFacts => ({
  year: 2026,
  period: 0,
  datedOn,
  lines,
  posted: lines.map((one) => ({ ...one, datedOn })),
  inBooks: 'yes',
  ...{ isInDoubt: false, altered: [], waits: '', todo: '' },
  ...over,
});
const twelve = Array.from({ length: 12 }, (_, month) => {
  const [year, of] = month < 9 ? [2025, month + 4] : [2026, month - 8];
  return run(`${year}-${String(of).padStart(2, '0')}-28`);
});
const facts = {
  span: taxYearRange(2026),
  runs: twelve,
  adjustments: [] as readonly AdjustmentFacts[],
  costs: costAccounts(defaultPolicy),
  // Eleven months of wages and PAYE were paid in the year.
  moved: [moved('401', '-12000.00'), moved('402', '-600.00'), moved('814', '150.00'), moved('902', '900.00')],
};
const shown = (rows: readonly YearAccount[]) =>
  rows.map(({ account, payslips, books, difference, because }) =>
    [`${account} ${payslips} ${books} ${difference}`, ...because.map(({ what, amount }) => `${amount} ${what}`)].join(
      '; ',
    ),
  );

test('twelve months agree: costs as debits, liabilities as credits less what was paid', () => {
  const year = yearAgreement(facts);
  expect([year.payRuns, year.agrees, year.waiting]).toEqual([12, true, []]);
  expect(shown(year.costs)).toEqual(['401 12000.00 12000.00 0.00', '402 600.00 600.00 0.00']);
  expect(shown(year.liabilities)).toEqual([
    '814 1800.00 150.00 -1650.00; -1650.00 Paid, or cleared by other journals',
    '902 10800.00 900.00 -9900.00; -9900.00 Paid, or cleared by other journals',
  ]);
  expect(year.costs[0]?.name).toBe('Account 401');
  expect(year.costs[1]?.name).toBe('Account 402');
  // A person's line has the person in its name.
  const ofPerson = { ...moved('902', '900.00'), userPath: '/v2/users/1', name: 'Salary and Bonuses: Ann' };
  const { liabilities } = yearAgreement({ ...facts, moved: [ofPerson] });
  expect(liabilities.map(({ name }) => name)).toEqual(['PAYE/NI', 'Salary and bonuses']);
});

test('the company’s own year takes the pay runs of its own twelve months', () => {
  const span = { from: '2025-07-01', to: '2026-06-30' };
  const year = yearAgreement({ ...facts, span, moved: [moved('401', '-9000.00'), moved('402', '-450.00')] });
  expect([year.payRuns, year.agrees]).toEqual([9, true]);
  expect(shown(year.costs)).toEqual(['401 9000.00 9000.00 0.00', '402 450.00 450.00 0.00']);
});

test('a pay run on the first and on the last day belongs to the year', () => {
  const runs = [run('2025-04-05'), run('2025-04-06'), run('2026-04-05'), run('2026-04-06')];
  const year = yearAgreement({ ...facts, runs, moved: [moved('401', '-2000.00'), moved('402', '-100.00')] });
  expect([year.payRuns, year.agrees]).toEqual([2, true]);
});

test('wages that someone posted apart from payroll are named, and the year does not agree', () => {
  const year = yearAgreement({ ...facts, moved: [...facts.moved, moved('401', '-250.00'), moved('404', '-80.00')] });
  expect(year.agrees).toBe(false);
  expect(shown(year.costs)).toEqual([
    '401 12000.00 12250.00 250.00; 250.00 Not from these payslips',
    '402 600.00 600.00 0.00',
    '404 0.00 80.00 80.00; 80.00 Not from these payslips',
  ]);
});

test('a pay run that is not in the books is named, and so is the rest of the difference', () => {
  const runs = [...twelve.slice(0, 11), run('2026-03-28', { posted: undefined, inBooks: 'no' })];
  const year = yearAgreement({ ...facts, runs, moved: [moved('401', '-11000.00'), moved('402', '-560.00')] });
  expect(year.agrees).toBe(false);
  expect(shown(year.costs)).toEqual([
    '401 12000.00 11000.00 -1000.00; -1000.00 Pay run of 28 March 2026 is not in the books yet',
    '402 600.00 560.00 -40.00; -50.00 Pay run of 28 March 2026 is not in the books yet; 10.00 Not from these payslips',
  ]);
});

test('a pay run that others post is in the books, or is a difference', () => {
  const runs = twelve.map((one) => ({ ...one, posted: undefined }));
  expect(yearAgreement({ ...facts, runs }).agrees).toBe(true);
  const perhaps = runs.map((one) => ({ ...one, inBooks: 'perhaps' as const }));
  const year = yearAgreement({ ...facts, runs: perhaps, moved: [moved('401', '-12000.00')] });
  expect(shown(year.costs)[1]).toBe('402 600.00 0.00 -600.00; -600.00 Not from these payslips');
});

test('payroll that changed after it was posted, and a set of another day', () => {
  const more = [line('401', '-1100.00'), ...lines.slice(1)];
  const changed = run('2026-03-28', { lines: more });
  const year = yearAgreement({ ...facts, runs: [...twelve.slice(0, 11), changed] });
  expect(shown(year.costs)[0]).toBe(
    '401 12100.00 12000.00 -100.00; -100.00 Pay run of 28 March 2026 has changed since it was posted',
  );
  // Reversed after the end of the year: the year has it, and the next year takes it back.
  const back = lines.map((one) => ({ ...one, amount: one.amount.negated(), datedOn: '2026-04-10' }));
  const reversed = run('2026-03-28', { lines: [], posted: [...(twelve[11]?.posted ?? []), ...back] });
  const runs = [...twelve.slice(0, 11), reversed];
  expect(shown(yearAgreement({ ...facts, runs }).costs)[0]).toBe(
    '401 11000.00 12000.00 1000.00; 1000.00 Pay run of 28 March 2026 has journals of another day',
  );
  const next = yearAgreement({ ...facts, runs, span: taxYearRange(2027), moved: [moved('401', '1000.00')] });
  expect(shown(next.costs)).toEqual([
    '401 0.00 -1000.00 -1000.00; -1000.00 Pay run of 28 March 2026 has journals of another day',
  ]);
});

test('a recovery that we posted belongs to the year of its date', () => {
  const recovery = (datedOn: string, ...all: readonly (readonly [string, string])[]): AdjustmentFacts => ({
    ...{ tag: `recovery ${datedOn}`, kind: 'recovery', year: 2026, period: 11, dueOn: '', inPayment: false },
    lines: all.map(([account, amount]) => ({ account, amount: Money.parse(amount), datedOn })),
  });
  const adjustments = [
    recovery('2026-03-31', ['401', '300.00'], ['814', '-300.00']),
    recovery('2026-04-30', ['401', '90.00']),
  ];
  const year = yearAgreement({ ...facts, adjustments, moved: [...facts.moved, moved('401', '300.00')] });
  expect([shown(year.costs)[0], year.agrees]).toEqual(['401 11700.00 11700.00 0.00', true]);
  expect(shown(year.liabilities)[0]).toMatch(/^814 1500\.00 150\.00 -1350\.00/);
});

test('a held pay run has no cost yet, so the year cannot agree', () => {
  const held = run('2026-03-28', { lines: [line('902', '900.00')], posted: undefined, inBooks: 'no' });
  const year = yearAgreement({
    ...facts,
    runs: [...twelve.slice(0, 11), held],
    moved: [moved('401', '-11000.00'), moved('402', '-550.00')],
  });
  expect(year.waiting).toEqual(['Pay run of 28 March 2026 has no journal yet']);
  expect([year.agrees, year.costs.every(({ difference }) => difference.isZero())]).toEqual([false, true]);
});

test('without a payslip the year holds what the books have', () => {
  expect(yearAgreement({ ...facts, runs: [], moved: [] })).toEqual({
    payRuns: 0,
    waiting: [],
    costs: [],
    liabilities: [],
    agrees: true,
  });
  expect(yearAgreement({ ...facts, runs: [], moved: [moved('401', '0.00'), moved('230', '-5.00')] }).costs).toEqual([]);
});

test('accounts are sorted by code, and a pay run without pay is not waited for', () => {
  const runs = [
    run('2025-05-30', { lines: [line('408', '-1.00'), line('902', '1.00'), line('402', '-2.00')] }),
    run('2025-06-30', { lines: [] }),
  ];
  const year = yearAgreement({ ...facts, runs, moved: [moved('401', '-9.00')] });
  expect([...year.costs, ...year.liabilities].map(({ account }) => account)).toEqual(['401', '402', '408', '902']);
  expect(year.waiting).toEqual([]);
});

test('the accounting year is the one that ends in the tax year', () => {
  const named = [
    { from: '2024-01-01', to: '2024-12-31' },
    { from: '2025-01-01', to: '2026-03-31' },
    { from: '2026-04-01', to: '2027-03-31' },
  ];
  expect(accountingYearIn(2026, named)).toBe(named[1]);
  expect(accountingYearIn(2025, named)).toBe(named[0]);
  expect(accountingYearIn(2029, named)).toBeUndefined();
});
