import * as z from 'zod';
import { taxMonthOf, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { pick } from '../../ground/pick.js';
import { type Eps, type EpsAmounts, monthOfDay, nothingReturned, partsOfReturn } from './eps.js';

/** What is kept of an EPS, as JSON. It names no one. The log vouches for it, so `nobodyPaid` keeps its old name there. */
export function keptReturn({ toDate, noPayment: nobodyPaid, ...eps }: Eps): readonly unknown[] {
  const said = pick(eps, ['allowanceClaimed', 'recoveredTo', 'monthByDay', 'levyTo']);
  return [
    {
      ...said,
      nobodyPaid,
      toDate: Object.fromEntries(Object.entries(toDate).map(([name, one]) => [name, one.toString()])),
    },
  ];
}

export type KeptReturn = Omit<Eps, 'is' | 'year' | 'scheme'>;

const money = z.string().transform((text) => Money.parse(text));
const keptShape: z.ZodType<KeptReturn> = z
  .strictObject({
    allowanceClaimed: z.boolean().optional(),
    recoveredTo: z.number().optional(),
    levyTo: z.number().optional(),
    monthByDay: z.literal(true).optional(),
    toDate: z.strictObject({ recovered: money, compensation: money, cisSuffered: money, levy: money }),
    nobodyPaid: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  })
  .transform(({ nobodyPaid: noPayment, ...kept }) => ({ ...kept, noPayment }));

/**
 * A return that names no month, as one of the month that someone says, or else that the day tells; undefined if no one
 * does, and the day is after its year.
 */
export function keptOn(
  stored: readonly unknown[],
  { year, day, month }: { readonly year: number; readonly day: string; readonly month?: number | undefined },
): readonly unknown[] | undefined {
  const kept = stored as readonly Pick<KeptReturn, 'monthByDay'>[];
  if (kept.every(({ monthByDay }) => monthByDay === undefined)) return stored;
  if (month !== undefined) return kept.map(({ monthByDay: _, ...one }) => ({ ...one, recoveredTo: month }));
  const recoveredTo = monthOfDay(year, day);
  return recoveredTo === undefined ? undefined : kept.map((one) => ({ ...one, recoveredTo }));
}

/** The same return, whose month was told by another day. */
export function isSameButDay(a: readonly unknown[], b: readonly unknown[]): boolean {
  const text = (all: readonly unknown[]) =>
    JSON.stringify((all as readonly KeptReturn[]).map((one) => (one.monthByDay ? { ...one, recoveredTo: 0 } : one)));
  return text(a) === text(b);
}

/** Reads them back. We wrote what is stored, so anything else is a fault and throws. */
export const returnsKept = (stored: readonly unknown[]): readonly KeptReturn[] => z.array(keptShape).parse(stored);

/** What an employer's returns say of one tax month, 1 to 12. */
export interface ReturnedMonth extends EpsAmounts {
  /** The month after the last month of the return before it: its amounts cover all months from then. */
  readonly since: number;
  /** The first month whose levy is in it: what was entered of months before that is taken off. */
  readonly levySince: number;
}

/** What the returns of one tax year say together. */
export interface ReturnedYear {
  /** Undefined until a return says. */
  readonly allowanceClaimed?: boolean;
  readonly months: ReadonlyMap<number, ReturnedMonth>;
  /** Tax months for which no FPS will come. */
  readonly noPayment: ReadonlySet<number>;
}

/**
 * Payroll moved to files, or came back from them: what the months that another payroll paid had recovered, suffered and
 * owed, as far as that is known.
 */
export interface ReturnedSoFar {
  /** The tax months, 1 to 12, in which it alone pays: a return about them says nothing new. */
  readonly months: ReadonlySet<number>;
  /** Those in which it paid someone. */
  readonly paid: ReadonlySet<number>;
  /** Of its months between those of two returns. Of its own month, in which both may pay, a return has all but the CIS. */
  readonly between: (after: number, month: number) => EpsAmounts;
  /** Of all that was paid, it is known what was recovered. */
  readonly isWhole: boolean;
}

const nothingElsewhere: ReturnedSoFar = {
  months: new Set(),
  paid: new Set(),
  isWhole: true,
  between: () => nothingReturned,
};

/**
 * One fold of all returns of a year, in the order in which they were received. The last return about a month counts,
 * and a month is what its year to date adds to that of the month before it, whichever came first.
 */
export function returnedIn(year: number, returns: readonly KeptReturn[], soFar = nothingElsewhere): ReturnedYear {
  const months = new Map<number, ReturnedMonth>();
  for (const { to, has } of partsOfReturn) {
    const byMonth = new Map(returns.flatMap((one) => (one[to] === undefined ? [] : [[one[to], one.toDate] as const])));
    let before = { month: 0, toDate: nothingReturned };
    for (const [month, toDate] of [...byMonth].filter(([one]) => !soFar.months.has(one)).sort(([a], [b]) => a - b)) {
      const elsewhere = soFar.between(before.month, month);
      const moved = has.map((name) => {
        const added = toDate[name].minus(before.toDate[name]);
        return [name, added.minus(elsewhere[name])] as const;
      });
      const others = [...soFar.months, ...soFar.paid].filter((one) => one > before.month && one < month);
      // Less than there was: it is not the sum of what we know.
      const isLess = others.length > 0 && moved.some(([, amount]) => amount.isNegative());
      const isUnknown = isLess || (others.length > 0 && !soFar.isWhole);
      const own = Math.max(before.month, ...others) + 1;
      const first = isUnknown ? 1 : own;
      const there = { ...nothingReturned, levySince: month, ...months.get(month) };
      const since = Math.min(first, months.get(month)?.since ?? month);
      months.set(month, {
        ...there,
        since,
        ...(to === 'levyTo' && { levySince: own }),
        ...Object.fromEntries(moved),
      });
      before = { month, toDate };
    }
  }
  const said = returns.findLast((one) => one.allowanceClaimed !== undefined);
  return {
    ...(said !== undefined && { allowanceClaimed: said.allowanceClaimed }),
    months,
    noPayment: new Set(returns.flatMap(({ noPayment }) => noPayment.flatMap((days) => monthsOfDays(year, days)))),
  };
}

/** The tax months of a span of days, as far as they are in this year. */
function monthsOfDays(year: number, { from, to }: { readonly from: string; readonly to: string }): readonly number[] {
  const first = taxYearOf(from) < year ? 1 : taxMonthOf(from);
  const last = taxYearOf(to) > year ? 12 : taxMonthOf(to);
  if (taxYearOf(from) > year || taxYearOf(to) < year) return [];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
