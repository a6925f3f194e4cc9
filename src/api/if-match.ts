import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import { problemTypeOf } from '../ground/problem-types.js';

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
  try {
    return await change({ ...company, policyVersion });
  } catch (error) {
    const isLate = error instanceof Problem && error.type === problemTypeOf(changedSince);
    throw isLate ? policyChanged(company) : error;
  }
}

const matchMissing = () =>
  new Problem({
    title: 'If-Match is missing',
    detail: 'Without If-Match two people could overwrite one another.',
    todo: 'Read it, and send its ETag back as If-Match.',
    status: 428,
  });

/** The title of the act's own refusal, by which it is known here: somebody changed the policy since the read. */
const changedSince = 'The policy has changed';

const policyChanged = ({ name }: Company) =>
  new Problem({
    title: changedSince,
    detail: `The policy of ${name} has changed since it was read. Nothing was changed.`,
    todo: 'Read it again, and repeat your change on that.',
    status: 412,
  });
