import { agrees, contentKey, decideRun, type RecordedSet, type RunCase, unreversed, type Verdict } from './decide.js';
import { sameTotals } from '../nouns/diff.js';
import type { Line } from '../nouns/identity.js';
import { pathOf } from '../nouns/pay-run.js';

/**
 * A period and its neighbours are decided together: while one of our sets there has to change or be removed, none of
 * their new sets is posted. `verdictOn`: the verdicts of single runs, where they are known already.
 */
export function decideTogether(
  runs: readonly RunCase[],
  verdictOn: (run: RunCase, index: number) => Verdict = decideRun,
): ReadonlyMap<string, Verdict> {
  const verdicts = new Map(runs.map((run, index) => [run.tag, verdictOn(run, index)]));
  const unsettled = runs.filter((run) => isUnsettled(run, verdicts.get(run.tag)));
  for (const run of runs) {
    const verdict = verdicts.get(run.tag);
    if (verdict?.do === 'post' || verdict?.do === 'ready') {
      const waitsFor = unsettled.flatMap((from) => (isNeighbour(from, run) ? [from.tag] : []));
      const ignored = waitsFor.length > 0 ? [] : heldByIgnored(runs, run);
      if (waitsFor.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', waitsFor });
      else if (ignored.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', ignored });
    }
    // To ask for a reversed run to be posted again, a person must have seen that an ignored set may pay the same
    // people.
    if (verdict?.do === 'held' && verdict.reversed) {
      const ignored = heldByIgnored(runs, run);
      if (ignored.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', ignored });
    }
    // The person who ignored the pay date that it would move to said that nothing is to be in the books for it.
    if (verdict?.do === 'amend' && redateTo(runs, run)?.decided.ignored)
      verdicts.set(run.tag, { do: 'changed', why: 'gone' });
    else if (verdict?.do === 'amend') {
      const waitsFor = waitsForPeople(runs, run);
      if (waitsFor.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', waitsFor });
    }
  }
  return verdicts;
}

/**
 * Ignored neighbours that would pay someone twice. Ed left September, which is ignored but still in the books, and now
 * appears in October: posting October pays him again. A neighbour from before the cut-over counts like an ignored one.
 * Someone paid every month is in both all along, and blocks nothing. A person who was shown these runs may post anyway;
 * an earlier answer, or one to reverse, does not count.
 */
function heldByIgnored(runs: readonly RunCase[], to: RunCase): readonly string[] {
  if (to.mapped.is !== 'post') return [];
  const shown = to.decided.post === to.mapped.fingerprint ? (to.decided.despite ?? []) : [];
  return runs
    .filter((from) => isLeftAsItIs(from) && isNeighbour(from, to) && !shown.includes(from.tag))
    .filter((from) => mayPayTwice(from, to, leftOf(from, runs)))
    .map(({ tag }) => tag);
}

/** Someone who left the one has joined the other. Sets that name no one may pay anyone, unless they agree with payroll. */
function mayPayTwice(from: RunCase, to: RunCase, left: ReadonlySet<string>): boolean {
  const people = peopleOf(to);
  const joined = isYounger(to, from) ? people : moreOften(people, paidBy(to.lastFreeLines ?? []));
  const namesNoOne = to.merged === true && to.lastFreeLines === undefined;
  return joined.some((person) => left.has(person)) || (namesNoOne && mayDiffer(from));
}

/**
 * First seen after the other was ignored. Payroll may still have shown its people in the other run when this one looked
 * free, so all of its people count.
 */
const isYounger = (to: RunCase, { decided }: RunCase): boolean =>
  to.firstSeenAt !== undefined && decided.ignoredAt !== undefined && to.firstSeenAt >= decided.ignoredAt;

/** Nothing corrects its set: someone ignored it, or the cut-over has moved past it since it was posted. */
const isLeftAsItIs = ({ decided, beforeCutover }: RunCase): boolean =>
  decided.ignored === true || beforeCutover === true;

/**
 * The people whom a run's set pays with more payslips than payroll still has for them, there and in the ignored run
 * that took its place.
 */
function leftOf(from: RunCase, runs: readonly RunCase[]): ReadonlySet<string> {
  const still = [from, ...runs.filter((other) => tookItsPlace(from, other))].flatMap(peopleOf);
  return new Set(moreOften(paidBy(unreversed(from.recorded).flatMap((set) => set.lines)), still));
}

/**
 * The people payroll pays in it, once for each payslip. While it is not filed we do not know, so anyone may have left.
 */
function peopleOf({ mapped }: RunCase): readonly string[] {
  if (mapped.is === 'hold') return mapped.people;
  return mapped.is === 'post' ? paidBy(mapped.lines) : [];
}

/** The same run with another pay date, ignored as well and never posted. Its people moved there and nowhere else. */
function tookItsPlace(from: RunCase, other: RunCase): boolean {
  const isIgnored = other.decided.ignored === true && unreversed(other.recorded).length === 0;
  if (from.mapped.is !== 'gone' || other.mapped.is !== 'post' || other.tag === from.tag || !isIgnored) return false;
  const { lines } = other.mapped;
  switch (Math.abs(from.periodIndex - other.periodIndex)) {
    case 0:
      return true;
    case 1:
      return unreversed(from.recorded).some((set) => sameTotals(set.lines, lines));
    default:
      return false;
  }
}

/** A set of it that may be in the books does not agree with payroll. */
const mayDiffer = (facts: RunCase): boolean => mayStand(facts).some((set) => !agrees(set, facts.mapped));

/** Every set that may pay someone: until a new look we do not know which of several is missing. */
function mayStand({ recorded, inBooks, drift }: RunCase): readonly RecordedSet[] {
  if (inBooks) return unreversed(recorded.filter(({ url }) => inBooks.some((set) => set.url === url)));
  if (drift === 'missing') return recorded.length > 1 ? recorded.filter(({ kind }) => kind === 'post') : [];
  return unreversed(recorded);
}

/** The runs that keep back this amendment: its set would take in people who are in their sets, or may still be. */
function waitsForPeople(runs: readonly RunCase[], facts: RunCase): readonly string[] {
  const target = redateTo(runs, facts);
  if (target?.openWrite !== undefined || target?.mayYetShow !== undefined) return [target.tag];
  const becomes = target ? { ...facts, periodIndex: target.periodIndex, mapped: target.mapped } : facts;
  const keeps = (other: RunCase) => givesTo(other, becomes) || (target !== undefined && isUnknownNow(other));
  return runs.flatMap((other) => (isNeighbour(other, becomes) && keeps(other) ? [other.tag] : []));
}

/**
 * Its set is in the books, and we do not know whom payroll pays in it: all of it may have moved to where another set
 * would go.
 */
const isUnknownNow = ({ mapped, recorded }: RunCase): boolean =>
  mapped.is === 'not_filed' && unreversed(recorded).length > 0;

/** In the same period, or the one before or after. */
const isNeighbour = (one: RunCase, other: RunCase) =>
  one.tag !== other.tag && Math.abs(one.periodIndex - other.periodIndex) <= 1;

/**
 * A set takes people in only after the neighbouring set that they left was corrected: until then they would be in both.
 * A neighbour whose write is in doubt may still be about to pay them.
 */
function givesTo(from: RunCase, to: RunCase): boolean {
  if (isLeftInDoubt(from)) return true;
  const standing = unreversed(from.recorded);
  if (standing.length === 0 || to.mapped.is !== 'post') return false;
  const isGone = from.mapped.is === 'gone' || from.mapped.is === 'nothing';
  // An ignored set stays as it is: it blocks only the people it pays.
  if (isGone && from.decided.ignored !== true) return true;
  const left = leftOf(from, []);
  const known = paidBy(unreversed(to.recorded).flatMap((set) => set.lines));
  return moreOften(paidBy(to.mapped.lines), known).some((person) => left.has(person));
}

/** The people a journal pays, once for each payslip: an itemised journal credits them so. */
const paidBy = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ user, debit }) => (user !== undefined && debit.isNegative() ? [pathOf(user)] : []));

/**
 * The people with more payslips than before: they came, or another of their payslips did. Another amount alone is no
 * sign of that.
 */
function moreOften(now: readonly string[], before: readonly string[]): readonly string[] {
  const then = countOf(before);
  return [...countOf(now)].flatMap(([person, count]) => (count > (then.get(person) ?? 0) ? [person] : []));
}

function countOf(people: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1);
  return counts;
}

function isUnsettled(facts: RunCase, verdict: Verdict | undefined): boolean {
  // Altered in the books and changed in payroll: it may have moved to a neighbouring period.
  if (verdict?.do === 'drift' || verdict?.do === 'give_up') return mayDiffer(facts);
  if (verdict?.do === 'changed' || verdict?.do === 'amend' || verdict?.do === 'reverse') return true;
  // An amendment in doubt may not have arrived: its set may be as it was before.
  return isLeftInDoubt(facts) || (facts.openWrite !== undefined && mayDiffer(facts));
}

/** In doubt, or may still turn up, and payroll has other content by now. */
export function isLeftInDoubt({ openWrite, mayYetShow = [], mapped }: RunCase): boolean {
  const key = contentKey(mapped);
  return (openWrite !== undefined && openWrite.fingerprint !== key) || mayYetShow.some((content) => content !== key);
}

/**
 * Where the set of a vanished run goes: to the only new run next to it, if nothing but the pay date can have changed.
 */
export function redateTo(runs: readonly RunCase[], from: RunCase): RunCase | undefined {
  const [standing] = unreversed(from.recorded);
  if (from.mapped.is !== 'gone' || !standing) return undefined;
  const distance = (other: RunCase) => Math.abs(other.periodIndex - from.periodIndex);
  // What the service paid does not become what files pay.
  const near = runs.filter((other) => isNeighbour(from, other) && other.paidBy === from.paidBy);
  const fresh = near.filter(
    (other) => other.mapped.is === 'post' && other.recorded.length === 0 && !other.beforeCutover,
  );
  const vanishedToo = near.some((other) => other.mapped.is === 'gone' && unreversed(other.recorded).length > 0);
  const withSameTotals = fresh.filter(
    (other) => other.mapped.is === 'post' && sameTotals(other.mapped.lines, standing.lines),
  );
  if (withSameTotals.length > 0) return onlyOne(withSameTotals);
  return vanishedToo ? undefined : onlyOne(fresh.filter((other) => distance(other) === 0));
}

const onlyOne = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
