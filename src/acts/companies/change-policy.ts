import type { Company } from '../../companies/company.js';
import { problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { Posting } from '../../record/runs/posting.entity.js';
import { givenPolicy, type Policy, WrongPolicy } from '../../journal/policy/policy.js';
import { accountsTyped } from '../../journal/policy/accounts-in-policy.js';
import { mustBeInChart } from '../accounts-in-chart.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';
import { toBeAskedAgain } from '../approval/second-admin.js';
import { mustBeTwoWhoReview } from '../approval/two-who-review.js';
import { companyLine } from './company-line.js';
import { matchesMustBeNamedAlike } from './named-alike.js';
import { mustHaveReason } from '../reason.js';

interface PolicyAct {
  readonly who: Who;
  /** As it was given. */
  readonly policy: unknown;
  readonly reason: string;
}

/** The policy that someone gives for a company; a Problem names everything that is wrong with it. */
export function policyGiven({ policy: before }: Pick<Company, 'policy'>, given: unknown): Policy {
  try {
    return givenPolicy(given, before);
  } catch (error) {
    if (!(error instanceof WrongPolicy)) throw error;
    throw problem('wrong-policy', {
      detail: error.message,
      todo: 'Correct what is named. Nothing was changed.',
    });
  }
}

/** Payroll from elsewhere would make everything posted look as if payroll had lost it. */
export async function mustBeFreeToComeFrom(
  rows: ReadRows,
  { id: companyId, name, policy }: Company,
  { payroll: { from }, payrollMoves }: Policy,
): Promise<void> {
  const isSame = JSON.stringify(policy.payrollMoves) === JSON.stringify(payrollMoves);
  if (policy.payroll.from === from && isSame) return;
  if (!(await rows.existsBy(Posting, { companyId, state: 'in_books' }))) return;
  throw problem('payroll-source-fixed', {
    detail: `${name}: pay runs were posted from where its payroll comes now, and would all count as gone.`,
    todo: `Move it from a pay date on instead: “Move payroll” in its settings. At the terminal: \`counterfoil payroll move "${name}" --to ${from} --on DATE --reason …\`.`,
  });
}

/** `seen` is the company as the person who changes it read it. */
export async function changePolicy(
  tools: CompanyTools,
  seen: Company,
  { who, policy: given, reason }: PolicyAct,
): Promise<Changed> {
  mustHaveReason(reason, seen.name);
  const policy = policyGiven(seen, given);
  const { value, sending } = await acting(tools, who, async (rows) => {
    if (seen.policy.approval === 'two' && policy.approval === 'one') {
      const words = `One pair of eyes for ${seen.name}`;
      const asking = { who, companyId: seen.id, change: ['approval', seen.id, seen.policyVersion], words };
      const notYet = await toBeAskedAgain(rows, await tools.database.now(rows), asking);
      if (notYet) return notYet;
    }
    if (seen.policy.approval === 'one' && policy.approval === 'two') await mustBeTwoWhoReview(rows, [seen]);
    await mustBeFreeToComeFrom(rows, seen, policy);
    await matchesMustBeNamedAlike(rows, seen, policy, reason);
    await mustBeInChart(rows, seen, accountsTyped(seen.policy, policy));
    const change = { policy, actor: who.actor, reason, expectedVersion: seen.policyVersion };
    const changed = await tools.companies.setPolicy(seen.id, change);
    const isMoot = changed.policyVersion === seen.policyVersion;
    return { value: changed, line: isMoot ? undefined : companyLine(changed, 'policy') };
  });
  return Object.assign(value, { sending });
}
