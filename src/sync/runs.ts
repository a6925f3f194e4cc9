import type { Content, DecidedActs, Drift, Mapped, RunFacts, SetInBooks } from '../journal/decide.js';
import { contentKey } from '../journal/decide.js';
import { fingerprint, type Line } from '../journal/identity.js';
import type { Company } from '../companies/company.js';
import type { Journal } from '../journal/journal.js';
import type { MappedRun } from '../journal/mapper.js';
import type { Policy } from '../journal/policy.js';
import type { Decision as Decided } from '../record/decision.entity.js';
import type { PayRunRecord, StoredRemark } from '../record/pay-run.entity.js';
import { isStanding, type Posting } from '../record/posting.entity.js';
import type { SyncRequest } from '../record/sync-record.entity.js';
import type { Write } from '../record/write.entity.js';
import { linesOf, recordedSet } from './content.js';

/** One pay run while a sync works on it: what is recorded, what payroll says, what was seen. */
export interface Run {
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  row?: PayRunRecord;
  postings: Posting[];
  mapped?: MappedRun;
  /** Of payroll's document that it was mapped from. */
  documentHash?: string;
  /** Payroll still has it. */
  inPayroll: boolean;
  filed: boolean;
  open?: Write;
  /** What a look saw of its sets, until something is sent. */
  seen?: readonly SetInBooks[];
  drift?: Drift;
  /** What it said when a sync before this one found it free to be posted, or posted. */
  passed?: readonly Line[];
  decided: readonly Decided[];
  /** Holds that no approval releases: the mapper's, then the guard's. */
  holds: readonly StoredRemark[];
  guardHolds: readonly StoredRemark[];
  remarks: readonly StoredRemark[];
  beforeCutover: boolean;
  policyVersion: number;
  /** The service's own words, when it would not take the last write. */
  refusal?: { readonly status: number; readonly words: string };
  /** In check mode: what payroll says against what the books hold. */
  check?: {
    readonly agrees: boolean;
    readonly expected: Readonly<Record<string, string>>;
    readonly found: Readonly<Record<string, string>>;
  };
  /** How often something was sent for it in this sync. */
  tries: number;
  /** Something was begun for it, so that its row may be shown as in doubt: it is written again whatever it says. */
  begun?: boolean;
  /** Not to be tried again in this sync. */
  rests?: boolean;
}

export const periodIndex = ({ year, period }: Pick<Run, 'year' | 'period'>) => year * 12 + period;

/** A sync of one year or period posts nothing elsewhere, and tells of nothing else. */
export const isAskedFor = ({ year, period }: SyncRequest, run: Pick<Run, 'year' | 'period'>) =>
  (year === undefined || run.year === year) && (period === undefined || run.period === period);

/** Postings that stand in the books, as far as the record knows. */
export const standing = (run: Run) => run.postings.filter(isStanding);

type DecidingPolicy = Pick<Policy, 'mode' | 'amendments' | 'layout'> & Partial<Pick<Policy, 'approval'>>;

export function factsOf(run: Run, policy: DecidingPolicy): RunFacts {
  const { mode, amendments, layout } = forSecondPerson(run, policy);
  const mapped = mappedOf(run);
  return {
    tag: run.tag,
    periodIndex: periodIndex(run),
    recorded: standing(run).map(recordedSet),
    generationsUsed: Math.max(0, ...run.postings.map((posting) => posting.generation)),
    inBooks: run.seen,
    mapped,
    mode,
    beforeCutover: run.beforeCutover,
    openWrite: run.open && { fingerprint: run.open.targetFingerprint },
    drift: run.drift,
    decided: actsOf(run, mapped),
    amendments,
    passed: run.passed,
    merged: typeof layout === 'object',
  };
}

export const decidingPolicy = ({ policy: { mode, amendments, layout }, approval }: Company): DecidingPolicy => ({
  ...{ mode, amendments, layout, approval },
});

/** Under two pairs of eyes nothing that a person had to look at is posted or amended by itself: somebody else does. */
function forSecondPerson(run: Run, policy: DecidingPolicy): DecidingPolicy {
  const lookedAt =
    ['held', 'ready', 'changed', 'drift'].includes(run.row?.state ?? '') ||
    run.decided.some(({ kind }) => kind === 'approval' || kind === 'treatment');
  if (policy.approval !== 'two' || !lookedAt) return policy;
  return { ...policy, mode: policy.mode === 'auto' ? 'approve' : policy.mode, amendments: 'ask' };
}

/** What payroll says, in the words of the decision table; dated as the set that stands. */
export function mappedOf(run: Run): Mapped {
  if (!run.inPayroll) return { is: 'gone' };
  if (!run.filed) return { is: 'not_filed' };
  const posted = postedFromThis(run);
  if (posted) return { is: 'post', ...posted };
  if (!run.mapped) return { is: 'nothing' };
  if (run.mapped.outcome === 'nothing') return { is: 'nothing' };
  const { journal } = run.mapped;
  if (run.holds.length > 0 || !journal) return { is: 'hold', codes: run.holds.map((hold) => hold.code) };
  const datedOn = replacementDate(run) ?? journal.datedOn;
  return { is: 'post', datedOn, lines: journal.entries, fingerprint: fingerprintOf(run.mapped, journal, datedOn) };
}

/** What was posted from the very document that payroll has now stands, whatever today's mapping makes of it. */
export function postedFromThis(run: Run): Content | undefined {
  const posting = effectivePosting(run);
  if (!run.documentHash || posting?.documentHash !== run.documentHash) return undefined;
  return { fingerprint: posting.fingerprint, datedOn: posting.datedOn, lines: recordedSet(posting).lines };
}

/** The same as a journal, to be put back where somebody altered or removed it. */
export function postedJournal(run: Run): Journal | undefined {
  const posting = postedFromThis(run) && effectivePosting(run);
  if (!posting) return undefined;
  const { datedOn, description, tag, lines } = posting;
  const entries = linesOf(lines).map((line, index) => ({ ...line, from: lines[index]?.from ?? [] }));
  return { datedOn, description, tag, entries };
}

/** Asked for at every decision; the mapper has worked it out for the pay date. */
function fingerprintOf(mapped: MappedRun, journal: Journal, datedOn: string): string {
  if (datedOn === journal.datedOn && mapped.fingerprint !== undefined) return mapped.fingerprint;
  return fingerprint(datedOn, journal.entries);
}

/** A replacement keeps the date it was given. */
function replacementDate(run: Run): string | undefined {
  const replaced = standing(run).filter((posting) => posting.kind === 'post' && posting.generation > 1);
  return replaced.sort((a, b) => b.generation - a.generation)[0]?.datedOn;
}

function actsOf(run: Run, mapped: Mapped): DecidedActs {
  const key = contentKey(mapped);
  const asked = (kind: Decided['kind']) => run.decided.some((one) => one.kind === kind && one.fingerprint === key);
  return {
    ignored: run.decided.some((one) => one.kind === 'ignore'),
    post: asked('post') ? key : undefined,
    amend: asked('amend') ? key : undefined,
    reverse: asked('reverse') ? key : undefined,
  };
}

export const decisionFor = (run: Run, kind: Decided['kind']) =>
  run.decided.findLast(
    (one) => one.kind === kind && (one.fingerprint === null || one.fingerprint === contentKey(mappedOf(run))),
  );

export const effectivePosting = (run: Run): Posting | undefined => {
  const sets = standing(run);
  const undone = new Set(sets.filter((set) => set.kind === 'reversal').map((set) => set.generation));
  return sets.find((set) => set.kind === 'post' && !undone.has(set.generation));
};

/** No access may be given back any day; refused content stays refused until it changes. */
export const triedAgain = (status: number): 'next_sync' | 'on_change' =>
  status === 403 || status === 404 ? 'next_sync' : 'on_change';
