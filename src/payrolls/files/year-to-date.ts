import { taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment, Fps, ToDate } from './fps.js';
import { keptPayments } from './kept-payments.js';
import { beforeIt, isUntold, leadsTo, toldApart } from './namesakes.js';
import type { PayslipTurn } from '../../ground/turns.js';

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
export function yearOf(files: readonly Pick<Fps, 'payments'>[], around: Around = {}): KnownYear {
  const { people, judge } = sentIn(files, around);
  return new Map([...people].map(([key, payments]) => [key, judge(key, payments)]));
}

/** The same, where others need a turn. */
export async function yearInTurns(
  files: readonly Pick<Fps, 'payments'>[],
  turn: PayslipTurn,
  around: Around = {},
): Promise<KnownYear> {
  const { people, judge } = sentIn(files, around);
  const year = new Map<string, readonly KnownPayment[]>();
  for (const [key, payments] of people) {
    year.set(key, judge(key, payments));
    await turn(payments.length);
  }
  return year;
}

/** Each person's payments by pay date, and how they are judged. */
function sentIn(
  files: readonly Pick<Fps, 'payments'>[],
  { paidElsewhere, followsFiles = false, renamed, isApproved = () => false }: Around,
) {
  const filed = toldApart(files)
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
  const judge = (key: string, payments: readonly SentPayment[]): readonly KnownPayment[] =>
    payments.some((one) => isUntold(one.filed)) ? payments : judged(payments, { begun: begins(key), isApproved });
  return { people, judge };
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
  readonly isApproved?: IsApproved;
}

/** A person approved it as it stands, although its year to date (`sent`) differs. */
export type IsApproved = (filed: FiledPayment, sent: PayAndTax) => boolean;

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
    taxable: taxable.minus(elsewhere.taxable),
    tax: tax.minus(elsewhere.tax),
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
    taxable: one.taxable.plus(other.taxable),
    tax: one.tax.plus(other.tax),
    statutory: new Map(fields.map((field) => [field, of(one, field).plus(of(other, field))])),
  };
}

const nothingToDate: ToDate = { taxable: Money.zero, tax: Money.zero, statutory: new Map(), class1A: Money.zero };

interface Given {
  readonly begun: string | undefined;
  readonly isApproved: IsApproved;
}

/**
 * What replaces a payment may come long after it, and after what follows: where the order in which they came leaves a
 * payment unexplained, a replacement may come first, if then all are explained, or else were approved.
 */
function judged(payments: readonly SentPayment[], given: Given): readonly KnownPayment[] {
  const isExplained = ({ differs }: KnownPayment) => differs === undefined;
  const isAnswered = (one: KnownPayment) => isExplained(one) || given.isApproved(one.filed, wholeToDate(one));
  const asTheyCame = judgedBy(firstThatFits, payments, given);
  if (asTheyCame.every(isExplained)) return asTheyCame;
  const orders = [asTheyCame, judgedBy(replacementFirst, payments, given)];
  return orders.find((one) => one.every(isExplained)) ?? orders.find((one) => one.every(isAnswered)) ?? asTheyCame;
}

type Choose = (known: readonly KnownPayment[], waiting: ReadonlySet<SentPayment>) => SentPayment | undefined;

/**
 * By pay date, but a payment that fits only after another waits for it: a correction of October is sent with November's
 * figures. Ada's 50.00 of August are in no file: September's year to date has them, and so has each one after it. Once
 * September is approved as it stands, October goes on from there, and is not asked about for the same 50.00. If a file
 * with them comes late, it fits before September, and is paid.
 */
function judgedBy(
  choose: Choose,
  payments: readonly SentPayment[],
  { begun, isApproved }: Given,
): readonly KnownPayment[] {
  // In the order of the files: then the first that fits comes next, and a year of weeks is gone through once.
  const inOrder = payments.toSorted((a, b) => a.file - b.file);
  const waiting = new Set(inOrder);
  const standing = inOrder.filter((one) => !inOrder.some((later) => replaces(later, one)));
  const known: KnownPayment[] = [];
  const takeAllThatFit = () => {
    for (let one = choose(known, waiting); one !== undefined; one = choose(known, waiting)) {
      waiting.delete(one);
      takeIn(known, one);
    }
  };
  const goOnFrom = (one: SentPayment, as: KnownPayment) => {
    waiting.delete(one);
    known.push(as);
    takeAllThatFit();
  };
  takeAllThatFit();
  const first = known.length === 0 ? firstOfYear(inOrder, begun) : undefined;
  if (first !== undefined) goOnFrom(first, { ...first, unchecked: true });
  const left = () => standing.filter((one) => waiting.has(one));
  const approved = () => nextApproved(known, left(), isApproved);
  for (let one = approved(); one !== undefined; one = approved()) goOnFrom(one, differing(known, one));
  const differ = left().filter((one) => !isSentAgain(known, one));
  return [...known, ...differ.map((one) => differing(known, one))];
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

export type PayAndTax = Pick<ToDate, 'taxable' | 'tax'>;

const isSameToDate = (a: PayAndTax, b: PayAndTax): boolean => a.taxable.equals(b.taxable) && a.tax.equals(b.tax);

const fits = (known: readonly KnownPayment[], one: SentPayment): boolean =>
  leadsTo(toDateAfter(known), one.filed) || replacesLast(known, one);

function takeIn(known: KnownPayment[], one: SentPayment): void {
  const last = known.at(-1);
  if (replacesLast(known, one)) known[known.length - 1] = { ...last, ...one };
  else {
    known.push({ ...one, before: toDateAfter(known), ...againIn(known, one.filed) });
  }
}

/** Of the payments beyond what is known that were approved as they stand, the next one. */
function nextApproved(
  known: readonly KnownPayment[],
  waiting: readonly SentPayment[],
  isApproved: IsApproved,
): SentPayment | undefined {
  const toDate = ({ filed }: SentPayment) => filed.toDate.taxable;
  const { taxable } = toDateAfter(known);
  const beyond = waiting.filter((one) => toDate(one).compare(taxable) > 0 && isApproved(one.filed, wholeToDate(one)));
  return beyond.sort((a, b) => toDate(a).compare(toDate(b)))[0];
}

/** As the file has it. */
export const wholeToDate = ({ filed: { toDate }, elsewhere }: Pick<SentPayment, 'filed' | 'elsewhere'>): PayAndTax => ({
  taxable: toDate.taxable.plus(elsewhere?.taxable ?? Money.zero),
  tax: toDate.tax.plus(elsewhere?.tax ?? Money.zero),
});

/** The same pay date once more, from the same year to date, whatever is known of that. */
const replaces = (later: SentPayment, one: SentPayment): boolean =>
  later.file > one.file && later.filed.paidOn === one.filed.paidOn && leadsTo(beforeIt(one.filed), later.filed);

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

/** What is missing is told from the payments before it, unless it fits them and was overtaken. */
function differing(known: readonly KnownPayment[], { filed, file, elsewhere }: SentPayment): KnownPayment {
  const below = known.findLast((one) => one.filed.toDate.taxable.compare(filed.toDate.taxable) <= 0);
  const before = below?.filed.toDate ?? nothingToDate;
  const last = toDateAfter(known);
  const from = leadsTo(before, filed) ? last : before;
  const whole = (amount: Money, of: 'taxable' | 'tax') => amount.plus(elsewhere?.[of] ?? Money.zero);
  const { taxable, tax, toDate } = filed;
  const taxableAgrees = from.taxable.plus(taxable).equals(toDate.taxable);
  const differs = taxableAgrees
    ? { known: whole(from.tax.plus(tax), 'tax'), sent: whole(toDate.tax, 'tax') }
    : { known: whole(from.taxable.plus(taxable), 'taxable'), sent: whole(toDate.taxable, 'taxable') };
  // Its year to date is within what was paid. The year to date of a later payment goes beyond that.
  const isWithin = toDate.taxable.compare(last.taxable) <= 0;
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
