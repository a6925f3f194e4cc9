import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment, Fps, ToDate } from './fps.js';

/** One payment of a person's year, as it was judged. */
export interface KnownPayment {
  readonly filed: FiledPayment;
  /** What the year to date was before it; absent where that was never received. */
  readonly before?: ToDate;
  /** The year to date is neither that of an addition nor that of a replacement: a person decides. */
  readonly differs?: { readonly known: Money; readonly sent: Money };
  /** The first file of a year that had begun: there is nothing to hold its year to date against. */
  readonly unchecked?: true;
  /** It came after another for the same earnings period. */
  readonly again?: true;
}

/** Everybody's payments of one tax year, by payroll id, or by name where the files have none. */
export type KnownYear = ReadonlyMap<string, readonly KnownPayment[]>;

/** Who is paid: the payroll id, or the name where the file has none. */
export const keyOf = ({ payId, firstName, lastName }: Pick<FiledPayment, 'payId' | 'firstName' | 'lastName'>): string =>
  payId ?? `${firstName} ${lastName}`.trim();

/**
 * Holds each person's payments against the year to date that is known of them. Ada was paid 2,600.00 in October. A
 * further payment of 100.00 that brings her to 2,700.00 is added; one of 2,650.00 for the same pay date that brings her
 * to 2,650.00 replaces what was sent; what does neither waits, since the file before it may yet come, and is held as long
 * as it does. `files` in the order in which they were received. Who is not in a file stays as they were.
 */
export function yearOf(files: readonly Pick<Fps, 'payments'>[]): KnownYear {
  const filed = files
    .flatMap(({ payments }) => payments)
    .sort((a, b) => (a.paidOn < b.paidOn ? -1 : a.paidOn > b.paidOn ? 1 : 0));
  const begun = filed[0]?.paidOn;
  const people = new Map<string, FiledPayment[]>();
  for (const one of filed) {
    const key = keyOf(one);
    const before = one.oldPayId === undefined ? undefined : people.get(one.oldPayId);
    if (one.oldPayId !== undefined && before !== undefined && one.oldPayId !== key) people.delete(one.oldPayId);
    people.set(key, [...(people.get(key) ?? []), ...(before ?? []), one]);
  }
  return new Map([...people].map(([key, payments]) => [key, judged(payments, begun)]));
}

const nothingToDate: ToDate = { taxable: Money.zero, tax: Money.zero, statutory: new Map(), class1A: Money.zero };

/** By pay date, but what fits only after another waits for it: a correction of October is sent with November's figures. */
function judged(payments: readonly FiledPayment[], begun: string | undefined): readonly KnownPayment[] {
  const waiting = [...payments];
  const known: KnownPayment[] = [];
  for (;;) {
    const at = waiting.findIndex((filed) => fits(known, filed));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (next !== undefined) takeIn(known, next);
    else if (known.length === 0 && waiting[0]?.paidOn === begun && waiting[0] !== undefined)
      known.push({ filed: waiting.shift() as FiledPayment, unchecked: true });
    else return [...known, ...waiting.map((filed) => differing(known, filed))];
  }
}

const fits = (known: readonly KnownPayment[], filed: FiledPayment): boolean =>
  leadsTo(toDateAfter(known), filed) || replacesLast(known, filed);

function takeIn(known: KnownPayment[], filed: FiledPayment): void {
  const last = known.at(-1);
  if (last !== undefined && replacesLast(known, filed)) known[known.length - 1] = { ...last, filed };
  else {
    const again = known.some((one) => isSamePeriod(one.filed, filed));
    known.push({ filed, before: toDateAfter(known), ...(again && { again: true as const }) });
  }
}

const toDateAfter = (known: readonly KnownPayment[]): ToDate => known.at(-1)?.filed.toDate ?? nothingToDate;

function replacesLast(known: readonly KnownPayment[], filed: FiledPayment): boolean {
  const last = known.at(-1);
  return last?.filed.paidOn === filed.paidOn && leadsTo(last.before ?? beforeIt(last.filed), filed);
}

/** What the year to date must have been, where no file told. */
const beforeIt = ({ taxable, tax, toDate }: FiledPayment) => ({
  taxable: toDate.taxable.minus(taxable),
  tax: toDate.tax.minus(tax),
});

/** Whether a year to date and this payment make the one that is sent. */
const leadsTo = (before: Pick<ToDate, 'taxable' | 'tax'>, { taxable, tax, toDate }: FiledPayment): boolean =>
  before.taxable.plus(taxable).equals(toDate.taxable) && before.tax.plus(tax).equals(toDate.tax);

function differing(known: readonly KnownPayment[], filed: FiledPayment): KnownPayment {
  const before = toDateAfter(known);
  const { taxable, tax, toDate } = filed;
  const taxableAgrees = before.taxable.plus(taxable).equals(toDate.taxable);
  const differs = taxableAgrees
    ? { known: before.tax.plus(tax), sent: toDate.tax }
    : { known: before.taxable.plus(taxable), sent: toDate.taxable };
  return { filed, before, differs };
}

const isSamePeriod = (a: FiledPayment, b: FiledPayment): boolean =>
  a.frequency === b.frequency && a.month === b.month && a.week === b.week;
