import { taxMonthRange } from '../nouns/dates.js';
import type { Journal } from '../nouns/journal.js';
import type { MappedPeriod } from '../mapping/mapper.js';
import type { PayPeriod } from '../nouns/pay-run.js';
import { payeControl, type PayeOwed, paymentAfter } from './month.js';
import { Money } from '../nouns/money.js';
import { type Proposal, proposeRecovery } from './proposal.js';
import { questionOf } from './question.js';
import { recoverySet } from './recovery-set.js';
import { liabilityOf } from './tie-out.js';
import type { Policy } from '../policy/policy.js';
import type { DecidedRate } from './ways.js';

/** What is known of a period's payment besides its payslips. */
export interface PaymentsGiven {
  readonly payments: readonly { readonly dueOn: string; readonly amountDue?: Money }[];
  readonly policy: Policy;
  readonly smallEmployer: DecidedRate;
  /** Apprenticeship levy that payroll's own payment includes. */
  readonly levy: Money;
  readonly creditBroughtForward: Money;
}

export interface RecoveryAnswer {
  readonly verdict: Proposal['verdict'];
  readonly proposed?: 'from the payment due' | 'decided';
  readonly total?: string;
  readonly question?: string;
}

export interface PayeAnswer {
  readonly payroll: string;
  readonly recovery: string;
  readonly cis_suffered_posted_elsewhere: string;
  readonly levy: string;
  readonly credit_brought_forward: string;
  readonly payment: string;
  readonly left: string;
}

export interface Adjustments {
  readonly journals: readonly Journal[];
  readonly recovery?: RecoveryAnswer;
  /** J814 − recovery − CIS = amount due, if the payment is known. */
  readonly paye?: PayeAnswer;
}

/** The journal sets in addition to a period's pay runs, and whether the payment to HMRC confirms them. */
export function adjustmentsOf(period: PayPeriod, mapped: MappedPeriod, given: PaymentsGiven): Adjustments {
  const posted = mapped.runs.filter((run) => run.outcome === 'post' && run.journal !== undefined);
  const last = posted.at(-1);
  const paye = payeOwed(period, mapped, given);
  const control = (recovered: Money) => paye && { paye: payeAnswer(paye, recovered) };
  const pays = posted.flatMap((run) => run.statutoryPay);
  // A run that is set aside has its share of the payment too, so the payment then proves nothing.
  const whole = mapped.runs.every((run) => run.outcome === 'post' || run.journal?.entries.length === 0);
  if (last === undefined || pays.length === 0 || !isPosted(period, given)) {
    return { journals: [], ...(last && control(Money.zero)) };
  }
  const known = { paye: whole ? paye : undefined };
  const proposal = proposeRecovery(pays, given.smallEmployer, known);
  const { verdict, recovery, rates } = proposal;
  const question = recovery ? undefined : questionOf(pays, given.smallEmployer, proposal, known);
  return {
    journals: recovery === undefined ? [] : [recoverySet(recovery, { ...last.payRun, tag: last.tag }, given.policy)],
    recovery: { verdict, proposed: rates, total: recovery?.total.toString(), question },
    ...control(recovery?.total ?? Money.zero),
  };
}

function isPosted({ year, period }: PayPeriod, { policy: { recovery } }: PaymentsGiven): boolean {
  const { to } = taxMonthRange(year, period + 1);
  return recovery.post !== 'off' && (recovery.from === null || recovery.from <= to);
}

function payeOwed(period: PayPeriod, mapped: MappedPeriod, given: PaymentsGiven): PayeOwed | undefined {
  const due = paymentAfter(period, given.payments)?.amountDue;
  if (due === undefined) return undefined;
  const { owed, owedElsewhere, cisSuffered } = liabilityOf(period, mapped);
  const { levy: adjustments, creditBroughtForward } = given;
  return { owed: owed.plus(owedElsewhere), cisSuffered, adjustments, creditBroughtForward, due };
}

function payeAnswer(month: PayeOwed, recovered: Money): PayeAnswer {
  const control = payeControl(month, recovered);
  return {
    payroll: control.payroll.toString(),
    recovery: control.recovery.toString(),
    cis_suffered_posted_elsewhere: control.cisSuffered.toString(),
    levy: control.adjustments.toString(),
    credit_brought_forward: control.creditBroughtForward.toString(),
    payment: control.payment.toString(),
    left: control.left.toString(),
  };
}
