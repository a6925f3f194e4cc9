import { InvalidArgumentError, Option } from 'commander';
import { date, wrongUsage } from '../run/run-options.js';

export function modeOption(): Option {
  return new Option('--mode <mode>', 'approve: a person posts; auto: post what is due; check: never post, compare')
    .choices(['approve', 'auto', 'check'])
    .default('approve');
}

export function dateOption(): Option {
  return new Option(
    '--post-from <date>',
    'the first pay date that may be posted (default: the start of the current tax month)',
  ).argParser(date);
}

/** Not --version, which prints the program's wherever it appears. */
export function ifVersionOption(): Option {
  return new Option(
    '--if-version <version>',
    'refuse the change unless the policy still has this version, the one you read',
  ).argParser((text) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A version is a number such as 3.');
    return Number(text);
  });
}

export function mustChange(ifVersion: number | undefined, changes: boolean, how: string): void {
  if (ifVersion === undefined || changes) return;
  throw wrongUsage('--if-version needs a change, and none was given.', `Give ${how} with it, or leave it out.`);
}
