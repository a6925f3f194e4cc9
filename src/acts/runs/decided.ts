import { IsNull } from 'typeorm';
import { isOfOneRun } from '../../journal/policy/decision.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import type { LogAct } from '../../record/acts.js';
import { Decision } from '../../record/runs/decision.entity.js';
import type { NewDecision } from '../../record/runs/decisions.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { boundToWhatWasSeen } from './bound-to-what-was-seen.js';
import { carriedOut } from './carried-out.js';
import { acting } from '../acting.js';
import { runLine } from './run-line.js';
import { mustBeSecond } from '../approval/second-person.js';
import type { Reviewing } from '../approval/two-pairs-of-eyes.js';

export type ToDecide = Partial<NewDecision> & Pick<NewDecision, 'kind'>;

/** What to decide for a run as it is now; the log names the first decision. A Problem if the rule does not allow it. */
export type Rule = (run: PayRunRecord, rows: ReadRows) => readonly ToDecide[] | Promise<readonly ToDecide[]>;

interface Deciding {
  readonly ref: RunRef;
  readonly act: Act;
  readonly name: LogAct;
  /** For an act that, with two pairs of eyes, needs a person who has not done the rest. */
  readonly reviewing?: (run: PayRunRecord) => Reviewing | undefined;
}

/** Checks the rule, records and logs the decision in one unit of work; then a sync of that period carries it out. */
export async function decided(tools: RunTools, { ref, act, name, reviewing }: Deciding, rule: Rule): Promise<Acted> {
  const { value: run, sending } = await acting(tools, act.who, async (rows) => {
    const seen = await boundToWhatWasSeen(rows, ref, act);
    const note = await mustBeSecond(tools, rows, { ref, run: seen, who: act.who, asked: reviewing?.(seen) });
    const asked = await rule(seen, rows);
    const ended = await endEarlier(tools, rows, seen, asked);
    const recorded: Decision[] = [];
    for (const one of asked) recorded.push(await tools.decisions.record(rows, { ...aboutRun(ref, seen, act), ...one }));
    const carries = [...ended, ...recorded].map(({ id }) => ['decision', id] as const);
    return { value: seen, line: runLine(ref, seen, { name, about: recorded[0]?.id, carries, note }) };
  });
  return { ...(await carriedOut(tools, { ref, run, act })), sending };
}

export function aboutRun({ company }: RunRef, { tag }: PayRunRecord, { who, reason }: Act) {
  return { companyId: company.id, scope: 'run' as const, tag, reason, actor: who.actor };
}

/**
 * Only a person's latest decision on a thing counts: on the same thing for the same people, so that requests about
 * anyone else stay. A decision from now on ends nothing, since runs are posted by what it replaces.
 */
async function endEarlier(
  { decisions }: RunTools,
  rows: Rows,
  run: PayRunRecord,
  [first]: readonly ToDecide[],
): Promise<readonly Decision[]> {
  if (first === undefined) return [];
  const { kind, scope = 'run', holdCode, field, userPath } = first;
  const of = { kind, scope, ...(holdCode && { holdCode }), ...(field && { field }), userPath: userPath ?? IsNull() };
  const { companyId, tag } = run;
  const standing = isOfOneRun(scope) ? await rows.findBy(Decision, { companyId, tag, endedAt: IsNull(), ...of }) : [];
  for (const { id } of standing) await decisions.end(rows, id);
  return standing;
}
