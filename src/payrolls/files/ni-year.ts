import { Money } from '../../journal/nouns/money.js';

/** Of earnings above the primary threshold up to the upper earnings limit, and of those above it; in per cent. */
export interface EmployeeRates {
  readonly main: Money;
  readonly above: Money;
}

/** Class 1 NI of a tax year: thresholds a year, and rates in per cent. */
export interface NiYear {
  /** Employers, on earnings above their threshold. */
  readonly employer: Money;
  readonly secondary: Money;
  /** Under 21, apprentices under 25 and veterans: the employer pays nothing up to here. */
  readonly upperSecondary: Money;
  /** Freeports and investment zones: the employer pays nothing up to here. */
  readonly zones: Money;
  readonly primary: Money;
  readonly upperLimit: Money;
  readonly employee: Readonly<Record<'standard' | 'reduced' | 'deferred' | 'nil', EmployeeRates>>;
}

export const pounds = (whole: number) => Money.pence(BigInt(whole) * 100n);
export const percent = (amount: Money, of: Money) => amount.share(of, pounds(100));

const thresholds = {
  secondary: pounds(5_000),
  upperSecondary: pounds(50_270),
  zones: pounds(25_000),
  primary: pounds(12_570),
  upperLimit: pounds(50_270),
};
const rates = {
  employer: pounds(15),
  employee: {
    standard: { main: pounds(8), above: pounds(2) },
    reduced: { main: Money.parse('1.85'), above: pounds(2) },
    deferred: { main: pounds(2), above: pounds(2) },
    nil: { main: pounds(0), above: pounds(0) },
  },
};

/** By the year that the tax year ends in. */
export const niYears: Readonly<Record<number, NiYear>> = {
  2026: { ...thresholds, ...rates },
  2027: { ...thresholds, ...rates },
};

type EmployersThreshold = 'secondary' | 'upperSecondary' | 'zones';

/** What HMRC's table has for a letter: where an employer begins to pay, and what an employee pays. */
interface Letter {
  readonly from: EmployersThreshold;
  readonly employee: keyof NiYear['employee'];
}

const of = (from: EmployersThreshold, employee: Letter['employee']): Letter => ({ from, employee });

/** Mariners' letters are not among them. K is a pensioner's in an investment zone, as S is in a freeport. */
export const niLetters: Readonly<Record<string, Letter>> = {
  A: of('secondary', 'standard'),
  B: of('secondary', 'reduced'),
  J: of('secondary', 'deferred'),
  C: of('secondary', 'nil'),
  H: of('upperSecondary', 'standard'),
  M: of('upperSecondary', 'standard'),
  V: of('upperSecondary', 'standard'),
  Z: of('upperSecondary', 'deferred'),
  F: of('zones', 'standard'),
  I: of('zones', 'reduced'),
  L: of('zones', 'deferred'),
  S: of('zones', 'nil'),
  N: of('zones', 'standard'),
  E: of('zones', 'reduced'),
  D: of('zones', 'deferred'),
  K: of('zones', 'nil'),
};

/** No one owes NI for it. */
export const letterWithoutNi = 'X';
