import { daysBetween, taxMonthOf, taxYearOf } from '../journal/nouns/dates.js';
import { type Amounts, halfOf, isSame, less, placeOf, together } from './amounts.js';
import { type Case, type Figures, signsOf } from './causes.js';
import { type Effort, explain, type Explanation, partly, type Search, searchIn, toldOf } from './explain.js';
import { isCostRole, type Layout, laidOut, nameOf, ours, placeIn, roleIn } from './layout.js';
import { type Chart, layoutsIn } from './learn.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

/** Runs and the sets that carry them, and what is wrong with these. */
export interface Fit {
  readonly runs: readonly AuditRun[];
  readonly sets: readonly BookedSet[];
  readonly layout: Layout;
  readonly found: Amounts;
  readonly explanation: Explanation;
  /** The runs, by their place here, whose sets are dated where they do not belong. */
  readonly misdated: ReadonlySet<number>;
}

export interface Known {
  readonly chart: Chart;
  /** Month and day on which the company's accounts end. */
  readonly accountingYearEnd?: string;
  /** Layouts of this year's journals that agree, the commonest first. */
  readonly layouts: readonly Layout[];
}

export interface Searching extends Known {
  readonly effort: Effort;
}

/** So many layouts of this year, and as many others, are searched for causes: the search of each has its own limit. */
const searchedMax = 2;

/** These sets as these runs in a layout that leaves nothing over, if there is one. */
export function exactFit(runs: readonly AuditRun[], sets: readonly BookedSet[], known: Known): Fit | undefined {
  const found = foundIn(sets);
  const parts = runs.flatMap((run) => run.parts);
  for (const layout of layoutsFor(found, runs, known))
    if (isSame(found, laidOut(parts, layout)))
      return { runs, sets, layout, found, explanation: nothing, misdated: misdatedIn(runs, sets, known) };
  return undefined;
}

const nothing: Explanation = { told: [], hints: [] };

const foundIn = (sets: readonly BookedSet[]): Amounts =>
  sets.length === 1 ? (sets[0] as BookedSet).amounts : together(...sets.map(({ amounts }) => amounts));

/** This year's first, ours, then what this journal itself suggests. */
function layoutsFor(found: Amounts, runs: readonly AuditRun[], { chart, layouts }: Known): readonly Layout[] {
  const parts = runs.flatMap((run) => run.parts);
  const own = layoutsIn(found, parts, chart, [...layouts, ours]).map(({ layout }) => layout);
  return [...new Map([...layouts, ours, ...own].map((layout) => [nameOf(layout), layout])).values()];
}

/** The fewest causes over all layouts; of as few, this year's layout. */
export function fitOf(
  runs: readonly AuditRun[],
  sets: readonly BookedSet[],
  known: Searching,
  most: 0 | 1 | 3 = 3,
): Fit {
  const found = foundIn(sets);
  const figures = figuresIn(sets);
  const ranked = layoutsFor(found, runs, known)
    .map((layout, at) => ({
      strange: strangeIn(layout, known),
      layout,
      at,
      rest: less(
        found,
        laidOut(
          runs.flatMap((run) => run.parts),
          layout,
        ),
      ),
    }))
    .map((one) => ({ ...one, agreeing: agreeing(found, one.rest, one.layout, runs) }))
    .filter(({ strange, agreeing: count }) => strange === 0 || count >= agreeingMin)
    .sort((a, b) => differing(a) - differing(b) || a.at - b.at);
  const isKnown = ({ strange }: { readonly strange: number }) => strange === 0;
  const tried = [
    ...ranked.filter(isKnown).slice(0, searchedMax),
    ...ranked.filter((one) => !isKnown(one)).slice(0, searchedMax),
  ].map((one) => {
    const signs = most === 0 ? [] : toldOf(casesOf(runs, { ...one, found, figures }, known), signsOf);
    const given = { figures, payroll: payrollFigures(runs, one.layout), latest: runs.length - 1, effort: known.effort };
    return { layout: one.layout, search: searchIn(one.rest, signs, given) };
  });
  const lightest = (explained: (search: Search) => Explanation) =>
    tried
      .map(({ layout, search }) => ({ layout, explanation: explained(search) }))
      .sort((a, b) => weight(a.explanation) - weight(b.explanation))[0];
  let best = lightest((search) => explain(search, 0));
  for (let count = 1; count <= most && best?.explanation.other !== undefined; count++)
    best = lightest((search) => explain(search, count));
  if (most === 3 && best?.explanation.other !== undefined) best = lightest(partly);
  const { layout, explanation } = best as NonNullable<typeof best>;
  return { runs, sets, layout, found, explanation, misdated: misdatedIn(runs, sets, known) };
}

/** One that puts all on one account differs in few places because it has few: those that agree count too. */
const differing = (one: { readonly rest: Amounts; readonly strange: number; readonly agreeing: number }) =>
  one.rest.size + one.strange - one.agreeing;

/**
 * A layout that no other journal of the year has, and a cause on top of it, would make payroll of anything: two accounts
 * must have what payroll says.
 */
const agreeingMin = 2;
function agreeing(found: Amounts, rest: Amounts, layout: Layout, runs: readonly AuditRun[]): number {
  const should = laidOut(
    runs.flatMap((run) => run.parts),
    layout,
  );
  return [...should.keys()].filter((place) => found.has(place) && !rest.has(place)).length;
}

/** How many accounts this layout has otherwise than this year's and ours that are most like it, costs and liabilities apart. */
function strangeIn({ codes, net }: Layout, { layouts }: Known): number {
  const bases = [...layouts, ours];
  const apart = (isOfHalf: (key: string) => boolean) =>
    Math.min(
      ...bases.map((base) => {
        const keys = [...new Set([...codes.keys(), ...base.codes.keys()])].filter(isOfHalf);
        const other = keys.filter((key) => codes.get(key) !== base.codes.get(key));
        return new Set(other.map((key) => `${base.codes.get(key)} ${codes.get(key)}`)).size;
      }),
    );
  const isCostKey = (key: string) => isCostRole(roleIn(key));
  const ofNet = bases.some((base) => base.net === net) ? 0 : 1;
  return apart(isCostKey) + apart((key) => !isCostKey(key)) + ofNet;
}

const weight = ({ told, other }: Explanation) => told.length + (other === undefined ? 0 : 10 + other.size);

function casesOf(
  runs: readonly AuditRun[],
  booked: Pick<Case, 'layout' | 'rest' | 'found' | 'figures'>,
  { chart }: Known,
): readonly Case[] {
  const isAlone = runs.length === 1;
  return runs.map((run) => {
    const should = laidOut(run.parts, booked.layout);
    return { ...booked, run, should, isAlone, kindOf: chart.kindOf };
  });
}

/** Lines, and what each account comes to. */
function figuresIn(sets: readonly BookedSet[]): Figures {
  const figures = new Map<string, bigint[]>();
  const add = (place: string, pence: bigint) => figures.set(place, [...(figures.get(place) ?? []), pence]);
  for (const { lines, amounts } of sets) {
    for (const [place, pence] of amounts) add(place, pence);
    for (const { code, user, pence } of lines) add(placeOf(code, user), pence);
  }
  return figures;
}

/** What a line may be that is typed right: of one person, or one thing, on an account; or the whole account. */
function payrollFigures(runs: readonly AuditRun[], layout: Layout): ReadonlyMap<string, ReadonlySet<bigint>> {
  const sums = new Map<string, Map<string, bigint>>();
  for (const [index, run] of runs.entries())
    for (const part of run.parts) {
      const place = placeIn(layout, part);
      const ofPlace = sums.get(place) ?? new Map<string, bigint>();
      sums.set(place, ofPlace);
      for (const group of ['', part.person ?? '', part.role, `${part.person} ${part.role}`])
        ofPlace.set(`${index} ${group}`, (ofPlace.get(`${index} ${group}`) ?? 0n) + part.pence);
    }
  return new Map([...sums].map(([place, ofPlace]) => [place, new Set(ofPlace.values())]));
}

function misdatedIn(
  runs: readonly AuditRun[],
  sets: readonly BookedSet[],
  { accountingYearEnd }: Pick<Known, 'accountingYearEnd'>,
): ReadonlySet<number> {
  const at = [...runs.entries()].filter(([, run]) =>
    sets.some((set) => isMisdated(run.datedOn, set.datedOn, accountingYearEnd)),
  );
  return new Set(at.map(([index]) => index));
}

const lateDays = 10;
const earlyDays = 31;

/** Later than ten days and in another tax month, earlier than 31 days, or in another accounting year. */
export function isMisdated(payDate: string, datedOn: string, accountingYearEnd?: string): boolean {
  const late = daysBetween(payDate, datedOn);
  const sameMonth = taxMonthOf(payDate) === taxMonthOf(datedOn) && taxYearOf(payDate) === taxYearOf(datedOn);
  if ((late > lateDays && !sameMonth) || late < -earlyDays) return true;
  return accountingYearEnd !== undefined && yearIn(payDate, accountingYearEnd) !== yearIn(datedOn, accountingYearEnd);
}

/** The calendar year in which the accounting year of a day ends. */
const yearIn = (day: string, end: string): number => Number(day.slice(0, 4)) + (day.slice(5) > end ? 1 : 0);

/** How many things a fit says: causes, wrong dates, and what is left as one more than three causes. */
export const thingsIn = ({ explanation, misdated }: Fit): number =>
  explanation.told.length + misdated.size + (explanation.other === undefined ? 0 : 4);

/** What no cause explains must be under half the run: else it is another journal. */
export function isBelievable({ explanation: { other }, runs, sets }: Fit): boolean {
  if (other === undefined) return true;
  // Several that are no run even together may be anything.
  if (sets.length > 1) return false;
  return (
    2n * halfOf(other) <
    halfOf(
      laidOut(
        runs.flatMap((run) => run.parts),
        ours,
      ),
    )
  );
}
