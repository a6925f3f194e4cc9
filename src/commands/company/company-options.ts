import { Option } from 'commander';
import { date } from '../run/run-options.js';

export function modeOption(): Option {
  return new Option('--mode <mode>', 'auto: post what is due; approve: a person posts; check: never post, compare')
    .choices(['auto', 'approve', 'check'])
    .default('auto');
}

export function dateOption(): Option {
  return new Option(
    '--post-from <date>',
    'the first pay date that may be posted (default: the start of the current tax month)',
  ).argParser(date);
}
