import { printable } from '../../../ground/printable.js';
import { usualNames, withoutSuffix } from '../../../journal/nouns/chart.js';
import { Money } from '../../../journal/nouns/money.js';
import type { WhyText } from '../../../journal/nouns/why.js';
import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import type { Answer, WhyAnswer } from './journal-answer.js';
import type { ReturnAnswer } from './journal-file.js';
import type { PayeAnswer, RecoveryAnswer } from '../../../journal/paye/adjustments-of.js';
import { table } from '../output.js';

/** One mapped document for an accountant: a block for each set, the totals, then what is held and why. */
export function inWords({ outcome, journal_sets, holds, warnings, totals, recovery, paye }: Answer): string {
  const blocks = [
    ...journal_sets.map(setInWords),
    ...(outcome === 'nothing' ? ['Nothing to post.'] : []),
    ...(holds.length > 0 ? [remarks('Held: nothing is posted until this is settled', holds)] : []),
    totalsInWords(totals),
    ...(recovery === undefined ? [] : [recoveryInWords(recovery)]),
    ...(paye === undefined ? [] : [payeInWords(paye)]),
    ...(warnings.length > 0 ? [remarks('Warnings', warnings)] : []),
  ];
  return `${printable(blocks.join('\n\n'))}\n`;
}

/** An EPS for an accountant: what it recovers, and what it adds. */
export function returnInWords({ month, ...amounts }: ReturnAnswer): string {
  const shown = (amount: string) => figure(Money.parse(amount));
  const head = month === undefined ? 'Employer Payment Summary' : `Employer Payment Summary, tax month ${month}`;
  return `${head}\n${[
    `Statutory pay recovered ${shown(amounts.recovered)}`,
    `compensation of NI ${shown(amounts.compensation)}`,
    `CIS suffered ${shown(amounts.cis_suffered)}`,
    `apprenticeship levy ${shown(amounts.levy)}`,
  ].join(' · ')}\n`;
}

interface Row {
  readonly account: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
  readonly why: string;
}

function setInWords({ description, tag, journal_entries }: Answer['journal_sets'][number]): string {
  const entries = journal_entries.map((entry) => ({ ...entry, debit: Money.parse(entry.debit_value) }));
  const rows: Row[] = entries.map(({ category, description: line, debit, why = [] }) => ({
    account: `${category} ${usualNames[withoutSuffix(category)] ?? ''}`.trim(),
    description: line,
    debit: debit.isNegative() ? '' : figure(debit),
    credit: debit.isNegative() ? figure(debit.abs()) : '',
    why: whyInWords(why.map(whyOf)),
  }));
  const total = figure(Money.sum(entries.map((entry) => entry.debit).filter((debit) => debit.isPositive())));
  const body = table(
    [...rows, { account: '', description: 'Total', debit: total, credit: total, why: '' }],
    [
      { heading: 'Account', value: (row) => row.account },
      { heading: 'Description', value: (row) => row.description },
      { heading: 'Debit', value: (row) => row.debit, right: true },
      { heading: 'Credit', value: (row) => row.credit, right: true },
      ...(rows.some((row) => row.why !== '') ? [{ heading: 'Why', value: (row: Row) => row.why }] : []),
    ],
  );
  return `${description}\n${tag}\n\n${body}`;
}

const whyOf = ({ employer_ni: employerNi, of_employer_ni: ofEmployerNi, ...why }: WhyAnswer): WhyText => ({
  ...why,
  employerNi,
  ofEmployerNi,
});

function recoveryInWords({ total, proposed, question, verdict }: RecoveryAnswer): string {
  if (total === undefined) return `Statutory pay recovered: not posted. ${question ?? ''}`;
  const from = proposed === 'decided' ? 'at the rate decided' : 'its rate found from the payment due';
  return `Statutory pay recovered ${figure(Money.parse(total))}, ${from} (${verdict.replaceAll('_', ' ')})`;
}

function payeInWords(paye: PayeAnswer): string {
  const shown = (amount: string) => figure(Money.parse(amount));
  return [
    `PAYE and NI: payroll ${shown(paye.payroll)}`,
    `recovered ${shown(paye.recovery)}`,
    `CIS suffered ${shown(paye.cis_suffered_posted_elsewhere)}`,
    `levy ${shown(paye.levy)}`,
    `credit brought forward ${shown(paye.credit_brought_forward)}`,
    `payment ${shown(paye.payment)}`,
    `left ${shown(paye.left)}`,
  ].join(' · ');
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

function remarks(heading: string, all: readonly { readonly code: string; readonly message: string }[]): string {
  return [heading, ...all.map(({ code, message }) => `- ${message} (${code})`)].join('\n');
}

function figure(money: Money): string {
  return money.inPounds().replace('£', '');
}
