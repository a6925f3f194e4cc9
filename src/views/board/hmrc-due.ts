import { seesTotals, type Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { bankDayOnOrBefore } from '../../journal/bank-days.js';
import { type ControlsPolicy, defaultControls } from '../../journal/controls/controls-policy.js';
import { hmrcDueOn } from '../../journal/controls/hmrc.js';
import { addDays } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import { paymentAfter } from '../../journal/paye/month.js';
import { parsePolicy } from '../../journal/policy.js';
import { TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { fewestPayslips } from '../controls/control-accounts.js';
import { seenBy } from '../run/run-row.js';

/** What one company has to pay HMRC next. */
export interface HmrcDue {
  readonly companyId: string;
  readonly company: string;
  readonly month: { readonly year: number; readonly period: number };
  readonly amount?: Money;
  readonly dueOn: string;
  /** The bank working day on or before it. */
  readonly payBy: string;
  readonly reference?: string;
}

/** The usual day on which a month's PAYE is due; for a viewer of one company only, that company's own. */
export async function dueDayShown(rows: ReadRows, viewer: Viewer, month: HmrcDue['month']): Promise<string> {
  const query = rows
    .createQueryBuilder()
    .select('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .where(`c.life <> 'left'`)
    .limit(2);
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  const [one, another] = await query.getRawMany<{ policy: string }>();
  return hmrcDueOn(month, one && !another ? parsePolicy(JSON.parse(one.policy)).controls : defaultControls);
}

/** Payments due to HMRC from one day to another, sorted by company; one a quarter for companies that pay quarterly. */
export async function hmrcDue(rows: ReadRows, viewer: Viewer, from: string, to: string): Promise<readonly HmrcDue[]> {
  const query = rows
    .createQueryBuilder(TaxYearRecord, 'y')
    .innerJoin(CompanyRow, 'c', 'c.id = y.companyId')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .addSelect('c.name', 'company')
    .addSelect('v.policy', 'policy')
    .addSelect(fewestPayslips, 'payslips')
    .where(`c.life <> 'left'`)
    .orderBy('c.name')
    .addOrderBy('y.year');
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  const { raw, entities } = await query.getRawAndEntities<{
    company: string;
    policy: string;
    payslips: number | string | null;
  }>();
  return entities.flatMap((row, index) => {
    const {
      company,
      policy: json,
      payslips,
    } = raw[index] as { company: string; policy: string; payslips: number | string | null };
    const { controls } = parsePolicy(JSON.parse(json));
    const isSeen = seesTotals(viewer, { payslips: Number(payslips ?? 0) });
    return duesOf(row, controls)
      .filter(({ dueOn }) => from <= dueOn && dueOn <= to)
      .map((due) => ({
        ...{ companyId: row.companyId, company, month: { year: row.year, period: due.period }, dueOn: due.dueOn },
        ...(isSeen && due.amount !== undefined && { amount: due.amount }),
        payBy: bankDayOnOrBefore(due.dueOn),
        ...(controls.accountsOffice !== null && { reference: controls.accountsOffice }),
      }));
  });
}

function duesOf(
  { year, payments }: TaxYearRecord,
  policy: ControlsPolicy,
): readonly { readonly period: number; readonly dueOn: string; readonly amount?: Money }[] {
  const span = policy.payePeriod === 'quarterly' ? 3 : 1;
  const dues = [];
  for (let period = span - 1; period < 12; period += span) {
    const months = Array.from({ length: span }, (_, back) => period - back);
    const paid = months.map((month) => paymentAfter({ year, period: month }, payments ?? []));
    if (paid.every((payment) => payment === undefined)) continue;
    const amounts = paid.map((payment) => Money.tryParse(payment?.amountDue) ?? Money.zero);
    dues.push({ period, dueOn: hmrcDueOn({ year, period }, policy), amount: Money.sum(amounts) });
  }
  return dues;
}

/** A month ahead, and a month back so that late payments are shown too. */
export const dueWindow = (on: string): { readonly from: string; readonly to: string } => ({
  from: addDays(on, -31),
  to: addDays(on, 31),
});
