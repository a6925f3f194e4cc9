import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { isPaidIn } from '../../journal/nouns/pay-key.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { pays } from '../../journal/policy/moves.js';
import { sourceInWords, sourceOf } from '../../payrolls/files/file-source.js';
import { paidElsewhereOf } from '../../payrolls/files/files-payroll.js';
import { paymentsKept } from '../../payrolls/files/kept-payments.js';
import { type KnownPayment, yearOf } from '../../payrolls/files/year-to-date.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { approvedPayments } from '../../sync/at-work/approved-payments.js';
import { aroundYear } from '../../sync/facts/around-year.js';
import { elsewhereKept } from '../../sync/at-work/payroll-of.js';

interface Differing {
  readonly payment: KnownPayment;
  /** All of that person's year. */
  readonly payments: readonly KnownPayment[];
}

/** The payments of a run whose year to date differs: of everybody, or of the person at this path. */
export async function differingPayments(
  rows: ReadRows,
  company: Company,
  run: PayRunRecord,
  user: string | undefined,
): Promise<readonly Differing[]> {
  const files = (await filesOfYear(rows, company.id, run.year)).filter(({ kind }) => kind === 'fps');
  const elsewhere = await elsewhereKept(rows, company, run.year);
  const payments = (taken: readonly unknown[]) =>
    paymentsKept(taken).filter((one) => pays(company.policy, sourceInWords(sourceOf(one.frequency)), one.paidOn));
  const year = yearOf(
    files.map(({ taken }) => ({ payments: payments(taken) })),
    {
      paidElsewhere: elsewhere && paidElsewhereOf(company.policy, elsewhere),
      ...(await aroundYear(rows, company.id, run.year)),
      isApproved: await approvedPayments(rows, company),
    },
  );
  const { payrollPeople } = company.policy;
  const isMeant = (key: string) => user === undefined || pathOf(payrollPeople[key] ?? `payroll:${key}`) === user;
  return [...year].flatMap(([key, payments]) =>
    payments
      .filter((one) => one.differs !== undefined && one.differencePosted === undefined && isMeant(key))
      .filter(({ filed }) => isPaidIn(run, { datedOn: filed.paidOn, source: sourceOf(filed.frequency) }))
      .map((payment) => ({ payment, payments })),
  );
}
