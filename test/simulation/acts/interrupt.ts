import { pauseCompany } from '../../../src/acts/companies/pause-company.js';
import { changePolicy } from '../../../src/acts/companies/change-policy.js';
import type { Policy } from '../../../src/journal/policy/policy.js';
import type { Sending } from '../../../src/record/decided.js';
import { payKeyOf } from '../payroll.js';
import type { SimulatedProcess } from '../process.js';
import type { Random } from '../random.js';
import { minuteMs, type Stage } from '../stage.js';

/**
 * A person decides something while a sync is going on. From the moment the act has answered, nothing goes out against it
 * but what was on its way by then, which the answer names.
 */

const who = { actor: 'reviewer', trigger: 'api' as const, companies: null };
/** The look, the guard and the write itself. */
const beforeSending = /journal_sets|trial_balance/;

type Interruption = (stage: Stage, random: Random) => Promise<void>;

/** `also` happens at the same time: what pay runs are mapped by may move too. */
export async function interrupt(stage: Stage, random: Random, also?: () => Promise<void>): Promise<void> {
  const { network } = stage;
  const act = random.weighted<Interruption>([
    [3, pauseNow],
    [2, ignoreNow],
    [stage.mode() === 'auto' ? 2 : 0, approveFromNow],
    [2, amendOtherwise],
    [also ? 3 : 0, async () => also?.()],
  ]);
  // Mostly between the decision to send something and the send.
  const counted = random.chance(0.7) ? beforeSending : /./;
  let left = random.whole(1, 4);
  let acting: Promise<void> | undefined;
  network.onRequest = ({ url }) => {
    if (acting || !counted.test(url)) return;
    left -= 1;
    if (left === 0) acting = stage.time.sleep(random.whole(0, 60)).then(() => act(stage, random));
  };
  await stage.sync(0, { full: random.chance(0.5) });
  network.onRequest = undefined;
  await acting;
  await stage.time.sleep(random.pick([1, 11]) * minuteMs);
  await stage.sync(1);
  stage.auditor.forbidden.clear();
  await stage.resume();
}

async function pauseNow(stage: Stage): Promise<void> {
  const process = stage.steady();
  stage.log('it is paused in the middle of a sync');
  stage.report.reach('paused in the middle of a sync');
  process.onLine = (line, sending) => {
    if (line.act === 'pause') forbid(stage, 'pause', sending);
  };
  await pauseCompany(tools(process, stage), stage.company(), who);
}

async function ignoreNow(stage: Stage, random: Random): Promise<void> {
  const rows = (await stage.rows()).filter(({ state }) => state !== 'ignored' && state !== 'posted');
  const all = rows.length > 0 ? rows : await stage.rows();
  if (all.length === 0) return;
  const row = random.pick(all);
  const process = stage.steady();
  const note = await stage.noteIgnored(row);
  process.onLine = (line, sending) => {
    if (line.act !== 'ignore' || line.syncId !== undefined) return;
    stage.report.reach('ignored in the middle of a sync');
    forbid(stage, `ignore ${row.tag}`, sending, row.tag);
    note();
  };
  await stage.attempt(process, `ignore ${row.tag} in the middle of a sync`, async () => {
    const company = await process.companies.find(stage.company().id);
    const ref = { company, year: row.year, period: row.period, paid: payKeyOf(row) };
    return (await process.acts.ignore(ref, { who, reason: 'as drawn' })).run.state;
  });
}

/** Nothing is posted by itself from now on. */
async function approveFromNow(stage: Stage): Promise<void> {
  stage.report.reach('the mode changed in the middle of a sync');
  await policyNow(stage, { mode: 'approve' }, (sending) => {
    stage.setMode('approve');
    stage.auditor.onTheWay(sending);
  });
}

async function amendOtherwise(stage: Stage, random: Random): Promise<void> {
  const amendments = random.pick(['ask', 'amend', 'reverse'] as const);
  stage.report.reach('the policy changed in the middle of a sync');
  await policyNow(stage, { amendments }, (sending) => {
    stage.auditor.policies = new Set([amendments]);
    stage.auditor.onTheWay(sending);
  });
}

async function policyNow(
  stage: Stage,
  change: Partial<Policy>,
  done: (sending: readonly Sending[]) => void,
): Promise<void> {
  const process = stage.steady();
  const company = await process.companies.find(stage.company().id);
  stage.log(`the policy is changed in the middle of a sync: ${JSON.stringify(change)}`);
  process.onLine = (line, sending) => {
    if (line.act === 'policy') done(sending);
  };
  await changePolicy(tools(process, stage), company, {
    ...{ who, reason: 'drawn' },
    policy: { ...company.policy, ...change },
  });
}

const tools = (process: SimulatedProcess, { database }: Stage) => ({
  database: database(),
  companies: process.companies,
  log: process.log,
});

function forbid(stage: Stage, what: string, sending: readonly Sending[], tag?: string): void {
  if (sending.length > 0) stage.report.reach('an act named a write that was on its way');
  stage.auditor.onTheWay(sending);
  stage.auditor.forbidden.set(what, tag);
}
