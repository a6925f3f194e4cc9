import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { boundToWhatWasSeen } from '../runs/bound-to-what-was-seen.js';
import { aboutRun } from '../runs/decided.js';
import { notNow } from '../not-now.js';
import { runFound } from '../runs/run-found.js';
import { acting } from '../acting.js';
import { runLine } from '../runs/run-line.js';
import { mustBeSecond } from './second-person.js';

/** Records that a person has reviewed what was posted. `mayBe` throws where more is asked of this run. */
export async function signOff(
  tools: RunTools,
  ref: RunRef,
  act: Act,
  mayBe: (rows: ReadRows, run: PayRunRecord) => Promise<void> = async () => undefined,
): Promise<Acted> {
  const { database, decisions } = tools;
  const company = ref.company.name;
  const { value } = await acting(tools, act.who, async (rows) => {
    const run = await boundToWhatWasSeen(rows, ref, act);
    await mayBe(rows, run);
    if (run.state !== 'posted') throw notNow(company, run, 'sign off', 'only a posted run is signed off');
    const note = await mustBeSecond(tools, rows, { ref, run, who: act.who, asked: 'sign_off' });
    const { companyId, tag, fingerprint } = run;
    const decision = await decisions.record(rows, { ...aboutRun(ref, run, act), kind: 'sign_off', fingerprint });
    const signed = {
      signedOffBy: act.who.actor,
      signedOffAt: await database.now(rows),
      signedOffFingerprint: fingerprint,
    };
    await rows.update(PayRunRecord, { companyId, tag }, signed);
    const carries = [['decision', decision.id] as const, ['run', tag] as const];
    const after = await runFound(rows, { ...ref, paid: run.datedOn });
    const line = runLine(ref, run, { name: 'sign_off', about: decision.id, carries, note });
    return { value: { company, tag, run: after }, line };
  });
  return value;
}
