import { WrongShape } from '../../books/wrong-shape.js';
import { addDays, taxMonthOf, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { children, type ReadAs, readElement, type Shape, values } from './element-shape.js';
import { checkYear, empRefs, type HmrcReturn, type Scheme, schemeOf, yesAlone } from './hmrc-return.js';

const { once, perhaps, ignored, inside, perhapsInside } = children;
const { text, money, date, whole, oneOf } = values;

const maybeMoney = perhaps(money);

/** Statutory pay that is recovered, by the end of its element's name. Northern Ireland's has its own since 2026/27. */
const recovered = {
  SMPRecovered: maybeMoney,
  SPPRecovered: maybeMoney,
  SAPRecovered: maybeMoney,
  ShPPRecovered: maybeMoney,
  SPBPRecovered: maybeMoney,
  SNCPRecovered: maybeMoney,
} satisfies Shape;

const compensation = {
  NICCompensationOnSMP: maybeMoney,
  NICCompensationOnSPP: maybeMoney,
  NICCompensationOnSAP: maybeMoney,
  NICCompensationOnShPP: maybeMoney,
  NICCompensationOnSPBP: maybeMoney,
  NICCompensationOnSNCP: maybeMoney,
} satisfies Shape;

const since2027 = {
  SPBPRecoveredInNorthernIreland: maybeMoney,
  NICCompensationOnSPBPinNorthernIreland: maybeMoney,
} satisfies Shape;

const recoverable = {
  TaxMonth: perhaps(whole(1, 12)),
  ...recovered,
  ...compensation,
  CISDeductionsSuffered: maybeMoney,
};
const period = { From: once(date), To: once(date) } satisfies Shape;

export const epsShape = (year: number) =>
  ({
    EmpRefs: inside(empRefs),
    NoPaymentForPeriod: yesAlone,
    NoPaymentDates: perhapsInside(period),
    PeriodOfInactivity: perhapsInside(period),
    EmpAllceInd: perhaps(oneOf('yes', 'no')),
    DeMinimisStateAid: ignored,
    RecoverableAmountsYTD: perhapsInside(year >= 2027 ? { ...recoverable, ...since2027 } : recoverable),
    ApprenticeshipLevy: perhapsInside({ LevyDueYTD: once(money), TaxMonth: once(whole(1, 12)), AnnualAllce: ignored }),
    // Where HMRC should pay back to: no one's books need it.
    Account: ignored,
    RelatedTaxYear: once(text),
    FinalSubmission: ignored,
  }) satisfies Shape;

/** Days without a payment, for which no FPS will come. */
export interface NoPayment {
  readonly from: string;
  readonly to: string;
}

/** An Employer Payment Summary. Amounts are since 6 April; absent ones are not claimed. */
export interface Eps {
  readonly is: 'eps';
  readonly year: number;
  readonly scheme: Scheme;
  readonly allowanceClaimed?: boolean;
  /** The tax months, 1 to 12, up to which the amounts run. */
  readonly recoveredTo?: number;
  /** It recovers and names no month: the day on which it comes tells. */
  readonly monthByDay?: true;
  readonly levyTo?: number;
  readonly toDate: EpsAmounts;
  readonly noPayment: readonly NoPayment[];
}

export interface EpsAmounts {
  readonly recovered: Money;
  readonly compensation: Money;
  readonly cisSuffered: Money;
  readonly levy: Money;
}

export function readEps({ year, body }: HmrcReturn): Eps {
  const read = readElement(body, epsShape(year));
  checkYear(read.RelatedTaxYear, year);
  const amounts = read.RecoverableAmountsYTD;
  return {
    is: 'eps',
    year,
    scheme: schemeOf(read.EmpRefs),
    ...(read.EmpAllceInd !== undefined && { allowanceClaimed: read.EmpAllceInd === 'yes' }),
    recoveredTo: amounts?.TaxMonth,
    ...(amounts !== undefined && amounts.TaxMonth === undefined && { monthByDay: true as const }),
    levyTo: read.ApprenticeshipLevy?.TaxMonth,
    toDate: {
      recovered: sumOf(amounts, (name) => name.includes('Recovered')),
      compensation: sumOf(amounts, (name) => name.startsWith('NICCompensationOn')),
      cisSuffered: amounts?.CISDeductionsSuffered ?? Money.zero,
      levy: read.ApprenticeshipLevy?.LevyDueYTD ?? Money.zero,
    },
    noPayment: [read.NoPaymentDates, read.PeriodOfInactivity].flatMap((one) =>
      one === undefined ? [] : [{ from: one.From, to: one.To }],
    ),
  };
}

function sumOf(amounts: ReadAs<typeof recoverable> | undefined, isOne: (name: string) => boolean): Money {
  return Money.sum(
    Object.entries(amounts ?? {}).flatMap(([name, amount]) => (isOne(name) && amount instanceof Money ? [amount] : [])),
  );
}

/**
 * The tax month that an EPS is of which names none. From the 6th to the 19th it is sent for the month that ended on the
 * 5th, and from the 20th on for the running one. Undefined: that month is of another year than the return.
 */
export function monthOfDay(year: number, day: string): number | undefined {
  const date = Number(day.slice(8));
  const of = date >= 6 && date <= 19 ? addDays(day, -date) : day;
  return taxYearOf(of) === year ? taxMonthOf(of) : undefined;
}

/** What an EPS says about one tax month; without amounts, about the month in which no one was paid. */
export interface EpsMonth extends EpsAmounts {
  readonly month?: number;
}

/** Recovery and levy each run to a month of their own. */
export const partsOfReturn = [
  { to: 'recoveredTo', has: ['recovered', 'compensation', 'cisSuffered'] },
  { to: 'levyTo', has: ['levy'] },
] as const;

/**
 * What an EPS adds: its year to date, less that of an earlier month. Recovery and levy each run to a month of their
 * own, and an EPS with only one of them says nothing about the other. `before`: the earlier EPS of the same year.
 */
export function monthsOf(eps: Eps, before: readonly Eps[]): readonly EpsMonth[] {
  const months = new Map<number, EpsMonth>();
  for (const { to, has } of partsOfReturn) {
    const month = eps[to];
    if (month === undefined) continue;
    const known = before.filter((one) => one[to] !== undefined);
    const last = known.filter((one) => (one[to] ?? 0) < month).at(-1);
    const other = known.find((one) => (one[to] ?? 0) > month || (last === undefined && month > 1));
    if (other !== undefined)
      throw new WrongShape([
        `it is of tax month ${month}, and what was given before it of month ${other[to]}: the EPS of an earlier month is needed`,
      ]);
    const moved = has.map((name) => [name, eps.toDate[name].minus(last?.toDate[name] ?? Money.zero)]);
    months.set(month, { ...nothingReturned, ...months.get(month), month, ...Object.fromEntries(moved) });
  }
  const [unpaid] = eps.noPayment;
  if (months.size === 0) return [{ ...nothingReturned, month: unpaid && taxMonthOf(unpaid.to) }];
  return [...months.values()];
}

export const nothingReturned: EpsAmounts = {
  recovered: Money.zero,
  compensation: Money.zero,
  cisSuffered: Money.zero,
  levy: Money.zero,
};
