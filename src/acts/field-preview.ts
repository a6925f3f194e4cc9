import type { Database } from '../ground/database.js';
import { type MappedRun, mapPeriod } from '../journal/mapper.js';
import { pathOf } from '../journal/pay-run.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import { readKept } from '../sync/surroundings.js';
import type { RunRef } from './act.js';
import type { FieldAct } from './decide-field.js';
import { notNow } from './not-now.js';
import { runFound } from './run-found.js';

/** The journal as it would be after that decision; nothing is written. */
export async function fieldPreview(
  database: Database,
  ref: RunRef,
  { field, as: treatment, user }: Pick<FieldAct, 'field' | 'as' | 'user'>,
): Promise<MappedRun> {
  const { company } = ref;
  const { run, row, kept } = await database.read(async (rows) => {
    const found = await runFound(rows, ref);
    const { year, period } = found;
    return {
      run: found,
      row: await rows.findOneBy(PayPeriodRecord, { companyId: company.id, year, period }),
      kept: await readKept(database, company.id),
    };
  });
  if (!row?.document || !kept) throw notNow(company.name, run, 'preview', 'its payslips are not at hand; sync first');
  const { people, chart, closed } = kept;
  const mapped = mapPeriod(row.document.period(run.year), {
    prefix: company.prefix,
    policy: company.policy,
    people,
    chart,
    closed,
    decided: [{ field, as: treatment, user: user && pathOf(user), tag: run.tag, scope: 'run' }],
  });
  const after = mapped.runs.find((one) => one.tag === run.tag);
  if (!after) throw notNow(company.name, run, 'preview', 'payroll no longer has it; sync first');
  return after;
}
