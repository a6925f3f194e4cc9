import { InvalidArgumentError } from 'commander';
import { isDate } from '../../journal/dates.js';

/** How commands read the address of a pay run. */

export function year(text: string): number {
  const value = Number(text);
  if (!/^\d{4}$/.test(text) || value < 2000)
    throw new InvalidArgumentError('A tax year is named by the year it ends in: 2026.');
  return value;
}

export function period(text: string): number {
  if (!/^(\d|1[01])$/.test(text)) throw new InvalidArgumentError('A period is 0 (paid 6 April to 5 May) to 11.');
  return Number(text);
}

export function date(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('A date is YYYY-MM-DD.');
  return text;
}
