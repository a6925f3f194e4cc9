import { In } from 'typeorm';
import type { Rows } from '../../ground/rows.js';
import { together } from '../../ground/side-by-side.js';
import { monthInTag } from '../../journal/nouns/own-parts.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { Posting } from '../../record/runs/posting.entity.js';
import { doneWrite, doubtedAgain, Write } from '../../record/runs/write.entity.js';
import { type Carried, wholeRun } from '../../record/log/carried.js';
import { logWritten, recordAmendment, recordGivenUp, recordRemoval } from './apply.js';
import { type RecordAtWork, logLine } from '../at-work/record-at-work.js';
import type { Verdicts } from '../facts/decide.js';
import { recordGone } from './doubles.js';
import type { Event, EventOf } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { countFound, recordFound } from './found.js';
import { refusalText } from '../facts/refusal.js';
import { minuteFrom } from '../facts/settle-window.js';
import { isAdjustmentTag, periodIndex } from '../facts/run-facts.js';
import { changedRows, show, type ShownRows } from './shown/show.js';
import { noteRead, readOtherwise, type SetRead } from './sets-read.js';
import { changedPeriods, keepYear } from './keep-year.js';
import { LeaseLost } from '../at-work/lease-lost.js';
import { endAttempt } from './end-attempt.js';
import { keepSurroundings } from './keep-surroundings.js';

const nothingShown: ShownRows = { rows: [], vanished: [] };

/**
 * Writes what happened, and what follows from it for lists and pages, in one unit of work: if a process ended in
 * between, no later sync would put those rows right.
 */
export async function keep(
  record: RecordAtWork,
  event: Event,
  { facts, verdicts }: { readonly facts: Facts; readonly verdicts: Verdicts },
): Promise<EventOf<'kept'>> {
  if (record.request.dryRun) return { is: 'kept', ...nothingShown };
  // If the record is about to be read again, the rows are written then.
  const changes = facts.outdated ? [] : changedRows(record, facts, verdicts);
  const recorded = recordOf(event, facts);
  const decidedFrom = facts.outdated ? [] : lookedAgain(record, facts);
  if (!recorded && changes.length + decidedFrom.length === 0) return { is: 'kept', ...nothingShown };
  const keeping = record.work(
    async (rows): Promise<ShownRows> => {
      await recorded?.(rows, record, facts);
      if (decidedFrom.length > 0) await rows.update(Write, { id: In(decidedFrom) }, { lookAgainAt: null });
      return show(rows, record, changes);
    },
    // A posting lost in a power cut is in doubt and will be settled; the next sync writes the rows again.
    { durable: recorded !== undefined && event.is !== 'posted' },
  );
  // Reports what broke the sync off, not that its row cannot be written either.
  const shown = await (event.is === 'broken_off' ? keeping.catch(unlessLeaseLost) : keeping);
  count(record, event);
  return { is: 'kept', ...shown };
}

function unlessLeaseLost(error: unknown): ShownRows {
  if (error instanceof LeaseLost) throw error;
  return nothingShown;
}

/** Writes that had their second look and whose runs are decided now; taken from the tally. */
function lookedAgain({ tally, company }: RecordAtWork, { runs, fetched }: Facts): readonly string[] {
  const isRead = (tag: string) => fetched.some(({ year }) => year === monthInTag(company.prefix, tag)?.year);
  const decided = [...tally.lookedAgain].flatMap(([id, tag]) => (runs.has(tag) || isRead(tag) ? [id] : []));
  for (const id of decided) tally.lookedAgain.delete(id);
  return decided;
}

type Recording = (rows: Rows, record: RecordAtWork, facts: Facts) => Promise<void>;

/** What an event changes in the record; undefined for nothing. */
function recordOf(event: Event, now: Facts): Recording | undefined {
  switch (event.is) {
    case 'gathered': {
      const { fetched, refigured, inherited, asked } = event.facts;
      return asked || fetched.length + refigured.size + inherited.length > 0 ? recordGathered : undefined;
    }
    case 'looked': {
      const differing = readOtherwise(now.runs, event);
      if (event.found.length + event.gone.size + differing.length === 0) return undefined;
      return (rows, record, facts) => recordLook(rows, record, { facts, event, differing });
    }
    case 'recorded':
      return (rows, record) => recordFound(rows, record, event.found);
    case 'given_up':
      return (rows, record) => recordGivenUp(rows, record, event.tag, event.givenUp);
    case 'spent':
      return (rows, record) => recordMoot(rows, record, event);
    case 'guarded':
      return event.found.is === 'in_doubt' ? (rows, books) => doubtAgain(rows, books, event) : undefined;
    case 'posted':
      return (rows, record) => recordPosted(rows, record, event);
    case 'amended':
      return (rows, record) => recordAmendment(rows, record, { ...event, write: event.open, answer: 'amended' });
    case 'removed':
      return (rows, record) => recordRemoval(rows, record, event.open, 'removed');
    case 'refused':
      return (rows, record) =>
        endAttempt(rows, record, event.open, {
          state: 'refused',
          answer: refusalText(event),
          ...(event.minuteFrom && minuteFrom(event.minuteFrom)),
        });
    case 'in_doubt':
      return (rows, record) =>
        endAttempt(rows, record, event.open, { state: 'in_doubt', answer: event.answer, waitedMs: event.waitedMs });
    case 'released':
      return (rows, record) => endAttempt(rows, record, event.open, { state: 'released', answer: event.answer });
    case 'not_sent': {
      const { open, problem } = event;
      return open && ((rows, record) => endAttempt(rows, record, open, { state: 'dropped', answer: problem.detail }));
    }
    default:
      return undefined;
  }
}

async function recordGathered(rows: Rows, record: RecordAtWork, facts: Facts): Promise<void> {
  if (facts.asked) await keepSurroundings(rows, facts.company.id, facts.asked);
  const figured = new Map(facts.periods.map((row) => [periodIndex(row), row]));
  for (const year of facts.fetched) await keepYear(rows, record, year, figured);
  const written = new Set(facts.fetched.flatMap(changedPeriods).map(periodIndex));
  for (const index of facts.refigured) {
    const row = written.has(index) ? undefined : figured.get(index);
    if (!row) continue;
    const { companyId, year, period, employerNiDirectors, employerNiEmployees, j814, owedElsewhere, returned } = row;
    const figures = { employerNiDirectors, employerNiEmployees, j814, owedElsewhere, returned };
    await rows.update(PayPeriodRecord, { companyId, year, period }, figures);
  }
  for (const { tag, reason, actor, companyId } of facts.inherited) {
    const { id } = await record.decisions.record(rows, { companyId, scope: 'run', kind: 'ignore', tag, reason, actor });
    const line = { ...logLine(record), act: 'ignore', outcome: 'done', tag: tag ?? undefined, ref: id } as const;
    await record.log.append(rows, { ...line, carries: [['decision', id]] });
  }
}

async function recordLook(
  rows: Rows,
  record: RecordAtWork,
  { facts, event, differing }: { facts: Facts; event: EventOf<'looked'>; differing: readonly SetRead[] },
): Promise<void> {
  await noteRead(rows, record, differing, event.look.takenMs);
  await recordFound(rows, record, event.found);
  const gone = [...event.gone].flatMap(([tag, ids]) =>
    (facts.runs.get(tag)?.recorded.postings ?? []).filter(({ id }) => ids.includes(id)),
  );
  await recordGone(rows, record, gone);
}

/** The books already hold what a person asked for, no matter who put it there: nothing is left to do. */
async function recordMoot(rows: Rows, record: RecordAtWork, { tag, kinds }: EventOf<'spent'>): Promise<void> {
  const { decisions, company, log } = record;
  const carries: Carried[] = [];
  for (const kind of kinds)
    carries.push(...(await decisions.spend(rows, { companyId: company.id, runTag: tag, kind })));
  const answer = 'what was asked for is in the books already';
  await log.append(rows, { ...logLine(record), act: 'settle', outcome: 'done', tag, answer, carries });
}

/** A write that was given up may have arrived after all, although no list shows it yet. */
async function doubtAgain(rows: Rows, record: RecordAtWork, { tag, found }: EventOf<'guarded'>): Promise<void> {
  if (found.is !== 'in_doubt') return;
  const { id, tag: ref, sendBy } = found.open;
  await rows.update(Write, { id }, { ...doubtedAgain, sendBy });
  const { answer } = doubtedAgain;
  const line = { ...logLine(record), act: 'settle', outcome: 'in_doubt', tag: ref, ref: id, answer } as const;
  await record.log.append(rows, { ...line, carries: wholeRun(tag) });
}

/** What came back is recorded as the books hold it, even if it differs from what was sent. */
async function recordPosted(rows: Rows, record: RecordAtWork, { open, posting }: EventOf<'posted'>): Promise<void> {
  const attempt = { id: open.id, attempt: open.attempts };
  // Another process is settling it, or has settled it.
  if (!(await record.writes.end(rows, attempt, { ...doneWrite, answer: posting.journalSet })))
    throw new Error(`${posting.tag}: the answer came after the write was settled`);
  const [spent] = await together([
    // Someone may have asked for it after this sync read the decisions.
    record.decisions.spend(rows, open),
    rows.insert(Posting, posting),
  ]);
  const isAsSent = posting.fingerprint === open.targetFingerprint;
  await logWritten(rows, record, open, {
    act: open.kind,
    journalSet: posting.journalSet,
    fingerprint: posting.fingerprint,
    answer: isAsSent ? undefined : 'the set differs from what was sent',
    carries: [...wholeRun(open.runTag), ...spent],
  });
}

function count(record: RecordAtWork, event: Event): void {
  const { tally } = record;
  if (event.is === 'looked' || event.is === 'recorded') countFound(record, event.found);
  if (event.is === 'posted') {
    if (event.posting.kind === 'post' && !isAdjustmentTag(record.company.prefix, event.tag)) tally.posted += 1;
    tally.touched.add(event.tag);
  }
}
