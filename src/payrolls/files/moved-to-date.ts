import type { Hold } from '../../journal/nouns/holds.js';
import { inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { class1A } from '../../journal/policy/paid-before.js';
import type { FiledPayment, ToDate } from './fps.js';
import { hold, nameOf } from './payment-questions.js';
import type { KnownPayment } from './year-to-date.js';

interface Moved {
  readonly amounts: readonly (readonly [string, Money])[];
  readonly asked: readonly Hold[];
}

export function statutoryOf(known: KnownPayment, paidBefore: Readonly<Record<string, Money>>): Moved {
  const { filed } = known;
  const before = known.before?.statutory;
  const fields = new Set([...(before?.keys() ?? []), ...filed.toDate.statutory.keys()]);
  const moved = [...fields].map((field) => moveOf(known, field, (toDate) => toDate.statutory.get(field), paidBefore));
  return {
    amounts: moved.flatMap(({ field, amount }) => (amount.isZero() ? [] : [[field, amount] as const])),
    asked: moved.flatMap((one) => one.asked),
  };
}

export function class1AOf(known: KnownPayment, paidBefore: Readonly<Record<string, Money>>) {
  return moveOf(known, class1A, (toDate) => toDate.class1A, paidBefore);
}

/** A payment's part of a figure that is only sent as year to date. */
function moveOf(
  { filed, before, unchecked }: KnownPayment,
  field: string,
  of: (toDate: ToDate) => Money | undefined,
  paidBefore: Readonly<Record<string, Money>>,
): { readonly field: string; readonly amount: Money; readonly asked: readonly Hold[] } {
  const now = of(filed.toDate);
  const words = field.replaceAll('_', ' ');
  const was =
    before === undefined
      ? (paidBefore[field] ?? (unchecked && !began(filed) ? undefined : Money.zero))
      : (of(before) ?? Money.zero);
  if (now !== undefined && was !== undefined) return { field, amount: now.minus(was), asked: [] };
  if (now === undefined && (was === undefined || was.isZero())) return { field, amount: Money.zero, asked: [] };
  const message =
    now === undefined
      ? `${nameOf(filed)} had ${(was ?? Money.zero).inPounds()} of ${words} this year, and the file of ${inWords(filed.paidOn)} has none. Compare with payroll.`
      : `${nameOf(filed)} has had ${now.inPounds()} of ${words} this year. This is the first file, so say how much of it was paid before ${inWords(filed.paidOn)}.`;
  const amount = now ?? (was ?? Money.zero).negated();
  return {
    field,
    amount: Money.zero,
    asked: [hold('year_to_date_differs', message, { field, amount: amount.toString() })],
  };
}

/** The person's year began with this payment: there was nothing before it. */
const began = ({ taxable, tax, toDate }: FiledPayment): boolean =>
  taxable.equals(toDate.taxable) && tax.equals(toDate.tax);
