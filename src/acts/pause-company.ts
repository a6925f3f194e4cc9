import type { Company } from '../companies/company.js';
import type { Who } from './act.js';
import type { CompanyTools } from './act-tools.js';
import { companyLogged } from './company-logged.js';

/** Nothing is fetched or posted until it is resumed. */
export async function pauseCompany(tools: CompanyTools, { id }: Company, who: Who): Promise<Company> {
  return tools.database.work(async (rows) => {
    const changed = await tools.companies.pause(id);
    await companyLogged(tools, rows, { company: changed, who, act: 'pause' });
    return changed;
  });
}
