import { randomUUID } from 'node:crypto';
import type { WriteOutcome } from '../../books/attempt.js';
import type { JournalSet } from '../../books/journal-set.js';
import { within } from '../../journal/dates.js';
import { withoutSuffix } from '../../journal/chart.js';
import { generationTag, type Line } from '../../journal/identity.js';
import type { Journal } from '../../journal/journal.js';
import type { StoredRemark } from '../../record/pay-run.entity.js';
import { wholeRun } from '../../record/carried.js';
import { Posting } from '../../record/posting.entity.js';
import { Write } from '../../record/write.entity.js';
import type { NewWrite, OpenWrite } from '../../record/writes.js';
import { tellOfWrite } from '../apply.js';
import { contentOf, linesOf, storedJournal, storedSet, toSend, withSources } from '../content.js';
import { decide } from '../decide.js';
import { foreignMovement, type GuardCase, judge, type Verdict } from './guard.js';
import { guardRange, type Look, look } from './look.js';
import { decisionFor, mappedOf, periodIndex, type Run, standing } from '../runs.js';
import { send } from './send.js';
import { saidBy, type Session } from '../session.js';
import { show } from '../show.js';
import type { World } from '../world.js';

/** What became of a step: `again` means that the facts moved and everything is decided anew. */
export type Stepped = 'done' | 'held' | 'waits' | 'refused' | 'in_doubt' | 'not_sent' | 'again';

/** Posts a pay run, or its replacement: the guard, then one sending, then the record. The caller has looked and decided. */
export async function post(
  session: Session,
  world: World,
  run: Run,
  seen: Look,
  generation: number,
  before: Journal | undefined,
): Promise<Stepped> {
  if (siblings(world, run).some((other) => other.open)) return 'waits';
  if (generation > 1 && !(await earlierStand(session, run))) return 'again';
  const verdict = await guard(session, world, run, seen);
  if (verdict.is === 'doubt') return 'in_doubt';
  run.guardHolds = verdict.is === 'held' ? [verdict.hold] : [];
  run.remarks = verdict.is === 'small' ? [verdict.remark] : [];
  if (verdict.is === 'held') return 'held';

  const journal = journalToPost(run, generation, before);
  const decision = decisionFor(run, 'post');
  const write = newWrite(session, run, { kind: 'post', journal, decisionId: decision?.id });
  const body = toSend(write.target);
  const sent = await send(session, write, async (attempt) =>
    notYetRecorded(world, await session.books.post(body, attempt)),
  );
  if (sent.is === 'done')
    await confirmPost(session, world, run, write, sent.open, sent.outcome.set, generation, 'post');
  if (sent.is === 'refused') run.refusal = { status: sent.status, words: sent.words };
  return sent.is;
}

/** What is recorded already is not what was just made, whatever the answer says. */
export function notYetRecorded(world: World, outcome: WriteOutcome): WriteOutcome {
  const url = outcome.kind === 'done' ? outcome.set?.url : undefined;
  const isKnown = [...world.runs.values()].some((run) => run.postings.some((posting) => posting.journalSet === url));
  return isKnown
    ? { kind: 'inDoubt', why: 'the service answered with a journal set that is recorded already' }
    : outcome;
}

/** The replacement follows its reversal's date where the pay date itself is not open any more. */
function journalToPost(run: Run, generation: number, before: Journal | undefined): Journal {
  const journal = before ?? run.mapped?.journal;
  if (!journal) throw new Error(`${run.tag} is to be posted and has no journal`);
  if (generation === 1) return { ...journal, tag: run.tag };
  const reversal = standing(run).find(
    (posting) => posting.kind === 'reversal' && posting.generation === generation - 1,
  );
  const datedOn = reversal && reversal.datedOn > journal.datedOn ? reversal.datedOn : journal.datedOn;
  return { ...journal, datedOn, tag: generationTag(run.tag, 'post', generation) };
}

/** Before a replacement: every earlier set of the run is read by its address and is as recorded. */
async function earlierStand(session: Session, run: Run): Promise<boolean> {
  for (const posting of standing(run)) {
    const { value } = await session.books.journalSet(posting.journalSet);
    if (!value || contentOf(storedSet(value)).fingerprint !== posting.fingerprint) return false;
  }
  return true;
}

export function newWrite(
  session: Session,
  run: Run,
  given: { kind: Write['kind']; journal: Journal; before?: Posting; decisionId?: string },
): NewWrite {
  const { company, syncId, request } = session;
  const target = storedJournal(given.journal);
  return {
    companyId: company.id,
    runTag: run.tag,
    tag: target.tag,
    kind: given.kind,
    target,
    targetFingerprint: contentOf(target).fingerprint,
    before: given.before
      ? {
          datedOn: given.before.datedOn,
          description: given.before.description,
          tag: given.before.tag,
          lines: given.before.lines,
        }
      : null,
    beforeFingerprint: given.before?.fingerprint ?? null,
    setUrl: given.before?.journalSet ?? null,
    datedOn: target.datedOn,
    decisionId: given.decisionId ?? null,
    syncId,
    actor: request.actor,
    trigger: request.trigger,
    policyVersion: run.policyVersion,
    roles: run.mapped?.roles ?? {},
    documentHash: run.documentHash ?? null,
  };
}

/** What came back is recorded as the books hold it, also where it differs from what was sent; and shown at once. */
export async function confirmPost(
  session: Session,
  world: World,
  run: Run,
  write: NewWrite,
  open: OpenWrite,
  set: JournalSet | undefined,
  generation: number,
  act: 'post' | 'reverse',
): Promise<void> {
  if (!set) throw new Error(`${write.tag} was posted and nothing came back`);
  const stored = withSources(storedSet(set), write.target.lines);
  const said = contentOf(stored);
  const { db } = session;
  const posting = await db.work(
    async (em) => {
      if (!(await session.writes.end(em, open, { state: 'done', answer: set.url }))) return undefined;
      const row: Posting = {
        id: randomUUID(),
        companyId: write.companyId,
        runTag: run.tag,
        tag: stored.tag,
        kind: act === 'post' ? 'post' : 'reversal',
        generation,
        state: 'in_books',
        origin: 'posted',
        journalSet: set.url,
        datedOn: stored.datedOn,
        description: stored.description,
        lines: stored.lines,
        fingerprint: said.fingerprint,
        policyVersion: write.policyVersion,
        roles: write.roles,
        // What came back otherwise is compared with what payroll says.
        documentHash: said.fingerprint === write.targetFingerprint && act === 'post' ? write.documentHash : null,
        writeId: open.id,
        createdAt: await db.now(em),
        endedAt: null,
      };
      await em.insert(Posting, row);
      const answer = said.fingerprint === write.targetFingerprint ? undefined : 'the set differs from what was sent';
      const done = { act, journalSet: set.url, fingerprint: said.fingerprint, answer };
      await tellOfWrite(session, em, { ...write, id: open.id }, done);
      run.postings = [...run.postings, row];
      run.seen = undefined;
      run.decided = run.decided.filter((one) => one.id !== write.decisionId);
      await show(session, world, decide(session, world), run);
      return row;
      // Taken back by a power cut, the write is in doubt, and settled.
    },
    { durable: false },
  );
  // Another process settles it, or has settled it.
  if (!posting) throw new Error(`${write.tag}: the answer came after the write had passed on`);
  if (act === 'post') session.counts.posted += 1;
  session.counts.touched.add(run.tag);
}

const siblings = (world: World, run: Run) =>
  [...world.runs.values()].filter((other) => other !== run && periodIndex(other) === periodIndex(run));

async function guard(session: Session, world: World, run: Run, seen: Look): Promise<Verdict | { is: 'doubt' }> {
  const { policy } = session.company;
  if (policy.guard === 'off') return { is: 'clear' };
  let given = await guardCase(session, world, run, seen);
  if (judge(given).is === 'clear') return { is: 'clear' };
  // Somebody may have been at work between the two reads: both once more before holding.
  given = await guardCase(session, world, run, await look(session, world, run));
  const verdict = judge(given);
  if (verdict.is === 'clear') return verdict;
  if (await isWriteInDoubt(session, run, given)) return { is: 'doubt' };
  return verdict.is === 'held' && isApproved(run, verdict.hold) ? { is: 'clear' } : verdict;
}

async function guardCase(session: Session, world: World, run: Run, { sets }: Look): Promise<GuardCase> {
  const range = guardRange(world, run);
  const period = [run, ...siblings(world, run)];
  const expected = world.decisions.filter((one) => one.kind === 'expected_movement' && one.figures !== null);
  return {
    prefix: session.company.prefix,
    policy: session.company.policy,
    range,
    sets,
    balance: await session.books.trialBalance(range),
    run: run.mapped?.journal?.entries ?? [],
    period: period.flatMap((one): readonly Line[] => one.mapped?.journal?.entries ?? []),
    people: period.flatMap((one) => one.mapped?.people ?? []),
    expected: Object.assign({}, ...expected.map((one) => one.figures)) as Record<string, string>,
  };
}

/** Movement equal to a write that was given up means that it came after all, where no list shows it yet. */
async function isWriteInDoubt(session: Session, run: Run, given: GuardCase): Promise<boolean> {
  const last = await session.writes.lastOf(session.company.id, run.tag);
  if (last?.state !== 'released' || last.kind !== 'post' || !within(last.datedOn, given.range)) return false;
  const movement = foreignMovement(given);
  const its = foreignMovement({ ...given, sets: [], expected: {}, balance: totals(linesOf(last.target.lines)) });
  const same = movement.size === its.size && [...its].every(([code, amount]) => movement.get(code)?.equals(amount));
  if (!same) return false;
  await session.db.work(async (em) => {
    const again = { state: 'in_doubt', waitedMs: 0, lookedAt: null, settledAt: null, lookAgainAt: null } as const;
    await em.update(Write, { id: last.id }, again);
    const answer = 'the accounts moved by just these figures';
    const entry = { ...saidBy(session), act: 'settle', outcome: 'in_doubt', tag: last.tag, ref: last.id, answer };
    await session.log.append(em, { ...entry, carries: wholeRun(run.tag) });
  });
  return true;
}

const totals = (lines: readonly Line[]) =>
  lines.map((line) => ({ code: withoutSuffix(line.category), total: line.debit }));

/** Bound to the content and to the figures that were seen. */
function isApproved(run: Run, hold: StoredRemark): boolean {
  const mapped = mappedOf(run);
  const key = mapped.is === 'post' ? mapped.fingerprint : undefined;
  return run.decided.some(
    (one) =>
      one.kind === 'approval' &&
      one.holdCode === hold.code &&
      one.fingerprint === key &&
      sameFigures(one.figures, hold.figures),
  );
}

function sameFigures(a: StoredRemark['figures'] | null, b: StoredRemark['figures']): boolean {
  const [left, right] = [Object.entries(a ?? {}), Object.entries(b ?? {})];
  return left.length === right.length && left.every(([code, amount]) => b?.[code] === amount);
}
