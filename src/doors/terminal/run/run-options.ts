import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Problem, problem } from '../../../ground/problem.js';
import { isDate, taxYearTyped } from '../../../journal/nouns/dates.js';

/** How commands read the address of a pay run. */

export const yearWords = 'the tax year, such as 2026/27, or the year it ends in: 2027';
export const periodWords = 'its month, 0 to 11 (0 = April), as the API counts; or give --month';

export function year(text: string): number {
  const typed = taxYearTyped(text);
  if (typed !== undefined) return typed;
  throw new InvalidArgumentError('Tax year must be written 2026/27, or as the year it ends in: 2027.');
}

export function period(text: string): number {
  if (!/^(\d|1[01])$/.test(text)) throw new InvalidArgumentError('Month must be 0 to 11 (0 = April).');
  return Number(text);
}

/** A tax month counted from 1, read as the period that the API counts from 0. */
export function monthOption(): Option {
  return new Option('--month <month>', 'the tax month, 1 to 12 (1 = April), in place of the period').argParser(
    (text) => {
      if (!/^([1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Tax month must be 1 to 12 (1 = April).');
      return Number(text) - 1;
    },
  );
}

export interface MonthOptions {
  /** As a period, counted from 0. */
  readonly month?: number;
}

/** The period given in either way; undefined when none was. */
export function chosenPeriod(named: number | undefined, { month }: MonthOptions): number | undefined {
  if (named !== undefined && month !== undefined)
    throw wrongUsage(`Period ${named} and --month ${month + 1} are both given.`, 'Give one of them.');
  return named ?? month;
}

export function wrongUsage(detail: string, todo: string): Problem {
  return problem('wrong-usage', { detail, todo });
}

export function date(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('A date is YYYY-MM-DD.');
  return text;
}

/** "814=-125.00" */
export function accountAndAmount(text: string, wrong: string): { readonly account: string; readonly amount: string } {
  const [, account, amount] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (account === undefined || amount === undefined) throw new InvalidArgumentError(wrong);
  return { account, amount };
}

export interface AddressOptions extends MonthOptions {
  readonly paid?: string;
  readonly adjustment?: string;
}

/** COMPANY YEAR PERIOD: a tax month. */
export function addressedMonth(command: Command): Command {
  return command
    .argument('<company>', 'its name, id or subdomain')
    .argument('<year>', yearWords, year)
    .argument('[period]', periodWords, period)
    .addOption(monthOption());
}

/** One pay run of the month. */
export const addressedRun = (command: Command): Command => addressedMonth(command).addOption(paidOption());

/** A pay run, or another journal set of its month. */
export const addressedSet = (command: Command): Command => addressedRun(command).addOption(adjustmentOption());

export function paidOption(): Option {
  return new Option('--paid <date>', 'the pay date, where the month has several').argParser(date);
}

export function adjustmentOption(): Option {
  return new Option('--adjustment <tag>', 'an adjustment of that month, by its tag or its name: recovery, levy-1');
}

/** The period given in either way; a Problem when none was. */
export function periodOf(named: number | undefined, options: MonthOptions): number {
  const chosen = chosenPeriod(named, options);
  if (chosen === undefined)
    throw wrongUsage('The month is missing.', 'Give it after the year, 0 to 11 (0 = April), or as --month 1 to 12.');
  return chosen;
}
