import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Money } from '../../../src/journal/nouns/money.js';
import { runHere } from '../../harness/here.js';

/** A golden case of payroll that comes as files; test/golden/payroll-in has them. */
export interface Story {
  readonly kind: 'fps' | 'eps' | 'columns';
  readonly files: readonly string[];
  readonly people?: Readonly<Record<string, { readonly user: string; readonly role: string }>>;
  readonly answers?: Answers;
  readonly map?: unknown;
  readonly pay_date?: string;
  readonly expected: Readonly<Record<string, unknown>> & {
    readonly holds?: readonly string[];
    readonly entries?: readonly Entry[];
  };
}

interface Answers {
  readonly employer_pension?: Readonly<Record<string, string>>;
  readonly relief_at_source_in_deductions?: boolean;
  readonly other_deductions?: Readonly<Record<string, unknown>>;
}

export interface Entry {
  readonly dated_on: string;
  readonly category: string;
  readonly user?: string;
  readonly debit_value: string;
}

const folder = new URL('../../golden/payroll-in/', import.meta.url).pathname;
export const goldenPath = (file: string): string => join(folder, file);

export const stories: readonly (readonly [string, Story])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(goldenPath(file), 'utf8')) as Story]);

interface Remark {
  readonly code: string;
}

interface Answered {
  readonly outcome: string;
  readonly holds: readonly Remark[];
  readonly warnings: readonly Remark[];
  readonly journal_sets: readonly { readonly dated_on: string; readonly journal_entries: readonly Entry[] }[];
}

const given = mkdtempSync(join(tmpdir(), 'counterfoil-test-'));

function inFile(name: string, json: unknown): string {
  const path = join(given, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
}

function argumentsOf(name: string, story: Story): readonly string[] {
  const [last = '', ...before] = [...story.files].reverse().map(goldenPath);
  return [
    ...['journal', last, '--json'],
    ...before.reverse().flatMap((file) => ['--before', file]),
    ...(story.people === undefined ? [] : ['--people', inFile(`${name}-people.json`, story.people)]),
    ...(story.answers === undefined ? [] : ['--answers', inFile(`${name}-answers.json`, story.answers)]),
    ...(story.map === undefined ? [] : ['--columns', inFile(`${name}-map.json`, story.map)]),
    ...(story.pay_date === undefined ? [] : ['--paid', story.pay_date]),
  ];
}

/** What `counterfoil journal` makes of a case. */
export async function mappedOffline(name: string, story: Story): Promise<{ answer: Answered; code: number | null }> {
  const { stdout, code } = await runHere(argumentsOf(name, story));
  return { answer: JSON.parse(stdout) as Answered, code };
}

/** By date, account and person, what is left of the entries. */
export function nets(entries: readonly Entry[]): Readonly<Record<string, string>> {
  const sums = new Map<string, Money>();
  for (const { dated_on, category, user = '', debit_value } of entries) {
    const key = `${dated_on} ${category} ${user}`;
    sums.set(key, (sums.get(key) ?? Money.zero).plus(Money.parse(debit_value)));
  }
  return Object.fromEntries([...sums].filter(([, sum]) => !sum.isZero()).map(([key, sum]) => [key, sum.toString()]));
}

/** The files of bad/, each with words that say what is wrong with it, and where. */
export const badFiles: readonly (readonly [string, string])[] = [
  ['month-13.xml', 'line 2, element Employee 1 › Employment › Payment › MonthNo: a whole number from 1 to 12'],
  ['entities.xml', 'DOCTYPE'],
  ['external.xml', 'DOCTYPE'],
  ['cut.xml', 'not well-formed XML from line 2'],
  ['other-year.xml', 'it is of the tax year 31-32, which this release does not know'],
  ['not-a-number.xml', 'Employee 1 › Employment › FiguresToDate › TaxablePay: an amount such as 310.20 is expected'],
  ['empty.csv', 'it is empty'],
  ['html.csv', 'it is a web page'],
];
