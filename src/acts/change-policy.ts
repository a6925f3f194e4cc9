import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import type { Policy } from '../journal/policy.js';
import type { Who } from './act.js';
import type { CompanyTools } from './act-tools.js';
import { companyLogged } from './company-logged.js';

interface PolicyAct {
  readonly who: Who;
  readonly policy: Policy;
  readonly reason: string;
}

/** `seen` is the company as the person who changes it read it. */
export async function changePolicy(
  tools: CompanyTools,
  seen: Company,
  { who, policy, reason }: PolicyAct,
): Promise<Company> {
  if (reason.trim() === '') throw reasonNeeded(seen);
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
