import * as z from 'zod';
import { isDate, taxMonthOf, taxMonthRange, taxYearOf } from '../nouns/dates.js';
import { sourceName } from '../nouns/identity.js';

/**
 * Payroll of a client that moved. From 6 October it is paid by files, and no longer by the accounting service: runs
 * before that day stay with the source that paid them.
 */
export interface PayrollMove {
  /** The first pay date that `to` pays. */
  readonly on: string;
  /** `service`; `files`: all that come as files; or one of their pay frequencies, such as `weekly`. */
  readonly from: string;
  readonly to: string;
  /** When someone said so: what the old source has of earlier days since then is asked about. */
  readonly madeAt: string;
}

const name = z.string().regex(sourceName, '"service", "files" or a pay frequency such as "weekly" is expected');
const isWhole = (named: string): boolean => named === 'service' || named === 'files';
const move = z
  .strictObject({
    on: z.string().refine(isDate, 'a date is expected, such as "2025-10-06"'),
    from: name,
    to: name,
    madeAt: z.iso.datetime(),
  })
  .refine(
    ({ from, to }) => from !== to && [from, to].filter(isWhole).length !== 1,
    'from "service" to "files", from "files" to "service", or from one pay frequency to another',
  );

export const movesShape: z.ZodType<readonly PayrollMove[]> = z
  .array(move)
  .refine(
    (moves) => moves.every(({ on }, at) => at === 0 || on >= (moves[at - 1] as PayrollMove).on),
    'in the order of their days',
  );

/** The part of a policy that says where payroll comes from. */
export interface Paying {
  readonly payroll: { readonly from: 'service' | 'files' };
  readonly payrollMoves: readonly PayrollMove[];
}

const covers = (named: string, source: string): boolean =>
  named === source || (named === 'files' && source !== 'service');

/** Whether `source` (`service`, `monthly`, `weekly` …) pays what is paid on that day. */
export function pays({ payroll, payrollMoves }: Paying, source: string, day: string): boolean {
  const own = payrollMoves.filter(({ from, to }) => covers(from, source) || covers(to, source));
  const last = own.findLast(({ on }) => on <= day);
  if (last !== undefined) return covers(last.to, source);
  const [next] = own;
  // Weekly people who are paid by the month from now on: monthly files paid others all along.
  if (next !== undefined) return covers(next.from, source) || !isWhole(next.to);
  return source === 'service' ? payroll.from === 'service' : payroll.from === 'files';
}

/** The move by which that source stopped paying after that day, if there is one. */
export const leftBy = ({ payrollMoves }: Pick<Paying, 'payrollMoves'>, source: string, day: string) =>
  payrollMoves.find(({ on, from }) => on > day && covers(from, source));

/** Files are received: for what they pay now, or to correct what they paid. */
export const comesAsFiles = ({ payroll, payrollMoves }: Paying): boolean =>
  payroll.from === 'files' || payrollMoves.length > 0;

/** The accounting service's own payroll is read, or was. */
export const comesFromService = ({ payroll, payrollMoves }: Paying): boolean =>
  payroll.from === 'service' || payrollMoves.some(({ from, to }) => from === 'service' || to === 'service');

interface Month {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
}

/** Which of the two pay on some day of a tax month. */
export function paidInMonth(
  paying: Paying,
  { year, period }: Month,
): { readonly service: boolean; readonly files: boolean } {
  const { from, to } = taxMonthRange(year, period + 1);
  const days = [from, ...paying.payrollMoves.map(({ on }) => on).filter((on) => on > from && on <= to)];
  const service = days.some((day) => pays(paying, 'service', day));
  // Of moves between files alone the service is no part.
  return { service, files: comesAsFiles(paying) && days.some((day) => !pays(paying, 'service', day)) };
}

/** Within one tax month of a day on which payroll moved. */
export const isNearMove = ({ payrollMoves }: Pick<Paying, 'payrollMoves'>, month: Month): boolean =>
  payrollMoves.some(
    ({ on }) => Math.abs(indexOf({ year: taxYearOf(on), period: taxMonthOf(on) - 1 }) - indexOf(month)) <= 1,
  );

const indexOf = ({ year, period }: Month): number => year * 12 + period;
