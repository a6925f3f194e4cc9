import { dayInWords, monthInWords } from '../../../journal/nouns/dates.js';
import {
  type FilePreview,
  outcomeInWords,
  previewInWords,
  type RemarkShown,
  type RunPreviewed,
  totalsWords,
} from '../../../views/company/file-preview.js';
import { table } from '../output.js';
import { inPounds } from '../pounds.js';

/** What a file would come to, for an accountant. */
export function previewText(file: string, preview: FilePreview): string {
  const { runs, months, notes, isKnown } = preview;
  const nothing = runs.length + months.length === 0 && !isKnown ? ['No journal changes with it.'] : [];
  const ofMonths = months.map(({ year, period, amounts }) => {
    const words = amounts.map(({ what, before, after }) => `${what} ${inPounds(before)} -> ${inPounds(after)}`);
    return `Returned for ${monthInWords(year, period)}: ${words.join(', ')}`;
  });
  return [`${file}: ${previewInWords(preview)}`, ...nothing, ...ofMonths, ...runs.map(runText), ...notes].join('\n');
}

function runText(run: RunPreviewed): string {
  const { what, datedOn, people, totals, holds, warnings, accounts = [], paid = [] } = run;
  const ofPeople = people === 0 ? '' : `, ${people} paid`;
  const sums = Object.entries(totalsWords).map(
    ([name, words]) => `${words} ${inPounds(totals?.[name as keyof typeof totalsWords] ?? '0.00')}`,
  );
  const lines = [
    `${what}, ${dayInWords(datedOn)}: ${outcomeInWords(run)}${ofPeople}`,
    ...(totals === undefined ? [] : [sums.join(' · ')]),
    ...remarks('To be settled', holds),
    ...remarks('Warnings', warnings),
    ...(accounts.length === 0 ? [] : [accountsText(accounts)]),
    ...(paid.length === 0 ? [] : [paidText(paid)]),
  ];
  return `\n${lines.join('\n')}\n`;
}

const remarks = (heading: string, of: readonly RemarkShown[]): readonly string[] =>
  of.length === 0 ? [] : [`${heading}:`, ...of.map(({ message }) => `  ${message}`)];

const accountsText = (accounts: NonNullable<RunPreviewed['accounts']>): string =>
  table(accounts, [
    { heading: 'Account', value: ({ account, name }) => `${account} ${name}`.trim() },
    { heading: 'Debit', value: ({ debit }) => (debit.startsWith('-') ? '' : inPounds(debit)), right: true },
    { heading: 'Credit', value: ({ debit }) => (debit.startsWith('-') ? inPounds(debit.slice(1)) : ''), right: true },
  ]);

const paidText = (paid: NonNullable<RunPreviewed['paid']>): string =>
  table(paid, [
    { heading: 'Paid', value: ({ name }) => name },
    { heading: 'Gross', value: ({ gross }) => inPounds(gross), right: true },
    { heading: 'Net pay', value: ({ net }) => inPounds(net), right: true },
  ]);
