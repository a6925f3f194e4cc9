import {
  adjustmentTagOf,
  adjustmentWords,
  returnedJournal,
  type ReturnedKind,
  returnedKinds,
} from '../../journal/nouns/adjustment.js';
import { monthName, taxMonthRange, taxYearInWords } from '../../journal/nouns/dates.js';
import type { Hold, Warning } from '../../journal/nouns/holds.js';
import type { Entry, Journal } from '../../journal/nouns/journal.js';
import type { MappedPeriod } from '../../journal/mapping/mapper.js';
import { Money } from '../../journal/nouns/money.js';
import type { Returned } from '../../journal/nouns/pay-run.js';
import type { HmrcEntry } from '../../journal/policy/hmrc-account.js';
import type { Policy } from '../../journal/policy/policy.js';
import { byReturns, isTakenBack, levyBeyond } from '../../record/runs/adjustment.js';
import { setsOffCis } from '../../record/runs/scheme-month.js';
import type { AdjustmentInput, OfPeriod } from './adjustment-input.js';
import { paidIn } from './paye-of-month.js';
import { effectivePosting, newRun, periodIndex, type RunFacts } from './run-facts.js';

/** What an employer's returns come to for one tax month, other than its recovery. */
export interface ReturnedRun {
  readonly run: RunFacts;
  /** Absent if nothing of it is returned any more. */
  readonly due?: ReturnedDue;
}

export interface ReturnedDue {
  readonly journal: Journal;
  /** What it was made from. */
  readonly source: string;
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
}

interface Part {
  readonly amount: Money;
  readonly entries: readonly Entry[];
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
  /** Its reason, where it is not the usual one. */
  readonly note?: string;
}

type Apart = MappedPeriod['apart'];

/**
 * Levy, CIS suffered and the employment allowance of a tax month are adjustments of it: of the levy, what a return has
 * beyond what people entered.
 */
export function returnedOf(input: AdjustmentInput, month: OfPeriod, apart: Apart): readonly ReturnedRun[] {
  const { row, known } = month;
  // An erased return says nothing and takes nothing back.
  if (row.document === null) return [];
  const returned = row.goneAt === null ? row.document.period(row.year).returned : undefined;
  return returnedKinds.flatMap((kind): ReturnedRun[] => {
    const ofKind = [...known.values()].filter(
      (one) => one.adjustment?.kind === kind && periodIndex(one) === periodIndex(row),
    );
    const existing = ofKind.find(({ adjustment }) => adjustment?.entered === null);
    const part = returned && partOf(kind, { input, month, returned, apart });
    if (part === 'not yet') return [];
    if (part === undefined || part.amount.isZero())
      // What was found in the books, and is in no return, is left alone.
      return existing?.adjustment?.enteredBy === byReturns ? [{ run: existing }] : [];
    return [due(input, month, { kind, part, existing, number: nextOf(ofKind) })];
  });
}

const nextOf = (ofKind: readonly RunFacts[]) => Math.max(0, ...ofKind.map((one) => one.adjustment?.number ?? 0)) + 1;

interface OfReturn {
  readonly input: AdjustmentInput;
  readonly month: OfPeriod;
  readonly returned: Returned;
  readonly apart: Apart;
}

function partOf(kind: ReturnedKind, given: OfReturn): Part | 'not yet' | undefined {
  const { input, returned } = given;
  const { accounts, controls } = input.company.policy;
  switch (kind) {
    case 'allowance':
      return allowanceOf(given);
    case 'levy':
      return levyOf(given);
    case 'cis': {
      // Sales receipts debit the PAYE account itself: nothing is left to move.
      if (controls.cisSuffered === accounts.payeNi) return undefined;
      const { cisSuffered: amount } = returned;
      const entries = against(accounts.payeNi, controls.cisSuffered, amount.negated(), kind);
      return {
        amount,
        entries,
        holds: [...cisHolds(input.company, amount), ...uncheckedHolds(kind, returned)],
        warnings: [],
      };
    }
  }
}

function levyOf({ input: { company }, month: { row, known }, returned }: OfReturn): Part {
  const { accounts, payroll } = company.policy;
  const of = { ...returned, period: row.period };
  const amount = levyBeyond(returned.levy, of, standing(known, row), accounts.payeNi);
  const entered = returned.levy.minus(amount);
  return {
    amount,
    entries: against(accounts.payeNi, payroll.levyAccount, amount, 'levy'),
    holds: [...levyHolds(payroll, amount), ...uncheckedHolds('levy', returned)],
    warnings: [],
    ...(!entered.isZero() && { note: `as returned to HMRC, less ${entered.inPounds()} that was entered` }),
  };
}

/** The adjustments of its year that are neither ignored nor taken back. */
const standing = (known: OfPeriod['known'], { year }: OfPeriod['row']) =>
  [...known.values()].flatMap(({ adjustment, recorded: { row }, ...run }) =>
    adjustment === undefined || run.year !== year || row === undefined || row.state === 'ignored' || isTakenBack(row)
      ? []
      : [{ ...adjustment, period: run.period }],
  );

/** Owed to HMRC, and borne by another account. */
function against(payeNi: string, bearing: string | null, amount: Money, kind: ReturnedKind): readonly Entry[] {
  const line = (category: string, debit: Money): Entry => ({
    category,
    debit,
    description: adjustmentWords[kind],
    from: ['returned'],
  });
  return bearing === null ? [] : [line(bearing, amount), line(payeNi, amount.negated())];
}

/** Made once its tax month is over and its pay is in the books: until then every file would change it. */
function allowanceOf({
  input: {
    today,
    company: { policy },
  },
  month: { row, runs },
  returned,
  apart,
}: OfReturn): Part | 'not yet' | undefined {
  if (returned.allowance.isZero()) return undefined;
  const isOver = taxMonthRange(row.year, row.period + 1).to < today;
  if (!isOver || apart === undefined || !paidIn(runs, row).every(isInBooks)) return 'not yet';
  const amount = apart.amount.inPounds();
  const worked: Warning = {
    code: 'allowance_worked_out',
    message: `The employment allowance of ${amount} is worked out: the least of the employer’s class 1 NI and what is left of the year’s maximum. No file has it, so compare it with HMRC’s account.${sharedInWords(policy.hmrcAccount, row.year)}`,
    field: 'employment_allowance_amount',
    amount: apart.amount.toString(),
  };
  const { entries, holds, warnings } = apart;
  return { amount: apart.amount, entries: entries ?? [], holds, warnings: [...warnings, worked] };
}

/** Companies that are connected have one allowance between them: asked once a year. */
function sharedInWords(all: readonly HmrcEntry[], year: number): string {
  const said = all.filter((one) => one.year === taxYearInWords(year));
  if (said.some(({ what }) => what === 'allowance_not_shared')) return '';
  const asked = said.some(({ what }) => what === 'allowance_shared')
    ? 'Another company uses the allowance of this year, by the settings: only one of them may.'
    : 'Say once a year, in the settings, whether another company uses it.';
  return ` ${asked}`;
}

/** A pay date that was made void pays no one, and has no journal to wait for. */
const isInBooks = (run: RunFacts): boolean =>
  run.payroll.mapped?.outcome === 'nothing' || effectivePosting(run) !== undefined;

function levyHolds({ levyAccount }: Policy['payroll'], levy: Money): readonly Hold[] {
  if (levyAccount !== null || levy.isZero()) return [];
  return [
    {
      code: 'levy_account_unknown',
      message: `The return has ${levy.inPounds()} of apprenticeship levy. Say once, in the settings, which account bears it.`,
      field: 'levy',
      amount: levy.toString(),
    },
  ];
}

/** Only companies set CIS suffered off against PAYE; others claim it with their owner's own tax. */
function cisHolds({ policy, type }: AdjustmentInput['company'], suffered: Money): readonly Hold[] {
  if (suffered.isZero() || setsOffCis(policy.controls, type)) return [];
  return [
    {
      code: 'cis_not_set_off',
      message: `The return sets ${suffered.inPounds()} of CIS suffered off against PAYE, which only companies may, and the books are not a limited company's. Say once, in the settings, that it is set off; or have payroll correct the return.`,
      field: 'cis',
      amount: suffered.toString(),
    },
  ];
}

/** The first return of a year that had begun may repeat what reached the books in other ways. */
function uncheckedHolds(kind: ReturnedKind, { unchecked, since }: Returned): readonly Hold[] {
  if (unchecked === undefined) return [];
  return [
    {
      code: 'return_before_unknown',
      message: `${adjustmentWords[kind]} in this return is of all months since ${monthName(since - 1)}, and no file of the first of them is here. Receive the return before it; approve if all of it is still to be posted.`,
      field: kind,
    },
  ];
}

interface Kept {
  readonly kind: ReturnedKind;
  readonly part: Part;
  readonly existing: RunFacts | undefined;
  readonly number: number;
}

function due(
  { company }: AdjustmentInput,
  { row }: OfPeriod,
  { kind, part, existing, number: next }: Kept,
): ReturnedRun {
  const { year, period } = row;
  const number = existing?.adjustment?.number ?? next;
  const tag = existing?.tag ?? adjustmentTagOf(company.prefix, { year, period, kind, number });
  const journal = { ...returnedJournal(company.prefix, { year, period, kind, number }, part.entries), tag };
  const adjustment = {
    kind,
    number,
    runTag: null,
    entered: null,
    note: part.note ?? 'as returned to HMRC',
    dueOn: null,
    inPayment: true,
    enteredBy: byReturns,
  };
  const fresh = { ...newRun(company, { year, period, datedOn: journal.datedOn, tag }), adjustment };
  const { holds, warnings, entries } = part;
  const source = JSON.stringify(entries.map(({ category, debit }) => [category, debit.toString()]));
  const known = existing && { ...existing, adjustment: { ...existing.adjustment, ...adjustment } };
  return { run: known ?? fresh, due: { journal, source, holds, warnings } };
}
