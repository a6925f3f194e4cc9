import { addDays, isOpen, tagOf } from '../payroll.js';
import { changeFault, deniedFault } from '../faults.js';
import { placeOf } from '../promises.js';
import type { Random } from '../random.js';
import { writingActFor } from '../reviewer.js';
import { secondMs, type Stage } from '../stage.js';
import { editSet } from './books.js';

/** Changes and removals of sets that are in the books, and what the service may make of them. */

const untilSettled = [20, 11 * 60, 11 * 60] as const;

/** Payroll corrects runs that are posted, and their sets follow: by policy, or because a reviewer says so. */
export async function correctPosted(stage: Stage, random: Random): Promise<void> {
  const posted = (await stage.rows()).filter(
    ({ state, year, period }) => state === 'posted' && isOpen(year * 12 + period, stage.time.now()),
  );
  if (posted.length === 0) return stage.sync(0).then(() => undefined);
  const row = random.pick(posted);
  const { what, periods } = stage.payroll.correct(row.tag, random.pick(['amount', 'amount', 'date']));
  stage.log(`payroll: ${what}, which is posted`);
  await stage.deliver(periods);
  const mayFail = random.chance(0.75);
  if (mayFail)
    stage.network.onNextChanges.push(changeFault(random), random.chance(0.3) ? changeFault(random) : undefined);
  await stage.sync(0);
  const changed = (await stage.rows()).filter(({ plan }) => plan?.kind === 'changed' && plan.why !== 'neighbour');
  if (changed.length > 0)
    await stage.review(
      random.pick(changed),
      random.weighted([
        [4, 'amend'],
        [1, 'reverse'],
      ]),
    );
  stage.network.onNextChanges.length = 0;
  await afterwards(stage, random, async () => {
    const sets = (await stage.service.sets()).filter(({ tag }) => tag === row.tag);
    if (sets.length > 0 && random.chance(0.3)) return editSet(stage, random.pick(sets), 'amount');
    const back = stage.payroll.correct(row.tag, random.pick(['amount', 'date']));
    stage.log(`payroll: ${back.what}, once more`);
    await stage.deliver(back.periods);
  });
}

/** Someone doubles a set of ours, and a reviewer has the younger one removed. */
export async function removeDouble(stage: Stage, random: Random): Promise<void> {
  const ours = (await stage.service.sets()).filter(({ tag }) => placeOf(tag)?.kind === 'post');
  if (ours.length === 0) return;
  const set = random.pick(ours);
  await editSet(stage, set, 'double');
  if (random.chance(0.7)) await stage.verify();
  else await stage.sync(0, { full: true, recheck: true });
  const mayFail = random.chance(0.8);
  for (let tries = 0; tries < 2; tries++) {
    const doubled = (await stage.rows()).filter(({ plan }) => plan?.kind === 'drift' && plan.removable !== undefined);
    if (doubled.length === 0) break;
    if (mayFail && tries === 0) stage.network.onNextChanges.push(changeFault(random));
    await stage.review(random.pick(doubled), 'amend');
    stage.network.onNextChanges.length = 0;
    await stage.time.sleep(random.pick(untilSettled) * secondMs);
    await stage.sync(0);
  }
  await afterwards(stage, random, async () => undefined);
}

/** A write is denied in the service's own words, or by its limit, and takes effect seconds later. */
export async function denyThenDo(stage: Stage, random: Random): Promise<void> {
  const rows = (await stage.rows()).filter((row) => writingActFor(row, random) !== undefined);
  stage.network.onNextWrites.push(deniedFault(random));
  if (rows.length > 0 && random.chance(0.7)) {
    const row = random.pick(rows);
    await stage.review(row, writingActFor(row, random) ?? 'post');
  } else await stage.sync(0);
  stage.network.onNextWrites.length = 0;
  if (random.chance(0.4)) await askAgain(stage, random);
  await afterwards(stage, random, async () => {
    const { what, periods } = stage.payroll.change();
    stage.log(`payroll: ${what}`);
    await stage.deliver(periods);
  });
}

/** Before the service makes the first, so that no guard could see it. */
async function askAgain(stage: Stage, random: Random): Promise<void> {
  const refused = (await stage.rows()).filter(({ state }) => state === 'refused');
  if (refused.length === 0) return;
  await stage.time.sleep(random.whole(1, 10) * secondMs);
  const row = random.pick(refused);
  await stage.review(row, writingActFor(row, random) ?? 'post');
}

/** Syncs until what is late has come; something else may change within the window. */
async function afterwards(stage: Stage, random: Random, change: () => Promise<void>): Promise<void> {
  for (const seconds of random.chance(0.7) ? untilSettled : [3, 90]) {
    await stage.time.sleep(seconds * secondMs);
    if (random.chance(0.2)) await change();
    await stage.sync(random.whole(0, 1));
  }
}

/** People re-date a set of ours in the books, or tag it otherwise. */
export async function editByHand(stage: Stage, random: Random): Promise<void> {
  const ours = (await stage.service.sets()).filter(({ tag }) => placeOf(tag) !== undefined);
  if (ours.length === 0) return;
  const set = random.pick(ours);
  if (random.chance(0.5)) {
    stage.report.reach('a set was re-dated by hand');
    await editSet(stage, set, 'redate', addDays(set.datedOn, random.pick([-40, -3, -1, 1, 2, 5, 40])));
  } else {
    stage.report.reach('a set was re-tagged by hand');
    const place = placeOf(set.tag);
    const next = place?.kind === 'post' && place.generation === 1 ? [`${set.tag}:r2`] : [];
    // That of another run may be due.
    const others = stage.payroll.runs.map(tagOf).filter((tag) => tag !== set.tag);
    const tag = random.pick(['', 'adjusted', ...next, ...others.slice(0, 2)]);
    await editSet(stage, set, 'retag', tag);
  }
  if (random.chance(0.5)) await stage.verify();
  await stage.sync(0);
}
