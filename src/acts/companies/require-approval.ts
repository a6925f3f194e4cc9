import type { Company } from '../../companies/company.js';
import { Connection } from '../../companies/connection.entity.js';
import { reachRefused } from '../../access/refusals.js';
import { problem } from '../../ground/problem.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { Sending } from '../../record/decided.js';
import { installation } from '../../record/log/log-entry.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { Decisions } from '../../record/runs/decisions.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';
import { toBeAskedAgain } from '../approval/second-admin.js';
import { mustBeTwoInPractice } from '../approval/two-who-review.js';
import { mustHaveReason } from '../reason.js';

/** For a whole practice, whatever the policies of its companies; logged in the chain of the installation. */
export async function requireApproval(
  { database, companies, log }: CompanyTools,
  company: Company,
  { who, approval, reason }: { who: Who; approval: Policy['approval']; reason: string },
): Promise<readonly Sending[]> {
  if (who.companies !== null) throw reachRefused({ name: who.actor });
  mustHaveReason(reason, company.name);
  const { sending } = await acting({ database, log }, who, async (rows) => {
    const connection = await rows.findOneByOrFail(Connection, { id: company.connectionId });
    if (connection.kind !== 'practice')
      throw problem('not-a-practice', {
        detail: `${company.name} has a connection of its own.`,
        todo: 'Set `approval` in its policy.',
      });
    if (connection.approval === approval) return { value: undefined, line: undefined };
    if (approval === 'one') {
      const times = await rows.countBy(Decision, { connectionId: connection.id, kind: 'eyes' });
      const change = ['approval', connection.id, times];
      const words = 'The practice asks for two people no longer';
      const now = await database.now(rows);
      const notYet = await toBeAskedAgain(rows, now, { who, companyId: installation, change, words });
      if (notYet) return notYet;
    }
    if (approval === 'two') await mustBeTwoInPractice(rows, connection.id);
    await companies.setApproval(company, approval);
    const about = {
      scope: 'practice',
      connectionId: connection.id,
      kind: 'eyes',
      field: approval,
      reason,
      actor: who.actor,
    } as const;
    const decisions = new Decisions(database);
    const { id } = await decisions.record(rows, about);
    // No sync uses this: it keeps the reason.
    await decisions.end(rows, id);
    const carries = [['approval', connection.id] as const, ['decision', id] as const];
    const line = { companyId: installation, act: 'approval', outcome: approval, ref: id, carries } as const;
    return { value: undefined, line: { ...line, practice: connection.id } };
  });
  return sending;
}
