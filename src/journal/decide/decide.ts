import { withoutSuffix } from '../nouns/chart.js';
import { sameTotals } from '../nouns/diff.js';
import type { Line } from '../nouns/identity.js';
import { sumByKey } from '../nouns/money.js';

/**
 * The decision table of the exactly-once protocol, as a pure function. From what is recorded, what is in the books and
 * what payroll has, it decides what to do with one pay run. `decide-together.ts` judges it together with its
 * neighbours.
 */

export interface Content {
  readonly fingerprint: string;
  readonly datedOn: string;
  readonly lines: readonly Line[];
}

export interface RecordedSet extends Content {
  readonly kind: 'post' | 'reversal';
  readonly generation: number;
  readonly url: string;
  readonly tag: string;
  readonly origin: 'posted' | 'adopted';
  /** A reversal that we made by policy, because payroll's content had changed. */
  readonly postAgain?: boolean;
  /** The service had refused the write that made it. */
  readonly late?: true;
}

export interface SetInBooks extends Content {
  readonly kind: 'post' | 'reversal';
  readonly generation: number;
  readonly url: string;
  readonly tag: string;
}

export type Mapped =
  | ({ readonly is: 'post' } & Content)
  | { readonly is: 'hold'; readonly people: readonly string[] }
  | { readonly is: 'nothing' }
  | { readonly is: 'gone' }
  | { readonly is: 'not_filed' };

export interface RunCase {
  readonly tag: string;
  /** year × 12 + period: neighbours differ by one, across the tax year too. */
  readonly periodIndex: number;
  readonly recorded: readonly RecordedSet[];
  /** The highest generation ever used, also by sets that are gone. */
  readonly generationsUsed: number;
  /** This run's sets as the last look saw them; absent if no one looked. */
  readonly inBooks?: readonly SetInBooks[];
  readonly mapped: Mapped;
  readonly mode: 'auto' | 'approve' | 'check';
  readonly beforeCutover: boolean;
  /** Another source pays on its day: it is shown, and never posted. */
  readonly moved?: boolean;
  /** Where payroll moved: whether the service's own payroll pays on its day, or files. */
  readonly paidBy?: 'service' | 'files';
  /** A write of this run whose outcome is unknown, with the content it was to have. */
  readonly openWrite?: { readonly fingerprint: string };
  /** The contents of posts that were refused, or that one look did not find, and that may be in the books anyway. */
  readonly mayYetShow?: readonly string[];
  /** What the last look found wrong, until someone corrects it or decides about it. */
  readonly drift?: Drift;
  readonly decided: DecidedActs;
  readonly amendments: 'ask' | 'amend' | 'reverse';
  /** Its journal when it was last posted or free to be posted: anyone not in it joined later. */
  readonly lastFreeLines?: readonly Line[];
  /** When a sync first found it in payroll. */
  readonly firstSeenAt?: Date;
  /** Its layout is merged: its sets name no person. */
  readonly merged?: boolean;
}

export type Drift = 'edited' | 'missing' | 'doubled';

/** What people decided about this run, and for which content. */
export interface DecidedActs {
  readonly ignored?: boolean;
  readonly ignoredAt?: Date;
  /** The content that a person asked to post. */
  readonly post?: string;
  /** The ignored runs whose sets may pay some of its people, as they were shown to that person. */
  readonly despite?: readonly string[];
  /** The content (or 'gone') to which a person wants the set amended. */
  readonly amend?: string;
  readonly reverse?: string;
}

/** What to do with a pay run, and why. */
export type Verdict =
  | { readonly do: 'wait' }
  | { readonly do: 'record'; readonly sets: readonly SetInBooks[] }
  | { readonly do: 'post'; readonly generation: number }
  | { readonly do: 'amend' | 'reverse' | 'remove'; readonly url: string }
  | {
      readonly do: 'changed';
      readonly why: 'amount' | 'hold' | 'nothing' | 'gone' | 'not_filed' | 'neighbour';
      /** The neighbours that keep it back. */
      readonly waitsFor?: readonly string[];
      /** Ignored runs whose sets may pay some of its people: a person may post it anyway. */
      readonly ignored?: readonly string[];
    }
  | {
      readonly do: 'drift';
      readonly what: Drift;
      readonly urls: readonly string[];
      readonly removable?: string;
      /** What may be removed was refused, and made later; the other set is what payroll says. */
      readonly late?: true;
    }
  /** The record lets go of the missing sets, and nothing is sent: what is left counts. */
  | { readonly do: 'give_up'; readonly urls: readonly string[] }
  | { readonly do: 'held'; readonly reversed: boolean }
  | { readonly do: 'posted' | 'ready' | 'check' | 'nothing' | 'not_ready' | 'before_cutover' | 'moved' | 'ignored' };

/** A decision holds only for the content it was made for. */
export const contentKey = (mapped: Mapped): string => (mapped.is === 'post' ? mapped.fingerprint : mapped.is);

export function decideRun(facts: RunCase): Verdict {
  const { recorded, inBooks, mapped, decided } = facts;
  if (facts.openWrite) return { do: 'wait' };

  const unrecorded = (inBooks ?? []).filter((set) => !recorded.some((known) => known.url === set.url));
  if (unrecorded.length > 0) return { do: 'record', sets: unrecorded };
  if (decided.ignored) return { do: 'ignored' };

  // Without a look, sets of which some were last seen to be missing are not there twice.
  const there = inBooks ?? (facts.drift === 'missing' ? [] : recorded);
  const seen = unreversed(there);
  if (seen.length > 1) return doubled(seen, facts);
  const twins = twinsIn(there);
  if (twins.length > 1) return doubled(twins, facts);

  const drift = inBooks ? driftSeen(recorded, inBooks) : undefined;
  const effective = unreversed(recorded)[0];
  if (drift?.now && isAsPayrollHasIt(drift.now, effective, mapped)) return { do: 'record', sets: [drift.now] };
  if (drift) return decideDrift(drift.what, drift.urls, facts, effective);
  if (!inBooks && facts.drift)
    return decideDrift(
      facts.drift,
      recorded.map((set) => set.url),
      facts,
      effective,
    );
  // Its journal was gone before it was ever recorded, as with a database from a backup.
  if (hasLoneReversal(recorded)) return { do: 'drift', what: 'missing', urls: [] };

  return effective ? decideStanding(effective, facts) : decideUnposted(facts);
}

/** Posted sets that no reversal of the same generation undoes; a reversal is of its own generation too. */
export function unreversed<T extends { kind: string; generation: number }>(sets: readonly T[]): readonly T[] {
  const undone = new Set(sets.filter((set) => set.kind === 'reversal').map((set) => set.generation));
  return sets.filter((set) => !undone.has(set.generation));
}

/** Several reversals of one generation, or several posts that one reversal cannot undo together. */
const twinsIn = (sets: readonly SetInBooks[]): readonly SetInBooks[] =>
  sets.filter((one) =>
    sets.some((other) => other !== one && other.kind === one.kind && other.generation === one.generation),
  );

/**
 * Someone changed the set to what payroll says. Under another tag it would count as another run's, or as no one's, so a
 * person decides.
 */
const isAsPayrollHasIt = (now: SetInBooks, effective: RecordedSet | undefined, mapped: Mapped): boolean =>
  effective?.url === now.url && effective.tag === now.tag && matches(now, mapped);

/** Equal content, or equal totals per account in another layout. */
function matches(set: Content, mapped: Mapped): boolean {
  if (mapped.is !== 'post') return false;
  return (
    set.fingerprint === mapped.fingerprint || (set.datedOn === mapped.datedOn && sameAccounts(set.lines, mapped.lines))
  );
}

/** Layouts differ in whose 902 has the net pay, never in an account's total. */
function sameAccounts(a: readonly Line[], b: readonly Line[]): boolean {
  const lines = [...a, ...b.map((line) => ({ ...line, debit: line.debit.negated() }))];
  const left = sumByKey(lines.map(({ category, debit }) => [withoutSuffix(category), debit]));
  return [...left.values()].every((total) => total.isZero());
}

function decideStanding(effective: RecordedSet, facts: RunCase): Verdict {
  const { mapped, decided } = facts;
  const same = agrees(effective, mapped);
  if (decided.reverse === contentKey(mapped)) return { do: 'reverse', url: effective.url };
  if (same) return { do: 'posted' };
  if (facts.beforeCutover) return { do: 'before_cutover' };
  if (decided.amend === contentKey(mapped)) return { do: 'amend', url: effective.url };
  const asked = facts.amendments === 'ask' || effective.origin === 'adopted';
  if (!asked && mapped.is === 'post')
    return { do: facts.amendments === 'amend' ? 'amend' : 'reverse', url: effective.url };
  if (!asked && (mapped.is === 'gone' || mapped.is === 'nothing')) return { do: 'reverse', url: effective.url };
  return { do: 'changed', why: mapped.is === 'post' ? 'amount' : mapped.is };
}

/** Our own sets must match exactly; an adopted one may have another layout. */
export function agrees(effective: RecordedSet, mapped: Mapped): boolean {
  if (mapped.is !== 'post') return false;
  return effective.origin === 'adopted' ? matches(effective, mapped) : effective.fingerprint === mapped.fingerprint;
}

function decideUnposted(facts: RunCase): Verdict {
  const { mapped, recorded, decided } = facts;
  const reversed = recorded.length > 0;
  if (mapped.is === 'gone') return { do: 'nothing' };
  if (facts.moved) return { do: 'moved' };
  if (facts.beforeCutover && !reversed) return { do: 'before_cutover' };
  if (mapped.is === 'not_filed') return { do: 'not_ready' };
  if (mapped.is === 'nothing') return { do: 'nothing' };
  if (mapped.is === 'hold') return { do: 'held', reversed: false };
  if (facts.mode === 'check') return { do: 'check' };
  const asked = decided.post === mapped.fingerprint;
  if (reversed && !asked && !isPostedAgain(facts)) return { do: 'held', reversed: true };
  if (facts.mode === 'approve' && !asked) return { do: 'ready' };
  return { do: 'post', generation: facts.generationsUsed + 1 };
}

/**
 * The policy *Reverse, and post again* goes on from its own reversal, for as long as it is the policy. Not from a
 * person's, nor from that of a run that payroll had lost: a list that comes back must not post a year again. A set
 * posted after the reversal, and now gone, is not posted again either.
 */
const isPostedAgain = ({ amendments, recorded, generationsUsed }: RunCase): boolean =>
  amendments === 'reverse' &&
  recorded.some(
    ({ kind, generation, postAgain }) => kind === 'reversal' && generation === generationsUsed && postAgain,
  );

/** Of two sets that say the same, the younger may be removed; of two that differ, the late one next to what payroll says. */
function doubled(standing: readonly SetInBooks[], { decided, mapped, recorded }: RunCase): Verdict {
  const pair = [...standing].sort((a, b) => idOf(a.url) - idOf(b.url));
  const [first, second] = pair;
  const isPair = first !== undefined && second !== undefined && pair.length === 2;
  const younger = isPair && haveSameContent(first, second) ? second : undefined;
  const late = isPair && !younger ? pair.find((set) => isLate(set, recorded)) : undefined;
  const isOtherAsPayroll = pair.some((set) => set !== late && set.kind === 'post' && matches(set, mapped));
  const removable = (younger ?? (isOtherAsPayroll ? late : undefined))?.url;
  if (removable && decided.amend === contentKey(mapped)) return { do: 'remove', url: removable };
  const urls = standing.map((set) => set.url);
  return { do: 'drift', what: 'doubled', urls, removable, ...(removable && !younger && { late: true as const }) };
}

/** Exactly what a refused write was to make, and no one has altered it since. */
const isLate = ({ url, fingerprint }: SetInBooks, recorded: readonly RecordedSet[]): boolean =>
  recorded.some((set) => set.late === true && set.url === url && set.fingerprint === fingerprint);

const haveSameContent = (a: Content, b: Content) =>
  a.fingerprint === b.fingerprint || (a.datedOn === b.datedOn && sameTotals(a.lines, b.lines));

/** The newer of two sets has the higher number. */
const idOf = (url: string) => Number(/\/(\d{1,15})\/?$/.exec(url)?.[1] ?? 0);

interface DriftSeen {
  readonly what: Drift;
  readonly urls: readonly string[];
  /** The edited set as it is now. */
  readonly now?: SetInBooks;
}

function driftSeen(recorded: readonly RecordedSet[], inBooks: readonly SetInBooks[]): DriftSeen | undefined {
  const seen = new Map(inBooks.map((set) => [set.url, set]));
  const missing = recorded.filter((set) => !seen.has(set.url));
  if (missing.length > 0) return { what: 'missing', urls: missing.map((set) => set.url) };
  const edited = recorded.find(
    (set) => seen.get(set.url)?.fingerprint !== set.fingerprint || seen.get(set.url)?.tag !== set.tag,
  );
  return edited && { what: 'edited', urls: [edited.url], now: seen.get(edited.url) };
}

/** Nothing is sent into books that someone altered, unless a person asked for exactly this content. */
function decideDrift(
  what: Drift,
  urls: readonly string[],
  facts: RunCase,
  effective: RecordedSet | undefined,
): Verdict {
  const { mapped, decided } = facts;
  const key = contentKey(mapped);
  if (mapped.is === 'post' && what === 'edited' && effective && decided.amend === key)
    return { do: 'amend', url: effective.url };
  if (what === 'missing' && decided.post === key) {
    const left = whatIsLeft(facts.recorded, urls);
    if (left === 'journal') return { do: 'give_up', urls };
    if (left === undefined && mapped.is === 'post') return { do: 'post', generation: facts.generationsUsed + 1 };
  }
  return { do: 'drift', what, urls };
}

/** What else is in the books where sets are missing: then none is posted in their place. */
export function whatIsLeft(
  recorded: readonly Pick<RecordedSet, 'kind' | 'generation' | 'url'>[],
  missing: readonly string[],
): 'journal' | 'reversal' | undefined {
  const left = recorded.filter(({ url }) => !missing.includes(url));
  if (hasLoneReversal(left)) return 'reversal';
  return unreversed(left).length > 0 ? 'journal' : undefined;
}

/** It takes the pay out of the books, along with whatever else is posted for the run. */
const hasLoneReversal = (sets: readonly Pick<RecordedSet, 'kind' | 'generation'>[]): boolean =>
  sets.some(
    ({ kind, generation }) =>
      kind === 'reversal' && !sets.some((one) => one.kind === 'post' && one.generation === generation),
  );
