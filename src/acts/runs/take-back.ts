import { practiceRefused } from '../../access/refusals.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { Rows } from '../../ground/rows.js';
import { type Problem, problem } from '../../ground/problem.js';
import { parsePolicy } from '../../journal/policy/policy.js';
import { decidedUntilNow } from '../../record/decided.js';
import { type Carried, companyWithPolicy } from '../../record/log/carried.js';
import { Decision } from '../../record/runs/decision.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { type StandingDecision, standingDecisions } from '../../views/run/standing-decisions.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { mustBeSecond } from '../approval/second-person.js';
import { notNow } from '../not-now.js';
import { boundToWhatWasSeen } from './bound-to-what-was-seen.js';
import { carriedOut } from './carried-out.js';
import { aboutRun } from './decided.js';
import { acting } from '../acting.js';
import { runLine } from './run-line.js';

export interface TakeBackAct extends Act {
  /** As the pay run and the log show it: the beginning of its id, or 'policy-7'. */
  readonly decision: string;
}

/** Undoes a decision that has not been posted; then a sync of that period goes by the decisions that are left. */
export async function takeBack(tools: RunTools, ref: RunRef, act: TakeBackAct): Promise<Acted> {
  const { company } = ref;
  const { value: run, sending } = await acting(tools, act.who, async (rows) => {
    // A sync that is about to send waits here, or shows by now that it is sending.
    await decidedUntilNow(rows, company.id);
    const seen = await boundToWhatWasSeen(rows, ref, act);
    await mustBeSecond(tools, rows, { ref, run: seen, who: act.who });
    const one = standingIn(await standingDecisions(rows, seen), { company: company.name, run: seen }, act);
    const about = await undone(tools, rows, { ref, run: seen, act, one });
    return { value: seen, line: runLine(ref, seen, { name: 'take_back', ...about }) };
  });
  return { ...(await carriedOut(tools, { ref, run, act })), sending };
}

interface Of {
  readonly company: string;
  readonly run: PayRunRecord;
}

function standingIn(
  standing: readonly StandingDecision[],
  { company, run }: Of,
  { decision, who }: TakeBackAct,
): StandingDecision {
  const named = decision.trim().toLowerCase();
  const found = standing.filter(({ id, short }) => short === named || (named.length >= 4 && id.startsWith(named)));
  const [one] = found;
  if (one === undefined || found.length > 1) throw noSuchDecision(company, decision, standing);
  if (one.scope === 'practice' && who.companies !== null) throw practiceRefused({ name: who.actor });
  if (one.whyNot !== undefined) throw notNow(company, run, 'take back a decision on', one.whyNot);
  return one;
}

interface Undoing {
  readonly ref: RunRef;
  readonly run: PayRunRecord;
  readonly act: TakeBackAct;
  readonly one: StandingDecision;
}

/** The act is itself a decision, which ends at once: it keeps the reason, and what was taken back. */
async function undone(
  { decisions, companies }: RunTools,
  rows: Rows,
  { ref, run, act, one }: Undoing,
): Promise<{ readonly about: string; readonly carries: readonly Carried[] }> {
  const version = /^policy (\d+)$/.exec(one.id)?.[1];
  if (version !== undefined && one.field !== undefined) {
    const { company } = ref;
    const before = await rows.findOneBy(PolicyVersion, { companyId: company.id, version: Number(version) - 1 });
    const was = before === null ? undefined : parsePolicy(before.policy).treatments[one.field];
    const { [one.field]: _, ...others } = company.policy.treatments;
    const { policyVersion } = await companies.setPolicy(company.id, {
      policy: { ...company.policy, treatments: was === undefined ? others : { ...others, [one.field]: was } },
      actor: act.who.actor,
      reason: act.reason,
      expectedVersion: company.policyVersion,
    });
    return { about: `policy ${policyVersion}`, carries: companyWithPolicy(company.id, policyVersion) };
  }
  await decisions.end(rows, one.id);
  const { companyId, connectionId, scope, tag, field, treatment, holdCode, userPath } = await rows.findOneByOrFail(
    Decision,
    { id: one.id },
  );
  const of = { companyId, connectionId, scope, tag, field, treatment, holdCode, userPath };
  const { id } = await decisions.record(rows, { ...aboutRun(ref, run, act), ...of, kind: 'take_back' });
  await decisions.end(rows, id);
  return {
    about: id,
    carries: [
      ['decision', one.id],
      ['decision', id],
    ],
  };
}

function noSuchDecision(company: string, named: string, standing: readonly StandingDecision[]): Problem {
  const known = standing.map(({ short, words }) => `${short} (${words})`);
  return problem('no-such-decision', {
    detail: `${company}: "${named}" names no decision that stands for this pay run.`,
    todo:
      known.length === 0
        ? 'None stands: it was taken back already, or carried out.'
        : `There ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`,
  });
}
