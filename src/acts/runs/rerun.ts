import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import type { SyncOutcome } from '../../sync/syncs.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { boundToWhatWasSeen } from './bound-to-what-was-seen.js';
import { carriedOut } from './carried-out.js';
import { acting } from '../acting.js';
import { runLine } from './run-line.js';

/** Reads the period and the books again, and does what is due. */
export async function rerun(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  const { value: run } = await acting(tools, act.who, async (rows) => {
    const seen = await boundToWhatWasSeen(rows, ref, act);
    return { value: seen, line: runLine(ref, seen, { name: 'rerun' }) };
  });
  return carriedOut(tools, { ref, run, act }, (request) =>
    joined(tools, ref, { ...request, full: true, recheck: true }),
  );
}

/** Reruns of one period that are waiting for their turn become one: none of them has looked yet. */
function joined({ syncs, reruns }: RunTools, { company }: RunRef, request: SyncRequest): Promise<SyncOutcome> {
  const key = `${company.id}:${request.year}-${request.period}`;
  const waiting = reruns.get(key);
  if (waiting) return waiting;
  const forget = () => reruns.delete(key);
  const going = syncs.run(company, request, { onStart: forget }).finally(forget);
  reruns.set(key, going);
  return going;
}
