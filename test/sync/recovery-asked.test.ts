import { expect, it } from '@jest/globals';
import { Money } from '../../src/journal/nouns/money.js';
import { findAdjustments } from '../../src/record/runs/find-adjustments.js';
import { PayPeriodRecord } from '../../src/record/runs/pay-period.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn, withMaternityPay } from './rig.js';

const september = 5;
const from = '2025-08-06';

async function question(books: Books) {
  const run = await books.run(september);
  return run.mapped?.warnings.find(({ code }) => code === 'recovery_to_decide');
}

const recoveries = async ({ db, company }: Books) => {
  const found = await db.read((rows) => findAdjustments(rows, { companyId: company.id, kind: 'recovery' }));
  return found.map(({ state, payeNi }) => `${state} ${payeNi}`);
};

/** Sets what payroll says is due: what a month owes, less this much. */
async function takenOff(books: Books, off: Readonly<Record<number, string>>): Promise<void> {
  const periods = await books.db.read((rows) =>
    rows.findBy(PayPeriodRecord, { companyId: books.company.id, year: 2026 }),
  );
  const payments = periods.flatMap(({ period, j814 }) => {
    const amount = off[period];
    const due = amount === undefined ? undefined : j814.minus(Money.parse(amount));
    const month = String(period + 5).padStart(2, '0');
    return due ? [{ due_on: `2025-${month}-22`, amount_due: due.toString(), status: 'unpaid' }] : [];
  });
  await books.rig.control('PUT', 'companies/elm/payroll/2026/payments', { payments });
  await books.sync({ full: true });
}

describeOnDatabases('the rate of a recovery', (open) => {
  it('of the policy is asked about, and not posted, where payroll’s own payment contradicts it', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from, post: 'auto', smallEmployer: 'no' } });
    await withMaternityPay(books, '500.0');
    // Elm is a small employer: 542.50 was taken off.
    await books.sync();
    expect(await question(books)).toMatchObject({
      amount: '460.00',
      message: expect.stringContaining(
        'At the rate decided HMRC repays £460.00, but £542.50 was taken off the payment due to HMRC.',
      ),
    });
    expect(await recoveries(books)).toEqual([]);
    await books.acts.recover(books.ref(september), { ...act(), rate: 'usual' });
    expect([await recoveries(books), await question(books)]).toEqual([['posted -460.00'], undefined]);
  });

  it('is asked about again, once the payment contradicts what was posted before it was known', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from, post: 'auto', smallEmployer: 'no' } });
    await withMaternityPay(books, '500.0');
    await books.rig.control('PUT', 'companies/elm/payroll/2026/payments', { payments: [] });
    await books.sync();
    expect([await recoveries(books), await question(books)]).toEqual([['posted -460.00'], undefined]);
    await takenOff(books, { [september]: '542.50' });
    expect([await recoveries(books), (await question(books))?.amount]).toEqual([['posted -460.00'], '460.00']);
  });

  it('shows beside a credit that earlier months brought forward', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from } });
    await withMaternityPay(books, '500.0');
    const august = await books.period(2026, september - 1);
    await books.sync();
    const { j814 } = (await books.db.read((rows) => rows.findBy(PayPeriodRecord, { year: 2026 }))).find(
      ({ period }) => period === september - 1,
    ) as PayPeriodRecord;
    const cis = j814.plus(Money.parse('50.00')).toString();
    await books.setPeriod(2026, september - 1, { ...august, construction_industry_scheme_deduction: cis });
    await takenOff(books, { [september - 1]: j814.toString(), [september]: '510.00' });
    expect(await question(books)).toMatchObject({ amount: '460.00' });
  });

  it('shows in the next month’s payment, where nothing came off its own', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from } });
    await withMaternityPay(books, '500.0');
    await books.sync();
    await takenOff(books, { [september]: '0.00', [september + 1]: '460.00' });
    expect(await question(books)).toMatchObject({ amount: '460.00' });
    await takenOff(books, { [september]: '0.00', [september + 1]: '17.00' });
    const asked = await question(books);
    expect([asked?.amount, asked?.message]).toEqual([
      undefined,
      expect.stringContaining('nothing was taken off the payment due to HMRC, and the next one fits no rate.'),
    ]);
  });

  it('is asked about with Class 1 NI of the tax year before the qualifying week', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from } });
    await withMaternityPay(books, '500.0');
    await books.sync();
    expect((await question(books))?.message).toContain('£45,000.00 or less in the last complete tax year before');
    expect((await question(books))?.message).toContain('Payroll of 2024/25 was not read here.');
    const document = await books.period(2026, september);
    // The claim itself began in September 2025.
    const before = { dated_on: '2024-09-30', statutory_maternity_pay: '0.0' };
    const payslips = document.payslips.map((slip) => ({ ...slip, ...before }));
    await books.setPeriod(2025, september, { ...document, dated_on: '2024-09-30', payslips });
    await books.sync({ year: 2025 });
    await books.sync({ full: true });
    const [read] = await books.db.read((rows) => rows.findBy(PayPeriodRecord, { year: 2025 }));
    const shares = read?.document
      ?.period(2025)
      .payslips.flatMap(({ figures }) => [figures.get('employee_ni'), figures.get('employer_ni')]);
    const both = Money.sum(shares?.flatMap((share) => share ?? []) ?? []);
    expect(both.isPositive()).toBe(true);
    expect((await question(books))?.message).toContain(
      `In 2024/25 it came to ${both.inPounds()}, in the 1 month that payroll has of it.`,
    );
  });
});
