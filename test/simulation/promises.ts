import { Posting } from '../../src/record/runs/posting.entity.js';
import { type Adjustment, isAdjustment, isPayroll } from '../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { Database } from '../../src/ground/database.js';
import type { Finding } from '../../src/sync/verify.js';
import { addDays, periodOf, runsOfPension, type Payroll, peopleByTag, tagOf, tagOfRun } from './payroll.js';
import type { BookedSet } from './service.js';

/** The promises I1 to I3, checked only against the service's books and the program's own record. */

/** The tags of pay runs and of adjustments. */
const tagShape =
  /^counterfoil((?:\.weekly)?:\d{4}-\d{2}:(?:\d{4}-\d{2}-\d{2}(?::recovery)?|(?:levy|cis|allowance)-\d+))(?::(r|reversal-)(\d+))?$/;
export const isOurs = (tag: string) => /^counterfoil[.:]/.test(tag);
export const adjustmentShape = /:recovery$|:levy-|:cis-|:allowance-/;

interface Place {
  readonly run: string;
  readonly kind: 'post' | 'reversal';
  readonly generation: number;
}

export function placeOf(tag: string): Place | undefined {
  const match = tagShape.exec(tag);
  if (!match) return undefined;
  const [, run = '', kind, number] = match;
  if (kind === 'reversal-') return { run, kind: 'reversal', generation: Number(number) };
  return { run, kind: 'post', generation: kind === 'r' ? Number(number) : 1 };
}

/** Sets of ours that pay someone and are not undone. */
export function standingSets(sets: readonly BookedSet[]): readonly (BookedSet & Place)[] {
  const ours = sets.flatMap((set) => {
    const place = placeOf(set.tag);
    return place ? [{ ...set, ...place }] : [];
  });
  return ours.filter(
    (set) =>
      set.kind === 'post' &&
      !ours.some((one) => one.kind === 'reversal' && one.run === set.run && one.generation === set.generation),
  );
}

/** I1: no payroll run is in the books twice. `altered` are those that people doubled or whose reversal they deleted. */
export function paidTwice(sets: readonly BookedSet[], altered: ReadonlySet<number>): string | undefined {
  const setsOf = new Map<number, (BookedSet & Place)[]>();
  for (const set of standingSets(sets)) {
    for (const run of runsIn(set)) setsOf.set(run, [...(setsOf.get(run) ?? []), set]);
  }
  for (const [run, paying] of setsOf) {
    const monthOf = (run: string) => /:(\d{4})-(\d{2})/.exec(run)?.slice(1).map(Number) ?? [];
    const periods = paying.map((set) => monthOf(set.run)).map(([year = 0, period = 0]) => year * 12 + period);
    // A move further than to the next period is outside the promise: shown, not prevented.
    const near = periods.some((one, index) => periods.some((other, at) => at > index && Math.abs(one - other) <= 1));
    if (near && !altered.has(run))
      return `I1: run ${run} is paid by ${paying.map((set) => `${set.tag} (set ${set.id})`).join(' and ')}`;
  }
  return undefined;
}

/** I1 for adjustments, which pay no one: each is there once. */
export function adjustedTwice(sets: readonly BookedSet[], altered: ReadonlySet<string>): string | undefined {
  const standing = standingSets(sets).filter(({ run }) => adjustmentShape.test(run) && !altered.has(run));
  const twice = standing.find((set) => standing.some((one) => one.run === set.run && one.id < set.id));
  return twice && `I1: ${twice.run} stands twice (set ${twice.id})`;
}

const pensions = '403';

/** The payroll runs that a set pays, by their marks. */
export function runsIn(set: BookedSet): readonly number[] {
  return runsOfPension(set.lines.filter(({ code }) => code === pensions).reduce((sum, line) => sum + line.pence, 0));
}

export interface AtRest {
  readonly database: Database;
  readonly companyId: string;
  readonly sets: readonly BookedSet[];
  /** All sets, including deleted ones as they were last. */
  readonly everInBooks: readonly BookedSet[];
  readonly payroll: Payroll;
  readonly findings: readonly Finding[];
  readonly balance: ReadonlyMap<string, number>;
  readonly postFrom: string;
  readonly today: string;
  readonly mode: 'auto' | 'approve' | 'check';
  readonly altered: ReadonlySet<number>;
  /** By the tag of an ignored run: whom each run that the program knew paid at that moment. */
  readonly whenIgnored: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly everKept: ReadonlySet<string>;
  /** Sets that were made long after they were refused, next to what was posted since: their tags, by address. */
  readonly lateDoubles: ReadonlyMap<string, string>;
  /** Absent when there are no adjustments. */
  readonly adjustment?: AdjustmentsAtRest;
  /** The same for adjustments, by what they are for. */
  readonly alteredSets: ReadonlySet<string>;
}

export interface AdjustmentsAtRest {
  /** The pence that a person entered, by set; several when it is not known which one is in force. */
  readonly entered: ReadonlyMap<string, readonly number[]>;
  /** Sets that must be there. */
  readonly kept: ReadonlySet<string>;
  /** Every recovery is posted without a question. */
  readonly auto: boolean;
  /** No recovery is posted or asked about. */
  readonly off: boolean;
}

/** What must hold once everything has come to rest. */
export async function brokenPromises(at: AtRest): Promise<readonly string[]> {
  const [postings, runs] = await at.database.read(async (rows) => [
    await rows.findBy(Posting, { companyId: at.companyId }),
    await rows.findBy(PayRunRecord, { companyId: at.companyId }),
  ]);
  const [found, kept] = [runs.filter(isPayroll), runs.filter(isAdjustment)];
  const standing = postings.filter((one) => one.state === 'in_books' || one.state === 'doubled');
  const adjustment = at.adjustment ? adjustmentsAccounted(at, at.adjustment, { kept, found }) : [];
  return [
    ...recorded(at, standing),
    ...accounted(at, found),
    ...adjustment,
    ...balanced(at, standing),
    ...lateShown(at, runs, standing),
  ];
}

/** A refused set that was made late stands beside another: shown, and its removal is offered where that is payroll's. */
function lateShown(
  { lateDoubles, sets }: AtRest,
  runs: readonly PayRunRecord[],
  standing: readonly Posting[],
): readonly string[] {
  return standingSets(sets).flatMap(({ url, tag }) => {
    const others = standingSets(sets).filter((set) => set.tag === tag && set.url !== url);
    const row = runs.find((one) => one.tag === placeOf(tag)?.run || tag.startsWith(one.tag));
    // People may have tagged it otherwise since.
    if (lateDoubles.get(url) !== tag || others.length === 0 || !row || row.state === 'ignored') return [];
    const { plan } = row;
    if (plan?.kind !== 'drift' || plan.what !== 'doubled') return [`late: ${tag} is doubled and ${row.state}`];
    const isPayrolls = others.length === 1 && isAsPayroll(standing, others[0]?.url, row);
    return isPayrolls && plan.removable !== url ? [`late: the removal of ${url} is not offered`] : [];
  });
}

const isAsPayroll = (standing: readonly Posting[], url: string | undefined, { fingerprint }: PayRunRecord): boolean =>
  standing.some((posting) => posting.journalSet === url && posting.fingerprint === fingerprint);

/** I2: all sets of ours are recorded, all that is recorded is there, or shown. */
function recorded({ sets, findings, altered, alteredSets }: AtRest, standing: readonly Posting[]): readonly string[] {
  const ours = sets.filter((set) => isOurs(set.tag));
  const unrecorded = ours.filter((set) => !standing.some((posting) => posting.journalSet === set.url));
  const isAltered = (set: BookedSet) =>
    runsIn(set).some((run) => altered.has(run)) || alteredSets.has(placeOf(set.tag)?.run ?? '');
  const shown = (url: string) => findings.some((finding) => finding.journalSet === url);
  const gone = standing.filter((posting) => !sets.some((set) => set.url === posting.journalSet));
  return [
    ...unrecorded
      .filter((set) => !(shown(set.url) && isAltered(set)))
      .map((set) => `I2: ${set.tag} (set ${set.id}) is in the books and not recorded`),
    ...gone
      .filter((posting) => !shown(posting.journalSet))
      .map((posting) => `I2: ${posting.tag} is recorded, not in the books, and verify does not show it`),
  ];
}

export const waiting: readonly string[] = ['held', 'changed', 'drift', 'refused'];

/** I3: every run that is due is posted as payroll says, or waits with a reason. */
function accounted(at: AtRest, rows: readonly PayRunRecord[]): readonly string[] {
  const broken: string[] = [];
  for (const due of dueRuns(at)) {
    const row = rows.find((one) => one.tag === due.tag);
    if (!row) broken.push(`I3: ${due.tag} is due and nowhere`);
    else if (row.state === 'posted') {
      const posted = standingSets(at.sets).filter((set) => tagOfRun(set.run) === due.tag);
      const gross = posted.map(grossOf);
      const altered = due.runs.some((run) => at.altered.has(run));
      if (!altered && (gross.length !== 1 || gross[0] !== due.grossPence))
        broken.push(`I3: ${due.tag} is shown as posted; the books say ${gross.join(', ')}, payroll ${due.grossPence}`);
    } else if (waiting.includes(row.state)) {
      if (row.reason === null) broken.push(`I3: ${due.tag} is ${row.state} and does not say why`);
      broken.push(...blockedByIgnored(at, row));
    } else if (row.state === 'ready' && at.mode === 'approve') continue;
    else if (row.state !== 'ignored') broken.push(`I3: ${due.tag} is due and ${row.state}`);
  }
  return broken;
}

/**
 * People who are paid every month were in both runs when the one was ignored: they block nothing. Someone who had left
 * the ignored run by then is still paid by its set: posting their new run would pay them twice. A person may decide so.
 */
function blockedByIgnored(
  { payroll, whenIgnored, everKept, everInBooks, sets }: AtRest,
  { tag, plan }: PayRunRecord,
): readonly string[] {
  if (plan?.kind !== 'changed' || plan.mayPost !== true || everKept.has(tag)) return [];
  // The people of a reversed set may have moved to the ignored run and back.
  if ([...everInBooks, ...sets].some((set) => set.tag.startsWith(`${tag}:reversal-`))) return [];
  const now = peopleByTag(payroll).get(tag) ?? [];
  const stayed = (ignored: string) => {
    const people = whenIgnored.get(ignored);
    const paid = [...paidBy(everInBooks, ignored), ...paidBy(sets, ignored)];
    const left = paid.filter((person) => !people?.get(ignored)?.includes(person));
    return now.every((person) => people?.get(tag)?.includes(person) && !left.includes(person));
  };
  const without = (plan.waitsFor ?? []).filter((ignored) => whenIgnored.has(ignored) && stayed(ignored));
  return without.map((ignored) => `I3: ${tag} waits for ${ignored}, which is ignored, and no one came into it since`);
}

/** The people whom a run's sets pay, counting deleted sets, because a deletion is not noticed before verify. */
const paidBy = (sets: readonly BookedSet[], tag: string): readonly number[] =>
  standingSets(sets)
    .filter((set) => tagOfRun(set.run) === tag)
    .flatMap(({ lines }) => lines.flatMap(({ user }) => user ?? []));

interface Due {
  readonly tag: string;
  readonly period: number;
  readonly runs: readonly number[];
  readonly grossPence: number;
}

/** A future tax year is not read; the previous one is, from 5 July only weekly. */
export function dueRuns({ payroll, postFrom, today }: Pick<AtRest, 'payroll' | 'postFrom' | 'today'>): readonly Due[] {
  const due = new Map<string, { period: number; runs: number[]; grossPence: number }>();
  for (const run of payroll.runs) {
    if (run.gone || payroll.unfiled.has(run.period) || run.datedOn < postFrom) continue;
    if (!isLookedAt(run.period, today)) continue;
    const tag = tagOf(run);
    const one = due.get(tag) ?? { period: run.period, runs: [], grossPence: 0 };
    one.runs.push(run.id);
    one.grossPence += Math.round([...run.gross.values()].reduce((sum, pounds) => sum + pounds, 0) * 100);
    due.set(tag, one);
  }
  return [...due].map(([tag, one]) => ({ tag, ...one }));
}

function isLookedAt(period: number, today: string): boolean {
  const now = periodOf(today);
  const thisYear = now - (now % 12);
  return period < thisYear + 12 && period >= thisYear - 12;
}

/** Salaries, directors' salaries and allocated ones. */
const grossCodes: readonly string[] = ['401', '407', '404'];
const grossOf = (set: BookedSet) =>
  set.lines.filter(({ code }) => grossCodes.includes(code)).reduce((sum, line) => sum + line.pence, 0);

/** I3 for adjustments: what was entered or is due is posted correctly, or waits with a reason. */
function adjustmentsAccounted(
  at: AtRest,
  { entered, kept: mustBeThere, auto }: AdjustmentsAtRest,
  { kept, found }: { readonly kept: readonly Adjustment[]; readonly found: readonly PayRunRecord[] },
): readonly string[] {
  const broken: string[] = [];
  const owed = (run: string) =>
    standingSets(at.sets)
      .filter((set) => set.run === run)
      .map(({ lines }) => lines.filter(({ code }) => code === '814').reduce((sum, line) => sum + line.pence, 0));
  for (const row of kept) {
    const run = placeOf(row.tag)?.run ?? '';
    const isBefore = row.state === 'before_cutover' && row.datedOn < at.postFrom;
    if (!adjustmentStates.includes(row.state) && !isBefore && !(row.state === 'ready' && at.mode === 'approve'))
      broken.push(`I3: ${row.tag} is ${row.state} at rest`);
    if (waiting.includes(row.state) && row.reason === null)
      broken.push(`I3: ${row.tag} is ${row.state} without a reason`);
    if (row.state !== 'posted' || at.alteredSets.has(run)) continue;
    const right = row.kind === 'recovery' ? recoveries(at, row, found) : entered.get(run)?.map((pence) => -pence);
    const inBooks = owed(run);
    if (inBooks.length !== 1 || (right && !right.some((pence) => Math.abs(pence - (inBooks[0] ?? 0)) <= 2)))
      broken.push(
        `I3: ${row.tag} is shown as posted; the books have ${inBooks.join(', ')}, not one of ${right?.join(', ')}`,
      );
  }
  for (const run of mustBeThere)
    if (!kept.some((row) => placeOf(row.tag)?.run === run)) broken.push(`I3: ${run} was entered and is nowhere`);
  if (auto) broken.push(...missingRecoveries(at, { kept, found }));
  return broken;
}

const adjustmentStates: readonly string[] = [...waiting, 'posted', 'nothing', 'ignored'];

/** The possible recoveries of a tax month, each claim at either rate; undefined while its runs wait for a person. */
function recoveries(
  { payroll, adjustment }: AtRest,
  month: Month,
  found: readonly PayRunRecord[],
): readonly number[] | undefined {
  if (!areAllPosted(payroll, month, found) || statutoryOf(payroll, month) === 0) return undefined;
  // More statutory pay came at a rate that no one decided, so a policy that asks must ask again.
  const isAsked = found.some((row) => isOfMonth(row, month) && row.warningCodes.includes('recovery_to_decide'));
  if (isAsked || adjustment?.off) return undefined;
  const { compensation } = compensations.find(({ from }) => from <= month.year * 12 + month.period) ?? {
    compensation: 0,
  };
  const claims = [...claimsOf(payroll, month).values()];
  return Array.from({ length: 2 ** claims.length }, (_, isSmall) => {
    const sum = (small: number) =>
      claims.filter((_one, at) => ((isSmall >> at) & 1) === small).reduce((total, one) => total + one, 0);
    return Math.round(sum(0) * 0.92) + sum(1) + Math.round(sum(1) * compensation);
  });
}

/** In pence, by person. */
function claimsOf(payroll: Payroll, month: Month): ReadonlyMap<number, number> {
  const claims = new Map<number, number>();
  for (const [person, pounds] of runsOfMonth(payroll, month).flatMap((run) => [...run.statutory]))
    claims.set(person, (claims.get(person) ?? 0) + Math.round(pounds * 100));
  return claims;
}

type Month = Pick<PayRunRecord, 'year' | 'period'>;

const isOfMonth = (row: Month, { year, period }: Month) => row.year === year && row.period === period;

/** Small employers' compensation rates, each from a tax month. */
const compensations = [
  { from: 2027 * 12, compensation: 0.09 },
  { from: 2026 * 12, compensation: 0.085 },
  { from: 0, compensation: 0.03 },
];

const runsOfMonth = (payroll: Payroll, { year, period }: Month) =>
  payroll.runs.filter((run) => !run.gone && run.period === year * 12 + period);

const statutoryOf = (payroll: Payroll, month: Month): number =>
  [...claimsOf(payroll, month).values()].reduce((sum, pence) => sum + pence, 0);

function areAllPosted(payroll: Payroll, month: Month, found: readonly PayRunRecord[]): boolean {
  return runsOfMonth(payroll, month).every((run) =>
    found.some((row) => row.tag === tagOf(run) && row.state === 'posted'),
  );
}

function missingRecoveries(
  { payroll }: AtRest,
  { kept, found }: { readonly kept: readonly Adjustment[]; readonly found: readonly PayRunRecord[] },
): readonly string[] {
  const months = [...new Set(payroll.runs.filter((run) => !run.gone).map(({ period }) => period))].map((period) => ({
    year: Math.floor(period / 12),
    period: period % 12,
  }));
  return (
    months
      .filter((month) => statutoryOf(payroll, month) > 0 && areAllPosted(payroll, month, found))
      .filter(
        ({ year, period }) =>
          !kept.some((row) => row.kind === 'recovery' && row.year === year && row.period === period),
      )
      // A rate that payroll's own payment contradicts is asked about, on the run, and not posted.
      .filter((month) => !found.some((row) => isOfMonth(row, month) && row.warningCodes.includes('recovery_to_decide')))
      .map(({ year, period }) => `I3: statutory pay of ${year}-${period} is posted, and its recovery is nowhere`)
  );
}

/** If verify found nothing, the service's own trial balance equals the record to the penny. */
function balanced({ balance, sets, findings }: AtRest, standing: readonly Posting[]): readonly string[] {
  if (findings.length > 0) return [];
  const left = new Map(balance);
  const take = (code: string, amount: number) => left.set(code, (left.get(code) ?? 0) - amount);
  // What people journalled by hand, and a set of ours that they gave a tag of their own before we had found it.
  for (const set of sets) if (!isOurs(set.tag)) for (const line of set.lines) take(line.code, line.pence);
  for (const posting of standing)
    for (const line of posting.lines) take(line.category.slice(0, 3), Math.round(Number(line.debit) * 100));
  return [...left]
    .filter(([, amount]) => amount !== 0)
    .map(([code, amount]) => `the trial balance of ${code} is off by ${amount} pence from what is recorded`);
}

export const allTime = (today: string) => ({ from: '2020-01-01', to: addDays(today, 800) });
