import type { Company } from '../../companies/company.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { changeLife } from './company-life.js';

/** Fetches and posts for a paused company again. */
export async function resumeCompany(tools: CompanyTools, company: Company, who: Who): Promise<Changed> {
  return changeLife(tools, { company, who, act: 'resume' });
}
