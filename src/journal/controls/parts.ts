import { bankDayOnOrBefore } from '../bank-days.js';
import { inWords } from '../dates.js';
import { Money } from '../money.js';
import { graceEndOf, type Payments } from './bank-evidence.js';
import { type ControlFacts, type ControlState, type DueDebt, hasDay, type JournalNeeded } from './control.js';

/** One possible part of a difference. */
export interface Part {
  readonly kind: ControlState | 'within_grace';
  readonly what: string;
  readonly amount: Money;
  readonly due?: string;
  readonly seen?: string;
  readonly unread?: string;
  readonly debt?: DueDebt;
  /** The bank shows an explained payment of its amount. */
  readonly isContradicted?: boolean;
  /** The account that an amount was wrongly coded to. */
  readonly account?: string;
  /** Only payroll's own payments are booked there, so nothing else explains an amount. */
  readonly onlyPayroll?: boolean;
}

/** A debt that the books have as unpaid. */
export type UnpaidPart = Part & { readonly debt: DueDebt };

/** The parts that explanations are made from, by family. */
export interface Families {
  /** May be paid or cleared, or not: until the grace is over both are right. */
  readonly neutral: readonly Part[];
  readonly unpaid: readonly UnpaidPart[];
  /** Paid before it was due, or a second time. */
  readonly ahead: readonly Part[];
  readonly journals: readonly Part[];
  readonly recoveries: readonly (readonly Part[])[];
  readonly lacking: readonly Part[];
  /** Part of the difference in any case. */
  readonly certain: readonly Part[];
  readonly elsewhere: readonly Part[];
  readonly accepted: readonly Part[];
}

type Place = 'ahead' | 'within_grace' | 'past' | 'no_day';

function placeOf(facts: ControlFacts, dueOn: string | undefined): Place {
  if (dueOn === undefined) return 'no_day';
  if (facts.on < bankDayOnOrBefore(dueOn)) return 'ahead';
  return facts.on <= graceEndOf(dueOn, facts.graceBankDays) ? 'within_grace' : 'past';
}

const hasArisen = (facts: ControlFacts, { arisesOn }: { readonly arisesOn: string }) => arisesOn <= facts.on;

export function chargedOf(facts: ControlFacts): Money {
  const { debts, journals } = facts;
  return Money.sum([...debts, ...journals].filter((one) => hasArisen(facts, one)).map(({ amount }) => amount));
}

/** What is not due yet, or due within the grace, as if nothing of it were paid. */
export function owedOf(facts: ControlFacts): Money {
  const { debts, journals } = facts;
  const open = [...debts, ...journals].filter((one) => hasArisen(facts, one) && placeOf(facts, one.dueOn) !== 'past');
  return Money.sum(open.map(({ amount }) => amount));
}

export function familiesOf(facts: ControlFacts, payments: Payments | undefined): Families {
  return {
    neutral: neutralOf(facts),
    unpaid: unpaidOf(facts, payments),
    ahead: aheadOf(facts, payments),
    journals: pastDue(facts, facts.journals),
    recoveries: (facts.recoveries ?? []).map((atRate) => pastDue(facts, atRate)),
    lacking: lackingOf(facts, false),
    certain: lackingOf(facts, true),
    elsewhere: (facts.elsewhere ?? [])
      .filter(({ amount }) => amount.isPositive())
      .map(({ name, ...one }) => ({ ...one, kind: 'coded_elsewhere', what: `coded to ${one.account} ${name}` })),
    accepted: (facts.accepted ?? []).map(({ as, amount, reason }) => ({ kind: as, what: reason, amount })),
  };
}

function pastDue(facts: ControlFacts, journals: readonly JournalNeeded[]): readonly Part[] {
  return journals
    .filter((journal) => placeOf(facts, journal.dueOn) === 'past')
    .map(({ what, amount, dueOn }) => ({ kind: 'needs_a_journal', what, amount, due: dueOn }));
}

function neutralOf(facts: ControlFacts): readonly Part[] {
  const cleared = ({ what, amount }: Pick<Part, 'what' | 'amount'>): Part => ({
    ...{ kind: 'within_grace', what },
    amount: amount.negated(),
  });
  const owed = facts.debts.filter(({ amount }) => amount.isPositive());
  const due = owed.filter(hasDay).filter(({ dueOn }) => placeOf(facts, dueOn) === 'within_grace');
  const dayless = owed.filter((debt) => !hasDay(debt) && hasArisen(facts, debt));
  // A journal may be posted on any day, also before it is due.
  const journals = facts.journals.filter(
    (journal) => hasArisen(facts, journal) && placeOf(facts, journal.dueOn) !== 'past',
  );
  const held = (facts.mayHold ?? []).map((one): Part => ({ ...one, kind: 'within_grace' }));
  return [...held, ...due.map((debt) => ({ ...cleared(debt), debt })), ...[...dayless, ...journals].map(cleared)];
}

/**
 * An account that was clear on a day of a debt's grace may have been so because the debt was unpaid. Debts without a
 * payment of their amount come first, and the newest first: payments clear the oldest debts.
 */
function unpaidOf(facts: ControlFacts, payments: Payments | undefined): readonly UnpaidPart[] {
  const { debts, clearTo = '' } = facts;
  const unpaid = debts
    .filter(hasDay)
    .filter((debt) => debt.amount.isPositive() && placeOf(facts, debt.dueOn) === 'past')
    .filter(({ dueOn }) => graceEndOf(dueOn, facts.graceBankDays) >= clearTo)
    .toReversed()
    .map((debt): UnpaidPart => {
      const isContradicted = payments !== undefined && payments.of(debt).length > 0;
      const what = `${debt.what} not paid`;
      return { kind: 'not_paid', what, amount: debt.amount, due: debt.dueOn, debt, isContradicted };
    });
  return unpaid.toSorted((a, b) => Number(a.isContradicted) - Number(b.isContradicted));
}

function aheadOf(facts: ControlFacts, payments: Payments | undefined): readonly Part[] {
  const parts: Part[] = [];
  for (const debt of facts.debts.filter(hasDay)) {
    const { what, dueOn, amount } = debt;
    if (!amount.isPositive()) continue;
    const lines = payments?.of(debt);
    const early = placeOf(facts, dueOn) === 'ahead';
    const mayBeEarly = early && payments !== undefined && isPaidAgainLate(facts, debt, payments);
    if (lines !== undefined && lines.length < (early ? 1 : 2) && !mayBeEarly) continue;
    const paid = early ? `${what} paid early` : `${what} paid twice`;
    const seen = lines?.at(-1)?.datedOn;
    const words =
      early || lines === undefined ? paid : `${paid}: ${lines.map((line) => inWords(line.datedOn)).join(' and ')}`;
    const kind = early ? 'paid_early' : 'paid_twice';
    parts.push({ kind, what: words, amount: amount.negated(), due: dueOn, ...(seen && { seen }), debt });
  }
  for (const { amount, datedOn } of payments?.ahead ?? []) {
    const what = 'Paid ahead of what payroll has not filed yet';
    parts.push({ kind: 'paid_early', what, amount: amount.negated(), seen: datedOn });
  }
  return parts.toReversed();
}

/** The same amount was paid again after the grace of an earlier debt: either that debt twice, or this one early. */
function isPaidAgainLate(facts: ControlFacts, { amount }: DueDebt, payments: Payments): boolean {
  return facts.debts.filter(hasDay).some((debt) => {
    if (!debt.amount.equals(amount)) return false;
    const graceEnd = graceEndOf(debt.dueOn, facts.graceBankDays);
    const [, ...again] = payments.of(debt);
    return again.some(({ datedOn }) => datedOn > graceEnd);
  });
}

function lackingOf({ notInBooks = [] }: ControlFacts, certain: boolean): readonly Part[] {
  return notInBooks
    .filter(({ isCertain }) => isCertain === certain)
    .map(({ what, amount }) => ({ kind: 'needs_a_journal', what, amount }));
}
