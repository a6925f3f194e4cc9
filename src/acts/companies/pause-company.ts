import type { Company } from '../../companies/company.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { changeLife } from './company-life.js';

/** Nothing is fetched or posted until it is resumed. */
export async function pauseCompany(tools: CompanyTools, company: Company, who: Who): Promise<Changed> {
  return changeLife(tools, { company, who, act: 'pause' });
}
