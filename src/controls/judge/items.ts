import {
  addDays,
  inWords,
  shortDay,
  taxMonthOf,
  taxMonthRange,
  taxYearInWords,
  taxYearOf,
} from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { dayOfNextMonth, hmrcDueOn, lastPeriodOf } from '../../journal/paye/due-days.js';
import {
  type ChargedLine,
  type Charges,
  type CompanyFacts,
  isAt,
  keyOf,
  type LiabilityKind,
  type Line,
  type SchemeFacts,
  type TaxMonth,
  type WaitingAdjustment,
} from './facts.js';
import type { Item } from './item.js';

/** What payroll owes on an account: its debts and claims, each with its own day. */

export interface Place {
  readonly account: string;
  readonly userPath?: string;
  readonly kind: LiabilityKind;
}

export function itemsOf(facts: CompanyFacts, { charged }: Charges, place: Place): readonly Item[] {
  const items =
    place.kind === 'paye' ? payeItems(facts, place) : runItems(facts, charged.get(keyOf(place)) ?? [], place);
  const opening = facts.notes
    .filter((note) => note.kind === 'brought_forward' && isAt(place)(note))
    .map(({ amount, dueOn, item, reason }): Item => {
      const what = `Brought forward: ${reason}`;
      return { id: item, what, due: dueOn ?? facts.start, amount, ...(dueOn === undefined && { isUndated: true }) };
    });
  // What was posted since, but was due before, is due at once.
  return [...opening, ...items]
    .filter(({ amount }) => !amount.isZero())
    .map((item) => (item.due < facts.start ? { ...item, due: facts.start } : item));
}

/** What was on the account before the first day, except what a person entered about it. */
export function broughtForward(facts: CompanyFacts, place: Place, balance: Money): Item | undefined {
  const entered = facts.notes.filter((note) => note.kind === 'brought_forward' && isAt(place)(note));
  // What a person entered says itself which debts were there.
  const known = entered.length === 0 && facts.scheme?.account === place.account ? facts.scheme.before : Money.zero;
  const amount = balance.minus(known).minus(Money.sum(entered.map((note) => note.amount)));
  if (amount.isZero()) return undefined;
  const what = `Brought forward on ${inWords(facts.start)}`;
  return { id: 'brought-forward', what, due: forwardDue(facts, place.kind), amount };
}

/** The first day after the start on which such a debt falls due: nothing is claimed about it before. */
function forwardDue({ start, policy }: CompanyFacts, kind: LiabilityKind): string {
  if (kind === 'pay') return start;
  const before = addDays(start, -1);
  if (kind === 'paye') return hmrcDueOn({ year: taxYearOf(before), period: taxMonthOf(before) - 1 }, policy);
  return dayOfNextMonth(
    addDays(`${start.slice(0, 8)}01`, -1),
    kind === 'pension' ? policy.pensionDay : policy.attachmentsDay,
  );
}

/** By due day: contributions of four weeks are one payment. */
function runItems(
  { policy, notes }: CompanyFacts,
  charged: readonly { readonly datedOn: string; readonly line: ChargedLine }[],
  place: Place,
): readonly Item[] {
  const isLeft = notes.some((note) => note.as === 'left_on_account' && note.kind === 'accepted' && isAt(place)(note));
  const items = new Map<string, Item>();
  for (const { datedOn, line } of charged) {
    const { amount: more, ...item } = itemOf(place.kind, { datedOn, line, policy });
    const amount = (items.get(item.id)?.amount ?? Money.zero).plus(more);
    items.set(item.id, { ...item, amount, ...(isLeft && { isUndated: true }) });
  }
  return [...items.values()];
}

/** The item to which a line of a pay run adds. */
export function itemIdOf(
  { policy, kinds }: CompanyFacts,
  run: TaxMonth & { readonly datedOn: string },
  line: ChargedLine,
) {
  const kind = kinds.get(line.account);
  if (kind === undefined) return undefined;
  return kind === 'paye' ? payeItem(run, policy).id : itemOf(kind, { datedOn: run.datedOn, line, policy }).id;
}

interface OfRun {
  readonly datedOn: string;
  readonly line: ChargedLine;
  readonly policy: CompanyFacts['policy'];
}

function itemOf(kind: LiabilityKind, { datedOn, line: { amount, from }, policy }: OfRun): Item {
  if (kind === 'pay') return { id: `net ${datedOn}`, what: `Net pay of ${inWords(datedOn)}`, due: datedOn, amount };
  // "October 2025"
  const month = inWords(datedOn).replace(/^\d+ /, '');
  if (kind === 'pension') {
    const due = dayOfNextMonth(datedOn, policy.pensionDay);
    return { id: `pension ${due}`, what: `Pension contributions of ${month}`, due, amount };
  }
  if (from.includes('attachments') || from.includes('payroll_giving')) {
    const due = dayOfNextMonth(datedOn, policy.attachmentsDay);
    return { id: `attachments ${due}`, what: `Attachments and giving of ${month}`, due, amount };
  }
  const what = `Other deductions of ${inWords(datedOn)}`;
  if (policy.otherDeductionsDay === null)
    return { id: `other ${datedOn}`, what, due: datedOn, amount, isUndated: true };
  const due = dayOfNextMonth(datedOn, policy.otherDeductionsDay);
  return { id: `other ${due}`, what: `Other deductions of ${month}`, due, amount };
}

type OnAccount = (lines: readonly Line[]) => Money;

/**
 * One payment a tax month, or a quarter: what payroll charges, less recoveries and CIS suffered. A levy goes with its
 * month, class 1A has its own day. If they are not in payroll's payment, each is an item of its own.
 */
function payeItems(facts: CompanyFacts, place: Place): readonly Item[] {
  const onAccount: OnAccount = (lines) => Money.sum(lines.filter(isAt(place)).map(({ amount }) => amount));
  const ofMonths =
    facts.scheme?.account === place.account ? schemeItems(facts, facts.scheme) : chargedItems(facts, place);
  const posted = facts.adjustments.filter((one) => !goesWithMonth(one) && !one.isDoubled);
  const waiting = (facts.waiting ?? []).flatMap(({ apart, ...one }) =>
    apart === undefined ? [] : [{ ...one, ...apart }],
  );
  const apart = [...posted, ...waiting].map((one): Item => {
    return { id: one.tag, what: adjustmentInWords(one), due: one.dueOn, amount: onAccount(one.lines) };
  });
  return [...ofMonths, ...apart, ...ignoredItems(facts, onAccount)];
}

const goesWithMonth = ({ kind, inPayment }: CompanyFacts['adjustments'][number]): boolean =>
  kind === 'recovery' || inPayment;

/** By the journals, those in the books and those that wait. */
function chargedItems(facts: CompanyFacts, place: Place): readonly Item[] {
  const { policy, runs } = facts;
  const items = new Map<string, Item>();
  const add = (of: TaxMonth, lines: readonly Line[]) => {
    const item = sinceStart(payeItem(of, policy), of, facts);
    const more = Money.sum(lines.filter(isAt(place)).map(({ amount }) => amount));
    items.set(item.id, { ...item, amount: (items.get(item.id)?.amount ?? Money.zero).plus(more) });
  };
  for (const run of runs) add(run, run.lines);
  for (const { of, amount } of cisOn(facts, place)) add(of, [{ ...place, amount }]);
  for (const { gap, account, ...of } of gapsIn(facts))
    if (account === place.account) add(of, [{ ...place, amount: gap.negated() }]);
  for (const one of facts.adjustments) if (goesWithMonth(one) && !one.isDoubled) add(one, one.lines);
  for (const one of facts.waiting ?? []) if (one.apart === undefined && !one.isIgnored) add(one, one.lines);
  return [...items.values()];
}

/** What was paid before the first day is in the balance brought forward: the rest is not what HMRC is due for it. */
function sinceStart<One extends Omit<Item, 'amount'>>(item: One, of: TaxMonth, { start, policy }: CompanyFacts): One {
  const last = lastPeriodOf(of, policy);
  const first = policy.payePeriod === 'quarterly' ? last - 2 : last;
  const isWhole = taxMonthRange(of.year, first + 1).from >= start;
  return isWhole ? item : { ...item, what: `${item.what}, paid from ${shortDay(start)} on` };
}

/** Where payroll asks for less than the journals come to, since statutory pay was recovered: HMRC is due that. */
export function gapsIn({ months, runs, kinds }: CompanyFacts) {
  return months.flatMap(({ gap, year, period }) => {
    const lines = runs.filter((run) => run.year === year && run.period === period).flatMap((run) => run.lines);
    const account = lines.find((line) => kinds.get(line.account) === 'paye')?.account;
    return gap === undefined || account === undefined ? [] : [{ year, period, gap, account }];
  });
}

/** By the returns: what HMRC is due, and what it paid. */
function schemeItems({ start, on, policy }: CompanyFacts, { years }: SchemeFacts): readonly Item[] {
  return years.flatMap(({ year, payments, left, paidByHmrc }) => {
    const since = payments.filter(({ period }) => taxMonthRange(year, period + 1).to >= start);
    const items = since.flatMap((payment): Item[] => {
      const item = payeItem(payment, policy);
      const { due, elsewhere, underpaid } = payment;
      const late: Item = {
        id: `${item.id} underpaid`,
        what: `${item.what}, underpaid`,
        due: item.due,
        amount: underpaid,
      };
      return [{ ...item, amount: due.minus(elsewhere) }, late];
    });
    const paid = paidByHmrc.map(({ on: due, amount }): Item => {
      return { id: `hmrc ${due}`, what: `Paid by HMRC on ${inWords(due)}`, due, amount: amount.negated() };
    });
    const last = since.find(({ period }) => period === lastPeriod);
    const credit = left.cisSuffered.plus(left.other).minus(left.advanced);
    if (last === undefined || last.dueOn > on) return [...items, ...paid];
    const what = `Credit of ${taxYearInWords(year)}`;
    return [...items, ...paid, { id: `credit ${year}`, what, due: last.dueOn, amount: credit.negated() }];
  });
}

const lastPeriod = 11;

/** What a person ignored here is in the books by hand, or is still to be. */
function ignoredItems({ waiting = [], policy }: CompanyFacts, onAccount: OnAccount): readonly Item[] {
  return waiting
    .filter(({ isIgnored }) => isIgnored)
    .map((one): Item => {
      const { due } = payeItem(one, policy);
      const what = `${adjustmentInWords(one)}, ignored here`;
      return { id: `ignored ${one.kind} ${due}`, what, due, amount: onAccount(one.lines).negated() };
    });
}

const kindWords = {
  recovery: 'Recovery',
  levy: 'Apprenticeship levy',
  class1a: 'Class 1A',
  cis: 'CIS suffered',
  allowance: 'Employment allowance',
  other: 'Adjustment',
} as const;
export const adjustmentInWords = ({ kind, year, period }: TaxMonth & Pick<WaitingAdjustment, 'kind'>): string =>
  kind === 'class1a'
    ? `${kindWords[kind]} ${taxYearInWords(year)}`
    : `${kindWords[kind]} ${taxYearInWords(year)} month ${period + 1}`;

/** Without its amount, that of the tax month or quarter. */
export function payeItem(of: TaxMonth, policy: CompanyFacts['policy']): Omit<Item, 'amount'> {
  const last = lastPeriodOf(of, policy);
  const due = hmrcDueOn(of, policy);
  const span = taxYearInWords(of.year);
  const what =
    policy.payePeriod === 'quarterly' ? `PAYE ${span} quarter ${(last + 1) / 3}` : `PAYE ${span} month ${last + 1}`;
  return { id: `paye ${of.year}-${String(last + 1).padStart(2, '0')}`, what, due };
}

interface Cis {
  readonly of: TaxMonth;
  readonly amount: Money;
  /** The month's last day, or today. */
  readonly datedOn: string;
  /** The account does not show it yet. */
  readonly isToCome: boolean;
}

/**
 * CIS suffered is on the account from the day of a receipt, which we do not know: it counts on its month's last day so
 * far. That of the month in which reading begins may be in the balance brought forward.
 */
export function cisOn({ policy, months, start, on }: CompanyFacts, { account }: Place): readonly Cis[] {
  if (policy.cisSuffered !== account) return [];
  return months
    .map((of) => ({ of, amount: of.cisSuffered.negated(), range: taxMonthRange(of.year, of.period + 1) }))
    .filter(({ amount, range }) => !amount.isZero() && range.from >= start && range.from <= on)
    .map(({ of, amount, range }) => ({
      of,
      amount,
      isToCome: of.isCisToCome === true,
      datedOn: range.to < on ? range.to : on,
    }));
}
