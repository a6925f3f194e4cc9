import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import type { Rows } from '../../ground/rows.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { companyLogged } from './company-logged.js';

interface Change {
  readonly company: Pick<Company, 'id'>;
  readonly who: Who;
  readonly act: 'pause' | 'resume' | 'leave';
}

/** Pauses, resumes or leaves a company; there is no line in the log if that changes nothing. */
export async function changeLife(
  tools: CompanyTools,
  rows: Rows,
  { company: { id }, who, act }: Change,
): Promise<Changed> {
  const [before] = await rows.find(CompanyRow, { where: { id }, forUpdate: true });
  const changed = await tools.companies[act](id);
  const isMoot = changed.life === before?.life;
  const sending = isMoot ? [] : await companyLogged(tools, rows, { company: changed, who, act });
  return Object.assign(changed, { sending });
}
