import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';
import { companyLine } from './company-line.js';

interface Change {
  readonly company: Pick<Company, 'id'>;
  readonly who: Who;
  readonly act: 'pause' | 'resume' | 'leave';
}

/** Pauses, resumes or leaves a company; no log line if that changes nothing. `mayBe` throws if it may not be done. */
export async function changeLife(
  tools: CompanyTools,
  { company: { id }, who, act }: Change,
  mayBe: (rows: ReadRows) => Promise<void> = async () => undefined,
): Promise<Changed> {
  const { value, sending } = await acting(tools, who, async (rows) => {
    await mayBe(rows);
    const [before] = await rows.find(CompanyRow, { where: { id }, forUpdate: true });
    const changed = await tools.companies[act](id);
    const isMoot = changed.life === before?.life;
    return { value: changed, line: isMoot ? undefined : companyLine(changed, act) };
  });
  return Object.assign(value, { sending });
}
