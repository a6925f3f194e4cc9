import type { Company } from '../../companies/company.js';
import { policyChanged } from '../../companies/companies.js';
import { problem } from '../../ground/problem.js';

/** The ETag of a company's policy, and of what is part of it. */
export const tagOf = ({ policyVersion }: Company) => `"${policyVersion}"`;

/** Changes what the caller has read, by its If-Match; the act refuses it if the policy has changed since. */
export async function ifMatch<Changed extends Company>(
  match: string | undefined,
  company: Company,
  change: (seen: Company) => Promise<Changed>,
): Promise<Changed> {
  if (match === undefined) throw matchMissing();
  const policyVersion = Number(/^"([1-9]\d{0,8})"$/.exec(match)?.[1]);
  if (Number.isNaN(policyVersion)) throw policyChanged(company);
  return change({ ...company, policyVersion });
}

const matchMissing = () =>
  problem('if-match-missing', {
    detail: 'Without If-Match two people could overwrite one another.',
    todo: 'Read it, and send its ETag back as If-Match.',
  });
