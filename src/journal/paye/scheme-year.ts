import { Money } from '../nouns/money.js';
import { type DueRule, hmrcDueOn, lastPeriodOf, sentByOf } from './due-days.js';

/** One tax month of a PAYE scheme, over all payroll sources of a client, by its returns. Journals do not matter here. */
export interface SchemeMonth {
  /** 0 to 11. */
  readonly period: number;
  /** Tax, NI, loans and class 1A of its pay runs, whichever account they are on. */
  readonly paye: Money;
  /** Of what is owed, what is on other accounts than PAYE and NI: loans, and CIS withheld. */
  readonly elsewhere: Money;
  readonly allowance: Money;
  readonly levy: Money;
  /** Statutory pay and the compensation for it. */
  readonly recovered: Money;
  readonly cisSuffered: Money;
  /** From subcontractors, by its CIS300; absent while no one has said. */
  readonly cisWithheld?: Money;
  /** What a person entered that goes with the month’s payment. */
  readonly entered: Money;
  /** What was sent after the payment’s 19th; it is in the amounts above. */
  readonly late?: readonly SentLate[];
  /** Payroll’s own figure, where it has one: nothing is worked out then. */
  readonly given?: Money;
}

/** A month of which payroll itself says what is due. */
export const givenMonth = (period: number, given: Money): SchemeMonth => ({
  period,
  given,
  paye: Money.zero,
  elsewhere: Money.zero,
  allowance: Money.zero,
  levy: Money.zero,
  recovered: Money.zero,
  cisSuffered: Money.zero,
  entered: Money.zero,
});

export interface SentLate {
  readonly sentOn: string;
  /** What it adds to what is due; below nil, what it takes off. */
  readonly amount: Money;
}

/** HMRC advanced it, or repaid it. */
export interface PaidByHmrc {
  readonly on: string;
  readonly amount: Money;
}

export interface SchemeTerms {
  /** The year the tax year ends in. */
  readonly year: number;
  readonly rule: DueRule;
  /** Only companies set CIS suffered off against PAYE; others claim it with their own tax. */
  readonly setsOffCis: boolean;
  /** It has subcontractors, so that a month without a CIS300 is not complete. */
  readonly withholdsCis: boolean;
  readonly paidByHmrc: readonly PaidByHmrc[];
}

/** What HMRC is due for a tax month, or for a quarter. */
export interface PaymentDue {
  readonly year: number;
  /** The tax month, or the last of the quarter, 0 to 11. */
  readonly period: number;
  readonly dueOn: string;
  /** What its months come to by the returns that were sent by its 19th; below nil it is a credit. */
  readonly owed: Money;
  /** Of the credit that earlier months, later returns and its own late returns left. */
  readonly creditUsed: Money;
  /** What is to be paid on the day: below nil only where payroll itself says so. */
  readonly due: Money;
  /** What is left after it for the next payments of the tax year. */
  readonly creditLeft: Money;
  /** What late returns added after its day: it was due then, and is to be paid now. */
  readonly underpaid: Money;
  /** When the last of it was sent. */
  readonly underpaidOn?: string | undefined;
  /** Of the last payment of a tax year: the credit that is left, which goes on to no other year. */
  readonly yearsCredit?: YearsCredit;
  /** Of what is owed, what is on other accounts than PAYE and NI. */
  readonly elsewhere: Money;
  /** It lacks what was withheld from subcontractors: no one has said yet. */
  readonly isWithoutCis300: boolean;
  /** Payroll gives no figure for it. */
  readonly isWorkedOut: boolean;
}

export interface SchemeYear {
  readonly year: number;
  readonly payments: readonly PaymentDue[];
  /** With what each comes to by all returns, whenever they were sent. */
  readonly months: readonly (SchemeMonth & { readonly total: Money })[];
  readonly paidByHmrc: readonly PaidByHmrc[];
  /** What is left once the last month of the tax year is in. */
  readonly left: YearsCredit;
}

/** It never goes on to the next tax year by itself. */
export interface YearsCredit {
  /** Claimed from HMRC after the last return of the year. */
  readonly cisSuffered: Money;
  /** Repaid or set off when HMRC is asked. */
  readonly other: Money;
  /** What HMRC advanced, and no claim has used: to be paid back. */
  readonly advanced: Money;
}

/**
 * What HMRC is due for each payment of a tax year: one figure for every door. Ash owes −1,559.38 in May, because of
 * maternity pay that it recovers, and 1,523.62 in June. June’s payment is nil: the credit covers it, and 35.76 are left
 * for July.
 */
export function schemeYear(months: readonly SchemeMonth[], terms: SchemeTerms): SchemeYear {
  const lastOf = ({ period }: SchemeMonth) => lastPeriodOf({ year: terms.year, period }, terms.rule);
  const payments = [...new Set(months.map(lastOf))].map((last) =>
    paymentOf(
      last,
      months.filter((month) => lastOf(month) === last),
      terms,
    ),
  );
  const steps: readonly Step[] = [
    ...terms.paidByHmrc.map(({ on, amount }): Step => ({ on, step: (state) => repaid(state, amount) })),
    ...payments.flatMap(({ known: { period }, late }) =>
      late.map(
        ({ sentOn, amount }): Step => ({ on: sentOn, step: (state) => sentLate(state, period, { sentOn, amount }) }),
      ),
    ),
    // What is sent on the 19th is in time.
    ...payments.map((payment): Step => ({ on: payment.sentBy, step: (state) => falling(state, payment) })),
  ];
  const begun: State = { credit: Money.zero, advanced: Money.zero, payments: [], underpaid: new Map() };
  const end = steps
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .reduce((at, { step }) => step(at), begun);
  const suffered = terms.setsOffCis ? Money.sum(months.map((month) => month.cisSuffered)) : Money.zero;
  const cisSuffered = smaller(end.credit, suffered);
  const left: YearsCredit = { cisSuffered, other: end.credit.minus(cisSuffered), advanced: end.advanced };
  const isLeft = Object.values(left).some((one) => !one.isZero());
  return {
    year: terms.year,
    paidByHmrc: terms.paidByHmrc,
    months: months.map((month) => ({ ...month, total: owedIn(month, terms) })),
    payments: end.payments.map((one) => {
      const late = end.underpaid.get(one.period);
      const yearsCredit = one.period === lastOfYear && isLeft && one.isWorkedOut ? { yearsCredit: left } : {};
      return { ...one, ...yearsCredit, underpaid: late?.amount ?? Money.zero, underpaidOn: late?.sentOn };
    }),
    left,
  };
}

/** March to 5 April. */
const lastOfYear = 11;

interface Payment {
  readonly known: Omit<PaymentDue, 'creditUsed' | 'due' | 'creditLeft' | 'underpaid' | 'underpaidOn'>;
  /** The 19th: what is sent later counts for a later payment. */
  readonly sentBy: string;
  readonly late: readonly SentLate[];
}

function paymentOf(period: number, months: readonly SchemeMonth[], terms: SchemeTerms): Payment {
  const { year, rule, withholdsCis } = terms;
  const late = months.flatMap((month) => month.late ?? []);
  return {
    late,
    sentBy: sentByOf({ year, period }, rule),
    known: {
      year,
      period,
      dueOn: hmrcDueOn({ year, period }, rule),
      owed: Money.sum([...months.map((month) => owedIn(month, terms)), ...late.map(({ amount }) => amount.negated())]),
      elsewhere: Money.sum(months.map((month) => month.elsewhere)),
      isWithoutCis300: withholdsCis && months.some((month) => month.given === undefined && !isCis300Known(month)),
      isWorkedOut: months.some(({ given }) => given === undefined),
    },
  };
}

const isCis300Known = ({ cisWithheld }: SchemeMonth): boolean => cisWithheld !== undefined;

/** CIS that was withheld is owed with the month, so it comes before what is below nil. */
function owedIn(month: SchemeMonth, { setsOffCis }: SchemeTerms): Money {
  const { given, paye, levy, entered, cisWithheld = Money.zero, allowance, recovered, cisSuffered } = month;
  if (given !== undefined) return given;
  return Money.sum([paye, levy, entered, cisWithheld])
    .minus(allowance)
    .minus(recovered)
    .minus(setsOffCis ? cisSuffered : Money.zero);
}

interface State {
  readonly credit: Money;
  /** What HMRC paid before there was a credit that it repays. */
  readonly advanced: Money;
  readonly payments: readonly Omit<PaymentDue, 'underpaid' | 'underpaidOn'>[];
  /** By payment. */
  readonly underpaid: ReadonlyMap<number, SentLate>;
}

interface Step {
  readonly on: string;
  readonly step: (state: State) => State;
}

function falling(state: State, { known }: Payment): State {
  const { owed } = known;
  // Payroll carries its own credit on: its next figure is less by it already.
  if (!known.isWorkedOut) {
    const given = { creditUsed: Money.zero, due: owed, creditLeft: state.credit };
    return { ...state, payments: [...state.payments, { ...known, ...given }] };
  }
  const after = owed.isNegative() ? credited(state, owed.negated()) : state;
  const creditUsed = owed.isNegative() ? Money.zero : smaller(after.credit, owed);
  const creditLeft = after.credit.minus(creditUsed);
  const due = owed.isNegative() ? Money.zero : owed.minus(creditUsed);
  return { ...after, credit: creditLeft, payments: [...state.payments, { ...known, creditUsed, due, creditLeft }] };
}

/** It never changes a payment whose day has passed. */
function sentLate(state: State, period: number, { sentOn, amount }: SentLate): State {
  if (amount.isNegative()) return credited(state, amount.negated());
  const used = smaller(state.credit, amount);
  const more = (state.underpaid.get(period)?.amount ?? Money.zero).plus(amount).minus(used);
  return {
    ...state,
    credit: state.credit.minus(used),
    underpaid: new Map([...state.underpaid, [period, { sentOn, amount: more }]]),
  };
}

const credited = (state: State, more: Money): State => setOff({ ...state, credit: state.credit.plus(more) });
const repaid = (state: State, more: Money): State => setOff({ ...state, advanced: state.advanced.plus(more) });

/** What HMRC paid is not set against later payments as well. */
function setOff(state: State): State {
  const both = smaller(state.credit, state.advanced);
  return { ...state, credit: state.credit.minus(both), advanced: state.advanced.minus(both) };
}

const smaller = (a: Money, b: Money): Money => (a.compare(b) < 0 ? a : b);
