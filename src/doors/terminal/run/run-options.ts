import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { RunRef } from '../../../acts/act.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { dayInKey, isPayKey } from '../../../journal/nouns/pay-key.js';
import { isDate, taxYearTyped } from '../../../journal/nouns/dates.js';
import { type MonthTyped, monthTyped } from '../../../journal/nouns/month-typed.js';

/** How commands read the address of a pay run. */

export const yearWords = 'the tax year, such as 2025/26, or the year it ends in: 2026';

export function year(text: string): number {
  const typed = taxYearTyped(text);
  if (typed !== undefined) return typed;
  throw new InvalidArgumentError('Tax year must be written 2026/27, or as the year it ends in: 2027.');
}

const howMonths = 'oct-2025, "Oct 2025" or its pay date: 2025-10-31';
const howNumbered = '2025/26 --month 7, or 2026 6 as the API counts (0 = April)';

/** What names a month, or only a tax year, in place of or besides the words after the company. */
export interface MonthOptions {
  readonly year?: string;
  readonly period?: string;
  readonly month?: string;
}

export interface Month {
  readonly year: number;
  readonly period: number;
}

/** Either part may be left open. */
export function monthOrYear({ year, period, month = '' }: MonthOptions, words: readonly string[] = []): MonthTyped {
  const tax = /^\d+$/.test(month) ? `month ${month}` : month;
  const text = [year, ...words, period, tax].filter(Boolean).join(' ');
  const typed = text === '' ? {} : monthTyped(text);
  if (typed !== undefined) return typed;
  throw wrongUsage(`"${text}" is no month.`, `Write ${howMonths}. Understood too: ${howNumbered}.`);
}

/** The one month that is named. */
export function monthNamed(options: MonthOptions, words: readonly string[] = []): Month & Pick<MonthTyped, 'paid'> {
  const { year, period, paid } = monthOrYear(options, words);
  if (year !== undefined && period !== undefined) return { year, period, paid };
  const missing = year === undefined && period !== undefined ? 'tax year' : 'month';
  throw wrongUsage(`The ${missing} is missing.`, `Write ${howMonths}.`);
}

/** A command for all companies may leave the company out, so that a month comes first: oct-2025. */
export function companyAndMonth(
  words: readonly string[],
  options: MonthOptions,
): MonthTyped & { readonly company?: string } {
  const [company, ...month] = words;
  const isMonth = company === undefined || monthTyped(words.join(' ')) !== undefined;
  return isMonth ? monthOrYear(options, words) : { company, ...monthOrYear(options, month) };
}

/** The words of a month. They may be several, so they come last. */
export const monthArgument = (): Argument => new Argument('[month...]', howMonths);

export function monthOption(): Option {
  return new Option('--month <month>', 'the month by name in place of that, or after a tax year 1 to 12 (1 = April)');
}

/** The ways of naming a time without words: a tax year, a month, or both. */
export const byMonthOrYear = (command: Command): Command =>
  command
    .option('--month <month>', 'only this month, such as oct-2025; with --year also 1 to 12 (1 = April)')
    .option('--year <year>', `only ${yearWords}`)
    .option('--period <period>', 'the month as the API counts, 0 to 11 (0 = April)');

export function wrongUsage(detail: string, todo: string): Problem {
  return problem('wrong-usage', { detail, todo });
}

function payKey(text: string): string {
  if (!isPayKey(text)) throw new InvalidArgumentError('A date is YYYY-MM-DD.');
  return text;
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

/** COMPANY MONTH: a tax month. The example is what else the command is given, before and after them. */
export function addressedMonth(command: Command, [before, after]: Example = ['', '']): Command {
  const example = ['counterfoil', command.name(), before, '"Ash Ltd" oct-2025', after].filter(Boolean).join(' ');
  return command
    .argument('<company>', 'its name, id or subdomain')
    .addArgument(monthArgument())
    .addOption(monthOption())
    .addHelpText('after', `\nExample:\n  ${example}`);
}

type Example = readonly [before: string, after: string];

/** One pay run of the month. */
export const addressedRun = (command: Command, example?: Example): Command =>
  addressedMonth(command, example).addOption(paidOption());

/** A pay run, or another journal set of its month. */
export const addressedSet = (command: Command, example?: Example): Command =>
  addressedRun(command, example).addOption(adjustmentOption());

export function paidOption(): Option {
  return new Option(
    '--paid <date>',
    'the pay date, where the month has several; 2025-10-31.weekly of a source',
  ).argParser(payKey);
}

export function adjustmentOption(): Option {
  return new Option('--adjustment <tag>', 'an adjustment of that month, by its tag or its name: recovery, levy-1');
}

/** What the words after the company and the options address. */
export function addressOf(words: readonly string[], options: AddressOptions): Omit<RunRef, 'company'> {
  const { paid: typed, ...month } = monthNamed(options, words);
  const { paid = typed, adjustment } = options;
  if (typed !== undefined && paid !== undefined && dayInKey(paid) !== typed)
    throw wrongUsage(`The pay dates ${typed} and ${paid} are both given.`, 'Give one of them.');
  return { ...month, paid, adjustment };
}
