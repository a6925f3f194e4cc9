import { type MappedRun, mapPeriod } from '../../journal/mapping/mapper.js';
import { pathOf } from '../../journal/pay-run.js';
import { contextOf } from '../../sync/map-runs.js';
import { readKept } from '../../sync/surroundings.js';
import type { RunRef } from '../act.js';
import type { FieldAct } from './decide-field.js';
import { notNow } from '../not-now.js';
import { type PreviewTools, recordedPayroll } from './recorded-payroll.js';
import { runFound } from './run-found.js';

type FieldPreview = (decision: Pick<FieldAct, 'field' | 'as' | 'user'>) => MappedRun;

/** Gives the journal as a sync would map it after a decision; nothing is written. */
export async function fieldPreviews(tools: PreviewTools, ref: RunRef): Promise<FieldPreview> {
  const { database } = tools;
  const { company } = ref;
  const run = await database.read((rows) => runFound(rows, ref));
  const around = await readKept(database, company.id);
  const found = around && contextOf(await recordedPayroll(tools, company, run), run, around);
  if (!found) throw notNow(company.name, run, 'preview', 'its payslips are not at hand; sync first');
  const { period, context } = found;
  return ({ field, as: treatment, user }) => {
    const asked = { field, as: treatment, user: user && pathOf(user), tag: run.tag, scope: 'run' } as const;
    const mapped = mapPeriod(period, { ...context, decided: [...(context.decided ?? []), asked] });
    const after = mapped.runs.find((one) => one.tag === run.tag);
    if (!after) throw notNow(company.name, run, 'preview', 'payroll no longer has it; sync first');
    return after;
  };
}
