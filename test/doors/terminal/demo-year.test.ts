import { expect, it } from '@jest/globals';
import { demoPolicyOn } from '../../../src/doors/terminal/demo/demo-policy.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { yearsOf } from '../../../src/views/checks/paye-tie.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { act, type Books, booksOn } from '../../sync/rig.js';

/** The demo's previous tax year and the filed months of this one. One maternity leave spans both. */
const filedMonths = { 2025: 12, 2026: 7 } as const;
const lastYearBegins = '2024-04-06';

describeOnDatabases('the demo’s books', (open) => {
  it('owe HMRC on 814 what payroll says is due, in every month', async () => {
    const books = await booksOn(open, { scenario: 'demo', postFrom: lastYearBegins });
    await books.policy(demoPolicyOn(books.company.policy, lastYearBegins));
    await books.sync();
    await decideWhatIsHeld(books);

    for (const year of [2025, 2026] as const) {
      const due = await duesOf(books, year);
      expect(due).toHaveLength(filedMonths[year]);
      expect(await owedByMonth(books, year)).toEqual(due);
      const ties = await books.db.read((rows) => yearsOf(rows, [books.company.id], year));
      const verdicts = ties.get(books.company.id)?.map(({ verdict }) => verdict) ?? [];
      expect(verdicts.slice(0, due.length)).toEqual(due.map(() => 'agrees'));
    }
    const recovered = (await books.sets()).filter(({ tag }) => tag?.endsWith(':recovery'));
    expect(recovered.map(({ dated_on }) => dated_on).toSorted()).toEqual([
      ...['2024-09-30', '2024-10-31', '2024-11-30', '2024-12-31', '2025-01-31', '2025-02-28', '2025-03-31'],
      ...['2025-04-30', '2025-05-31'],
    ]);
  });
});

interface Payroll {
  readonly periods: readonly { readonly status: string }[];
  readonly payments: readonly { readonly amount_due: string }[];
}

/** Decides as the demo's reviewer does: the unknown item is pay, the ambiguous deduction reduces net pay. */
async function decideWhatIsHeld(books: Books): Promise<void> {
  const held = (await books.runs()).filter(({ state }) => state === 'held');
  expect(held).toHaveLength(2);
  for (const { year, period, datedOn, mapped } of held) {
    const [hold] = mapped?.holds ?? [];
    const as = hold?.code === 'unknown_money_field' ? 'pay' : 'deduct';
    const decision = { ...act(), field: hold?.field ?? '', as, scope: 'payslip', user: hold?.payslip } as const;
    const { run } = await books.acts.decide(books.ref(period, datedOn, year), decision);
    expect(run.state).toBe('posted');
  }
}

/** What is due for each filed month by the accounting service's own arithmetic. */
async function duesOf(books: Books, year: number): Promise<string[]> {
  const [{ accessToken } = { accessToken: '' }] = books.rig.sandbox.credentials().companies;
  const headers = { authorization: `Bearer ${accessToken}`, 'user-agent': 'test' };
  const answer = await fetch(`${books.rig.baseUrl}/v2/payroll/${year}`, { headers });
  const { periods, payments } = (await answer.json()) as Payroll;
  return periods.flatMap(({ status }, month) =>
    status === 'filed' ? [Money.parse(payments[month]?.amount_due ?? '').toString()] : [],
  );
}

/** The movement of 814 in the books by tax month, no matter who posted it. Pay dates are the last day of a calendar month. */
async function owedByMonth(books: Books, year: number): Promise<string[]> {
  const owed = new Map<number, Money>();
  for (const { dated_on, journal_entries } of await books.sets()) {
    if (dated_on < `${year - 1}-04-06` || dated_on > `${year}-04-05`) continue;
    const month = (Number(dated_on.slice(5, 7)) + 8) % 12;
    for (const { category, debit_value } of journal_entries)
      if (category.endsWith('/814')) owed.set(month, (owed.get(month) ?? Money.zero).minus(Money.parse(debit_value)));
  }
  return [...owed].toSorted(([a], [b]) => a - b).map(([, amount]) => amount.toString());
}
