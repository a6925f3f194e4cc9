import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { Money } from '../../journal/nouns/money.js';
import { hmrcDueOn } from '../../journal/paye/due-days.js';
import { owing } from '../../journal/paye/month.js';
import { comesAsFiles, paidInMonth } from '../../journal/policy/moves.js';
import { parsePolicy, type Policy } from '../../journal/policy/policy.js';
import { type Adjustment, isAdjustment, isTakenBack } from '../../record/runs/adjustment.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { seenBy } from '../run/run-row.js';

export interface WorkedOutDue {
  readonly companyId: string;
  readonly company: string;
  readonly policy: Policy;
  /** The last tax month of a quarter, for those that pay quarterly. */
  readonly month: { readonly year: number; readonly period: number };
  readonly amount: Money;
  readonly dueOn: string;
}

type Month = Pick<PayPeriodRecord, 'companyId' | 'year' | 'period' | 'j814' | 'owedElsewhere' | 'cis'>;

/**
 * Payroll that comes as files does not say what HMRC is due. It is worked out from the returns: tax, NI and loans of
 * the month, less allowance, recovery and CIS, and with the levy.
 */
export async function workedOutDues(rows: ReadRows, viewer: Viewer): Promise<readonly WorkedOutDue[]> {
  const companies = await companiesOfFiles(rows, viewer);
  if (companies.size === 0) return [];
  const of = { ids: [...companies.keys()] };
  const months = await rows
    .createQueryBuilder(PayPeriodRecord, 'p')
    .select(['p.companyId', 'p.year', 'p.period', 'p.j814', 'p.owedElsewhere', 'p.cis'])
    .where('p.companyId IN (:...ids) AND p.goneAt IS NULL', of)
    .orderBy('p.year')
    .addOrderBy('p.period')
    .getMany();
  const adjustments = await rows
    .createQueryBuilder(PayRunRecord, 'r')
    .where(`r.companyId IN (:...ids) AND r.kind <> 'payroll'`, of)
    .getMany();
  const dues = new Map<string, WorkedOutDue>();
  for (const month of months) {
    const found = companies.get(month.companyId);
    if (found === undefined) continue;
    const { payePeriod } = found.policy.controls;
    const last = payePeriod === 'quarterly' ? Math.floor(month.period / 3) * 3 + 2 : month.period;
    const first = payePeriod === 'quarterly' ? last - 2 : last;
    // Of months that the accounting service alone paid, it says itself what is due.
    if (!monthsFrom(first, last).some((period) => paidInMonth(found.policy, { year: month.year, period }).files))
      continue;
    const own = adjustments.filter(isAdjustment).filter((one) => isOf(one, month));
    const amount = owedFor(month, own);
    const at = `${month.companyId} ${month.year} ${last}`;
    dues.set(at, {
      ...{ companyId: month.companyId, ...found, month: { year: month.year, period: last } },
      amount: (dues.get(at)?.amount ?? Money.zero).plus(amount),
      dueOn: hmrcDueOn({ year: month.year, period: last }, found.policy.controls),
    });
  }
  return [...dues.values()];
}

const monthsFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** CIS suffered is the month's own, whichever account it is on until a journal moves it. */
const owedFor = ({ j814, owedElsewhere, cis }: Month, adjustments: readonly Adjustment[]): Money =>
  owing({
    owed: j814.plus(owedElsewhere),
    cisSuffered: cis,
    adjustments: Money.sum(adjustments.filter(isIncluded).map(({ payeNi }) => payeNi)),
  });

const isIncluded = (one: Adjustment): boolean =>
  one.inPayment && one.kind !== 'cis' && one.state !== 'ignored' && !isTakenBack(one);

const isOf = (one: Adjustment, { companyId, year, period }: Month): boolean =>
  one.companyId === companyId && one.year === year && one.period === period;

async function companiesOfFiles(
  rows: ReadRows,
  viewer: Viewer,
): Promise<ReadonlyMap<string, Pick<WorkedOutDue, 'company' | 'policy'>>> {
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'company')
    .addSelect('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    // Most companies have none: reading the policies of a thousand takes 40 ms.
    .where(`c.life <> 'left' AND v.policy LIKE '%"from":"files"%'`);
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  const found = await query.getRawMany<{ id: string; company: string; policy: string }>();
  const parsed = found.map(
    ({ id, company, policy }) => [id, { company, policy: parsePolicy(JSON.parse(policy)) }] as const,
  );
  return new Map(parsed.filter(([, { policy }]) => comesAsFiles(policy)));
}
