import { Money } from '../../journal/nouns/money.js';
import { paymentAfter } from '../../journal/paye/month.js';
import { givenMonth, type SchemeMonth, type SchemeTerms } from '../../journal/paye/scheme-year.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { AdjustmentFacts } from './adjustment.js';
import type { PayPeriodRecord, StoredPayment } from './pay-period.entity.js';

/** What a scheme's months are made of, as it is recorded and as a sync has it: both come to the same. */

export type SchemePeriod = Pick<PayPeriodRecord, 'year' | 'period' | 'j814' | 'owedElsewhere' | 'returned'>;

/** One that is neither ignored nor taken back. */
export interface SchemeAdjustment extends Pick<AdjustmentFacts, 'kind' | 'entered' | 'inPayment'> {
  readonly period: number;
  /** What it puts on PAYE and NI, or would. */
  readonly payeNi: Money;
  readonly isPosted: boolean;
}

interface Around {
  /** The account of PAYE and NI. */
  readonly payeNi: string;
  /** Payroll's own payments, if it has any. */
  readonly payments: readonly StoredPayment[];
  /** Of the tax year. */
  readonly adjusted: readonly SchemeAdjustment[];
}

export function schemeMonth(row: SchemePeriod, { payeNi, payments, adjusted }: Around): SchemeMonth {
  const { period, j814, owedElsewhere, returned } = row;
  const given = Money.tryParse(paymentAfter(row, payments)?.amountDue);
  if (given !== undefined) return givenMonth(period, given);
  const own = adjusted.filter((one) => one.period === period);
  const isUnchecked = returned?.unchecked === true;
  const said = returned === null || isUnchecked ? undefined : returned;
  // Amounts that are also of months before the first file count once a person has said so, and they are posted.
  const worked = own.filter((one) => !isByPerson(one) && (!isUnchecked || one.isPosted));
  const onPaye = (kind: SchemeAdjustment['kind']) =>
    Money.sum(worked.filter((one) => one.kind === kind).map((one) => one.payeNi));
  const recovered = said && Money.parse(said.recovered).plus(Money.parse(said.compensation));
  const isLevyEntered = own.some((one) => one.kind === 'levy' && isByPerson(one));
  return {
    period,
    paye: j814.plus(owedElsewhere),
    elsewhere: owedElsewhere,
    allowance: returned === null ? Money.zero : Money.parse(returned.allowance),
    // A levy that a person entered is not owed twice.
    levy: isLevyEntered ? Money.zero : said ? Money.parse(said.levy) : onPaye('levy'),
    // Without a return of it, a person or the policy said what was recovered.
    recovered: recovered === undefined || recovered.isZero() ? onPaye('recovery').negated() : recovered,
    cisSuffered: said ? Money.parse(said.cisSuffered) : onPaye('cis').negated(),
    entered: Money.sum(own.filter(({ inPayment }) => inPayment).map((one) => enteredOn(payeNi, one))),
  };
}

export const termsOf = ({ controls }: Pick<Policy, 'controls'>, year: number): SchemeTerms => ({
  ...{ year, rule: controls, setsOffCis: true },
  ...{ withholdsCis: controls.cisWithheld !== null, paidByHmrc: [] },
});

const isByPerson = ({ entered }: SchemeAdjustment): boolean => entered !== null;

/** From its lines: of what was just entered no journal is worked out yet. */
const enteredOn = (payeNi: string, { entered }: SchemeAdjustment): Money =>
  Money.sum(
    (entered ?? []).filter(({ category }) => category === payeNi).map(({ debit }) => Money.parse(debit)),
  ).negated();
