import type { Rows } from '../../ground/rows.js';
import type { Company } from '../../companies/company.js';
import type { Sending } from '../../record/decided.js';
import { companyWithPolicy } from '../../record/log/carried.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';

interface CompanyLine {
  readonly company: Pick<Company, 'id' | 'policyVersion'>;
  readonly who: Pick<Who, 'actor' | 'trigger'>;
  readonly act: 'connect' | 'policy' | 'pause' | 'resume' | 'leave';
}

/** The log line of a change to a company; it vouches for the company and for the policy then in force. */
export async function companyLogged(
  { log }: Pick<ActTools, 'log'>,
  rows: Rows,
  { company: { id: companyId, policyVersion }, who, act }: CompanyLine,
): Promise<readonly Sending[]> {
  return log.append(rows, {
    companyId,
    trigger: who.trigger,
    actor: who.actor,
    act,
    outcome: 'done',
    policyVersion,
    ...(act === 'policy' && { ref: `policy ${policyVersion}` }),
    carries: companyWithPolicy(companyId, policyVersion),
  });
}
