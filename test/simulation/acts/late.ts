import type { SyncRequest } from '../../../src/record/runs/sync-record.entity.js';
import { lostAnswer } from '../faults.js';
import { placeOf } from '../promises.js';
import type { Random } from '../random.js';
import { writingActFor } from '../reviewer.js';
import { secondMs, type Stage } from '../stage.js';
import { editSet } from './books.js';

/** Answers that get lost, and writes that take effect late. */

const yearMs = 365 * 24 * 3_600_000;

/** A reviewer's act is done but its answer is lost; then someone works in the books. */
export async function loseAnswer(stage: Stage, random: Random): Promise<void> {
  const { chance, pick } = random;
  const rows = (await stage.rows()).filter((row) => writingActFor(row, random) !== undefined);
  if (rows.length === 0) return;
  const row = pick(rows);
  const act = writingActFor(row, random) ?? 'post';
  stage.network.onNextWrites.push(lostAnswer(random), ...(chance(0.2) ? [lostAnswer(random)] : []));
  await stage.review(row, act);
  stage.network.onNextWrites.length = 0;
  if (chance(0.5)) await stage.time.sleep(pick([5, 11]) * 60 * secondMs);
  if (chance(0.5)) await stage.sync();
  if (chance(0.6)) {
    const run = placeOf(row.tag)?.run;
    const sets = (await stage.service.sets()).filter((set) => placeOf(set.tag)?.run === run);
    const last = sets.toSorted((a, b) => a.id - b.id).at(-1);
    if (last) await editSet(stage, last, 'delete');
  }
  if (chance(0.5)) await stage.verify();
  if (chance(0.5)) await stage.time.sleep(11 * 60 * secondMs);
  if (chance(0.5)) await stage.sync();
}

/** A write arrives minutes late, or is refused and still carried out; one later look gets a time far ahead. */
export async function hurry(stage: Stage, random: Random): Promise<void> {
  const { network } = stage;
  network.onNextWrites.push(random.pick(['html_then_act', 'refused_after']));
  await stage.sync(0);
  network.onNextWrites.length = 0;
  await stage.time.sleep(70 * secondMs);
  const ahead = { look: random.pick([1, 2]), ms: random.pick([11 * 60 * secondMs, 40 * yearMs]) };
  for (const look of [1, 2]) {
    const offMs = look === ahead.look ? ahead.ms : 0;
    network.clockOffMs += offMs;
    await stage.sync(0);
    network.clockOffMs -= offMs;
  }
}

/**
 * A post is refused, payroll is corrected and posted at once, and then the refused set is made, 3 to 90 seconds after it
 * was refused.
 */
export async function correctRefused(stage: Stage, random: Random): Promise<void> {
  const { pick, chance, whole } = random;
  const { network, time } = stage;
  network.onNextWrites.push('refused_then_act');
  network.refusedLateSeconds = whole(3, 90);
  if (chance(0.7)) await stage.sync(0);
  else await stage.decide();
  network.onNextWrites.length = 0;
  network.refusedLateSeconds = undefined;
  const refused = (await stage.rows()).filter(({ plan }) => plan?.kind === 'refused' && plan.until !== undefined);
  const [row] = refused;
  if (!row) return;
  stage.report.reach('payroll was corrected in the minute after a refusal');
  const { what, periods } = stage.payroll.correct(row.tag, pick(['amount', 'amount', 'amount', 'date']));
  stage.log(`payroll: ${what}, which was refused`);
  await stage.deliver(periods);
  await time.sleep(whole(1, 8) * secondMs);
  if (chance(0.6)) await stage.review(row, pick(['post', 'post', 'rerun']));
  for (const seconds of [pick([20, 56]), pick([12, 40]), pick([30, 11 * 60]), 11 * 60]) {
    await stage.sync(0, chance(0.4) ? { trigger: pick(['settle', 'schedule']) } : {});
    if (chance(0.2)) await stage.decide();
    await time.sleep(seconds * secondMs);
  }
}

/**
 * A write is answered as if it had not been made, and lists lag. Within its window something else changes, and a sync
 * that decides nothing, or little, comes first.
 */
export async function refuseLate(stage: Stage, random: Random, mayGuardBeOff: boolean): Promise<void> {
  const { pick, chance } = random;
  const { network } = stage;
  await stage.service.lists(300, 300);
  network.onNextWrites.push(pick(['refused_after', 'refused_after', 'limited_after', 'unauthorised_after']));
  if (chance(0.5)) await stage.sync(0);
  else await stage.decide();
  network.onNextWrites.length = 0;
  const isGuardOff = chance(0.2) && mayGuardBeOff && !network.meanwhile;
  if (isGuardOff) await stage.setGuard('off');
  await pick([() => stage.changePayroll(0), () => stage.changePayroll(0), () => stage.decide(), () => stage.pause()])();
  for (const seconds of [pick([20, 200]), 11 * 60, pick([20, 11 * 60])]) {
    await stage.sync(0, chance(0.4) ? little(stage, random) : {});
    await stage.time.sleep(seconds * secondMs);
  }
  if (isGuardOff) await stage.setGuard('on');
}

/** A sync of one period, of another year, or of which nothing is kept. */
function little(stage: Stage, random: Random): Partial<SyncRequest> {
  const { pick } = random;
  const { period } = pick(stage.payroll.runs);
  const year = Math.floor(period / 12);
  return pick([{ dryRun: true }, { year, period: period % 12 }, { year }]);
}
