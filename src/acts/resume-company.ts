import type { Company } from '../companies/company.js';
import type { Who } from './act.js';
import type { CompanyTools } from './act-tools.js';
import { companyLogged } from './company-logged.js';

/** Fetches and posts for a paused company again. */
export async function resumeCompany(tools: CompanyTools, { id }: Company, who: Who): Promise<Company> {
  return tools.database.work(async (rows) => {
    const changed = await tools.companies.resume(id);
    await companyLogged(tools, rows, { company: changed, who, act: 'resume' });
    return changed;
  });
}
