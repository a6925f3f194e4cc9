import { type MappedRun, mapPeriod } from '../../journal/mapping/mapper.js';
import { contextOf, rulesFor } from '../../sync/story/map-runs.js';
import { readKept } from '../../sync/steps/surroundings.js';
import type { RunRef } from '../act.js';
import { notNow } from '../not-now.js';
import { type Tried, withTried } from './decisions-tried.js';
import { type PreviewTools, recordedPayroll } from './recorded-payroll.js';
import { runFound } from './run-found.js';

type FieldPreview = (decision: Tried) => MappedRun;

/** Gives the journal as a sync would map it after a decision; nothing is written. */
export async function fieldPreviews(tools: PreviewTools, ref: RunRef): Promise<FieldPreview> {
  const { database } = tools;
  const { company } = ref;
  const run = await database.read((rows) => runFound(rows, ref));
  const around = await readKept(database, company.id);
  const record = await recordedPayroll(tools, company, run);
  const found = around && (await contextOf(record, run, around));
  if (!found) throw notNow(company.name, run, 'preview', 'its payslips are not at hand; sync first');
  const { period, context } = found;
  const at = database.clock.now();
  return (tried) => {
    const rules = rulesFor(withTried(record, { run, at }, tried), run.tag);
    const after = mapPeriod(period, { ...context, ...rules }).runs.find((one) => one.tag === run.tag);
    if (!after) throw notNow(company.name, run, 'preview', 'payroll no longer has it; sync first');
    return after;
  };
}
