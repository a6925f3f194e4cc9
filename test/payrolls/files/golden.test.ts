import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Money } from '../../../src/journal/nouns/money.js';
import { runHere } from '../../harness/here.js';

interface Story {
  readonly kind: 'fps' | 'eps' | 'columns';
  readonly files: readonly string[];
  readonly people?: unknown;
  readonly answers?: unknown;
  readonly map?: unknown;
  readonly pay_date?: string;
  readonly expected: Readonly<Record<string, unknown>> & {
    readonly holds?: readonly string[];
    readonly entries?: readonly Entry[];
  };
}

interface Entry {
  readonly dated_on: string;
  readonly category: string;
  readonly user?: string;
  readonly debit_value: string;
}

interface Answered {
  readonly outcome: string;
  readonly holds: readonly { readonly code: string }[];
  readonly journal_sets: readonly { readonly dated_on: string; readonly journal_entries: readonly Entry[] }[];
}

const folder = new URL('../../golden/payroll-in/', import.meta.url).pathname;
const stories = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file): [string, Story] => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Story]);
const given = mkdtempSync(join(tmpdir(), 'counterfoil-test-'));

function inFile(name: string, json: unknown): string {
  const path = join(given, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
}

function argumentsOf(name: string, story: Story): readonly string[] {
  const [last = '', ...before] = [...story.files].reverse().map((file) => join(folder, file));
  return [
    ...['journal', last, '--json'],
    ...before.reverse().flatMap((file) => ['--before', file]),
    ...(story.people === undefined ? [] : ['--people', inFile(`${name}-people.json`, story.people)]),
    ...(story.answers === undefined ? [] : ['--answers', inFile(`${name}-answers.json`, story.answers)]),
    ...(story.map === undefined ? [] : ['--columns', inFile(`${name}-map.json`, story.map)]),
    ...(story.pay_date === undefined ? [] : ['--paid', story.pay_date]),
  ];
}

test.each(stories)('%s', async (name, story) => {
  const { stdout, code } = await runHere(argumentsOf(name, story));
  const answer = JSON.parse(stdout) as Answered;
  const { expected } = story;
  if (expected.holds !== undefined) {
    expect([answer.outcome, code]).toEqual(['hold', 3]);
    expect(answer.holds.map((hold) => hold.code)).toEqual(expect.arrayContaining([...expected.holds]));
    expect(answer.journal_sets).toEqual([]);
  } else if (expected.entries === undefined) expect(answer).toEqual({ outcome: 'return', ...expected });
  else {
    const lines = answer.journal_sets.flatMap((set) =>
      set.journal_entries.map((entry) => ({ ...entry, dated_on: set.dated_on })),
    );
    expect(nets(lines)).toEqual(nets(expected.entries));
    expect([answer.outcome, code]).toEqual(['post', 0]);
  }
});

function nets(entries: readonly Entry[]): Readonly<Record<string, string>> {
  const sums = new Map<string, Money>();
  for (const { dated_on, category, user = '', debit_value } of entries) {
    const key = `${dated_on} ${category} ${user}`;
    sums.set(key, (sums.get(key) ?? Money.zero).plus(Money.parse(debit_value)));
  }
  return Object.fromEntries([...sums].filter(([, sum]) => !sum.isZero()).map(([key, sum]) => [key, sum.toString()]));
}

/** Each is refused in words that say where, and none quotes what may be someone's pay. */
test.each([
  ['month-13.xml', 'line 2, element Employee 1 › Employment › Payment › MonthNo: a whole number from 1 to 12'],
  ['entities.xml', 'DOCTYPE'],
  ['external.xml', 'DOCTYPE'],
  ['cut.xml', 'not well-formed XML from line 2'],
  ['other-year.xml', 'it is of the tax year 31-32, which this release does not know'],
  ['not-a-number.xml', 'Employee 1 › Employment › FiguresToDate › TaxablePay: an amount such as 310.20 is expected'],
  ['empty.csv', 'it is empty'],
  ['html.csv', 'it is a web page'],
])('%s is refused', async (file, words) => {
  const { stdout, code } = await runHere(['journal', join(folder, 'bad', file), '--json']);
  const { error } = JSON.parse(stdout) as { error: { detail: string } };
  expect(error.detail).toContain(words);
  expect(error.detail).not.toContain('26OO');
  expect(code).toBe(1);
});
