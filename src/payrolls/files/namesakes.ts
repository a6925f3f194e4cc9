import { createHash } from 'node:crypto';
import { inWords } from '../../journal/nouns/dates.js';
import type { FiledPayment, Fps, ToDate } from './fps.js';
import { paidKept, type TakenFile } from './kept-file.js';
import { paymentsKept } from './kept-payments.js';

/**
 * Two people of one name, neither with a payroll id, are told apart by their years to date. Ada Ash was paid 2,600.00 a
 * month since April; in October one file pays two of that name. The one whose year to date goes on from September's is
 * the Ada of before; the other is “Ada Ash (2 of 31 October 2025, 7c1)” from there on, and a person says who that is. The
 * last part is made from what the file pays those two, so that another file is another question. It is this short because
 * not everyone who sees an id may see pay: of a million salaries, hundreds have the same. Where the figures do not tell, it is “Ada Ash (which?)”: no one can be paid under that.
 */

type Payments = Pick<Fps, 'payments'>;
type Named = Pick<FiledPayment, 'payId' | 'firstName' | 'lastName'>;
type PayAndTax = Pick<ToDate, 'taxable' | 'tax'>;

const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim();
const untold = '(which?)';

/** As a file names them: by payroll id, or by name. */
export const idInFile = (one: Named): string => (isNamesake(one) ? fullName(one) : (one.payId ?? fullName(one)));

/** Whether it has an id that was given here. */
export const isNamesake = (one: Named): boolean => one.payId?.startsWith(`${fullName(one)} (`) === true;

export const isUntold = (one: Named): boolean => one.payId === `${fullName(one)} ${untold}`;

interface Placed {
  readonly filed: FiledPayment;
  readonly file: number;
}

/** One of that name, with all they were paid. */
interface Namesake {
  readonly payId: string | undefined;
  readonly paid: Placed[];
}

/** The same files, in which each of such people has an id. */
export function toldApart(files: readonly Payments[]): readonly Payments[] {
  const names = namesakesIn(files);
  if (names.size === 0) return files;
  const ids = new Map<FiledPayment, string | undefined>();
  for (const [name, from] of names) {
    const all = files.flatMap(({ payments }, file) =>
      payments.flatMap((filed) =>
        (filed.payId === undefined || isNamesake(filed)) && fullName(filed) === name ? [{ filed, file }] : [],
      ),
    );
    for (const { payId, paid } of toldBy(all, { name, from })) for (const { filed } of paid) ids.set(filed, payId);
  }
  const told = (one: FiledPayment): FiledPayment => {
    const payId = ids.get(one);
    return payId === undefined ? one : { ...one, payId };
  };
  return files.map((file) => ({ ...file, payments: file.payments.map(told) }));
}

function hasTwoOfOneName(paid: readonly Named[]): boolean {
  const names = paid.filter(({ payId }) => payId === undefined).map(fullName);
  return new Set(names).size < names.length;
}

/** Where someone had to be told apart, with the figures that do. */
export type PaidInFile = ReturnType<typeof paidKept>[number] | FiledPayment;

/** Whom files of one tax year pay, in the order in which they came, each with the id that tells them apart. */
export function paidApart(files: readonly TakenFile[]): readonly (readonly PaidInFile[])[] {
  const paid = files.map(paidKept);
  // To read all of 3,000 payments takes ten times as long, and is seldom needed.
  if (!files.some(({ kind }, at) => kind === 'fps' && hasTwoOfOneName(paid[at] ?? []))) return paid;
  const whole = files.map(({ kind, taken }) => ({ payments: kind === 'fps' ? paymentsKept(taken) : [] }));
  const told = toldApart(whole);
  return paid.map((one, at) => (files[at]?.kind === 'fps' ? (told[at]?.payments ?? one) : one));
}

/**
 * Names that two people without a payroll id have in one file, with the first day for which that is so. One person may
 * be in a file twice, for two pay dates: then the year to date of the one leads to that of the other.
 */
function namesakesIn(files: readonly Payments[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { payments } of files) {
    const seen = new Map<string, FiledPayment>();
    for (const one of payments.filter(({ payId }) => payId === undefined)) {
      const name = fullName(one);
      const other = seen.get(name);
      if (other !== undefined && !isOfOne(other, one)) {
        const days = [found.get(name), other.paidOn, one.paidOn].flatMap((day) => day ?? []);
        found.set(
          name,
          days.reduce((a, b) => (a < b ? a : b)),
        );
      }
      seen.set(name, one);
    }
  }
  return found;
}

/** What was paid before `from` is of the one person there was by then. */
function toldBy(
  all: readonly Placed[],
  { name, from }: { readonly name: string; readonly from: string },
): readonly Namesake[] {
  const before = all.filter(({ filed }) => filed.paidOn < from);
  const people: Namesake[] = before.length === 0 ? [] : [{ payId: undefined, paid: before }];
  const which: Namesake = { payId: `${name} ${untold}`, paid: [] };
  const places = new Map<string, Placed[]>();
  for (const one of all.filter(({ filed }) => filed.paidOn >= from)) {
    const place = `${one.filed.paidOn} ${String(one.file).padStart(9, '0')}`;
    places.set(place, [...(places.get(place) ?? []), one]);
  }
  for (const [, together] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const known = [...people];
    const mayBe = together.map((one) => {
      const again = known.filter(({ paid }) => paid.some((had) => isSentAgain(had, one)));
      return again.length > 0 ? again : known.filter((person) => continues(person, one));
    });
    for (const [at, one] of together.entries()) {
      const [own, ...more] = mayBe[at] ?? [];
      const isClaimedTwice = mayBe.filter((some) => own !== undefined && some.includes(own)).length > 1;
      if (own !== undefined) (more.length > 0 || isClaimedTwice ? which : own).paid.push(one);
      else beginning(one, { name, people, together, which }).paid.push(one);
    }
  }
  return [...people, which];
}

interface Begun {
  readonly name: string;
  readonly people: Namesake[];
  readonly together: readonly Placed[];
  readonly which: Namesake;
}

/** It may come in the place of what another file paid on that day: then it is no one new. */
function beginning(one: Placed, { name, people, together, which }: Begun): Namesake {
  const { paidOn } = one.filed;
  const isSameDay = (paid: Placed) => paid.filed.paidOn === paidOn && paid.file !== one.file;
  const isAlike = (other: Placed) => other !== one && isSame(other.filed.toDate, one.filed.toDate);
  if ([...people, which].some(({ paid }) => paid.some(isSameDay)) || together.some(isAlike)) return which;
  const own = together.filter((other) => other.filed.paidOn === paidOn);
  const place = `${own.indexOf(one) + 1} of ${inWords(paidOn)}, ${shortOf(own)}`;
  const begun = { payId: one.filed.payId ?? `${name} (${place})`, paid: [] };
  people.push(begun);
  return begun;
}

function shortOf(all: readonly Placed[]): string {
  const figures = all.map(({ filed: { taxable, tax, toDate } }) => [taxable, tax, toDate.taxable, toDate.tax].join());
  return createHash('sha256').update(figures.join(';')).digest('hex').slice(0, 3);
}

/** Whether it adds to a person's year to date, or comes in the place of a payment of theirs. */
const continues = ({ payId, paid }: Namesake, { filed, file }: Placed): boolean =>
  filed.payId === undefined
    ? paid.some((one) =>
        one.file !== file && one.filed.paidOn === filed.paidOn
          ? leadsTo(beforeIt(one.filed), filed)
          : // From nil anyone goes on.
            !one.filed.toDate.taxable.isZero() && one.filed.paidOn <= filed.paidOn && leadsTo(one.filed.toDate, filed),
      )
    : filed.payId === payId;

const isSentAgain = (had: Placed, { filed, file }: Placed): boolean =>
  had.file !== file &&
  had.filed.paidOn === filed.paidOn &&
  isSame(had.filed, filed) &&
  isSame(had.filed.toDate, filed.toDate);

const isOfOne = (a: FiledPayment, b: FiledPayment): boolean =>
  a.paidOn !== b.paidOn && (leadsTo(a.toDate, b) || leadsTo(b.toDate, a));

const isSame = (a: PayAndTax, b: PayAndTax): boolean => a.taxable.equals(b.taxable) && a.tax.equals(b.tax);

/** What the year to date must have been, if no file showed it. */
export const beforeIt = ({ taxable, tax, toDate }: FiledPayment): PayAndTax => ({
  taxable: toDate.taxable.minus(taxable),
  tax: toDate.tax.minus(tax),
});

/** Whether a year to date and this payment make the one that is sent. */
export const leadsTo = (before: PayAndTax, { taxable, tax, toDate }: FiledPayment): boolean =>
  before.taxable.plus(taxable).equals(toDate.taxable) && before.tax.plus(tax).equals(toDate.tax);
