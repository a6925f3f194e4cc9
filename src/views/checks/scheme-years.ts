import { In } from 'typeorm';
import type { Company } from '../../companies/company.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { comesAsFiles } from '../../journal/policy/moves.js';
import { adjustmentKinds } from '../../journal/nouns/adjustment.js';
import { type SchemeYear, schemeYear } from '../../journal/paye/scheme-year.js';
import { parsePolicy, type Policy } from '../../journal/policy/policy.js';
import { type Adjustment, isAdjustment, isTakenBack } from '../../record/runs/adjustment.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { schemeMonth, termsOf } from '../../record/runs/scheme-month.js';

const ofPeriod = ['companyId', 'year', 'period', 'j814', 'owedElsewhere', 'cis', 'returned', 'goneAt'] as const;

const ofAdjustment = [
  ...(['companyId', 'year', 'period', 'kind', 'state', 'holdCodes', 'payeNi', 'inPayment'] as const),
  ...(['entered', 'journalSet'] as const),
];
type Adjusted = Pick<Adjustment, (typeof ofAdjustment)[number]>;

export interface Employer {
  readonly policy: Policy;
  /** The kind of its books. */
  readonly type: string | null | undefined;
}

/**
 * What HMRC is due where payroll does not say it, by company. It is worked out from what was returned to HMRC, and
 * waits for no journal. Without a year: of all that are recorded.
 */
export async function schemeYears(
  rows: ReadRows,
  companies: ReadonlyMap<string, Employer>,
  year?: number,
): Promise<ReadonlyMap<string, readonly SchemeYear[]>> {
  if (companies.size === 0) return new Map();
  const where = { companyId: In([...companies.keys()]), ...(year !== undefined && { year }) };
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
    [...companies].map(([id, { policy, type }]): [string, readonly SchemeYear[]] => {
      const there = (ownPeriods.get(id) ?? []).filter(({ goneAt }) => goneAt === null);
      const years = [...new Set(there.map((row) => row.year))].map((one) => {
        const isOf = (row: { readonly year: number }) => row.year === one;
        const payments = ownPaid.get(id)?.find(isOf)?.payments ?? [];
        const adjusted = (ownAdjusted.get(id) ?? [])
          .filter((row) => isOf(row) && stands(row))
          .map((row) => ({ ...row, isPosted: row.journalSet !== null }));
        return schemeYear(
          there.filter(isOf).map((row) => schemeMonth(row, { policy, payments, adjusted })),
          termsOf(policy, { year: one, type }),
        );
      });
      return [id, years];
    }),
  );
}

export async function schemesOf(rows: ReadRows, { id, policy, type }: Company): Promise<readonly SchemeYear[]> {
  return (await schemeYears(rows, new Map([[id, { policy, type }]]))).get(id) ?? [];
}

/** These companies with their current policies. */
export async function employersOf(
  rows: ReadRows,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, Employer>> {
  if (companyIds.length === 0) return new Map();
  const found = await rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.type', 'type')
    .addSelect('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .where('c.id IN (:...ids)', { ids: [...new Set(companyIds)] })
    .getRawMany<{ id: string; type: string | null; policy: string }>();
  const parsed = parsedOnce();
  return new Map(found.map(({ id, type, policy }) => [id, { type, policy: parsed(policy) }]));
}

/** Those of them whose payroll comes as files. */
export const ofFilesAmong = (employers: ReadonlyMap<string, Employer>): ReadonlyMap<string, Employer> =>
  new Map([...employers].filter(([, { policy }]) => comesAsFiles(policy)));

/** A thousand companies mostly have a handful of policies between them. */
export function parsedOnce(): (text: string) => Policy {
  const policies = new Map<string, Policy>();
  return (text) => {
    const policy = policies.get(text) ?? parsePolicy(JSON.parse(text));
    policies.set(text, policy);
    return policy;
  };
}

/** Those whose payroll comes as files, by name. Most have none: reading the policies of a thousand takes 40 ms. */
export async function policiesOfFiles(
  rows: ReadRows,
  companyIds: readonly string[] | null,
  where = '1 = 1',
): Promise<ReadonlyMap<string, Employer & { readonly company: string }>> {
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'company')
    .addSelect('c.type', 'type')
    .addSelect('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .where(`v.policy LIKE '%"from":"files"%'`)
    .andWhere(where)
    .orderBy('c.name');
  onlyAmong(query, 'c.id', companyIds);
  const found = await query.getRawMany<{ id: string; company: string; type: string | null; policy: string }>();
  const parsed = parsedOnce();
  const all = found.map(({ id, company, type, policy }) => [id, { company, type, policy: parsed(policy) }] as const);
  return new Map(all.filter(([, { policy }]) => comesAsFiles(policy)));
}

const stands = (one: Adjusted): boolean => one.state !== 'ignored' && !isTakenBack(one);

function byCompany<Row extends { readonly companyId: string }>(
  all: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of all) found.set(row.companyId, [...(found.get(row.companyId) ?? []), row]);
  return found;
}
