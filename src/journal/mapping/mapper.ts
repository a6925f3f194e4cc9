import { rulesOf } from '../nouns/allocation-of-cost.js';
import {
  aboveThresholdIn,
  type AllowanceResult,
  type ByGroup,
  claimAllowance,
  employerNiOf,
  type YearToDate,
} from './allowance.js';
import type { Chart } from '../nouns/chart.js';
import { type DateRange, inWords, taxYearInWords } from '../nouns/dates.js';
import { type DecidedField, type Planner, plannerOf } from '../policy/decided.js';
import { type Hold, leavesItemOpen, type Warning } from '../nouns/holds.js';
import { fingerprint, runTag } from '../nouns/identity.js';
import type { Entry, Journal } from '../nouns/journal.js';
import { layOut } from './layout.js';
import { Money } from '../nouns/money.js';
import { type PayPeriod, type PayRun, type Person, payRunsOf } from '../nouns/pay-run.js';
import { payeeOf } from '../allocation/payee.js';
import { payslipHolds, payslipWarnings } from './payslip-checks.js';
import { paidByTwo } from './paid-by-two.js';
import { periodHolds } from './period-checks.js';
import type { Policy } from '../policy/policy.js';
import { accountHolds, controlUserHolds, dateHolds, dateWarnings, duplicateHolds, whereNamed } from './run-checks.js';
import { type StatutoryPay, statutoryPayOf } from './statutory-pay.js';
import { type PaidPerson, paidPerson, type Totals, totalsOf } from './totals.js';
import { workOut, type Workings } from './workings.js';

export { addYears, nothingYet, type YearToDate } from './allowance.js';
export type { DecidedField } from '../policy/decided.js';
export type { Hold, Warning } from '../nouns/holds.js';
export type { PaidPerson, Totals } from './totals.js';

export interface MapContext {
  readonly prefix: string;
  readonly policy: Policy;
  /** By user path. */
  readonly people: ReadonlyMap<string, Person>;
  /** Absent offline: then no account counts as missing. */
  readonly chart?: Chart;
  readonly decided?: readonly DecidedField[];
  /** By tag, then user path: the role seen when that run was first mapped wins over today's. */
  readonly rolesSeen?: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly yearToDate?: YearToDate;
  /** The tags of runs that are in the books, or on their way. */
  readonly posted?: ReadonlySet<string>;
  /** Periods whose final accounts are pending or filed. */
  readonly closed?: readonly DateRange[];
  /** Judges the filing status and the cut-over here, since offline no sync does. */
  readonly offline?: boolean;
}

export interface MappedRun {
  readonly payRun: PayRun;
  readonly tag: string;
  readonly outcome: 'post' | 'hold' | 'nothing';
  /** Present whenever it can be computed, also when held; undecided fields are left out. */
  readonly journal?: Journal;
  readonly fingerprint?: string;
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
  readonly totals: Totals;
  /** What the PAYE/NI account is credited with, less the employment allowance. */
  readonly payeNi: Money;
  /** Owed to the tax authority, but on another account. */
  readonly owedElsewhere: Money;
  /** Payslip fields without a line, although a person has yet to decide about them, or payroll owes them. */
  readonly openItems: readonly string[];
  readonly people: readonly PaidPerson[];
  /** Statutory parental pay, of which HMRC repays part. */
  readonly statutoryPay: readonly StatutoryPay[];
  /** By user path, to be stored with the run. */
  readonly roles: Readonly<Record<string, string>>;
}

export interface MappedPeriod {
  readonly runs: readonly MappedRun[];
  readonly warnings: readonly Warning[];
  readonly employerNi: ByGroup;
  readonly allowance: Money;
  /** The tag of the run whose set has the allowance. */
  readonly bearer?: string;
  /**
   * An allowance that follows from returns is an adjustment of the month, so that no week's file changes another week's
   * run.
   */
  readonly apart?: AllowanceResult & { readonly amount: Money };
  /** What this period adds to its tax year. */
  readonly adds: YearToDate;
}

/** A pay run worked out, before its journal is written. */
interface WorkedRun {
  readonly payRun: PayRun;
  readonly tag: string;
  readonly paid: readonly Workings[];
  readonly roles: Readonly<Record<string, string>>;
  readonly plan: Planner;
}

export function mapPeriod(period: PayPeriod, context: MapContext): MappedPeriod {
  const steps = mapInSteps(period, context);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, where others need a turn: says after each step how many payslips it was about. */
export function* mapInSteps(period: PayPeriod, context: MapContext): Generator<number, MappedPeriod, void> {
  const worked: WorkedRun[] = [];
  for (const payRun of runsOf(period)) worked.push(yield* workOutRun(payRun, context));
  const everybody = worked.flatMap((run) => run.paid);
  const bearer = allowanceBearer(worked, period.datedOn);
  const byFiles = everybody.filter(({ payslip }) => payslip.ofFiles);
  const byService = everybody.filter(({ payslip }) => !payslip.ofFiles);
  const claim = (of: PayPeriod, by: readonly Workings[]) => claimAllowance(of, by, context.policy, context.yearToDate);
  const allowance = claim(period, byService);
  const amount = period.returned?.allowance ?? Money.zero;
  const apart = amount.isZero()
    ? undefined
    : {
        ...claim(
          { ...period, allowanceClaimed: true, allowanceAmount: amount },
          byFiles.length > 0 ? byFiles : everybody,
        ),
        amount,
      };
  const employerNi = employerNiOf(everybody);
  const ready = context.offline !== true || context.policy.statuses.includes(period.status);
  const twice = paidByTwo(worked, { layout: context.policy.layout, posted: context.posted ?? new Set() });
  yield everybody.length;
  const runs: MappedRun[] = [];
  for (const run of worked) {
    const bears = run === bearer ? { allowance, period } : undefined;
    const mapped = yield* mapRun(run, context, { bears, twice });
    runs.push(ready && !isBeforeCutOver(run, context) ? mapped : setAside(mapped));
  }
  return {
    runs,
    warnings: ready ? [] : [notFiled(period)],
    employerNi,
    allowance: period.allowanceAmount,
    bearer: bearer?.tag,
    ...(apart && { apart }),
    adds: {
      employerNi,
      relief: [...allowance.relief, ...(apart?.relief ?? [])],
      aboveThreshold: aboveThresholdIn(period, everybody),
    },
  };
}

/** A period that pays no one but has an amount becomes a run without payslips: the amount must not vanish. */
function runsOf(period: PayPeriod): readonly PayRun[] {
  const runs = payRunsOf(period);
  const { figures, flaws } = period.unknown;
  const nothing = period.allowanceAmount.isZero() && period.flaws.length + figures.size + flaws.length === 0;
  if (runs.length > 0 || nothing) return runs;
  return [{ year: period.year, period: period.period, datedOn: period.datedOn, payslips: [] }];
}

/** The run whose set has the period's allowance: the one on the period's own pay date, else the latest. */
function allowanceBearer(runs: readonly WorkedRun[], datedOn: string): WorkedRun | undefined {
  const withSet = runs.filter((run) => run.paid.some(hasLines));
  const candidates = withSet.length > 0 ? withSet : runs;
  return candidates.find((run) => run.payRun.datedOn === datedOn) ?? candidates.at(-1);
}

function hasLines(one: Workings): boolean {
  return one.undecided.length > 0 || one.flaws.length > 0 || one.pieces.some((piece) => !piece.amount.isZero());
}

function* workOutRun(payRun: PayRun, context: MapContext): Generator<number, WorkedRun, void> {
  const tag = runTag(context.prefix, payRun);
  const plan = plannerOf(context.policy, context.decided ?? [], tag);
  const seen = context.rolesSeen?.get(tag) ?? {};
  const roles: Record<string, string> = {};
  const ruleOn = rulesOf(context.policy.allocations);
  const paid: Workings[] = [];
  for (const payslip of payRun.payslips) {
    const { person, director } = payeeOf(payslip, context, seen[payslip.userPath]);
    if (person !== undefined) roles[payslip.userPath] = person.role;
    const allocation = ruleOn(payslip.userPath, payslip.datedOn);
    paid.push(workOut(payslip, { person, director, allocation }, plan, context.policy));
    yield 1;
  }
  return { payRun, tag, paid, roles, plan };
}

interface BorneAllowance {
  readonly allowance: AllowanceResult;
  readonly period: PayPeriod;
}

interface SetContext {
  readonly bears: BorneAllowance | undefined;
  readonly twice: ReturnType<typeof paidByTwo>;
}

function* mapRun(
  run: WorkedRun,
  context: MapContext,
  { bears, twice }: SetContext,
): Generator<number, MappedRun, void> {
  const { payRun, tag, paid, roles } = run;
  const claimed = bears?.period.allowanceAmount ?? Money.zero;
  const entries = entriesOf(paid, context.policy, bears?.allowance);
  const journal = entries === undefined ? undefined : { ...headingOf(payRun, tag), entries };
  yield paid.length;
  const byTwo = twice.get(run);
  const holds = [
    ...paid
      .flatMap(payslipHolds)
      .filter(({ code, payslip }) => !(code === 'paid_by_two_sources' && byTwo?.elsewhere.has(payslip))),
    ...duplicateHolds(paid),
    ...(byTwo?.holds ?? []),
    ...dateHolds(payRun, context.closed ?? []),
    ...controlUserHolds(context.policy, context.people),
    ...(bears === undefined ? [] : [...periodHolds(bears.period, run.plan), ...bears.allowance.holds]),
    ...accountHolds(entries ?? [], context.chart, whereNamed(context, tag)),
  ];
  yield paid.length;
  return {
    payRun,
    tag,
    outcome: holds.length > 0 ? 'hold' : entries?.length === 0 ? 'nothing' : 'post',
    journal,
    fingerprint: journal && fingerprint(journal.datedOn, journal.entries),
    holds,
    warnings: [...paid.flatMap(payslipWarnings), ...dateWarnings(payRun), ...(bears?.allowance.warnings ?? [])],
    totals: totalsOf(paid, claimed),
    payeNi: Money.sum(paid.map((one) => one.payeNi)).minus(claimed),
    owedElsewhere: Money.sum(paid.map((one) => one.owedElsewhere)),
    openItems: openItemsOf(paid, holds),
    people: paid.map(paidPerson),
    statutoryPay: paid.flatMap((one) => statutoryPayOf(one, context.policy)),
    roles,
  };
}

function openItemsOf(paid: readonly Workings[], holds: readonly Hold[]): readonly string[] {
  const leftOut = paid.flatMap((one) => one.leftOut.map(({ field }) => field));
  const open = holds.filter(({ code }) => leavesItemOpen(code)).map(({ field, code }) => field ?? code);
  return [...new Set([...open, ...leftOut])];
}

/** Undefined while a figure, a role or the allowance's split is not known. */
function entriesOf(
  paid: readonly Workings[],
  policy: Policy,
  allowance: AllowanceResult | undefined,
): readonly Entry[] | undefined {
  if (paid.some((one) => one.director === undefined || one.flaws.length > 0)) return undefined;
  if (allowance === undefined) return layOut(paid, policy.layout);
  return allowance.entries && [...layOut(paid, policy.layout), ...allowance.entries];
}

function headingOf({ year, period, datedOn, source }: PayRun, tag: string): Omit<Journal, 'entries'> {
  const which = source === undefined ? '' : ` (${source})`;
  const description = `Payroll ${taxYearInWords(year)} month ${period + 1}, paid ${inWords(datedOn)}${which}`;
  return { datedOn, description, tag };
}

function isBeforeCutOver(run: WorkedRun, { offline, policy }: MapContext): boolean {
  return offline === true && policy.postFrom !== null && run.payRun.datedOn < policy.postFrom;
}

/** Shown, but neither posted nor held. */
function setAside(run: MappedRun): MappedRun {
  return { ...run, outcome: 'nothing', holds: [], warnings: [] };
}

function notFiled(period: PayPeriod): Warning {
  return {
    code: 'not_filed',
    message: `This payroll is ${period.status.replaceAll('_', ' ')}, not filed with HMRC: nothing is posted until it is.`,
    field: 'status',
  };
}
