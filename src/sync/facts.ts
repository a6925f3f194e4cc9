import type { JournalSet } from '../books/journal-set.js';
import type { Company } from '../companies/company.js';
import type { Problem } from '../ground/problem.js';
import type { DateRange } from '../journal/dates.js';
import { decideRun, type Drift, type SetInBooks, type Verdict } from '../journal/decide.js';
import { ownParts } from '../journal/identity.js';
import type { Decision } from '../record/decision.entity.js';
import type { Effect } from '../record/decisions.js';
import type { PayPeriodRecord } from '../record/pay-period.entity.js';
import type { PayRunRecord, StoredRemark } from '../record/pay-run.entity.js';
import type { Posting } from '../record/posting.entity.js';
import type { SyncRequest } from '../record/sync-record.entity.js';
import type { Write } from '../record/write.entity.js';
import { withoutGone } from './doubles.js';
import { effectOf, type FoundSet } from './found.js';
import { caseOf, type Comparison, newRun, type RunFacts } from './run-facts.js';
import type { FetchedYear } from './steps/fetch.js';

/** All that a sync knows, read-only in depth. `fold` is the only function that makes new facts of old ones. */
export interface Facts {
  readonly company: Company;
  readonly request: SyncRequest;
  /** By tag: the pay runs of the tax years at work and of those beside them, since a pay date moves across 5 April too. */
  readonly runs: ReadonlyMap<string, RunFacts>;
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  /** Periods, as year × 12 + period, whose figures are not the stored ones. */
  readonly refigured: ReadonlySet<number>;
  /** What persons decided and nothing has carried out, of this company and its practice. */
  readonly decisions: readonly Readonly<Decision>[];
  /** Ignored runs whose pay date moved: the decisions that go along. */
  readonly inherited: readonly Readonly<Decision>[];
  /** What was read of payroll and is not kept yet. */
  readonly fetched: readonly FetchedYear[];
  /** Periods of which it is not certain what payroll has now, as year × 12 + period. */
  readonly unread: ReadonlySet<number>;
  /** What could not be done for one run or period, while the others went on. */
  readonly problems: readonly Problem[];
  readonly look?: Look;
  readonly guarded?: Guarded;
  /** The record changed in a way that changes how payroll is mapped. */
  readonly outdated: boolean;
  /** Trouble that ends the sync. */
  readonly brokenOff?: { readonly error: unknown };
}

/** What the books show around one run's pay period, just before something is sent for it. */
export interface Look {
  readonly tag: string;
  readonly range: DateRange;
  readonly sets: readonly JournalSet[];
}

/** The double-posting guard was asked about a run. Movement is read twice before it holds anything. */
export interface Guarded {
  readonly tag: string;
  readonly passed: boolean;
}

/** What the guard found: `unsure` asks for both reads once more. */
export type Guarding =
  | { readonly is: 'clear' | 'unsure' }
  | { readonly is: 'small'; readonly remark: StoredRemark }
  | { readonly is: 'held'; readonly hold: StoredRemark }
  /** Movement equal to a write that was given up: it came after all. */
  | { readonly is: 'in_doubt'; readonly open: Readonly<Write> };

interface OfRun {
  readonly tag: string;
  /** Sets that were given up for the one to be posted in their place, by id. */
  readonly givenUp?: readonly string[];
}

interface Sent extends OfRun {
  /** The write as it was begun. */
  readonly open: Readonly<Write>;
}

export type Event =
  | { readonly is: 'gathered'; readonly facts: Facts }
  | {
      readonly is: 'looked';
      readonly look: Look;
      readonly found: readonly FoundSet[];
      /** Of every run of the period, by tag: what is there of its sets. */
      readonly seen: ReadonlyMap<string, readonly SetInBooks[]>;
      /** Doubles that somebody took out of the books, by the run's tag and their ids. */
      readonly gone: ReadonlyMap<string, readonly string[]>;
    }
  | { readonly is: 'recorded'; readonly tag: string; readonly found: readonly FoundSet[] }
  | { readonly is: 'compared'; readonly tag: string; readonly check: Comparison }
  | { readonly is: 'spent'; readonly tag: string; readonly kinds: readonly ('post' | 'amend')[] }
  | { readonly is: 'guarded'; readonly tag: string; readonly found: Guarding }
  | ({ readonly is: 'posted'; readonly posting: Readonly<Posting> } & Sent)
  | ({ readonly is: 'amended'; readonly set: JournalSet } & Sent)
  | ({ readonly is: 'removed' } & Sent)
  | ({ readonly is: 'refused'; readonly status: number; readonly words: string } & Sent)
  | ({
      readonly is: 'in_doubt';
      readonly answer: string;
      readonly waitedMs: number;
      readonly problem?: Problem;
      /** Why nothing more is sent in this sync. */
      readonly stop?: Problem;
    } & Sent)
  /** Looked for after an answer that promises nothing, and not there: sent again, so often. */
  | ({ readonly is: 'released'; readonly answer: string; readonly problem: Problem; readonly triesMax: number } & Sent)
  | ({ readonly is: 'not_sent'; readonly open?: Readonly<Write>; readonly problem: Problem } & OfRun)
  /** The books are not as they were when it was decided. */
  | ({ readonly is: 'overtaken' } & OfRun)
  | {
      readonly is: 'broken_off';
      readonly tag: string;
      readonly error: unknown;
      readonly open?: Readonly<Write>;
      readonly postings: readonly Readonly<Posting>[];
    }
  | { readonly is: 'kept'; readonly rows: readonly Readonly<PayRunRecord>[]; readonly vanished: readonly string[] };

/** Something changed in the books: what was read before is no ground to send on. */
const nothingSeen = { seen: undefined, drift: undefined } as const;
const nothingRead = { look: undefined, guarded: undefined } as const;

export function fold(before: Facts, event: Event): Facts {
  const facts = 'givenUp' in event ? withRun(before, event.tag, (run) => givenUp(run, event.givenUp)) : before;
  switch (event.is) {
    case 'gathered':
      return regathered(facts, event.facts);
    case 'looked':
      return looked(facts, event);
    case 'recorded':
      return withRun({ ...withFound(facts, event.found), ...nothingRead }, event.tag, ({ tries }) => ({
        ...nothingSeen,
        refusal: undefined,
        tries: tries + 1,
      }));
    case 'compared':
      return withRun(facts, event.tag, () => ({ check: event.check, rests: true }));
    case 'spent':
      return event.kinds.reduce(
        (known, kind) => spend(known, { companyId: known.company.id, runTag: event.tag, kind }),
        facts,
      );
    case 'guarded':
      return guarded(facts, event);
    case 'posted':
      return posted({ ...facts, ...nothingRead }, event);
    case 'amended':
    case 'removed':
      return { ...withRun(facts, event.tag, () => ({ begun: true })), ...nothingRead, outdated: true };
    case 'refused': {
      const refusal = { status: event.status, words: event.words };
      return withRun({ ...facts, ...nothingRead }, event.tag, () => ({ refusal, begun: true, rests: true }));
    }
    case 'in_doubt': {
      const { waitedMs, answer, problem, stop } = event;
      const open = { ...event.open, state: 'in_doubt' as const, waitedMs, answer };
      const known = withRun({ ...facts, ...nothingRead }, event.tag, () => ({ open, begun: true, rests: true }));
      return troubled(known, problem, stop);
    }
    case 'released':
      return released({ ...facts, ...nothingRead }, event);
    case 'not_sent': {
      const known = withRun({ ...facts, ...nothingRead }, event.tag, () => ({ begun: true, rests: true }));
      return troubled(known, event.problem);
    }
    case 'overtaken':
      return { ...facts, ...nothingRead };
    case 'broken_off': {
      const { open, postings, error } = event;
      return { ...withRun(facts, event.tag, () => ({ open, postings, begun: true })), brokenOff: { error } };
    }
    case 'kept':
      return kept(facts, event);
  }
}

type Of<Is extends Event['is']> = Extract<Event, { is: Is }>;

/** What this sync has tried stays known when the record is read anew. */
function regathered(before: Facts, fresh: Facts): Facts {
  const runs = Array.from(fresh.runs.values(), (run): RunFacts => {
    const known = before.runs.get(run.tag);
    if (!known) return run;
    const { rests, refusal, check, unclear } = known;
    const tries = known.postings.length === run.postings.length ? known.tries : 0;
    return { ...run, rests, refusal, check, unclear, tries };
  });
  return { ...fresh, runs: byTag(runs), problems: before.problems, unread: before.unread };
}

function looked(facts: Facts, { look, found, seen, gone }: Of<'looked'>): Facts {
  // The guard asked for both reads once more: it is still the same try.
  const isSecond = facts.guarded?.tag === look.tag && !facts.guarded.passed;
  let known = withFound(facts, found);
  for (const [tag, sets] of seen) known = withRun(known, tag, () => ({ seen: sets }));
  for (const [tag, ids] of gone)
    known = withRun(spend(known, { companyId: facts.company.id, runTag: tag, kind: 'remove' }), tag, ({ postings }) => ({
      postings: withoutGone(postings, ids),
    }));
  const guarded = isSecond ? facts.guarded : undefined;
  return withRun({ ...known, look, guarded }, look.tag, ({ tries }) => ({
    refusal: undefined,
    tries: isSecond ? tries : tries + 1,
  }));
}

function guarded(facts: Facts, { tag, found }: Of<'guarded'>): Facts {
  const remarks = found.is === 'small' ? [found.remark] : [];
  const guardHolds = found.is === 'held' ? [found.hold] : [];
  switch (found.is) {
    case 'unsure':
      return { ...facts, look: undefined, guarded: { tag, passed: false } };
    case 'held':
      return withRun({ ...facts, ...nothingRead }, tag, () => ({ remarks, guardHolds, rests: true }));
    case 'in_doubt':
      return withRun({ ...facts, ...nothingRead }, tag, () => ({ open: found.open, rests: true }));
    default:
      return withRun({ ...facts, guarded: { tag, passed: true } }, tag, () => ({ remarks, guardHolds }));
  }
}

function posted(facts: Facts, { tag, open, posting }: Of<'posted'>): Facts {
  const spent = open.decisionId === null ? facts : spend(facts, open);
  const known = withRun(spent, tag, ({ postings }) => ({
    ...nothingSeen,
    postings: [...postings, posting],
    begun: true,
  }));
  // What is to follow a reversal is mapped by today's policy, no longer as it was posted.
  return posting.kind === 'reversal' ? { ...known, outdated: true } : known;
}

function released(facts: Facts, { tag, answer, triesMax, problem }: Of<'released'>): Facts {
  const times = (facts.runs.get(tag)?.unclear[answer] ?? 0) + 1;
  const known = withRun(facts, tag, ({ unclear }) => ({ unclear: { ...unclear, [answer]: times }, begun: true }));
  return times < triesMax ? known : troubled(known, undefined, problem);
}

function kept(facts: Facts, { rows, vanished }: Of<'kept'>): Facts {
  const known = rows.reduce((so, row) => withRun(so, row.tag, () => ({ row, begun: false })), facts);
  const left = vanished.length === 0 ? known.runs : byTag([...known.runs.values()].filter(isLeft(vanished)));
  return { ...known, runs: left, fetched: [], inherited: [], refigured: new Set() };
}

const isLeft =
  (vanished: readonly string[]) =>
  ({ tag }: RunFacts) =>
    !vanished.includes(tag);

const byTag = (runs: readonly RunFacts[]): ReadonlyMap<string, RunFacts> => new Map(runs.map((run) => [run.tag, run]));

function withRun(facts: Facts, tag: string, change: (run: RunFacts) => Partial<RunFacts>): Facts {
  const run = facts.runs.get(tag);
  return run ? { ...facts, runs: new Map(facts.runs).set(tag, { ...run, ...change(run) }) } : facts;
}

/** Sets of ours that were found: the runs they are of learn of them, and what an earlier look saw there is out of date. */
export function withFound(facts: Facts, found: readonly FoundSet[]): Facts {
  return found.reduce((before, one) => {
    const { posting } = one;
    const { runTag, tag } = posting;
    const known = spend(withKnownRun(before, posting), effectOf(one));
    return withRun(known, runTag, (run) => ({
      postings: [...run.postings.filter(({ id }) => id !== posting.id), posting],
      open: run.open?.tag === tag ? undefined : run.open,
      drift: driftNow(run, facts.company),
      seen: undefined,
    }));
  }, facts);
}

function withKnownRun(facts: Facts, { runTag, datedOn }: Posting): Facts {
  if (facts.runs.has(runTag)) return facts;
  const parts = ownParts(facts.company.prefix, { tag: runTag, datedOn });
  if (!parts) return facts;
  return { ...facts, runs: new Map(facts.runs).set(runTag, newRun(facts.company, { ...parts, tag: runTag })) };
}

const steps: ReadonlySet<Verdict['do']> = new Set(['record', 'remove', 'amend', 'reverse', 'post']);

/** What a look found wrong stays known, until something is done about it. */
function driftNow(run: RunFacts, { policy }: Company): Drift | undefined {
  const verdict = run.seen && decideRun(caseOf(run, policy));
  if (!verdict || steps.has(verdict.do)) return run.drift;
  return verdict.do === 'drift' ? verdict.what : undefined;
}

const givenUp = ({ postings }: RunFacts, ids: readonly string[] = []): Partial<RunFacts> => ({
  postings: postings.map((one) => (ids.includes(one.id) ? { ...one, state: 'missing' as const } : one)),
});

/** What took effect carries out the decision that asked for it, and any other to the same end. */
function spend(facts: Facts, { companyId, runTag, kind, decisionId }: Effect): Facts {
  const asked = kind === 'remove' ? 'amend' : kind;
  const isSpent = (one: Readonly<Decision>) =>
    (decisionId && one.id === decisionId) ||
    (one.companyId === companyId && one.tag === runTag && one.kind === asked);
  if (!facts.decisions.some(isSpent)) return facts;
  const runs = Array.from(facts.runs.values(), (run) =>
    run.decided.some(isSpent) ? { ...run, decided: run.decided.filter((one) => !isSpent(one)) } : run,
  );
  return { ...facts, runs: byTag(runs), decisions: facts.decisions.filter((one) => !isSpent(one)) };
}

function troubled(facts: Facts, problem?: Problem, stop?: Problem): Facts {
  return {
    ...facts,
    problems: problem ? [...facts.problems, problem] : facts.problems,
    brokenOff: stop ? { error: stop } : facts.brokenOff,
  };
}
