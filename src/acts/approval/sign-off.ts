import { payKeyOf } from '../../journal/nouns/pay-key.js';
import { IsNull } from 'typeorm';
import { Decision } from '../../record/runs/decision.entity.js';
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

export interface SignOffAct extends Act {
  /** It was signed off too soon. */
  readonly withdraw?: true;
}

/** Records that a person has reviewed what was posted. `mayBe` throws where more is required of this run. */
export async function signOff(
  tools: RunTools,
  ref: RunRef,
  act: SignOffAct,
  mayBe: (rows: ReadRows, run: PayRunRecord) => Promise<void> = async () => undefined,
): Promise<Acted> {
  if (act.withdraw) return withdrawn(tools, ref, act);
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
    const after = await runFound(rows, { ...ref, paid: payKeyOf(run) });
    const line = runLine(ref, run, { name: 'sign_off', about: decision.id, carries, note });
    return { value: { company, tag, run: after }, line };
  });
  return value;
}

/** The run needs signing off again; who had signed it off, and why that was withdrawn, stays in the log. */
async function withdrawn({ database, decisions }: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  const company = ref.company.name;
  const { value } = await acting({ database }, act.who, async (rows) => {
    const run = await boundToWhatWasSeen(rows, ref, act);
    if (run.signedOffAt === null) throw notNow(company, run, 'withdraw the sign-off of', 'no one has signed it off');
    const { companyId, tag } = run;
    const signed = await rows.findBy(Decision, { companyId, tag, kind: 'sign_off', endedAt: IsNull() });
    const why = await decisions.record(rows, { ...aboutRun(ref, run, act), kind: 'take_back' });
    const ended = [...signed, why].map(({ id }) => id);
    for (const id of ended) await decisions.end(rows, id);
    await rows.update(
      PayRunRecord,
      { companyId, tag },
      { signedOffBy: null, signedOffAt: null, signedOffFingerprint: null },
    );
    const carries = [...ended.map((id) => ['decision', id] as const), ['run', tag] as const];
    const after = await runFound(rows, { ...ref, paid: payKeyOf(run) });
    const line = runLine(ref, run, { name: 'sign_off', about: why.id, carries });
    return { value: { company, tag, run: after }, line: { ...line, outcome: 'withdrawn' } };
  });
  return value;
}
