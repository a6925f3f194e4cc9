import { LessThanOrEqual } from 'typeorm';
import type { Company } from '../../companies/company.js';
import { together } from '../../ground/side-by-side.js';
import type { Policy } from '../../journal/policy/policy.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import type { PayrollRecord, RulesRecord } from '../../sync/story/map-runs.js';
import type { ActTools } from '../act-tools.js';

export type PreviewTools = Pick<ActTools, 'database' | 'companies' | 'decisions'>;

/** What is recorded of a pay run, and of its tax year up to it: a sync would map it from the same. */
export async function recordedPayroll(
  { database, companies, decisions }: PreviewTools,
  company: Company,
  { tag, year, period }: Pick<PayRunRecord, 'tag' | 'year' | 'period'>,
): Promise<PayrollRecord> {
  const companyId = company.id;
  const [rows, periods, postings, standing] = await database.read((read) =>
    together([
      read.findBy(PayRunRecord, { companyId, kind: 'payroll', year }),
      read.findBy(PayPeriodRecord, { companyId, year, period: LessThanOrEqual(period) }),
      read.findBy(Posting, { companyId }),
      decisions.standing(companyId, company.connectionId),
    ]),
  );
  const policies = await policiesOf(
    companies,
    postings.filter((one) => one.runTag === tag),
  );
  return { company, years: new Set([year]), policies, rows, postings, periods, writes: [], decisions: standing };
}

/** The rules that a pay run is mapped by, without its payroll. */
export async function recordedRules(
  { database, companies, decisions }: PreviewTools,
  company: Company,
  { tag }: Pick<PayRunRecord, 'tag'>,
): Promise<RulesRecord> {
  const [postings, standing] = await database.read((read) =>
    together([
      read.findBy(Posting, { companyId: company.id, runTag: tag }),
      decisions.standing(company.id, company.connectionId),
    ]),
  );
  return { company, postings, decisions: standing, policies: await policiesOf(companies, postings) };
}

async function policiesOf(
  companies: PreviewTools['companies'],
  postings: readonly Posting[],
): Promise<ReadonlyMap<number, Policy>> {
  const policies = new Map<number, Policy>();
  for (const { companyId, policyVersion } of postings.filter(isStanding))
    if (!policies.has(policyVersion)) policies.set(policyVersion, await companies.policyAt(companyId, policyVersion));
  return policies;
}
