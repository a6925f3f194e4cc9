import { Money } from '../../journal/nouns/money.js';
import { wordsOf } from '../../journal/policy/treatments.js';
import type { Posting, StoredLine } from '../../record/runs/posting.entity.js';
import { stateWords } from '../../views/words/words.js';
import { differencesFound } from '../../views/run/run-checked.js';
import type { Block, Chapter, Row } from '../chapter.js';
import type { Seen } from '../month-facts.js';
import { accountInWords, postingWords } from '../words.js';

/** Every journal of ours as it was posted, with reversals and adjustments, and why each line is there. */
export function journalsChapter({ postings, runs, pay }: Seen): Chapter {
  if (postings.length === 0) {
    const checked = runs.some(({ state }) => state === 'agrees' || state === 'differs');
    const words = checked
      ? 'Nothing was posted: the journals of this payroll come from elsewhere, and were compared with it.'
      : 'Nothing of this month has been posted.';
    return { title: 'Journals', blocks: [{ kind: 'text', words }, ...(checked ? [inTheBooks(runs, pay)] : [])] };
  }
  const shown = pay ? postings.flatMap(withLines) : [listOf(postings)];
  return { title: 'Journals', blocks: shown };
}

/** Of pay runs that are only checked: what the books have of each, and each account that is out. */
function inTheBooks(runs: Seen['runs'], pay: boolean): Block {
  const rows = runs.flatMap(({ datedOn, state, reason, plan }): readonly Row[] => {
    if (plan?.kind !== 'check') return [];
    const said = { paid: datedOn, books: reason ?? stateWords[state], account: '', difference: '' };
    const lines = pay ? differencesFound(plan) : [];
    if (lines.length === 0) return [said];
    return lines.map(({ why, account, amount }) => ({
      ...said,
      books: why,
      account: accountInWords(account),
      difference: amount,
    }));
  });
  const money = { id: 'difference', title: 'Books less payroll', kind: 'money', width: 18 } as const;
  return {
    kind: 'table',
    table: {
      title: 'Payroll against the books',
      empty: 'Not compared yet.',
      columns: [
        { id: 'paid', title: 'Paid', kind: 'day', width: 14 },
        { id: 'books', title: 'The books', kind: 'text', width: pay ? 40 : 86 },
        ...(pay ? ([{ id: 'account', title: 'Account', kind: 'text', width: 30 }, money] as const) : []),
      ],
      rows,
    },
  };
}

function listOf(postings: readonly Posting[]): Block {
  return {
    kind: 'table',
    table: {
      title: 'Journals posted',
      empty: 'None.',
      columns: [
        { id: 'dated', title: 'Dated', kind: 'day', width: 14 },
        { id: 'tag', title: 'Reference', kind: 'text', width: 40 },
        { id: 'kind', title: 'Kind', kind: 'text', width: 18 },
        { id: 'state', title: 'State', kind: 'text', width: 24 },
      ],
      rows: postings.map((posting) => ({
        dated: posting.datedOn,
        tag: posting.tag,
        kind: kindOf(posting),
        state: postingWords[posting.state],
      })),
    },
  };
}

function kindOf({ kind, generation, origin, tag, runTag }: Posting): string {
  if (kind === 'reversal') return `Reversal of posting ${generation}`;
  if (origin === 'adopted') return 'Found in books';
  return tag === runTag ? 'Posted' : `Posted, replacement ${generation}`;
}

function withLines(posting: Posting): Block[] {
  const { lines, description, datedOn, tag, journalSet, state, createdAt, policyVersion } = posting;
  const debits = lines.map(({ debit }) => Money.parse(debit));
  const sumOf = (of: readonly Money[]) => Money.sum(of).toString();
  return [
    {
      kind: 'facts',
      title: description,
      facts: [
        { label: 'Kind', value: kindOf(posting) },
        { label: 'Dated', value: datedOn, as: 'day' },
        { label: 'Recorded', value: createdAt.toISOString(), as: 'moment' },
        { label: 'State', value: postingWords[state] },
        { label: 'Reference', value: tag },
        { label: 'Journal set', value: journalSet },
        { label: 'Policy', value: `version ${policyVersion}` },
      ],
    },
    {
      kind: 'table',
      table: {
        title: `Lines of ${description || tag}`,
        empty: 'Its lines were erased after the retention period.',
        columns: [
          { id: 'account', title: 'Account', kind: 'text', width: 24 },
          { id: 'what', title: 'What', kind: 'text', width: 34 },
          { id: 'why', title: 'Why', kind: 'text', width: 34 },
          { id: 'debit', title: 'Debit', kind: 'money', width: 13, total: true },
          { id: 'credit', title: 'Credit', kind: 'money', width: 13, total: true },
        ],
        rows: lines.map(lineRow),
        totals: {
          debit: sumOf(debits.filter((debit) => debit.isPositive())),
          credit: sumOf(debits.filter((debit) => debit.isNegative()).map((debit) => debit.negated())),
        },
      },
    },
  ];
}

function lineRow({ category, description, debit, from = [] }: StoredLine): Row {
  const amount = Money.parse(debit);
  return {
    account: accountInWords(category),
    what: description,
    why: from.map((field) => wordsOf(field)).join(', '),
    debit: amount.isNegative() ? '' : amount.toString(),
    credit: amount.isNegative() ? amount.negated().toString() : '',
  };
}
