import { InvalidArgumentError, Option } from 'commander';

export function modeOption(): Option {
  return new Option('--mode <mode>', 'auto: post what is due; approve: a person posts; check: never post, compare')
    .choices(['auto', 'approve', 'check'])
    .default('auto');
}

export function dateOption(): Option {
  return new Option(
    '--post-from <date>',
    'the first pay date that may be posted (default: the start of the current tax month)',
  ).argParser((text) => {
    const valid = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
    if (valid && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)) return text;
    throw new InvalidArgumentError('A date is written YYYY-MM-DD.');
  });
}
