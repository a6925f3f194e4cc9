import type { ReadRows } from '../../ground/rows.js';
import type { Company } from '../../companies/company.js';
import { problem } from '../../ground/problem.js';
import { unsettledOf, Write } from '../../record/runs/write.entity.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { changeLife } from './company-life.js';

interface Leaving {
  readonly who: Who;
  /** Leaves even while a journal is still in doubt. */
  readonly force?: boolean;
}

/** Stops working for a company: its keys are destroyed, its record stays. */
export async function leaveCompany(
  tools: CompanyTools,
  company: Company,
  { who, force = false }: Leaving,
): Promise<Changed> {
  return changeLife(tools, { company, who, act: 'leave' }, async (rows) => {
    if (!force) await mustBeSettled(rows, company);
  });
}

/** Without keys we can no longer look into the books. */
async function mustBeSettled(rows: ReadRows, { id: companyId, name }: Company): Promise<void> {
  const open = await rows.countBy(Write, unsettledOf(companyId));
  if (open === 0) return;
  throw problem('still-being-settled', {
    detail: `${name}: we do not know yet whether ${open === 1 ? 'a change' : `${open} changes`} to its books reached them, and without keys no one can look.`,
    todo: `Sync it again in a quarter of an hour, then leave it. At the terminal: \`counterfoil sync --company "${name}"\`; to leave without knowing, \`counterfoil leave "${name}" --force\`.`,
  });
}
