import { taxYearInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { paymentAfter } from '../../journal/paye/month.js';
import { givenMonth, type SchemeMonth, type SchemeTerms } from '../../journal/paye/scheme-year.js';
import { amountOf, lateOf } from '../../journal/policy/hmrc-account.js';
import type { Policy } from '../../journal/policy/policy.js';
import { type AdjustmentFacts, levyBeyond } from './adjustment.js';
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
  readonly policy: Pick<Policy, 'accounts' | 'hmrcAccount'>;
  /** Payroll's own payments, if it has any. */
  readonly payments: readonly StoredPayment[];
  /** Of the tax year. */
  readonly adjusted: readonly SchemeAdjustment[];
}

export function schemeMonth(row: SchemePeriod, { policy, payments, adjusted }: Around): SchemeMonth {
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
  const cis300 = amountOf(policy.hmrcAccount, 'cis300', row);
  const cisWithheld = cis300 === undefined ? undefined : Money.parse(cis300);
  return {
    period,
    paye: j814.plus(owedElsewhere),
    // What was withheld is on an account of its own.
    elsewhere: owedElsewhere.plus(cisWithheld ?? Money.zero),
    ...(cisWithheld && { cisWithheld }),
    late: lateOf(policy.hmrcAccount, row),
    allowance: returned === null ? Money.zero : Money.parse(returned.allowance),
    levy: said
      ? levyBeyond(Money.parse(said.levy), { ...said, period }, adjusted, policy.accounts.payeNi)
      : onPaye('levy'),
    // Without a return of it, a person or the policy said what was recovered.
    recovered: recovered === undefined || recovered.isZero() ? onPaye('recovery').negated() : recovered,
    cisSuffered: said ? Money.parse(said.cisSuffered) : onPaye('cis').negated(),
    entered: Money.sum(own.filter(({ inPayment }) => inPayment).map((one) => enteredOn(policy.accounts.payeNi, one))),
  };
}

/** `type`: of the company whose books they are; unknown, it is taken for a limited company. */
export const termsOf = (
  { controls, hmrcAccount }: Pick<Policy, 'controls' | 'hmrcAccount'>,
  { year, type }: { readonly year: number; readonly type: string | null | undefined },
): SchemeTerms => ({
  year,
  rule: controls,
  setsOffCis: setsOffCis(controls, type),
  withholdsCis: controls.cisWithheld !== null || hmrcAccount.some(({ what }) => what === 'cis300'),
  paidByHmrc: hmrcAccount.flatMap(({ what, year: of, on, amount }) =>
    what === 'paid' && of === taxYearInWords(year) && on && amount ? [{ on, amount: Money.parse(amount) }] : [],
  ),
});

/** Only companies set CIS suffered off against PAYE, unless a person says so. */
export const setsOffCis = (
  { setsOffCis: said }: Pick<Policy['controls'], 'setsOffCis'>,
  type: string | null | undefined,
): boolean => (said === null ? type === undefined || type === null || type === 'UkLimitedCompany' : said === 'yes');

const isByPerson = ({ entered }: SchemeAdjustment): boolean => entered !== null;

/** From its lines: of what was just entered no journal is worked out yet. */
const enteredOn = (payeNi: string, { entered }: SchemeAdjustment): Money =>
  Money.sum(
    (entered ?? []).filter(({ category }) => category === payeNi).map(({ debit }) => Money.parse(debit)),
  ).negated();
