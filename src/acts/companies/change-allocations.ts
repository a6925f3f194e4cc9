import type { Company } from '../../companies/company.js';
import { problem } from '../../ground/problem.js';
import type { Allocations } from '../../journal/nouns/allocation-of-cost.js';
import { inWords as inFull, isDate } from '../../journal/nouns/dates.js';
import { type Policy, parsePolicy, WrongPolicy } from '../../journal/policy/policy.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { changePolicy } from './change-policy.js';

/** The policy with other allocations; a Problem names everything that is wrong with them. */
export function policyWith({ name, policy }: Company, allocations: Allocations): Policy {
  try {
    return parsePolicy({ ...policy, allocations });
  } catch (error) {
    if (!(error instanceof WrongPolicy)) throw error;
    throw problem('wrong-allocations', {
      detail: `${name}: ${error.problems.map((problem) => inWords(problem, allocations)).join('; ')}.`,
      todo: 'Correct what is named. Nothing was changed.',
    });
  }
}

const root = 'policy.allocations.';
const place = /^(\d+)\.(?:parts(?:\.(\d+))?\.?)?/;

/** Puts the person, the date and the part in place of the policy's path to them. */
function inWords(problem: string, allocations: Allocations): string {
  const user = Object.keys(allocations).find((one) => problem.startsWith(`${root}${one}.`));
  if (user === undefined) return problem.replace(/^policy\.allocations(?:\.|: )/, '');
  const within = problem.slice(`${root}${user}.`.length);
  const [path = '', rule = '', part] = place.exec(within) ?? [];
  const from = allocations[user]?.[Number(rule)]?.from ?? '';
  const where = part === undefined ? '' : `, part ${Number(part) + 1}`;
  const rest = within.slice(path.length);
  return `${user}${from && ` from ${isDate(from) ? inFull(from) : from}`}${where}${rest.startsWith(':') ? rest : `, ${rest}`}`;
}

/** Replaces all allocations with a new version of the policy, which never changes what is posted. */
export function changeAllocations(
  tools: CompanyTools,
  seen: Company,
  { allocations, ...act }: { readonly who: Who; readonly allocations: Allocations; readonly reason: string },
): Promise<Changed> {
  return changePolicy(tools, seen, { ...act, policy: policyWith(seen, allocations) });
}
