import type { Rows } from '../ground/rows.js';
import type { Company } from '../companies/company.js';
import type { Who } from './act.js';
import type { ActTools } from './act-tools.js';

interface CompanyLine {
  readonly who: Pick<Who, 'actor' | 'trigger'>;
  readonly act: 'connect' | 'policy' | 'pause' | 'resume' | 'leave';
}

/** The log's line of a change to a company, which vouches for the policy then in force. */
export async function companyLogged(
  { log }: Pick<ActTools, 'log'>,
  em: Rows,
  { id: companyId, policyVersion, who, act }: CompanyLine & Pick<Company, 'id' | 'policyVersion'>,
): Promise<void> {
  await log.append(em, {
    companyId,
    trigger: who.trigger,
    actor: who.actor,
    act,
    outcome: 'done',
    policyVersion,
    ...(act === 'policy' && { ref: `policy ${policyVersion}` }),
    carries: [['policy', String(policyVersion)]],
  });
}
