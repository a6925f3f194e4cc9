import type { RunChecked } from '../../audit/answer.js';
import type { Company } from '../../companies/company.js';
import { parseAdjustmentTag } from '../../journal/nouns/adjustment.js';
import {
  contentKey,
  type Content,
  type DecidedActs,
  type Drift,
  type Mapped,
  type RecordedSet,
  type RunCase,
  type SetInBooks,
} from '../../journal/decide/decide.js';
import { type DateRange, taxMonthRange } from '../../journal/nouns/dates.js';
import { fingerprint, type Line, sourceIn } from '../../journal/nouns/identity.js';
import type { Journal } from '../../journal/nouns/journal.js';
import type { MappedRun } from '../../journal/mapping/mapper.js';
import { modeFor } from '../../journal/policy/mode.js';
import { isNearMove, leftBy, type Paying, pays } from '../../journal/policy/moves.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { PayRunRecord, StoredRemark } from '../../record/runs/pay-run.entity.js';
import { isStanding, type Posting } from '../../record/runs/posting.entity.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import { isInItsMinute, type Write } from '../../record/runs/write.entity.js';
import type { AdjustmentFacts } from '../../record/runs/adjustment.js';
import { type LongPart, linesOf, recordedSet } from './content.js';
import { isForContent, refusalIn, type RefusedAct } from './refusal.js';

/** What we know of one run: what is recorded, what payroll has, what was seen in the books, what this sync did. */
export interface RunFacts {
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** Only for an adjustment. */
  readonly adjustment?: Readonly<AdjustmentFacts>;
  readonly beforeCutover: boolean;
  /** The version of its policy: today's, or the one it was posted with. */
  readonly policyVersion: number;
  readonly recorded: Recorded;
  readonly payroll: InPayroll;
  readonly looked: Looked;
  readonly thisSync: Tried;
}

/** What the record has of the run. */
export interface Recorded {
  /** The row that lists and pages show. */
  readonly row?: Readonly<PayRunRecord>;
  /** An earlier sync left it for a person to look at. */
  readonly hadToBeReviewed?: boolean;
  readonly postings: readonly Readonly<Posting>[];
  /** Postings, by id, whose writes the service had refused. */
  readonly late?: ReadonlySet<string>;
  /** Its write whose outcome is not known. */
  readonly open?: Readonly<Write>;
  /** Its refused or released writes that still need a second look, oldest first. */
  readonly toLookAgain: readonly Readonly<Write>[];
  /** Its journal when an earlier sync last found it posted or free to be posted. */
  readonly lastFreeLines?: readonly Line[];
  /** What people decided about this run alone. */
  readonly decided: readonly Readonly<Decision>[];
}

/** What payroll has. For an adjustment: what it should be. */
export interface InPayroll {
  /** Payroll still has it. */
  readonly inPayroll: boolean;
  /** Missing from the year's list, but for less than the settle window: the list may just be late. */
  readonly mayComeBack?: boolean;
  readonly filed: boolean;
  /** Payroll moved, and another source pays on its day. */
  readonly moved?: boolean;
  readonly mapped?: MappedRun;
  /** Of what is mapped. Made once: a row is compared after every step, and equal parts are the same objects. */
  readonly longPart?: LongPart;
  /** The hash of the payroll document that it was mapped from. */
  readonly documentHash?: string;
  /** The mapper's holds that no approval releases. */
  readonly holds: readonly StoredRemark[];
}

/** What reading the books has shown. */
export interface Looked {
  /** What the last look saw of its sets, until something is sent. */
  readonly seen?: readonly SetInBooks[];
  /** What an earlier look found wrong. A `seen` counts instead. */
  readonly drift?: Drift;
  readonly guardHolds: readonly StoredRemark[];
  readonly remarks: readonly StoredRemark[];
  /** In check mode: payroll against the books. */
  readonly check?: RunChecked;
}

/** What this sync has tried with it; remembered when the record is read again. */
export interface Tried {
  /** The service's own words when it refused the last write. */
  readonly refusal?: RefusedAct;
  /** Someone asked for it since its post was refused, and nothing may be sent yet, or nothing was: it is sent again. */
  readonly isAskedAgain: boolean;
  /** How often this sync has begun to send something for it. */
  readonly tries: number;
  /** How often the service gave its writes an unclear answer, counted by answer. */
  readonly unclear: Readonly<Record<string, number>>;
  /** A write was begun, and the row shows it as in doubt: the row is written again in any case. */
  readonly rowIsStale: boolean;
  /** Not tried again in this sync. */
  readonly doneForNow: boolean;
}

/** A change of some fields of some parts. */
export interface RunChange {
  readonly recorded?: Partial<Recorded>;
  readonly payroll?: Partial<InPayroll>;
  readonly looked?: Partial<Looked>;
  readonly thisSync?: Partial<Tried>;
}

export const changed = (run: RunFacts, { recorded, payroll, looked, thisSync }: RunChange): RunFacts => ({
  ...run,
  recorded: recorded ? { ...run.recorded, ...recorded } : run.recorded,
  payroll: payroll ? { ...run.payroll, ...payroll } : run.payroll,
  looked: looked ? { ...run.looked, ...looked } : run.looked,
  thisSync: thisSync ? { ...run.thisSync, ...thisSync } : run.thisSync,
});

export const periodIndex = ({ year, period }: Pick<RunFacts, 'year' | 'period'>) => year * 12 + period;

/**
 * A pay date may have moved here from a neighbouring period whose payslips could not be read: no one may be paid twice.
 */
export const isNextToUnread = (unread: ReadonlySet<number>, run: RunFacts): boolean =>
  [...unread].some((index) => Math.abs(index - periodIndex(run)) <= 1);

/** The runs of the same pay period, including this one. */
export function ofPeriod(runs: ReadonlyMap<string, RunFacts>, tag: string): readonly RunFacts[] {
  const own = runs.get(tag);
  return own ? [...runs.values()].filter((one) => periodIndex(one) === periodIndex(own)) : [];
}

/** Whether the tag is that of an adjustment. */
export const isAdjustmentTag = (prefix: string, tag: string): boolean => parseAdjustmentTag(prefix, tag) !== undefined;

/** Without adjustments. */
export const payRunsOf = (runs: Iterable<RunFacts>): readonly RunFacts[] => [...runs].filter((run) => !run.adjustment);

/**
 * The days whose movement the guard reads: the tax month, all pay dates of the period, and the days of its reversals,
 * since replacements take those dates.
 */
export function guardRange(period: readonly RunFacts[]): DateRange {
  const [any] = period;
  if (!any) throw new Error('a pay period without pay runs is not looked at');
  const month = taxMonthRange(any.year, any.period + 1);
  const reversals = period.flatMap(standing).filter(({ kind }) => kind === 'reversal');
  const days = [month.from, month.to, ...[...period, ...reversals].map(({ datedOn }) => datedOn)].sort();
  return { from: days[0] ?? month.from, to: days.at(-1) ?? month.to };
}

/** A sync of one year or period posts and counts nothing outside it. */
export const isAskedFor = ({ year, period }: SyncRequest, run: Pick<RunFacts, 'year' | 'period'>) =>
  (year === undefined || run.year === year) && (period === undefined || run.period === period);

type WithSets = { readonly recorded: Pick<Recorded, 'postings'> };

/** Postings that are in the books, as far as the record knows. */
export const standing = (run: WithSets) => run.recorded.postings.filter(isStanding);

export function newRun(
  { policy, policyVersion, startDate }: Pick<Company, 'policy' | 'policyVersion' | 'startDate'>,
  { tag, year, period, datedOn }: Pick<RunFacts, 'tag' | 'year' | 'period' | 'datedOn'>,
): RunFacts {
  const { postFrom } = policy;
  return {
    tag,
    year,
    period,
    datedOn,
    policyVersion,
    beforeCutover: (postFrom !== null && datedOn < postFrom) || (startDate !== undefined && datedOn < startDate),
    recorded: { postings: [], toLookAgain: [], decided: [] },
    payroll: { inPayroll: false, filed: false, holds: [] },
    looked: { guardHolds: [], remarks: [] },
    thisSync: { isAskedAgain: false, tries: 0, unclear: {}, rowIsStale: false, doneForNow: false },
  };
}

export type DecidingPolicy = Pick<
  Policy,
  'mode' | 'approval' | 'amendments' | 'layout' | 'clientApproval' | 'payroll' | 'payrollMoves'
>;

/** The run in the form of the decision table. */
export function caseOf(run: RunFacts, policy: DecidingPolicy): RunCase {
  const recorded = standing(run).map(
    (one): RecordedSet => (run.recorded.late?.has(one.id) ? { ...recordedSet(one), late: true } : recordedSet(one)),
  );
  const mapped = mappedOf(run, recorded);
  const mayCome = mayYetShow(run);
  return {
    tag: run.tag,
    periodIndex: periodIndex(run),
    recorded,
    generationsUsed: Math.max(0, ...run.recorded.postings.map((posting) => posting.generation)),
    inBooks: run.looked.seen,
    mapped,
    mode: modeFor(policy, { isAdjustment: run.adjustment !== undefined, lookedAt: lookedAt(run) }),
    beforeCutover: run.beforeCutover,
    ...(run.payroll.moved && { moved: true }),
    ...(policy.payrollMoves.length > 0 && { paidBy: paidByOf(run, policy) }),
    openWrite: run.recorded.open && { fingerprint: sentContent(run.recorded.open, mapped) },
    mayYetShow: mayCome.length > 0 ? mayCome.map((write) => sentContent(write, mapped)) : undefined,
    drift: run.looked.drift,
    decided: actsOf(run, mapped),
    amendments: amendmentsOf(run, policy),
    lastFreeLines: run.recorded.lastFreeLines,
    firstSeenAt: run.recorded.row?.firstSeenAt,
    merged: typeof policy.layout === 'object',
  };
}

/**
 * The service may have refused and still acted, or one look missed the set because its list lags, by up to the settle
 * window. A write without a look that counted has not been waited for over the whole window.
 */
export const mayYetShow = ({ recorded: { toLookAgain } }: RunFacts): Recorded['toLookAgain'] =>
  toLookAgain.filter(
    (write) => (write.kind === 'post' || write.kind === 'amend') && (write.lookedAt === null || isInItsMinute(write)),
  );

/** Its last post, refused for its content, that may still be made, until its second look. */
export const refusedPost = (run: RunFacts): Readonly<Write> | undefined =>
  mayYetShow(run).findLast(
    ({ kind, state, answer }) => kind === 'post' && state === 'refused' && isForContent(refusalIn(answer)?.status ?? 0),
  );

/**
 * A post of it was refused and may still be made, so nothing is sent yet: for a minute, no matter who asks; and until
 * its second look what no one asked for since, which costs nothing.
 */
export function waitsAfterRefusal(run: RunFacts, { trigger }: SyncRequest): Readonly<Write> | undefined {
  const refused = refusedPost(run);
  if (!refused) return undefined;
  return isInItsMinute(refused) || (byItself.has(trigger) && !run.thisSync.isAskedAgain) ? refused : undefined;
}

/** Syncs that no one asks for. */
const byItself: ReadonlySet<SyncRequest['trigger']> = new Set(['schedule', 'month_close', 'settle']);

/**
 * An amendment or a removal of its set was refused, and the service may still make it: nothing else is sent to that set
 * before its second look.
 */
export const beingChecked = ({ recorded: { toLookAgain } }: RunFacts): Readonly<Write> | undefined =>
  toLookAgain.findLast(({ state, setUrl, lookedAt }) => state === 'refused' && setUrl !== null && lookedAt === null);

/** What was sent, as payroll would have it: a replacement takes the date of the reversal before it. */
export function sentContent({ kind, tag, runTag, target, targetFingerprint }: Readonly<Write>, mapped: Mapped): string {
  const isReplacement = kind === 'post' && tag !== runTag;
  return isReplacement && mapped.is === 'post' ? fingerprint(mapped.datedOn, linesOf(target.lines)) : targetFingerprint;
}

const lookedAt = (run: RunFacts): boolean =>
  run.recorded.hadToBeReviewed || run.recorded.decided.some(({ kind }) => kind === 'approval' || kind === 'treatment');

/** With two pairs of eyes, neither what a person had to look at nor an adjustment is amended by policy: a person does it. */
function amendmentsOf(run: RunFacts, policy: DecidingPolicy): Policy['amendments'] {
  const { approval, amendments } = policy;
  if (isGoneByMove(run, policy)) return 'ask';
  const isPersons = lookedAt(run) || run.adjustment !== undefined;
  return run.payroll.mayComeBack || (approval === 'two' && isPersons) ? 'ask' : amendments;
}

const paidByOf = ({ datedOn }: RunFacts, policy: DecidingPolicy) =>
  pays(policy, 'service', datedOn) ? 'service' : 'files';

/**
 * Where payroll moved, a pay date may cross the day, and payroll that was given up may be deleted: what is no longer
 * paid near that day, or by the source that left, is not reversed unless someone asks.
 */
function isGoneByMove(run: RunFacts, policy: DecidingPolicy): boolean {
  if (policy.payrollMoves.length === 0 || run.adjustment) return false;
  const { inPayroll, mapped } = run.payroll;
  if (inPayroll && mapped !== undefined && mapped.outcome !== 'nothing') return false;
  return isNearMove(policy, run) || leftBy(policy, sourceOfRun(run, policy), run.datedOn) !== undefined;
}

/** `service`, `monthly`, `weekly` …: whose pay run it is, where payroll moved. */
export const sourceOfRun = ({ tag, datedOn }: Pick<RunFacts, 'tag' | 'datedOn'>, policy: Paying): string =>
  sourceIn(tag) ?? (pays(policy, 'service', datedOn) ? 'service' : 'monthly');

/** What payroll has, in the form of the decision table, dated like the set in the books; `recorded` as far as it was read. */
export function mappedOf(run: RunFacts, recorded: readonly RecordedSet[] = []): Mapped {
  if (!run.payroll.inPayroll) return { is: 'gone' };
  if (!run.payroll.filed) return { is: 'not_filed' };
  const posted = postedFromThis(run, recorded);
  if (posted) return { is: 'post', ...posted };
  if (!run.payroll.mapped || run.payroll.mapped.outcome === 'nothing') return { is: 'nothing' };
  const { journal, payRun } = run.payroll.mapped;
  if (run.payroll.holds.length > 0 || !journal)
    return { is: 'hold', people: payRun.payslips.map(({ userPath }) => userPath) };
  const datedOn = replacementDate(run) ?? journal.datedOn;
  return {
    is: 'post',
    datedOn,
    lines: journal.entries,
    fingerprint: fingerprintOf(run.payroll.mapped, journal, datedOn),
  };
}

/** Of what payroll has, even if it is held. */
export function fingerprintShown(run: RunFacts): string | null {
  const now = mappedOf(run);
  return now.is === 'post' ? now.fingerprint : (run.payroll.mapped?.fingerprint ?? null);
}

/** What was posted from exactly payroll's present document stands, whatever today's mapping would make of it. */
export function postedFromThis(
  run: WithSets & { readonly payroll: Pick<InPayroll, 'documentHash'> },
  recorded: readonly RecordedSet[] = [],
): Content | undefined {
  const posting = effectivePosting(run);
  if (!run.payroll.documentHash || posting?.documentHash !== run.payroll.documentHash) return undefined;
  const { fingerprint, datedOn, journalSet } = posting;
  const { lines } = recorded.find(({ url }) => url === journalSet) ?? recordedSet(posting);
  return { fingerprint, datedOn, lines };
}

/** The same as a journal, to restore it if someone altered or removed it. */
export function postedJournal(run: RunFacts): Journal | undefined {
  const posting = postedFromThis(run) && effectivePosting(run);
  if (!posting) return undefined;
  const { datedOn, description, tag, lines } = posting;
  const entries = linesOf(lines).map((line, index) => ({ ...line, from: lines[index]?.from ?? [] }));
  return { datedOn, description, tag, entries };
}

/** The mapper worked it out for the journal's own date. */
export function fingerprintOf(mapped: MappedRun, journal: Journal, datedOn: string): string {
  if (datedOn === journal.datedOn && mapped.fingerprint !== undefined) return mapped.fingerprint;
  return fingerprint(datedOn, journal.entries);
}

/** A replacement keeps the date it was given. */
function replacementDate(run: RunFacts): string | undefined {
  const replaced = standing(run).filter((posting) => posting.kind === 'post' && posting.generation > 1);
  return replaced.sort((a, b) => b.generation - a.generation)[0]?.datedOn;
}

function actsOf(run: RunFacts, mapped: Mapped): DecidedActs {
  const key = contentKey(mapped);
  const last = (kind: Decision['kind']) =>
    run.recorded.decided.findLast((one) => one.kind === kind && one.fingerprint === key);
  const asked = (kind: Decision['kind']) => last(kind) !== undefined;
  const ignore = run.recorded.decided.findLast((one) => one.kind === 'ignore');
  return {
    ignored: ignore !== undefined,
    ignoredAt: ignore?.at,
    post: asked('post') ? key : undefined,
    despite: last('post')?.figures?.despite?.split(' '),
    amend: asked('amend') ? key : undefined,
    reverse: asked('reverse') ? key : undefined,
  };
}

/** What a person may ask for. */
export const askedActs: ReadonlySet<Decision['kind']> = new Set(['post', 'amend', 'reverse']);

export const decisionFor = (run: RunFacts, kind: Decision['kind']) =>
  run.recorded.decided.findLast(
    (one) => one.kind === kind && (one.fingerprint === null || one.fingerprint === contentKey(mappedOf(run))),
  );

export function effectivePosting(run: WithSets): Readonly<Posting> | undefined {
  const sets = standing(run);
  const undone = new Set(sets.filter((set) => set.kind === 'reversal').map((set) => set.generation));
  return sets.find((set) => set.kind === 'post' && !undone.has(set.generation));
}

/** Access may be restored any day, so the next sync tries again; refused content stays refused until it changes. */
export const triedAgain = (status: number): 'next_sync' | 'on_change' =>
  status === 403 || status === 404 ? 'next_sync' : 'on_change';
