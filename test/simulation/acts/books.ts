import { Posting } from '../../../src/record/runs/posting.entity.js';
import { addDays, periodOf, runsOf, tagOf } from '../payroll.js';
import { placeOf, runsIn } from '../promises.js';
import type { Random } from '../random.js';
import type { BookedSet, Edit } from '../service.js';
import type { Stage } from '../stage.js';

/** What other people and programs do in the books. */

export async function editBooks(stage: Stage, random: Random): Promise<void> {
  const ours = (await stage.service.sets()).filter((set) => set.tag !== '');
  if (ours.length === 0) return;
  const edit = random.weighted<Edit>([
    [2, 'delete'],
    [3, 'amount'],
    [2, 'double'],
  ]);
  await editSet(stage, random.pick(ours), edit);
}

/** Between look, guard and post someone else doubles a set of ours, or posts what is due under our tag. */
export async function othersPost(stage: Stage, url: string, { chance, pick }: Random): Promise<void> {
  if (stage.atRest() || !/trial_balance|journal_sets[?]/.test(url) || !chance(0.05)) return;
  const sets = (await stage.service.sets()).filter((set) => set.tag !== '');
  if (sets.length > 0 && chance(0.5)) return editSet(stage, pick(sets), 'double');
  // Tax years that ended before the cut-over are not looked at.
  const first = Math.floor(periodOf(stage.postFrom()) / 12) * 12;
  const due = stage.payroll.runs.filter(
    (run) => !run.gone && run.period >= first && !sets.some((set) => set.tag === tagOf(run)),
  );
  if (due.length === 0) return;
  const run = pick(due);
  stage.auditor.altered.add(run.id);
  const pounds = [...run.gross.values()].reduce((sum, one) => sum + one, 0);
  stage.log(`someone posts ${tagOf(run)} by another program`);
  stage.auditor.othersTags.add(tagOf(run));
  await stage.service.journalByHand(run.datedOn, pounds, tagOf(run));
  await stage.auditor.look();
}

export async function editSet(stage: Stage, set: BookedSet, edit: Edit, to?: string): Promise<void> {
  stage.log(await stage.service.edit(edit, set, to));
  if (edit === 'delete' || edit === 'retag') await askedStill(stage, set);
  const of = placeOf(set.tag);
  if (of && (edit !== 'delete' || of.kind === 'reversal')) stage.auditor.alteredSets.add(of.run);
  // From now on these runs may be in the books twice because of the edit: shown, not prevented.
  if (edit !== 'delete' || placeOf(set.tag)?.kind === 'reversal')
    for (const run of runsIn(set)) stage.auditor.altered.add(run);
  // It may now stand under the tag of another run.
  if (edit === 'retag' && to !== undefined) for (const run of runsOf(stage.payroll, to)) stage.auditor.altered.add(run);
  const now = edit === 'retag' ? placeOf(to ?? '') : undefined;
  if (now) stage.auditor.alteredSets.add(now.run);
  await stage.auditor.look();
}

/** If a set was deleted, or given another tag, before the program saw it, the program cannot know that it existed. */
async function askedStill(stage: Stage, { url, tag }: BookedSet): Promise<void> {
  const place = placeOf(tag);
  const seen = await stage.database().read((rows) => rows.existsBy(Posting, { journalSet: url }));
  if (place && !seen) stage.auditor.asked.ask(place.run, [place.kind === 'post' ? 'post' : 'reverse']);
}

export async function lock(stage: Stage, random: Random): Promise<void> {
  const shut = random.chance(0.6);
  const until = addDays(stage.time.now().toISOString().slice(0, 10), -random.whole(0, 60));
  stage.log(shut ? `the books are locked until ${until}` : 'the books are opened');
  await stage.service.control('PUT', '/companies/ash/lock', shut ? { until } : {});
}

export async function lag(stage: Stage, random: Random): Promise<void> {
  stage.log('lists lag');
  await stage.service.lists(random.whole(5, 200), random.whole(60, 7200));
}

export async function journalByHand(stage: Stage, random: Random): Promise<void> {
  const run = random.pick(stage.payroll.runs);
  const pounds = random.chance(0.5) ? ([...run.gross.values()][0] ?? 100) : random.whole(10, 4000);
  stage.log(`someone journals ${pounds} by hand on ${run.datedOn}`);
  await stage.service.journalByHand(run.datedOn, pounds);
}
