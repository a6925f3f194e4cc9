import type { Company } from '../../companies/company.js';
import { companyWithPolicy } from '../../record/log/carried.js';
import type { Line } from '../acting.js';

export type CompanyAct = 'connect' | 'policy' | 'pause' | 'resume' | 'leave' | 'move_payroll';

/** The log line of a change to a company; it vouches for the company and for the policy then in force. */
export function companyLine(
  { id: companyId, policyVersion }: Pick<Company, 'id' | 'policyVersion'>,
  act: CompanyAct,
): Line {
  return {
    companyId,
    act,
    policyVersion,
    ...((act === 'policy' || act === 'move_payroll') && { ref: `policy ${policyVersion}` }),
    carries: companyWithPolicy(companyId, policyVersion),
  };
}
