import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import { givenPolicy, type Policy, WrongPolicy } from '../journal/policy.js';
import type { Who } from './act.js';
import type { CompanyTools } from './act-tools.js';
import { companyLogged } from './company-logged.js';
import { mustFit } from './reason.js';

interface PolicyAct {
  readonly who: Who;
  /** As it was given. */
  readonly policy: unknown;
  readonly reason: string;
}

/** The policy that somebody gives for a company; a Problem names everything that is wrong with it. */
export function policyGiven({ policy: before }: Pick<Company, 'policy'>, given: unknown): Policy {
  try {
    return givenPolicy(given, before);
  } catch (error) {
    if (!(error instanceof WrongPolicy)) throw error;
    throw new Problem({
      title: 'The policy is not as it should be',
      detail: error.message,
      todo: 'Correct what is named. Nothing was changed.',
      status: 400,
      exitCode: 2,
    });
  }
}

/** `seen` is the company as the person who changes it read it. */
export async function changePolicy(
  tools: CompanyTools,
  seen: Company,
  { who, policy: given, reason }: PolicyAct,
): Promise<Company> {
  if (reason.trim() === '') throw reasonNeeded(seen);
  mustFit(reason, seen.name);
  const policy = policyGiven(seen, given);
  return tools.database.work(async (rows) => {
    const change = { policy, actor: who.actor, reason, expectedVersion: seen.policyVersion };
    const changed = await tools.companies.setPolicy(seen.id, change);
    if (changed.policyVersion !== seen.policyVersion)
      await companyLogged(tools, rows, { company: changed, who, act: 'policy' });
    return changed;
  });
}

function reasonNeeded({ name }: Company): Problem {
  return new Problem({
    title: 'A reason is needed',
    detail: `The log keeps the reason for each change to the policy of ${name}.`,
    todo: 'Give it, then save it again.',
    status: 400,
    exitCode: 2,
  });
}
