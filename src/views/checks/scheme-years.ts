import { In } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { adjustmentKinds } from '../../journal/nouns/adjustment.js';
import { Money } from '../../journal/nouns/money.js';
import { paymentAfter } from '../../journal/paye/month.js';
import {
  givenMonth,
  type SchemeMonth,
  type SchemeTerms,
  type SchemeYear,
  schemeYear,
} from '../../journal/paye/scheme-year.js';
import { parsePolicy, type Policy } from '../../journal/policy/policy.js';
import { type Adjustment, isAdjustment, isTakenBack } from '../../record/runs/adjustment.js';
import { PayPeriodRecord, type StoredPayment, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';

const ofPeriod = ['companyId', 'year', 'period', 'j814', 'owedElsewhere', 'cis', 'returned', 'goneAt'] as const;
type Period = Pick<PayPeriodRecord, (typeof ofPeriod)[number]>;

const ofAdjustment = [
  ...(['companyId', 'year', 'period', 'kind', 'state', 'holdCodes', 'payeNi', 'inPayment'] as const),
  ...(['entered', 'journalSet'] as const),
];
type Adjusted = Pick<Adjustment, (typeof ofAdjustment)[number]>;

/**
 * What HMRC is due where payroll does not say it, by company. It is worked out from what was returned to HMRC, and
 * waits for no journal. Without a year: of all that are recorded.
 */
export async function schemeYears(
  rows: ReadRows,
  policies: ReadonlyMap<string, Policy>,
  year?: number,
): Promise<ReadonlyMap<string, readonly SchemeYear[]>> {
  if (policies.size === 0) return new Map();
  const where = { companyId: In([...policies.keys()]), ...(year !== undefined && { year }) };
  const periods = await rows.select(PayPeriodRecord, ofPeriod, { where, order: { year: 'ASC', period: 'ASC' } });
  const adjusted = await rows.select(PayRunRecord, ofAdjustment, {
    where: { ...where, kind: In([...adjustmentKinds]) },
  });
  const paid = await rows.select(TaxYearRecord, ['companyId', 'year', 'payments'], { where });
  const [ownPeriods, ownAdjusted, ownPaid] = [
    byCompany(periods),
    byCompany(adjusted.filter(isAdjustment)),
    byCompany(paid),
  ];
  return new Map(
    [...policies].map(([id, policy]): [string, readonly SchemeYear[]] => {
      const there = (ownPeriods.get(id) ?? []).filter(({ goneAt }) => goneAt === null);
      const years = [...new Set(there.map((row) => row.year))].map((one) => {
        const isOf = (row: { readonly year: number }) => row.year === one;
        const given = ownPaid.get(id)?.find(isOf)?.payments ?? [];
        const standing = (ownAdjusted.get(id) ?? []).filter(isOf).filter(stands);
        return schemeYear(
          there.filter(isOf).map((row) => monthOf(row, { policy, given, adjusted: standing })),
          termsOf(policy, one),
        );
      });
      return [id, years];
    }),
  );
}

export async function schemesOf(
  rows: ReadRows,
  { id, policy }: { readonly id: string; readonly policy: Policy },
): Promise<readonly SchemeYear[]> {
  return (await schemeYears(rows, new Map([[id, policy]]))).get(id) ?? [];
}

/** The policies of companies whose payroll comes as files. Most have none: reading those of a thousand takes 40 ms. */
export async function policiesOfFiles(
  rows: ReadRows,
  companyIds: readonly string[] | null,
  where = '1 = 1',
): Promise<ReadonlyMap<string, { readonly company: string; readonly policy: Policy }>> {
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'company')
    .addSelect('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .where(`v.policy LIKE '%"from":"files"%'`)
    .andWhere(where);
  if (companyIds !== null) query.andWhere('c.id IN (:...companyIds)', { companyIds });
  const found = await query.getRawMany<{ id: string; company: string; policy: string }>();
  const parsed = found.map(
    ({ id, company, policy }) => [id, { company, policy: parsePolicy(JSON.parse(policy)) }] as const,
  );
  return new Map(parsed.filter(([, { policy }]) => policy.payroll.from === 'files'));
}

export function termsOf({ controls }: Policy, year: number): SchemeTerms {
  return { year, rule: controls, setsOffCis: true, withholdsCis: controls.cisWithheld !== null, paidByHmrc: [] };
}

interface OfYear {
  readonly policy: Policy;
  /** Payroll's own payments. */
  readonly given: readonly StoredPayment[];
  readonly adjusted: readonly Adjusted[];
}

function monthOf(row: Period, { policy, given: payments, adjusted }: OfYear): SchemeMonth {
  const { period, j814, owedElsewhere, returned } = row;
  const given = Money.tryParse(paymentAfter(row, payments)?.amountDue);
  if (given !== undefined) return givenMonth(period, given);
  const own = adjusted.filter((one) => one.period === period);
  const isUnchecked = returned?.unchecked === true;
  const said = returned === null || isUnchecked ? undefined : returned;
  // Amounts that are also of months before the first file count once a person has said so, and they are posted.
  const worked = own.filter((one) => !isByPerson(one) && (!isUnchecked || one.journalSet !== null));
  const onPaye = (kind: Adjusted['kind']) =>
    Money.sum(worked.filter((one) => one.kind === kind).map(({ payeNi }) => payeNi));
  const recovered = said && Money.parse(said.recovered).plus(Money.parse(said.compensation));
  const isLevyEntered = own.some((one) => one.kind === 'levy' && isByPerson(one));
  return {
    period,
    paye: j814.plus(owedElsewhere),
    elsewhere: owedElsewhere,
    allowance: returned === null ? Money.zero : Money.parse(returned.allowance),
    // A levy that a person entered is not owed twice.
    levy: isLevyEntered ? Money.zero : said ? Money.parse(said.levy) : onPaye('levy'),
    // Without a return of it, a person or the policy said what was recovered.
    recovered: recovered === undefined || recovered.isZero() ? onPaye('recovery').negated() : recovered,
    cisSuffered: said ? Money.parse(said.cisSuffered) : onPaye('cis').negated(),
    entered: Money.sum(own.filter(({ inPayment }) => inPayment).map((one) => enteredOn(policy.accounts.payeNi, one))),
  };
}

const isByPerson = ({ entered }: Adjusted): boolean => entered !== null;

/** From its lines: of what was just entered no journal is worked out yet. */
const enteredOn = (payeNi: string, { entered }: Adjusted): Money =>
  Money.sum(
    (entered ?? []).filter(({ category }) => category === payeNi).map(({ debit }) => Money.parse(debit)),
  ).negated();

const stands = (one: Adjusted): boolean => one.state !== 'ignored' && !isTakenBack(one);

function byCompany<Row extends { readonly companyId: string }>(
  all: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of all) found.set(row.companyId, [...(found.get(row.companyId) ?? []), row]);
  return found;
}
