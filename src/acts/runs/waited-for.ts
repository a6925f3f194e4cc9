import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { carriedOut } from './carried-out.js';

interface Waiting {
  readonly ref: RunRef;
  readonly act: Act;
  readonly acted: Acted;
  /** Told the time before which nothing is sent. */
  readonly say: (until: Date) => void;
}

/** The service's clock may say that the minute is not over yet, so it is asked more than once. */
const timesMax = 3;

/**
 * Where no service may be running to send it: waits until the minute after a refusal is over, and lets a sync carry out
 * what was asked. If the person does not wait, it is kept.
 */
export async function waitedFor(
  tools: Pick<RunTools, 'database' | 'syncs'>,
  { ref, act, acted, say }: Waiting,
): Promise<Acted> {
  const { database } = tools;
  let now = acted;
  for (let times = 0; times < timesMax; times++) {
    const { plan } = now.run;
    if (plan?.kind !== 'refused' || !plan.asked || plan.until === undefined) break;
    const until = new Date(plan.until);
    say(until);
    const at = await database.read((rows) => database.now(rows));
    await database.clock.sleep(Math.max(0, until.getTime() - at.getTime()));
    now = { ...acted, ...(await carriedOut(tools, { ref, run: now.run, act })) };
  }
  return now;
}
