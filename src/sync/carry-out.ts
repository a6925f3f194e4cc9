import { contentKey, type Decision, redateTo } from '../journal/decide.js';
import { type Carried, wholeRun } from '../record/carried.js';
import type { Journal } from '../journal/journal.js';
import type { PayPeriodRecord } from '../record/pay-period.entity.js';
import { Posting } from '../record/posting.entity.js';
import { amend, remove, reverse } from './steps/amend.js';
import { compare } from './steps/check.js';
import { type Decisions, decide } from './decide.js';
import { type Look, look } from './steps/look.js';
import { LeaseLost } from './steps/send.js';
import { post, type Stepped } from './steps/post.js';
import { recordSet } from './record.js';
import {
  decidingPolicy,
  factsOf,
  isAskedFor,
  mappedOf,
  periodIndex,
  postedJournal,
  type Run,
  standing,
  triedAgain,
} from './runs.js';
import { saidBy, type Session } from './session.js';
import { show } from './show.js';
import { loadWorld, rereadDecisions, type World } from './world.js';

/** A run is tried so often in one sync before it is left to the next. */
const triesMax = 3;

/**
 * Decides all, then carries out what is due, one step at a time; after each step everything is decided anew.
 * What was fetched is kept in one unit of work with what was decided from it.
 */
export async function carryOut(
  session: Session,
  world: World,
  keep: () => Promise<readonly PayPeriodRecord[]>,
): Promise<Decisions> {
  let decisions = decide(session, world);
  await session.db.work(async () => {
    // These were written with their figures.
    for (const period of await keep()) world.refigured.delete(period);
    await show(session, world, decisions);
  });
  if (session.request.dryRun) return decisions;
  // Asked for while a sync before this one was posting it.
  for (const run of world.runs.values())
    if (decisions.get(run.tag)?.do === 'posted') await spendMoot(session, world, run);
  const due = [...decisions.values()].filter(({ do: step }) => step === 'post').length;
  for (let done = 0; ; done++) {
    const run = nextRun(session, world, decisions);
    if (!run) break;
    const { year, period } = run;
    await session.progress({ step: 'posting', year, period, done: Math.min(done, due), total: due });
    run.begun = true;
    const stepped = await carryOutStep(session, world, run, decisions.get(run.tag)).catch(async (error: unknown) => {
      if (!(error instanceof LeaseLost)) await showAsLeft(session, world, run).catch(() => undefined);
      throw error;
    });
    if (stepped !== 'again' && stepped !== 'done') run.rests = true;
    if (stepped === 'in_doubt') await readOpen(session, run);
    decisions = decide(session, world);
    await show(session, world, decisions, run);
  }
  decisions = decide(session, world);
  await show(session, world, decisions);
  return decisions;
}

/** What broke the sync off did not say what became of the run's write; its row does. */
async function showAsLeft(session: Session, world: World, run: Run): Promise<void> {
  await readOpen(session, run);
  await show(session, world, decide(session, world), run);
}

async function readOpen(session: Session, run: Run): Promise<void> {
  run.open = (await session.writes.open(session.company.id)).find((write) => write.runTag === run.tag);
}

const order: readonly Decision['do'][] = ['record', 'remove', 'amend', 'reverse', 'post', 'drift', 'posted', 'check'];

/** Mending comes before posting, earlier pay dates before later ones. */
function nextRun(session: Session, world: World, decisions: Decisions): Run | undefined {
  const rank = (run: Run) => order.indexOf(decisions.get(run.tag)?.do ?? 'nothing');
  return [...world.runs.values()]
    .filter(
      (run) =>
        !run.rests &&
        run.tries < triesMax &&
        isAskedFor(session.request, run) &&
        isDue(session, run, decisions.get(run.tag)),
    )
    .sort((a, b) => rank(a) - rank(b) || (a.datedOn < b.datedOn ? -1 : 1))[0];
}

function isDue(session: Session, run: Run, decision: Decision | undefined): boolean {
  switch (decision?.do) {
    case 'record':
      return true;
    case 'post':
    case 'amend':
      return !isBesideUnread(session, run) && !isRefusedStill(session, run);
    case 'reverse':
    case 'remove':
      return !isRefusedStill(session, run);
    // Books that were altered, or that a person asks about, are looked at once more.
    case 'drift':
      return run.seen === undefined;
    case 'posted':
      return run.seen === undefined && session.request.recheck === true;
    case 'check':
      return run.check === undefined && (session.request.full === true || !isCompared(run));
    default:
      // Whatever it waits for: verify found something of it in the books.
      return session.request.recheck === true && run.seen === undefined && !run.open;
  }
}

/** Figures that agreed are not compared again until they change; figures that differ may be put right any day. */
function isCompared({ row, mapped }: Run): boolean {
  return row?.state === 'agrees' && row.plan?.kind === 'check' && row.plan.fingerprint === mapped?.fingerprint;
}

/** A pay date may have moved here from a period beside it, whose payslips could not be read: nobody is paid twice. */
function isBesideUnread({ unread }: Session, run: Run): boolean {
  return [...unread].some((index) => Math.abs(index - periodIndex(run)) <= 1);
}

/** What the service refused for its content is sent again when payroll, policy or a person changes something. */
function isRefusedStill({ request }: Session, { refusal }: Run): boolean {
  return refusal !== undefined && triedAgain(refusal.status) === 'on_change' && request.trigger !== 'act';
}

async function carryOutStep(
  session: Session,
  world: World,
  run: Run,
  decision: Decision | undefined,
): Promise<Stepped> {
  run.tries += 1;
  run.refusal = undefined;
  if (decision?.do === 'record')
    return recordFound(
      session,
      world,
      run,
      decision.sets.map((set) => set.url),
    );
  if (decision?.do === 'check') {
    run.check = await compare(session, world, run);
    return 'waits';
  }
  const moveTo = decision?.do === 'amend' ? movesTo(session, world, run) : undefined;
  const seen = await look(session, world, run, moveTo ? [moveTo.datedOn] : []);
  const again = decide(session, world).get(run.tag);
  if (again?.do === 'posted') await spendMoot(session, world, run);
  if (again?.do !== decision?.do || again?.do === 'drift' || again?.do === 'posted') return 'again';
  // Whoever compares the books with the record asked for nothing to be sent.
  if (session.request.trigger === 'verify') return 'waits';
  if (again?.do === 'amend' && mappedOf(run).is !== 'post' && !moveTo) return 'waits';
  const before = again?.do === 'post' ? postedJournal(run) : undefined;
  if (again?.do === 'post') await giveUpMissing(session, run);
  const stepped = await send(session, world, run, again, { seen, moveTo, before });
  if (stepped === 'done' && again?.do !== 'post') await reload(session, world);
  return stepped;
}

async function send(
  session: Session,
  world: World,
  run: Run,
  decision: Decision | undefined,
  { seen, moveTo, before }: { seen: Look; moveTo: Run | undefined; before: Journal | undefined },
): Promise<Stepped> {
  switch (decision?.do) {
    case 'post':
      return post(session, world, run, seen, decision.generation, before);
    case 'amend':
      return amend(session, run, moveTo, seen);
    case 'reverse':
      return reverse(session, world, run, seen);
    case 'remove':
      return remove(session, run, decision.url);
    default:
      return 'again';
  }
}

/** The books hold what a person asked for, by whatever hand: nothing of it is left to be done. */
async function spendMoot(session: Session, world: World, run: Run): Promise<void> {
  const { db, decisions, company, log } = session;
  const key = contentKey(mappedOf(run));
  const kinds = (['post', 'amend'] as const).filter((kind) =>
    run.decided.some((one) => one.kind === kind && one.fingerprint === key),
  );
  if (kinds.length === 0) return;
  await db.work(async (em) => {
    const carries: Carried[] = [];
    for (const kind of kinds)
      carries.push(...(await decisions.spend(em, { companyId: company.id, runTag: run.tag, kind })));
    const answer = 'what was asked for is in the books already';
    await log.append(em, { ...saidBy(session), act: 'settle', outcome: 'done', tag: run.tag, answer, carries });
  });
  await rereadDecisions(session, world, run);
}

/** A person asked for a new set in the place of one that is not in the books any more. */
async function giveUpMissing(session: Session, run: Run): Promise<void> {
  const { db, log } = session;
  const seen = new Set(run.seen?.map((set) => set.url));
  const missing = standing(run).filter((posting) => !seen.has(posting.journalSet));
  if (missing.length === 0) return;
  await db.work(async (em) => {
    const endedAt = await db.now(em);
    for (const { id } of missing) await em.update(Posting, { id }, { state: 'missing', endedAt });
    const answer = 'not in the books any more, and given up';
    const entry = { ...saidBy(session), act: 'drift', outcome: 'done', tag: run.tag, answer };
    await log.append(em, { ...entry, carries: wholeRun(run.tag) });
  });
  for (const posting of missing) posting.state = 'missing';
}

async function recordFound(session: Session, world: World, run: Run, urls: readonly string[]): Promise<Stepped> {
  for (const url of urls) {
    const { value } = await session.books.journalSet(url);
    const posting = value && (await recordSet(session, value));
    if (posting) run.postings = [...run.postings.filter((one) => one.id !== posting.id), posting];
  }
  await rereadDecisions(session, world, run);
  run.seen = undefined;
  run.drift = undefined;
  return 'done';
}

function movesTo(session: Session, world: World, run: Run): Run | undefined {
  const facts = [...world.runs.values()].map((one) => factsOf(one, decidingPolicy(session.company)));
  const own = facts.find((one) => one.tag === run.tag);
  const target = own && redateTo(facts, own);
  return target && world.runs.get(target.tag);
}

/** After an amendment or a reversal the record is read afresh; what this sync has tried stays known. */
async function reload(session: Session, world: World): Promise<void> {
  const years = [...new Set(world.periods.map((row) => row.year))];
  const fresh = await loadWorld(session, years, world.periods);
  for (const run of fresh.runs.values()) {
    const before = world.runs.get(run.tag);
    if (before)
      Object.assign(run, { rests: before.rests, tries: before.tries, refusal: before.refusal, check: before.check });
    if (before?.postings.length !== run.postings.length) run.tries = 0;
  }
  Object.assign(world, fresh);
}
