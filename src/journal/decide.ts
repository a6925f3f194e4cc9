import { withoutSuffix } from './chart.js';
import { sameTotals } from './diff.js';
import type { Line } from './identity.js';
import { sumByKey } from './money.js';
import { pathOf } from './pay-run.js';

/**
 * The decision table of the exactly-once protocol as pure functions: from what is recorded, what is in the books and
 * what payroll has, to what to do. `decideRun` judges one pay run, `decideTogether` a period and its neighbours.
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
  /** This run's sets as the last look saw them; absent when nobody looked. */
  readonly inBooks?: readonly SetInBooks[];
  readonly mapped: Mapped;
  readonly mode: 'auto' | 'approve' | 'check';
  readonly beforeCutover: boolean;
  /** A write of this run whose outcome is not known, with the content it was to have. */
  readonly openWrite?: { readonly fingerprint: string };
  /** A post that was refused, or not found by one look, and may be in the books all the same. */
  readonly mayYetShow?: { readonly lines: readonly Line[] };
  /** What the last look found wrong, until somebody corrects or decides it. */
  readonly drift?: Drift;
  readonly decided: DecidedActs;
  readonly amendments: 'ask' | 'amend' | 'reverse';
  /** Its journal when it was last posted or free to be posted: people who are not in it joined later. */
  readonly passed?: readonly Line[];
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

/** What is to be done with a pay run, and why. */
export type Verdict =
  | { readonly do: 'wait' }
  | { readonly do: 'record'; readonly sets: readonly SetInBooks[] }
  | { readonly do: 'post'; readonly generation: number }
  | { readonly do: 'amend' | 'reverse' | 'remove'; readonly url: string }
  | {
      readonly do: 'changed';
      readonly why: 'amount' | 'hold' | 'nothing' | 'gone' | 'not_filed' | 'neighbour';
      /** Ignored runs whose sets may pay some of its people: a person may post it all the same. */
      readonly ignored?: readonly string[];
    }
  | { readonly do: 'drift'; readonly what: Drift; readonly urls: readonly string[]; readonly removable?: string }
  | { readonly do: 'held'; readonly reversed: boolean }
  | { readonly do: 'posted' | 'ready' | 'check' | 'nothing' | 'not_ready' | 'before_cutover' | 'ignored' };

/** A decision holds only for the content it was made for. */
export const contentKey = (mapped: Mapped): string => (mapped.is === 'post' ? mapped.fingerprint : mapped.is);

export function decideRun(facts: RunCase): Verdict {
  const { recorded, inBooks, mapped, decided } = facts;
  if (facts.openWrite) return { do: 'wait' };

  const unrecorded = (inBooks ?? []).filter((set) => !recorded.some((known) => known.url === set.url));
  if (unrecorded.length > 0) return { do: 'record', sets: unrecorded };
  if (decided.ignored) return { do: 'ignored' };

  const seen = unreversed(inBooks ?? recorded);
  if (seen.length > 1) return doubled(seen, decided, mapped);

  const drift = inBooks ? driftSeen(recorded, inBooks) : undefined;
  const effective = unreversed(recorded)[0];
  if (drift?.what === 'edited' && drift.now && effective?.url === drift.now.url && matches(drift.now, mapped)) {
    return { do: 'record', sets: [drift.now] };
  }
  if (drift) return decideDrift(drift.what, drift.urls, facts, effective);
  if (!inBooks && facts.drift)
    return decideDrift(
      facts.drift,
      recorded.map((set) => set.url),
      facts,
      effective,
    );

  return effective ? decideStanding(effective, facts) : decideUnposted(facts);
}

/** Posted sets that no reversal of the same generation undoes; a reversal is of its own generation too. */
export function unreversed<T extends { kind: string; generation: number }>(sets: readonly T[]): readonly T[] {
  const undone = new Set(sets.filter((set) => set.kind === 'reversal').map((set) => set.generation));
  return sets.filter((set) => !undone.has(set.generation));
}

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
function agrees(effective: RecordedSet, mapped: Mapped): boolean {
  if (mapped.is !== 'post') return false;
  return effective.origin === 'adopted' ? matches(effective, mapped) : effective.fingerprint === mapped.fingerprint;
}

function decideUnposted(facts: RunCase): Verdict {
  const { mapped, recorded, decided } = facts;
  const reversed = recorded.length > 0;
  if (mapped.is === 'gone') return { do: 'nothing' };
  if (facts.beforeCutover && !reversed) return { do: 'before_cutover' };
  if (mapped.is === 'not_filed') return { do: 'not_ready' };
  if (mapped.is === 'nothing') return { do: 'nothing' };
  if (mapped.is === 'hold') return { do: 'held', reversed: false };
  if (facts.mode === 'check') return { do: 'check' };
  const asked = decided.post === mapped.fingerprint;
  if (reversed && !asked) return { do: 'held', reversed: true };
  if (facts.mode === 'approve' && !asked) return { do: 'ready' };
  return { do: 'post', generation: facts.generationsUsed + 1 };
}

function doubled(standing: readonly SetInBooks[], decided: DecidedActs, mapped: Mapped): Verdict {
  const [first, second] = [...standing].sort((a, b) => idOf(a.url) - idOf(b.url));
  const sameContent = first !== undefined && second !== undefined && haveSameContent(first, second);
  const removable = standing.length === 2 && sameContent ? second.url : undefined;
  if (removable && decided.amend === contentKey(mapped)) return { do: 'remove', url: removable };
  return { do: 'drift', what: 'doubled', urls: standing.map((set) => set.url), removable };
}

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

/** Nothing is sent into books that somebody altered, unless a person asked for exactly this content. */
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
  if (mapped.is === 'post' && what === 'missing' && decided.post === key) {
    return { do: 'post', generation: facts.generationsUsed + 1 };
  }
  return { do: 'drift', what, urls };
}

const judged = new WeakMap<RunCase, Verdict>();

/** Most runs have not changed since the step before, so neither has their verdict. */
function verdictOn(run: RunCase): Verdict {
  const known = judged.get(run);
  if (known) return known;
  const verdict = decideRun(run);
  judged.set(run, verdict);
  return verdict;
}

/**
 * A period and its neighbours are decided together: while one of our sets there has to change or be removed, none of
 * their new sets is posted.
 */
export function decideTogether(runs: readonly RunCase[]): ReadonlyMap<string, Verdict> {
  const verdicts = new Map(runs.map((run) => [run.tag, verdictOn(run)]));
  const unsettled = new Set(
    runs.filter((run) => isUnsettled(run, verdicts.get(run.tag))).map(({ periodIndex }) => periodIndex),
  );
  const mayPay = runs.filter(({ mayYetShow }) => mayYetShow);
  for (const run of runs) {
    const verdict = verdicts.get(run.tag);
    if (verdict?.do === 'post' || verdict?.do === 'ready') {
      const waits =
        [-1, 0, 1].some((distance) => unsettled.has(run.periodIndex + distance)) ||
        mayPay.some((from) => isNeighbour(from, run) && mayYetPay(from, run));
      const ignored = waits ? [] : heldByIgnored(runs, run);
      if (waits) verdicts.set(run.tag, { do: 'changed', why: 'neighbour' });
      else if (ignored.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', ignored });
    }
    // Whoever asks to post a reversed run again must have seen that an ignored set may pay the same people.
    if (verdict?.do === 'held' && verdict.reversed) {
      const ignored = heldByIgnored(runs, run);
      if (ignored.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', ignored });
    }
    if (verdict?.do === 'amend' && waitsForPeople(runs, run)) {
      verdicts.set(run.tag, { do: 'changed', why: 'neighbour' });
    }
  }
  return verdicts;
}

/**
 * The ignored runs next to it whose sets still pay somebody who left them and joined this one since it was last free to
 * be posted. People who are paid every month are in both at once, so they block nothing. A person who was shown these
 * runs may post it all the same; an answer given before, or to reverse it, does not count.
 */
function heldByIgnored(runs: readonly RunCase[], to: RunCase): readonly string[] {
  if (to.mapped.is !== 'post') return [];
  const known = to.decided.post === to.mapped.fingerprint ? (to.decided.despite ?? []) : [];
  const beside = runs.filter(
    (from) => from.decided.ignored === true && isNeighbour(from, to) && !known.includes(from.tag),
  );
  if (beside.length === 0) return [];
  const before = peopleIn(to.passed ?? []);
  const people = [...peopleIn(to.mapped.lines)];
  const nobodyIsNamed = to.merged === true && to.passed === undefined;
  return beside
    .filter((from) => {
      const left = leftOf(from, runs);
      const came = isYounger(to, from) ? people : people.filter((person) => !before.has(person));
      return came.some((person) => left.has(person)) || (nobodyIsNamed && isOtherwise(from));
    })
    .map(({ tag }) => tag);
}

/**
 * First seen after the other was ignored. It may have been shown as free while payroll still seemed to have its people
 * in the other one, so all its people count.
 */
const isYounger = (to: RunCase, { decided }: RunCase): boolean =>
  to.firstSeenAt !== undefined && decided.ignoredAt !== undefined && to.firstSeenAt >= decided.ignoredAt;

/**
 * The people whom a run's set pays and whom payroll no longer has there, nor in the ignored run that took its place.
 */
function leftOf(from: RunCase, runs: readonly RunCase[]): ReadonlySet<string> {
  const paid = peopleIn(unreversed(from.recorded).flatMap((set) => set.lines));
  const still = [from, ...runs.filter((other) => tookItsPlace(from, other))].map(peopleOf);
  return new Set([...paid].filter((person) => !still.some((people) => people.has(person))));
}

/** The people whom payroll has in it. While it is not filed nobody knows, so anybody may have left. */
function peopleOf({ mapped }: RunCase): ReadonlySet<string> {
  if (mapped.is === 'post') return peopleIn(mapped.lines);
  return new Set(mapped.is === 'hold' ? mapped.people : []);
}

/** The same run with another pay date: ignored as well and never posted. Its people moved there and nowhere else. */
function tookItsPlace(from: RunCase, other: RunCase): boolean {
  if (from.mapped.is !== 'gone' || other.mapped.is !== 'post' || other.tag === from.tag) return false;
  if (other.decided.ignored !== true || unreversed(other.recorded).length > 0) return false;
  const distance = Math.abs(from.periodIndex - other.periodIndex);
  const { lines } = other.mapped;
  return distance === 0 || (distance === 1 && unreversed(from.recorded).some((set) => sameTotals(set.lines, lines)));
}

const isOtherwise = ({ recorded, mapped }: RunCase): boolean =>
  unreversed(recorded).some((set) => !agrees(set, mapped));

/** Whether the amended set would take in people who are still in another set, or may be in one that is still to come. */
function waitsForPeople(runs: readonly RunCase[], facts: RunCase): boolean {
  const target = redateTo(runs, facts);
  if (target?.openWrite !== undefined || target?.mayYetShow !== undefined) return true;
  const becomes = target ? { ...facts, periodIndex: target.periodIndex, mapped: target.mapped } : facts;
  return runs.some((other) => isNeighbour(other, becomes) && givesTo(other, becomes));
}

/** In the same period, or the one before or after. */
export const isNeighbour = (one: RunCase, other: RunCase) =>
  one.tag !== other.tag && Math.abs(one.periodIndex - other.periodIndex) <= 1;

/**
 * A set takes people in only after the neighbouring set that they left was corrected: otherwise they would be in both
 * meanwhile. A neighbour whose write is in doubt may still be about to pay them.
 */
function givesTo(from: RunCase, to: RunCase): boolean {
  if (isLeftInDoubt(from) || mayYetPay(from, to)) return true;
  const standing = unreversed(from.recorded);
  if (standing.length === 0 || to.mapped.is !== 'post') return false;
  const isGone = from.mapped.is === 'gone' || from.mapped.is === 'nothing';
  // An ignored set stays as it is: it blocks only the people whom it pays.
  if (isGone && from.decided.ignored !== true) return true;
  const there = peopleOf(from);
  const known = peopleIn(unreversed(to.recorded).flatMap((set) => set.lines));
  const coming = [...peopleIn(to.mapped.lines)].filter((person) => !known.has(person));
  return standing.some((set) => coming.some((person) => peopleIn(set.lines).has(person) && !there.has(person)));
}

/** Whether its set that may yet show would pay people whom payroll has moved from there to here. */
function mayYetPay(from: RunCase, to: RunCase): boolean {
  if (!from.mayYetShow || to.mapped.is !== 'post') return false;
  const nobodyIsNamed = from.merged === true && from.mapped.is !== 'post' && from.mapped.is !== 'hold';
  const [there, here] = [peopleOf(from), peopleIn(to.mapped.lines)];
  return nobodyIsNamed || [...peopleIn(from.mayYetShow.lines)].some((one) => here.has(one) && !there.has(one));
}

const peopleIn = (lines: readonly Line[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => (line.user === undefined ? [] : [pathOf(line.user)])));

function isUnsettled(facts: RunCase, verdict: Verdict | undefined): boolean {
  // Altered in the books and changed in payroll: it may have moved to a neighbouring period.
  if (verdict?.do === 'drift' && verdict.what !== 'missing') return isOtherwise(facts);
  if (verdict?.do === 'changed' || verdict?.do === 'amend' || verdict?.do === 'reverse') return true;
  // An amendment in doubt may not have arrived: its set may be as it was before.
  return isLeftInDoubt(facts) || (facts.openWrite !== undefined && isOtherwise(facts));
}

/** In doubt, and payroll has other content by now. */
const isLeftInDoubt = ({ openWrite, mapped }: RunCase): boolean =>
  openWrite !== undefined && openWrite.fingerprint !== contentKey(mapped);

/**
 * Where the set of a vanished run goes: to the one new run next to it, if nothing but the pay date can have changed.
 */
export function redateTo(runs: readonly RunCase[], from: RunCase): RunCase | undefined {
  const [standing] = unreversed(from.recorded);
  if (from.mapped.is !== 'gone' || !standing) return undefined;
  const distance = (other: RunCase) => Math.abs(other.periodIndex - from.periodIndex);
  const near = runs.filter((other) => isNeighbour(from, other));
  const fresh = near.filter(
    (other) => other.mapped.is === 'post' && other.recorded.length === 0 && !other.beforeCutover,
  );
  const vanishedToo = near.some((other) => other.mapped.is === 'gone' && unreversed(other.recorded).length > 0);
  const saysTheSame = fresh.filter(
    (other) => other.mapped.is === 'post' && sameTotals(other.mapped.lines, standing.lines),
  );
  if (saysTheSame.length > 0) return onlyOne(saysTheSame);
  return vanishedToo ? undefined : onlyOne(fresh.filter((other) => distance(other) === 0));
}

const onlyOne = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
