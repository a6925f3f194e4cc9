import { IsNull } from 'typeorm';
import type { Books } from '../../books/books.js';
import type { Company } from '../../companies/company.js';
import type { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { Money } from '../../journal/nouns/money.js';
import { FilesPayroll } from '../../payrolls/files/files-payroll.js';
import { pays } from '../../journal/policy/moves.js';
import { partOfService } from '../../payrolls/moved/merged-period.js';
import { MovedPayroll } from '../../payrolls/moved/moved-payroll.js';
import { paidElsewhere, type RecordedReturns } from '../../payrolls/moved/paid-elsewhere.js';
import { ServicePayroll } from '../../payrolls/service/service-payroll.js';
import type { Document, PayrollSource } from '../../payrolls/source.js';
import { type Adjustment, isAdjustment, isTakenBack } from '../../record/runs/adjustment.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';
import { aroundYear } from '../facts/around-year.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { approvedPayments } from './approved-payments.js';

/** Where this company's payslips come from. */
export function payrollOf(
  db: Pick<Database, 'read'>,
  { id: companyId, policy }: Company,
  ledger: Books,
): PayrollSource {
  const service = new ServicePayroll(ledger.reader);
  const filesOf = (year: number) => db.read((rows) => filesOfYear(rows, companyId, year));
  const approved = () => db.read((rows) => approvedPayments(rows, { id: companyId, policy }));
  const aroundFiles = (year: number) => db.read((rows) => aroundYear(rows, companyId, year));
  const ofFiles = { policy, filesOf, aroundFiles, approved };
  if (policy.payrollMoves.length > 0)
    return new MovedPayroll({
      service,
      ...ofFiles,
      kept: (year) => db.read((rows) => documentsKept(rows, { companyId, year })),
      recorded: (year) => db.read((rows) => returnsRecorded(rows, { companyId, year })),
    });
  if (policy.payroll.from === 'service') return service;
  return new FilesPayroll({ ...ofFiles, inBooks: () => service.people() });
}

interface OfYear {
  readonly companyId: string;
  readonly year: number;
}

export async function documentsKept(rows: ReadRows, of: OfYear): Promise<readonly Document[]> {
  const found = await rows.select(PayPeriodRecord, ['year', 'document'], { where: { ...of, goneAt: IsNull() } });
  return found.flatMap(({ document }) =>
    document === null ? [] : [{ period: document.period(of.year), text: document.text }],
  );
}

/** What the service's own payroll paid in a year, as it was last read. */
export async function elsewhereKept(rows: ReadRows, { id: companyId, policy }: Company, year: number) {
  if (policy.payrollMoves.length === 0) return undefined;
  const isPaid = (day: string) => pays(policy, 'service', day);
  const kept = (await documentsKept(rows, { companyId, year })).flatMap(
    (one) => partOfService(one, isPaid)?.period ?? [],
  );
  return paidElsewhere({ periods: kept, pays: isPaid, recorded: await returnsRecorded(rows, { companyId, year }) });
}

/** What no payslip says: recoveries and levies of the year, unless they were taken back. */
export async function returnsRecorded(rows: ReadRows, of: OfYear): Promise<RecordedReturns> {
  const all = (await rows.findBy(PayRunRecord, of)).filter(isAdjustment).filter((one) => !isTakenBack(one));
  const ofKind = (isMeant: (one: Adjustment) => boolean, sign: 1 | -1) => {
    const months = new Map<number, Money>();
    for (const one of all.filter(isMeant)) {
      const amount = sign === 1 ? one.payeNi : one.payeNi.negated();
      months.set(one.period + 1, (months.get(one.period + 1) ?? Money.zero).plus(amount));
    }
    return months;
  };
  return {
    recovered: ofKind(({ kind, state }) => kind === 'recovery' && state !== 'ignored', -1),
    levy: ofKind(({ kind, state, entered }) => kind === 'levy' && entered !== null && state !== 'ignored', 1),
  };
}
