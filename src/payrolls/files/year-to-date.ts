import { taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment, Fps, ToDate } from './fps.js';
import { keptPayments } from './kept-payments.js';

/** A payment, and which of the files it came with. */
interface SentPayment {
  /** Its year to date without what another payroll paid. */
  readonly filed: FiledPayment;
  readonly file: number;
  /** What the accounting service's own payroll paid before it this year. */
  readonly elsewhere?: ToDate;
}

/** One payment of a person's year, as it was judged. */
export interface KnownPayment extends SentPayment {
  /** The year to date before it; absent if that was never received. */
  readonly before?: ToDate;
  /** The year to date is neither that of an addition nor that of a replacement: a person decides. */
  readonly differs?: { readonly known: Money; readonly sent: Money };
  /** If it differs, and a posted difference may have paid it already: the pay date of that difference. */
  readonly differencePosted?: string;
  /** The first file ever, of a year that had begun: there is nothing to compare its year to date with. */
  readonly unchecked?: true;
  /** It came after another for the same earnings period. */
  readonly again?: true;
  /** A file pays two people of this name, neither with a payroll id. */
  readonly namesake?: true;
}

/** Everyone's payments of one tax year, by payroll id, or by name if the files have none. */
export type KnownYear = ReadonlyMap<string, readonly KnownPayment[]>;

/** The person paid: the payroll id, or the name if the file has none. */
export const keyOf = ({ payId, firstName, lastName }: Pick<FiledPayment, 'payId' | 'firstName' | 'lastName'>): string =>
  payId ?? `${firstName} ${lastName}`.trim();

/**
 * Compares each person's payments with the year to date known of them. Ada was paid 2,600.00 in October. A further
 * payment of 100.00 that brings her to 2,700.00 is added. One of 2,650.00 for the same pay date that brings her to
 * 2,650.00 replaces what was sent. A payment that does neither waits and is held, since the file before it may still
 * come. `files` in the order in which they were received. People not in a file stay as they were.
 */
export function yearOf(
  files: readonly Pick<Fps, 'payments'>[],
  { paidElsewhere, followsFiles = false, renamed }: Around = {},
): KnownYear {
  const filed = files
    .flatMap(({ payments }, file) => payments.map((one) => withoutElsewhere({ filed: one, file }, paidElsewhere)))
    .sort((a, b) => (a.filed.paidOn < b.filed.paidOn ? -1 : a.filed.paidOn > b.filed.paidOn ? 1 : 0));
  const begun = followsFiles ? undefined : filed[0]?.filed.paidOn;
  const people = new Map<string, SentPayment[]>();
  for (const one of filed) {
    const key = keyOf(one.filed);
    const { oldPayId = renamed?.get(key) } = one.filed;
    const before = oldPayId === undefined || oldPayId === key ? undefined : people.get(oldPayId);
    if (oldPayId !== undefined && before !== undefined) people.delete(oldPayId);
    const own = people.get(key);
    if (own === undefined) people.set(key, [...(before ?? []), one]);
    else own.push(...(before ?? []), one);
  }
  const begins = (key: string) => (paidElsewhere?.(key) === undefined ? begun : undefined);
  const namesakes = namesakesIn(files);
  return new Map(
    [...people].map(([key, payments]) => [
      key,
      namesakes.has(key) ? payments.map((one) => ({ ...one, namesake: true as const })) : judged(payments, begins(key)),
    ]),
  );
}

/** What the files of other tax years say of this one. */
export interface AroundTheYear {
  /** Files pay people in the tax year before: this year began with them, and a first one that is missing is missed. */
  readonly followsFiles: boolean;
  /** New payroll ids of the tax year after, with the old ones: a late correction may have the new one. */
  readonly renamed: ReadonlyMap<string, string>;
}

interface Around extends Partial<AroundTheYear> {
  readonly paidElsewhere?: PaidElsewhere | undefined;
}

/** What another payroll paid someone in a year, one payment after another. */
export interface Elsewhere extends ToDate {
  readonly paidOn: string;
}

/** By payroll id; undefined if nothing is known of it: the person is not matched yet, or the year began with the files. */
export type PaidElsewhere = (key: string) => readonly Elsewhere[] | undefined;

/**
 * Payroll moved to files in October: their year to date goes on from what the accounting service paid since April. So
 * that is taken off, and what is left is compared like any other.
 */
function withoutElsewhere(sent: SentPayment, paidElsewhere: PaidElsewhere | undefined): SentPayment {
  const { filed } = sent;
  const earlier = (paidElsewhere?.(keyOf(filed)) ?? []).filter(({ paidOn }) => paidOn <= filed.paidOn);
  if (earlier.length === 0) return sent;
  const elsewhere = earlier.reduce<ToDate>(plus, nothingToDate);
  const { taxable, tax, statutory } = filed.toDate;
  const toDate = {
    ...filed.toDate,
    ...{ taxable: taxable.minus(elsewhere.taxable), tax: tax.minus(elsewhere.tax) },
    statutory: new Map(
      [...statutory].map(([field, sum]) => [field, sum.minus(elsewhere.statutory.get(field) ?? Money.zero)]),
    ),
  };
  return { ...sent, filed: { ...filed, toDate }, elsewhere };
}

function plus(one: ToDate, other: ToDate): ToDate {
  const fields = [...new Set([...one.statutory.keys(), ...other.statutory.keys()])];
  const of = (toDate: ToDate, field: string) => toDate.statutory.get(field) ?? Money.zero;
  return {
    ...one,
    ...{ taxable: one.taxable.plus(other.taxable), tax: one.tax.plus(other.tax) },
    statutory: new Map(fields.map((field) => [field, of(one, field).plus(of(other, field))])),
  };
}

/**
 * Names that two people without a payroll id have in one file. One person may be in a file twice, for two pay dates: then
 * the year to date of the one leads to that of the other.
 */
function namesakesIn(files: readonly Pick<Fps, 'payments'>[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { payments } of files) {
    const seen = new Map<string, FiledPayment>();
    for (const one of payments.filter(({ payId }) => payId === undefined)) {
      const key = keyOf(one);
      const other = seen.get(key);
      if (other !== undefined && !isOfOne(other, one)) found.add(key);
      seen.set(key, one);
    }
  }
  return found;
}

const isOfOne = (a: FiledPayment, b: FiledPayment): boolean =>
  a.paidOn !== b.paidOn && (leadsTo(a.toDate, b) || leadsTo(b.toDate, a));

const nothingToDate: ToDate = { taxable: Money.zero, tax: Money.zero, statutory: new Map(), class1A: Money.zero };

/**
 * What replaces a payment may come long after it, and after what follows: where the order in which they came leaves a
 * payment unexplained, a replacement may come first, if then all are explained.
 */
function judged(payments: readonly SentPayment[], begun: string | undefined): readonly KnownPayment[] {
  const asTheyCame = judgedBy(firstThatFits, payments, begun);
  if (!asTheyCame.some(isUnexplained)) return asTheyCame;
  const replacedFirst = judgedBy(replacementFirst, payments, begun);
  return replacedFirst.some(isUnexplained) ? asTheyCame : replacedFirst;
}

const isUnexplained = ({ differs }: KnownPayment): boolean => differs !== undefined;

type Choose = (known: readonly KnownPayment[], waiting: ReadonlySet<SentPayment>) => SentPayment | undefined;

/**
 * By pay date, but a payment that fits only after another waits for it: a correction of October is sent with November's
 * figures.
 */
function judgedBy(
  choose: Choose,
  payments: readonly SentPayment[],
  begun: string | undefined,
): readonly KnownPayment[] {
  // In the order of the files: then the first that fits comes next, and a year of weeks is gone through once.
  const inOrder = payments.toSorted((a, b) => a.file - b.file);
  const waiting = new Set(inOrder);
  const known: KnownPayment[] = [];
  for (;;) {
    const fitting = choose(known, waiting);
    const next = fitting ?? (known.length === 0 ? firstOfYear(inOrder, begun) : undefined);
    if (next === undefined) break;
    waiting.delete(next);
    if (next === fitting) takeIn(known, next);
    else known.push({ ...next, unchecked: true });
  }
  const left = payments.filter((one) => waiting.has(one) && !isSentAgain(known, one));
  return [...known, ...left.map((one) => differing(known, one))];
}

const firstThatFits: Choose = (known, waiting) => firstIn(waiting, (one) => fits(known, one));

const replacementFirst: Choose = (known, waiting) =>
  firstIn(waiting, (one) => replacesLast(known, one)) ?? firstThatFits(known, waiting);

function firstIn(waiting: ReadonlySet<SentPayment>, is: (one: SentPayment) => boolean): SentPayment | undefined {
  for (const one of waiting) if (is(one)) return one;
  return undefined;
}

/**
 * Of the payments on the day the files begin: the one that follows none of the others. Whatever was sent earlier of the
 * same year to date before it, for whichever day, comes first: a later file may make it void, and pay it on another day.
 */
function firstOfYear(payments: readonly SentPayment[], begun: string | undefined): SentPayment | undefined {
  const ofDay = payments.filter(({ filed }) => filed.paidOn === begun);
  const found = ofDay.find((one) => !ofDay.some((other) => leadsTo(other.filed.toDate, one.filed))) ?? ofDay[0];
  const before = found && beforeIt(found.filed);
  return payments.find(({ filed }) => before && isSameToDate(beforeIt(filed), before));
}

type PayAndTax = Pick<ToDate, 'taxable' | 'tax'>;

const isSameToDate = (a: PayAndTax, b: PayAndTax): boolean => a.taxable.equals(b.taxable) && a.tax.equals(b.tax);

const fits = (known: readonly KnownPayment[], one: SentPayment): boolean =>
  leadsTo(toDateAfter(known), one.filed) || replacesLast(known, one);

function takeIn(known: KnownPayment[], one: SentPayment): void {
  const last = known.at(-1);
  if (last !== undefined && replacesLast(known, one)) known[known.length - 1] = { ...last, ...one };
  else {
    known.push({ ...one, before: toDateAfter(known), ...againIn(known, one.filed) });
  }
}

/** The very payment that is known, in a file that was made again. */
function isSentAgain(known: readonly KnownPayment[], { filed, file }: SentPayment): boolean {
  const text = JSON.stringify(keptPayments([filed]));
  return known.some((one) => one.file !== file && JSON.stringify(keptPayments([one.filed])) === text);
}

const toDateAfter = (known: readonly KnownPayment[]): ToDate => known.at(-1)?.filed.toDate ?? nothingToDate;

/** Two payments in one file are of two jobs, or of two people who have one name: neither replaces the other. */
function replacesLast(known: readonly KnownPayment[], { filed, file }: SentPayment): boolean {
  const last = known.at(-1);
  if (last === undefined || last.file === file || last.filed.paidOn !== filed.paidOn) return false;
  return leadsTo(last.before ?? beforeIt(last.filed), filed);
}

/** What the year to date must have been, if no file showed it. */
const beforeIt = ({ taxable, tax, toDate }: FiledPayment) => ({
  taxable: toDate.taxable.minus(taxable),
  tax: toDate.tax.minus(tax),
});

/** Whether a year to date and this payment make the one that is sent. */
const leadsTo = (before: PayAndTax, { taxable, tax, toDate }: FiledPayment): boolean =>
  before.taxable.plus(taxable).equals(toDate.taxable) && before.tax.plus(tax).equals(toDate.tax);

function differing(known: readonly KnownPayment[], { filed, file, elsewhere }: SentPayment): KnownPayment {
  const before = toDateAfter(known);
  const whole = (amount: Money, of: 'taxable' | 'tax') => amount.plus(elsewhere?.[of] ?? Money.zero);
  const { taxable, tax, toDate } = filed;
  const taxableAgrees = before.taxable.plus(taxable).equals(toDate.taxable);
  const differs = taxableAgrees
    ? { known: whole(before.tax.plus(tax), 'tax'), sent: whole(toDate.tax, 'tax') }
    : { known: whole(before.taxable.plus(taxable), 'taxable'), sent: whole(toDate.taxable, 'taxable') };
  // Its year to date is within what was paid. The year to date of a later payment goes beyond that.
  const isWithin = toDate.taxable.compare(before.taxable) <= 0;
  const posted = isWithin ? known.findLast((one) => one.filed.isDifference)?.filed.paidOn : undefined;
  return {
    filed,
    file,
    before,
    differs,
    ...againIn(known, filed),
    ...(posted !== undefined && { differencePosted: posted }),
  };
}

const againIn = (known: readonly KnownPayment[], filed: FiledPayment): Pick<KnownPayment, 'again'> =>
  known.some((one) => isSamePeriod(one.filed, filed)) ? { again: true } : {};

/** Who changes from weekly to monthly pay within a month has one earnings period for both. */
const isSamePeriod = (a: FiledPayment, b: FiledPayment): boolean =>
  a.frequency === b.frequency
    ? a.month === b.month && a.week === b.week
    : taxMonthOf(a.paidOn) === taxMonthOf(b.paidOn);
