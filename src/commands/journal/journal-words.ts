import { printable } from '../../ground/printable.js';
import { Money } from '../../journal/money.js';
import type { Answer } from './journal-answer.js';
import { table } from '../output.js';

/** One mapped document as an accountant reads it: a block per set, the totals, then what is held and why. */
export function inWords({ outcome, journal_sets, holds, warnings, totals }: Answer): string {
  const blocks = [
    ...journal_sets.map(setInWords),
    ...(outcome === 'nothing' ? ['Nothing to post.'] : []),
    ...(holds.length > 0 ? [remarks('Held: nothing is posted until this is settled', holds)] : []),
    totalsInWords(totals),
    ...(warnings.length > 0 ? [remarks('Warnings', warnings)] : []),
  ];
  return `${printable(blocks.join('\n\n'))}\n`;
}

interface Row {
  readonly account: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
}

function setInWords({ description, tag, journal_entries }: Answer['journal_sets'][number]): string {
  const entries = journal_entries.map((entry) => ({ ...entry, debit: Money.parse(entry.debit_value) }));
  const rows: Row[] = entries.map(({ category, description: line, debit }) => ({
    account: category,
    description: line,
    debit: debit.isNegative() ? '' : figure(debit),
    credit: debit.isNegative() ? figure(debit.abs()) : '',
  }));
  const total = figure(Money.sum(entries.map((entry) => entry.debit).filter((debit) => debit.isPositive())));
  const body = table(
    [...rows, { account: '', description: 'Total', debit: total, credit: total }],
    [
      { heading: 'Account', value: (row) => row.account },
      { heading: 'Description', value: (row) => row.description },
      { heading: 'Debit', value: (row) => row.debit, right: true },
      { heading: 'Credit', value: (row) => row.credit, right: true },
    ],
  );
  return `${description}\n${tag}\n\n${body}`;
}

function totalsInWords(totals: Answer['totals']): string {
  const shown = (amount: string) => figure(Money.parse(amount));
  return [
    `Gross ${shown(totals.gross)}`,
    `net pay ${shown(totals.net_pay)}`,
    `HMRC ${shown(totals.tax_authority)}`,
    `pension ${shown(totals.pension)}`,
    `other ${shown(totals.other)}`,
  ].join(' · ');
}

function remarks(heading: string, said: readonly { readonly code: string; readonly message: string }[]): string {
  return [heading, ...said.map(({ code, message }) => `- ${message} (${code})`)].join('\n');
}

function figure(money: Money): string {
  return money.inPounds().replace('£', '');
}
