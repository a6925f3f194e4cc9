import { mirrored, overEmployerNi, type Relief } from './allowance-shares.js';
import { inWords, taxYearInWords } from '../nouns/dates.js';
import { codeOf } from '../policy/decided.js';
import type { Hold, Warning } from '../nouns/holds.js';
import type { Entry } from '../nouns/journal.js';
import { Money } from '../nouns/money.js';
import type { PayPeriod } from '../nouns/pay-run.js';
import type { Policy } from '../policy/policy.js';
import { secondaryThreshold } from './secondary-threshold.js';
import { isSettled, type Workings } from './workings.js';

/** Directors' pay is disclosed separately from everyone else's. */
export interface ByGroup {
  readonly directors: Money;
  readonly employees: Money;
}

/** The totals of periods of one tax year. Offline, earlier periods are not known. */
export interface YearToDate {
  readonly employerNi: ByGroup;
  /** Where the allowance went, claim by claim. */
  readonly relief: readonly Relief[];
  /** Everybody paid above the secondary threshold, by user path; true for a director. */
  readonly aboveThreshold: ReadonlyMap<string, boolean>;
}

export interface AllowanceResult {
  /** Undefined when the split cannot be known yet. */
  readonly entries?: readonly Entry[];
  readonly relief: readonly Relief[];
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
}

const field = 'employment_allowance_amount';
const nilForAll: ByGroup = { directors: Money.zero, employees: Money.zero };

export const nothingYet: YearToDate = { employerNi: nilForAll, relief: [], aboveThreshold: new Map() };

/** The most that one employer may claim, by the year that the tax year ends in; the newest first. */
const maximums = [
  { fromYear: 2026, maximum: Money.parse('10500.00') },
  { fromYear: 2023, maximum: Money.parse('5000.00') },
  { fromYear: 2021, maximum: Money.parse('4000.00') },
  { fromYear: 2017, maximum: Money.parse('3000.00') },
  // From 2014/15; there was no allowance before.
  { fromYear: 0, maximum: Money.parse('2000.00') },
];

/** What one employer may claim of it in a tax year at most. */
export const allowanceMaximum = (year: number): Money =>
  maximums.find((row) => row.fromYear <= year)?.maximum ?? Money.zero;

/** Checks the employment allowance of a period, and shares it between directors and employees by their employer NI. */
export function claimAllowance(
  period: PayPeriod,
  paid: readonly Workings[],
  policy: Policy,
  before: YearToDate | undefined,
): AllowanceResult {
  const amount = period.allowanceAmount;
  const own = employerNiOf(paid);
  const basis = basisOf(amount, own, before);
  const relief = reliefOf(amount, basis.by, paid, policy, before);
  const holds = [...negativeGroups(own), ...claimHolds(period), ...maximumHolds(period, before)];
  if (amount.isZero()) return { entries: [], relief, holds, warnings: [] };

  const unknown = paid.filter((one) => !splitIsKnown(one));
  if (unknown.length > 0)
    return { relief, holds: [...holds, ...unknown.map((one) => splitUnknown(one, amount))], warnings: [] };
  return {
    entries: allowanceEntries(amount, relief, policy),
    relief,
    holds: [...holds, ...basis.holds],
    warnings: [...basis.warnings, ...soleDirectorWarnings(amount, aboveThresholdIn(period, paid), before)],
  };
}

export function employerNiOf(paid: readonly Workings[]): ByGroup {
  let directors = Money.zero;
  let employees = Money.zero;
  for (const { director, sums } of paid) {
    if (director === true) directors = directors.plus(sums.employerNi);
    else employees = employees.plus(sums.employerNi);
  }
  return { directors, employees };
}

/** Open questions and flaws count too: they may be pay. */
export function aboveThresholdIn(period: PayPeriod, workings: readonly Workings[]): ReadonlyMap<string, boolean> {
  const threshold = secondaryThreshold(period.year, period.frequency);
  const above = workings.filter((one) => !isSettled(one) || isLiable(one, threshold));
  return new Map(above.map((one) => [one.payslip.userPath, one.director === true]));
}

/** Pay above the threshold counts without employer NI as well: that of the young and of apprentices is nil. */
function isLiable({ payslip, sums }: Workings, threshold: Money): boolean {
  if (sums.employerNi.isPositive()) return true;
  const free = payslip.figures.get('deduction_free_pay') ?? Money.zero;
  const earnings = sums.gross.minus(sums.sacrificedPension).minus(sums.salarySacrifice).minus(free);
  return earnings.compare(threshold) > 0;
}

export function addYears(a: YearToDate, b: YearToDate): YearToDate {
  return {
    employerNi: add(a.employerNi, b.employerNi),
    relief: [...a.relief, ...b.relief],
    aboveThreshold: new Map([...a.aboveThreshold, ...b.aboveThreshold]),
  };
}

const add = (a: ByGroup, b: ByGroup): ByGroup => ({
  directors: a.directors.plus(b.directors),
  employees: a.employees.plus(b.employees),
});
const claimsOf = ({ relief }: YearToDate): Money => Money.sum(relief.map(({ amount }) => amount));
const whole = ({ directors, employees }: ByGroup): Money => directors.plus(employees);

interface Basis {
  /** The proportion in which it is shared. */
  readonly by: ByGroup;
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
}

/**
 * Shared in proportion to the period's own employer NI. A late claim above that is shared by the employer NI of the
 * year that no earlier claim has relieved.
 */
function basisOf(amount: Money, own: ByGroup, before: YearToDate | undefined): Basis {
  const due = whole(own);
  const usual: Basis = { by: own, holds: [], warnings: [] };
  if (!amount.isPositive()) return usual;
  const late = amount.compare(due) > 0;
  if (before === undefined) return late ? { ...usual, holds: [exceeds(amount, due, false)] } : usual;
  const year = add(before.employerNi, own);
  const claimed = claimsOf(before).plus(amount);
  if (claimed.compare(whole(year)) > 0) {
    return { ...usual, holds: [late ? exceeds(amount, due, true) : exceedsYear(amount, claimed, whole(year))] };
  }
  if (!late) return usual;
  return {
    by: unrelieved(year, before.relief),
    holds: negativeGroups(year, own),
    warnings: [caughtUp(amount, due)],
  };
}

/** A group that has already been relieved of more than its NI gets no share of the rest. */
function unrelieved(year: ByGroup, relief: readonly Relief[]): ByGroup {
  const left = (group: keyof ByGroup) => {
    const own = relief.filter(({ director }) => director === (group === 'directors'));
    const rest = year[group].minus(Money.sum(own.map(({ amount }) => amount)));
    return rest.isNegative() ? Money.zero : rest;
  };
  return { directors: left('directors'), employees: left('employees') };
}

/** A repayment goes where the claims of the year went, everything else by employer NI. */
function reliefOf(
  amount: Money,
  by: ByGroup,
  paid: readonly Workings[],
  policy: Policy,
  before: YearToDate | undefined,
): readonly Relief[] {
  if (amount.isZero()) return [];
  const back = amount.isNegative() ? mirrored(amount, before?.relief ?? []) : undefined;
  if (back !== undefined) return back;
  const directors = directorsShare(amount, by, paid);
  return [
    ...overEmployerNi(amount.minus(directors), paid, { director: false, policy }),
    ...overEmployerNi(directors, paid, { director: true, policy }),
  ];
}

function directorsShare(amount: Money, by: ByGroup, paid: readonly Workings[]): Money {
  if (!whole(by).isZero()) return amount.share(by.directors, whole(by));
  // Without any employer NI there is no proportion: it goes to directors only if no one else is paid.
  return paid.length > 0 && paid.every((one) => one.director === true) ? amount : Money.zero;
}

function allowanceEntries(amount: Money, relief: readonly Relief[], policy: Policy): readonly Entry[] {
  const owed: Entry = {
    category: codeOf('payeNi', false, policy),
    debit: amount,
    description: 'Employment allowance against PAYE and NI',
    from: [field],
  };
  const entries = relief.map(
    ({ director, account, user, amount: share, why }): Entry => ({
      category: account,
      user,
      debit: share.negated(),
      description: `Employment allowance, ${director ? "directors'" : "employees'"} NI`,
      from: [field],
      ...(why && { why: [why] }),
    }),
  );
  return [owed, ...entries].filter((one) => !one.debit.isZero());
}

function splitIsKnown(one: Workings): boolean {
  const niIsKnown = !one.flaws.some((flaw) => flaw.field === 'employer_ni');
  return niIsKnown && (one.director !== undefined || one.sums.employerNi.isZero());
}

function splitUnknown(one: Workings, amount: Money): Hold {
  const code =
    one.person === undefined ? 'unknown_user' : one.director === undefined ? 'unsupported_role' : 'not_exact_money';
  return {
    code,
    message: `The employment allowance of ${amount.inPounds()} is shared between directors and employees by employer NI, and ${one.name}'s payslip of ${inWords(one.payslip.datedOn)} cannot be counted to either yet. Settle what is held on that payslip first.`,
    payslip: one.payslip.user,
    field: 'employer_ni',
    amount: one.sums.employerNi.toString(),
  };
}

function claimHolds(period: PayPeriod): Hold[] {
  const amount = period.allowanceAmount;
  const about = { field, amount: amount.toString() };
  const holds: Hold[] = [];
  if (!period.allowanceClaimed && !amount.isZero()) {
    holds.push({
      code: 'allowance_not_claimed',
      message: `Payroll shows an employment allowance of ${amount.inPounds()}, but says that none is claimed. Check the claim in payroll's settings; approve only if the allowance is really claimed.`,
      ...about,
    });
  }
  if (amount.isNegative()) {
    holds.push({
      code: 'negative_allowance',
      message: `The employment allowance is negative: ${amount.inPounds()}. If an earlier claim is being paid back, approve it; else correct payroll.`,
      ...about,
    });
  }
  return holds;
}

function negativeGroups(now: ByGroup, before: ByGroup = nilForAll): Hold[] {
  return (['directors', 'employees'] as const)
    .filter((group) => now[group].isNegative() && !before[group].isNegative())
    .map((group) => ({
      code: 'negative_employer_ni',
      message: `Employer NI of the ${group} comes to ${now[group].inPounds()}. If payroll corrects an earlier month, approve it; else correct payroll.`,
      field: 'employer_ni',
      amount: now[group].toString(),
    }));
}

function maximumHolds({ year, allowanceAmount: amount }: PayPeriod, before: YearToDate | undefined): Hold[] {
  const maximum = allowanceMaximum(year);
  const claimed = before === undefined ? amount : claimsOf(before).plus(amount);
  if (!amount.isPositive() || claimed.compare(maximum) <= 0) return [];
  const earlier = claimed.equals(amount) ? '' : ` brings the claims of the tax year to ${claimed.inPounds()}, which`;
  return [
    {
      code: 'allowance_above_maximum',
      message: `The employment allowance of ${amount.inPounds()}${earlier} is more than the ${maximum.inPounds()} that an employer may claim in ${taxYearInWords(year)}. Check the claim in payroll; approve it only if payroll is right.`,
      field,
      amount: amount.toString(),
    },
  ];
}

/** HMRC: a company whose only employee above the secondary threshold is one director may not claim. */
function soleDirectorWarnings(
  amount: Money,
  now: ReadonlyMap<string, boolean>,
  before: YearToDate | undefined,
): Warning[] {
  const above = new Map([...(before?.aboveThreshold ?? []), ...now]);
  const [director] = above.values();
  if (above.size !== 1 || director !== true || !amount.isPositive()) return [];
  return [
    {
      code: 'sole_director_claims_allowance',
      message: `Payroll claims an employment allowance of ${amount.inPounds()}, and the only person paid above the secondary threshold in the tax year so far is one director. Such a company may not claim it: check the claim in payroll.`,
      field,
      amount: amount.toString(),
    },
  ];
}

function exceedsYear(amount: Money, claimed: Money, due: Money): Hold {
  return {
    code: 'allowance_exceeds_employer_ni',
    message: `The employment allowance of ${amount.inPounds()} brings the claims of the tax year to ${claimed.inPounds()}, more than its employer NI of ${due.inPounds()} to date. Check the claim in payroll; approve it only if payroll is right.`,
    field,
    amount: amount.toString(),
  };
}

function exceeds(amount: Money, due: Money, yearKnown: boolean): Hold {
  const against = yearKnown ? ', also with the earlier months of the tax year' : '';
  return {
    code: 'allowance_exceeds_employer_ni',
    message: `The employment allowance of ${amount.inPounds()} is more than the employer NI of ${due.inPounds()} it is set against${against}. Check the claim in payroll; approve it if it catches up on earlier months.`,
    field,
    amount: amount.toString(),
  };
}

function caughtUp(amount: Money, due: Money): Warning {
  return {
    code: 'allowance_caught_up',
    message: `The employment allowance of ${amount.inPounds()} is more than this period's employer NI of ${due.inPounds()}: it catches up on earlier months of the tax year, and is shared by the employer NI of the year that no earlier claim has relieved.`,
    field,
    amount: amount.toString(),
  };
}
