import type { AuditAnswer } from '../../../audit/answer.js';
import { causeWords, verdictWords } from '../../../audit/words.js';
import { printable } from '../../../ground/printable.js';
import { usualNames } from '../../../journal/nouns/chart.js';
import { dayInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import { inThousands } from '../../../journal/nouns/money.js';
import { table } from '../output.js';

type Run = AuditAnswer['runs'][number];
type Accounts = AuditAnswer['other'][number]['accounts'];

/** A year on a screen: each pay run, the causes with their pounds, the accounts that are out, and sets of no run. */
export function auditInWords(answer: AuditAnswer): string {
  const { runs, causes, accounts, other, year } = answer;
  const out = accounts.filter(({ difference }) => difference !== '0.00');
  const blocks = [
    `${headOf(runs, year)}\n\n${runsTable(runs)}`,
    ...(causes.some(({ amount }) => amount !== '0.00') ? [causesTable(causes)] : []),
    ...(out.length > 0 ? [accountsTable(out)] : []),
    ...(other.length > 0 ? [otherTable(other)] : []),
    ...runs.filter(({ why }) => why !== undefined).map(whyNot),
  ];
  return `${printable(blocks.join('\n\n'))}\n`;
}

function headOf(runs: readonly Run[], year: number): string {
  const counts = new Map<string, number>();
  for (const { verdict } of runs) counts.set(verdictWords[verdict], (counts.get(verdictWords[verdict]) ?? 0) + 1);
  const told = [...counts].map(([words, count]) => `${words} ${count}`).join(' · ');
  return `Payroll ${taxYearInWords(year)} against the journals: ${runs.length === 0 ? 'no pay run' : told}`;
}

const runsTable = (runs: readonly Run[]) =>
  table(runs, [
    { heading: 'Paid', value: ({ datedOn }) => dayInWords(datedOn) },
    { heading: 'Verdict', value: ({ verdict }) => verdictWords[verdict] },
    { heading: 'Pounds', value: ({ amount }) => (amount === '0.00' ? '' : inThousands(amount)), right: true },
    { heading: 'Journals', value: ({ sets }) => sets.map(lastPart).join(', ') },
    { heading: 'What', value: whatOf },
  ]);

function whatOf({ causes, verdict }: Run): string {
  const told = causes.map(({ cause, correctedBy, figures }) => {
    const which = figures === undefined ? '' : ` (${figures.map(inThousands).join(' for ')})`;
    const by = correctedBy === undefined ? '' : `, corrected by ${lastPart(correctedBy)}`;
    return `${causeWords[cause]}${which}${by}`;
  });
  return told.filter((words) => words !== verdictWords[verdict]).join('; ');
}

/** Of an address its last part, which is how people find a journal; anything else whole. */
const lastPart = (set: string) => (set.includes('://') ? (set.split('/').at(-1) ?? set) : set);

const causesTable = (causes: AuditAnswer['causes']) =>
  table(
    causes.filter(({ amount }) => amount !== '0.00'),
    [
      { heading: 'Cause', value: ({ cause }) => causeWords[cause] },
      { heading: 'Runs', value: ({ runs }) => runs, right: true },
      { heading: 'Pounds', value: ({ amount }) => inThousands(amount), right: true },
      { heading: 'Corrected', value: ({ corrected }) => inThousands(corrected), right: true },
    ],
  );

const accountsTable = (accounts: AuditAnswer['accounts']) =>
  table(accounts, [
    { heading: 'Account', value: ({ account }) => `${account} ${usualNames[account] ?? ''}`.trim() },
    { heading: 'Should be', value: ({ should }) => inThousands(should), right: true },
    { heading: 'Found', value: ({ found }) => inThousands(found), right: true },
    { heading: 'Found less should be', value: ({ difference }) => inThousands(difference), right: true },
  ]);

const otherTable = (other: AuditAnswer['other']) =>
  `On payroll's accounts, but of no pay run\n${table(other, [
    { heading: 'Dated', value: ({ datedOn }) => dayInWords(datedOn) },
    { heading: 'Journal', value: ({ set }) => lastPart(set) },
    { heading: 'Debits, and credits with a minus', value: ({ accounts }) => inLine(accounts) },
  ])}`;

const inLine = (accounts: Accounts) =>
  accounts.map(({ account, amount }) => `${account} ${inThousands(amount)}`).join(' · ');

const whyNot = ({ datedOn, why = [] }: Run) =>
  [`${dayInWords(datedOn)} is not judged`, ...why.map((reason) => `- ${reason}`)].join('\n');
