import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { AuditAnswer } from '../../src/audit/answer.js';
import { Money } from '../../src/journal/nouns/money.js';
import { auditOf } from '../../src/doors/terminal/audit/audit-document.js';

type Accounts = { account: string; user?: string; amount: string }[];
interface Story {
  story: string;
  document: unknown;
  expected: {
    runs: { datedOn: string; verdict: string; sets: string[]; causes: { cause: string; accounts: Accounts }[] }[];
    other: string[];
  };
}

const folder = new URL('../golden/audit/', import.meta.url);
const stories = readdirSync(folder).map((file): [string, Story] => [
  file,
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Story,
]);

const inOrder = (runs: Story['expected']['runs']) =>
  runs.map(({ datedOn, verdict, sets, causes }) => ({
    ...{ datedOn, verdict, sets },
    causes: causes
      .map(({ cause, accounts }) => ({
        cause,
        accounts: accounts.map(({ account, user = '', amount }) => `${account} ${user} ${amount}`).sort(),
      }))
      .sort((a, b) => (a.cause < b.cause ? -1 : 1)),
  }));

describe.each(stories)('%s', (_, { document, expected }) => {
  const answer = auditOf(document);

  test('gives the expected verdicts, sets and causes', () => {
    expect(inOrder(answer.runs)).toEqual(inOrder(expected.runs));
    expect(answer.other.map(({ set }) => set)).toEqual(expected.other);
  });

  test('the causes of the runs, and the sets of no run, make up what the accounts are out by', () => {
    expect(byAccount(explained(answer))).toEqual(
      byAccount(answer.accounts.map(({ account, difference }) => [account, difference])),
    );
  });
});

const explained = ({ runs, other }: AuditAnswer) =>
  [...runs.flatMap(({ causes }) => causes), ...other].flatMap(({ accounts }) =>
    accounts.map(({ account, amount }): [string, string] => [account, amount]),
  );

function byAccount(all: readonly [string, string][]): Record<string, string> {
  const sums = new Map<string, Money>();
  for (const [account, amount] of all) sums.set(account, (sums.get(account) ?? Money.zero).plus(Money.parse(amount)));
  return Object.fromEntries(
    [...sums].filter(([, sum]) => !sum.isZero()).map(([account, sum]) => [account, sum.toString()]),
  );
}

test('a journal that agrees on one account alone is no pay run in a layout of its own', () => {
  const [, right] = stories.find(([file]) => file === 'a01_right.json') as [string, Story];
  const year = right.document as { sets: { journal_entries: object[] }[] };
  const ofOctober = (entries: readonly (readonly [code: string, debit: string])[]) => {
    const journal_entries = entries.map(([code, debit_value]) => ({ category: `/v2/categories/${code}`, debit_value }));
    const sets = year.sets.map((set, at) => (at === 1 ? { ...set, journal_entries } : set));
    const { runs, other } = auditOf({ ...year, sets });
    return [runs[1]?.verdict, runs[1]?.causes.map(({ cause }) => cause), other.length];
  };
  // Gross pay of employees, and nothing else of October.
  const one = [
    ['401', '4930.00'],
    ['815', '-4930.00'],
  ] as const;
  expect(ofOctober(one)).toEqual(['missing', ['missing'], 1]);
});
