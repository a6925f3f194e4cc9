import type { Company } from '../../../companies/company.js';

/** A company in the JSON answers of commands; `company` is its name. */
export function companyAnswer(company: Company) {
  return {
    company: company.name,
    subdomain: company.subdomain ?? null,
    life: company.life,
    mode: company.policy.mode,
    postFrom: company.policy.postFrom,
    policyVersion: company.policyVersion,
    lastSyncedAt: company.lastSyncedAt ?? null,
    problem: company.problem ?? null,
  };
}
