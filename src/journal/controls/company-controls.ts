import { usualNames } from '../chart.js';
import { inWords } from '../dates.js';
import { Money } from '../money.js';
import { graceEndOf } from './bank-evidence.js';
import { classify } from './classify.js';
import { type CompanyFacts, controlKey, type LiabilityKind, type RunCharged } from './company-facts.js';
import type { Accepted, ControlFacts, Debt, Elsewhere, ControlVerdict } from './control.js';
import { dayOfNextMonth } from './due-days.js';
import { type HmrcMonth, type HmrcOwed, hmrcOwed } from './hmrc.js';
import { classifyPeople, type Pool } from './people.js';

/** One liability account, or one person's part of it, on one day. */
export interface Control {
  readonly account: string;
  readonly userPath?: string;
  /** The person's address, as payroll names it. */
  readonly user?: string;
  readonly name: string;
  readonly balance: Money;
  readonly verdict: ControlVerdict;
}

interface Place {
  readonly account: string;
  readonly userPath?: string;
  readonly kind: LiabilityKind;
}

/** The balance of a person's own account may be drawings as well as pay. */
const personsAccounts = ['900', '901', '905', '907'];
const netSalaryExpense = '404';
const payeExpense = '405';
/** Debts brought forward arose before any pay run. */
const beforeAll = '0001-01-01';

export function controlsOf(company: CompanyFacts): readonly Control[] {
  const places = placesOf(company);
  const judged = new Map<Place, ControlVerdict>();
  const people = places.filter(({ kind, userPath }) => kind === 'pay' && userPath !== undefined);
  const facts = people.map((place) => ({ name: nameOf(company, place), facts: factsOf(company, place) }));
  const verdicts = classifyPeople(facts, poolOf(company));
  for (const [index, place] of people.entries()) judged.set(place, verdicts[index] as ControlVerdict);
  for (const place of places) if (!judged.has(place)) judged.set(place, classify(factsOf(company, place)));
  return places.map((place) => {
    const verdict = judged.get(place) as ControlVerdict;
    const missing = missingOf(company, place, verdict);
    return {
      account: place.account,
      ...(place.userPath !== undefined && {
        userPath: place.userPath,
        user: company.names.get(place.userPath)?.user ?? place.userPath,
      }),
      name: nameOf(company, place),
      balance: balanceOf(company, place),
      verdict: missing ?? verdict,
    };
  });
}

/**
 * The day on which the oldest debt of these accounts arose that is not known to be paid: from then on the bank may show
 * its payment. An account that was clear before a debt's grace ended may have been so because the debt was unpaid.
 */
export function oldestOpen(company: CompanyFacts, controls: readonly Control[]): string | undefined {
  const places = placesOf(company).filter((place) => controls.some(isAt(place)));
  const days = places.flatMap((place) => {
    const { debts, clearTo = '' } = factsOf(company, place);
    return debts.flatMap(({ arisesOn, dueOn }) => {
      if (dueOn === undefined || graceEndOf(dueOn) < clearTo) return [];
      return arisesOn === beforeAll ? dueOn : arisesOn;
    });
  });
  return days.sort()[0];
}

/** Sorted by account, then name: the accounts that payroll charges, and those with a balance. */
function placesOf(company: CompanyFacts): readonly Place[] {
  const places = new Map<string, Place>();
  const kinds = new Map<string, LiabilityKind>();
  for (const run of company.runs) {
    for (const [account, kind] of run.kinds) kinds.set(account, kind);
    for (const { account, userPath } of run.lines) {
      const kind = run.kinds.get(account);
      if (kind !== undefined) places.set(controlKey(account, userPath), { account, userPath, kind });
    }
  }
  for (const { account, userPath, amount } of [...company.balances, ...company.notes]) {
    const kind = kinds.get(account);
    const key = controlKey(account, userPath);
    if (kind !== undefined && !amount.isZero() && !places.has(key)) places.set(key, { account, userPath, kind });
  }
  const order = (place: Place) => `${place.account} ${nameOf(company, place)} ${place.userPath ?? ''}`;
  return [...places.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function nameOf({ names, balances }: CompanyFacts, { account, userPath }: Place): string {
  if (userPath !== undefined) return names.get(userPath)?.name ?? userPath;
  return balances.find((one) => one.account === account)?.name ?? usualNames[account] ?? '';
}

const isAt =
  ({ account, userPath }: Place) =>
  (one: { readonly account: string; readonly userPath?: string }) =>
    one.account === account && one.userPath === userPath;

function balanceOf({ balances }: CompanyFacts, place: Place): Money {
  return Money.sum(balances.filter(isAt(place)).map(({ amount }) => amount));
}

function factsOf(company: CompanyFacts, place: Place): ControlFacts {
  const { on, bank } = company;
  const owed = place.kind === 'paye' ? payeOf(company, place) : { debts: debtsOf(company, place), journals: [] };
  const notes = company.notes.filter(isAt(place));
  const opening = notes
    .filter(({ kind }) => kind === 'brought_forward')
    .map(
      ({ amount, dueOn, reason }): Debt => ({
        what: `Brought forward: ${reason}`,
        arisesOn: beforeAll,
        dueOn,
        amount,
      }),
    );
  const accepted = notes
    .filter(({ kind }) => kind === 'accepted')
    .map(({ as, amount, reason }): Accepted => ({ as, amount, reason }));
  return {
    on,
    balance: balanceOf(company, place),
    ...owed,
    debts: [...opening, ...owed.debts],
    notInBooks: notInBooksOf(company, place),
    mayHold: place.kind === 'paye' ? withheldOf(company, place) : [],
    elsewhere: elsewhereOf(company, place),
    accepted,
    clearTo: company.clearTo.get(controlKey(place.account, place.userPath)),
    bank,
  };
}

/** What runs charge to a place, by pay date, and by due day if a run has several. */
function debtsOf({ runs, policy }: CompanyFacts, place: Place): readonly Debt[] {
  const debts = new Map<string, Debt>();
  for (const { datedOn, lines } of runs) {
    for (const line of lines.filter(isAt(place))) {
      const { words, dueOn } = dueOf(place.kind, datedOn, line.from, policy);
      const key = `${datedOn} ${words} ${dueOn}`;
      const amount = (debts.get(key)?.amount ?? Money.zero).plus(line.amount);
      debts.set(key, { what: `${words} of ${inWords(datedOn)}`, arisesOn: datedOn, dueOn, amount });
    }
  }
  return [...debts.values()];
}

function dueOf(
  kind: LiabilityKind,
  datedOn: string,
  from: readonly string[],
  policy: CompanyFacts['policy'],
): { readonly words: string; readonly dueOn?: string } {
  if (kind === 'pay') return { words: 'Net pay', dueOn: datedOn };
  if (kind === 'pension') return { words: 'Pension', dueOn: dayOfNextMonth(datedOn, policy.pensionDay) };
  if (from.includes('attachments'))
    return { words: 'Attachments', dueOn: dayOfNextMonth(datedOn, policy.attachmentsDay) };
  const day = policy.otherDeductionsDay;
  return { words: 'Other deductions', ...(day !== null && { dueOn: dayOfNextMonth(datedOn, day) }) };
}

function payeOf(company: CompanyFacts, place: Place): HmrcOwed {
  const { policy, on } = company;
  const cisIsHere = policy.cisSuffered === place.account;
  const months = company.months.map((month): HmrcMonth => {
    const inMonth = (one: { readonly year: number; readonly period: number }) =>
      one.year === month.year && one.period === month.period;
    const runs = company.runs.filter(inMonth).map((run) => ({ datedOn: run.datedOn, amount: chargedTo(run, place) }));
    return {
      ...month,
      runs: runs.filter(({ amount }) => !amount.isZero()),
      adjustments: company.adjustments.filter(isAt(place)).filter(inMonth),
    };
  });
  return hmrcOwed(months, { ...policy, cisIsHere }, on);
}

/** CIS withheld is paid to HMRC with PAYE, in one sum that may have been coded to PAYE as a whole. */
function withheldOf({ policy, balances }: CompanyFacts, place: Place): NonNullable<ControlFacts['mayHold']> {
  if (policy.cisWithheld === place.account) return [];
  const held = Money.sum(balances.filter(({ account }) => account === policy.cisWithheld).map(({ amount }) => amount));
  if (!held.isPositive()) return [];
  return [{ what: 'CIS withheld from subcontractors, paid with PAYE', amount: held.negated() }];
}

function chargedTo({ lines }: Pick<RunCharged, 'lines'>, place: Place): Money {
  return Money.sum(lines.filter(isAt(place)).map(({ amount }) => amount));
}

function notInBooksOf({ runs, on }: CompanyFacts, place: Place): NonNullable<ControlFacts['notInBooks']> {
  return runs
    .filter(({ datedOn }) => datedOn <= on)
    .flatMap((run) => {
      const day = inWords(run.datedOn);
      const charged = chargedTo(run, place);
      const what = `Pay run of ${day} is not in the books yet`;
      if (run.inBooks === 'no') return [{ what, amount: charged.negated(), isCertain: true }];
      if (run.inBooks === 'perhaps') return [{ what, amount: charged.negated(), isCertain: false }];
      if (run.posted === undefined) return [];
      const more = chargedTo({ lines: run.posted }, place).minus(charged);
      return [{ what: `Pay run of ${day}: payroll has changed since it was posted`, amount: more, isCertain: true }];
    })
    .filter(({ amount }) => !amount.isZero());
}

function elsewhereOf({ balances }: CompanyFacts, { kind, userPath }: Place): readonly Elsewhere[] {
  const at = (account: string, user: string | undefined, onlyPayroll: boolean): readonly Elsewhere[] =>
    balances
      .filter((one) => one.account === account && one.userPath === user)
      .map(({ name, amount }) => ({ account, name, amount: amount.negated(), onlyPayroll }));
  if (kind === 'paye') return at(payeExpense, undefined, true);
  if (kind !== 'pay') return [];
  const own = userPath === undefined ? [] : personsAccounts.flatMap((account) => at(account, userPath, false));
  return [...at(netSalaryExpense, undefined, true), ...own];
}

function poolOf({ balances }: CompanyFacts): readonly Pool[] {
  return balances
    .filter(({ account, amount }) => account === netSalaryExpense && amount.isNegative())
    .map(({ account, name, amount }) => ({ account, name, amount: amount.negated() }));
}

/** An account that we posted to and that the trial balance does not have was renamed or removed. */
function missingOf(company: CompanyFacts, place: Place, verdict: ControlVerdict): ControlVerdict | undefined {
  if (company.balances.some(isAt(place)) || isLeftOut(company, place)) return undefined;
  const posted = company.runs.some(
    ({ posted: lines = [], datedOn }) => datedOn <= company.on && lines.some(isAt(place)),
  );
  if (!posted) return undefined;
  const what = `The trial balance does not have ${place.account}, although it was posted to`;
  const { alternatives: _, ...rest } = verdict;
  return { ...rest, state: 'cannot_tell', because: [{ what, amount: verdict.difference }] };
}

/** The chart has the account and the trial balance balances without it, so its balance is zero. */
function isLeftOut({ balances, chart }: CompanyFacts, { account }: Place): boolean {
  return chart?.has(account) === true && Money.sum(balances.map(({ amount }) => amount)).isZero();
}
