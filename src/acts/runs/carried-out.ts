import { isPayroll } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { withLines } from '../../record/runs/run-lines.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';

/** Lets a sync of the period do what was asked; returns the run as it is then. */
export async function carriedOut(
  { database, syncs }: Pick<RunTools, 'database' | 'syncs'>,
  { ref, run, act }: { ref: RunRef; run: PayRunRecord; act: Act },
  sync = (request: SyncRequest) => syncs.run(ref.company, request),
): Promise<Acted> {
  const { company } = ref;
  const { year, period } = run;
  const { result } = await sync({ year, period, trigger: 'act', actor: act.who.actor });
  const where = { companyId: company.id, year, period };
  const found = await database.read(async (rows) =>
    withLines(
      rows,
      (await rows.findBy(PayRunRecord, where)).filter((row) => isPayroll(row) === isPayroll(run)),
    ),
  );
  // A set that moved to another pay date took its run with it.
  const after = found.find((row) => row.tag === run.tag) ?? found[0] ?? run;
  return { company: company.name, tag: after.tag, run: after, sync: result };
}
