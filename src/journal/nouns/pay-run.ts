import type { Money } from './money.js';
import type { Hold, Warning } from './remark.js';

export interface Person {
  readonly url: string;
  readonly path: string;
  readonly role: string;
  /** Present if the company lists the same user again with other roles. */
  readonly otherRoles?: readonly string[];
  readonly firstName: string;
  readonly lastName: string;
}

/** A field that should hold exact money but does not, with its value. */
export interface Flaw {
  readonly field: string;
  readonly value: string;
  /** It would be exact as text, but came as a JSON number: through binary floating point, which may have changed it. */
  readonly number?: true;
}

export interface Payslip {
  /** The user's url as sent. */
  readonly user: string;
  readonly userPath: string;
  readonly datedOn: string;
  /** Payroll that came as files: which of the company's sources has it; absent for its first. */
  readonly source?: string;
  /** In a month that the accounting service's own payroll pays too: a return, and not payroll, claims its allowance. */
  readonly ofFiles?: true;
  readonly niCalcType?: string;
  readonly taxCode?: string;
  /** Every money or number field that is not zero, by its wire name. */
  readonly figures: ReadonlyMap<string, Money>;
  readonly flaws: readonly Flaw[];
  /** Digits alone, as text, in an unknown field: a code until a person decides that the field is money. */
  readonly wholeTexts?: ReadonlyMap<string, Money>;
  readonly leaving: boolean;
  /** Payroll that came as files: what its reader needs to ask, and to note. */
  readonly asked?: readonly Hold[];
  readonly noted?: readonly Warning[];
}

/** What an employer's returns (EPS) say of a tax month, and what follows from them. */
export interface Returned {
  readonly recovered: Money;
  readonly compensation: Money;
  readonly cisSuffered: Money;
  readonly levy: Money;
  /** Worked out, since no file has it: the least of the employer's class 1 NI and what is left of the year's maximum. */
  readonly allowance: Money;
  /** The first tax month, 1 to 12, that the amounts are of. */
  readonly since: number;
  /** That of the levy, if it is another: what a payroll before this one had of the levy is off it. */
  readonly levySince?: number | undefined;
  /** They are also of months before the first file. */
  readonly unchecked?: true;
}

/** A pay run that is shown and never posted, of `service`, `monthly`, `weekly` … */
export interface MovedRun {
  readonly datedOn: string;
  readonly source: string;
}

export interface PayPeriod {
  readonly url?: string;
  /** The year the tax year ends in. */
  readonly year: number;
  /** 0 to 11: period 0 is tax month 1. */
  readonly period: number;
  readonly datedOn: string;
  readonly status: string;
  readonly frequency?: string;
  readonly allowanceClaimed: boolean;
  readonly allowanceAmount: Money;
  readonly cisDeduction: Money;
  /** Payroll that came as files: what the employer's returns say of the month. */
  readonly returned?: Returned;
  readonly updatedAt?: string;
  /** Payroll that moved: what a source has on days on which another one pays. */
  readonly moved?: readonly MovedRun[];
  readonly payslips: readonly Payslip[];
  readonly flaws: readonly Flaw[];
  /** Amounts of the period itself in unknown fields. */
  readonly unknown: { readonly figures: ReadonlyMap<string, Money>; readonly flaws: readonly Flaw[] };
}

/** The payslips of one period that share one pay date, and one source. */
export interface PayRun {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly source?: string;
  readonly payslips: readonly Payslip[];
}

/** By pay date, ascending, then by source; payslips stay in the order they came. */
export function payRunsOf(period: PayPeriod): readonly PayRun[] {
  const together = new Map<string, Payslip[]>();
  for (const payslip of period.payslips) {
    const key = placeOf(payslip);
    const same = together.get(key);
    if (same === undefined) together.set(key, [payslip]);
    else same.push(payslip);
  }
  const { year, period: number } = period;
  return [...together.values()]
    .sort(([a], [b]) => byPlace(a as Payslip, b as Payslip))
    .map((payslips): PayRun => {
      const { datedOn, source } = payslips[0] as Payslip;
      return { year, period: number, datedOn, ...(source !== undefined && { source }), payslips };
    });
}

const placeOf = ({ datedOn, source = '' }: Payslip) => `${datedOn} ${source}`;
const byPlace = (a: Payslip, b: Payslip): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Records are identified by path, whatever the host: 'https://x/v2/users/1' → '/v2/users/1'. */
export function pathOf(url: string): string {
  const scheme = url.indexOf('://');
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
  if (start < 0) return '/';
  const path = start === 0 ? url : url.slice(start);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Finds names that may hold control characters or double spaces, which do not belong in a journal's description. */
const doubtful = /[^ -~]| {2}/;

export function nameOf(person: Person): string {
  let name = `${person.firstName} ${person.lastName}`.trim();
  if (doubtful.test(name)) name = name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return name === '' ? `User ${person.path.slice(person.path.lastIndexOf('/') + 1)}` : name;
}
