import { readdirSync, readFileSync } from 'node:fs';
import { type Answer, answerTo } from '../../src/doors/terminal/journal/journal-answer.js';
import { Money } from '../../src/journal/nouns/money.js';
import { pathOf } from '../../src/journal/nouns/pay-run.js';

interface Story {
  story: string;
  document: unknown;
  expected: {
    outcome: Answer['outcome'];
    holds: { code: string; field?: string }[];
    warnings: { code: string }[];
    sets: { dated_on: string; lines: { code: string; debit_value: string; user?: string }[] }[];
    derived: Record<string, { gross?: string; net_pay?: string; net_before_pension?: string; j814_credit?: string }>;
  };
}

const folder = new URL('../golden/', import.meta.url);
const stories = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file): [string, Story] => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Story]);

describe.each(stories)('%s', (_, { document, expected }) => {
  test('gives the expected result', () => {
    const answer = answerTo(document);
    expect(answer.outcome).toBe(expected.outcome);
    expect(answer.holds.map(({ code }) => code)).toEqual(expected.holds.map(({ code }) => code));
    for (const [index, { field }] of expected.holds.entries()) {
      if (field !== undefined) expect(answer.holds[index]?.field).toBe(field);
    }
    expect(answer.warnings.map(({ code }) => code)).toEqual(expected.warnings.map(({ code }) => code));
    expect(nets(answerLines(answer))).toEqual(nets(expectedLines(expected.sets)));
  });

  test('derives gross and net pay', () => {
    const answer = answerTo(document);
    const { period, ...people } = expected.derived;
    const all = Object.values(people);
    if (all.length > 0) {
      expect(answer.totals.gross).toBe(sum(all.map((one) => one.gross ?? '0')));
      expect(answer.totals.net_pay).toBe(sum(all.map((one) => one.net_pay ?? '0')));
    }
    if (period?.j814_credit !== undefined) expect(answer.totals.tax_authority).toBe(period.j814_credit);
  });

  test('balances, and every remark has something to do', () => {
    const answer = answerTo(document);
    for (const set of answer.journal_sets)
      expect(sum(set.journal_entries.map((entry) => entry.debit_value))).toBe('0.00');
    for (const { message } of [...answer.holds, ...answer.warnings]) expect(message).toMatch(/^[A-Z].{40,}[.?]$/);
  });
});

interface DatedLine {
  datedOn: string;
  code: string;
  debit: string;
  user: string | undefined;
}

function answerLines(answer: Answer): DatedLine[] {
  return answer.journal_sets.flatMap((set) =>
    set.journal_entries.map(({ category, debit_value, user }) => ({
      datedOn: set.dated_on,
      code: category,
      debit: debit_value,
      user,
    })),
  );
}

function expectedLines(sets: Story['expected']['sets']): DatedLine[] {
  return sets.flatMap((set) =>
    set.lines.map(({ code, debit_value, user }) => ({ datedOn: set.dated_on, code, debit: debit_value, user })),
  );
}

/** The net amount for each pay date, account and user, in which two layouts of a case must agree. */
function nets(lines: DatedLine[]): Record<string, string> {
  const nets: Record<string, string> = {};
  for (const { datedOn, code, debit, user } of lines) {
    const key = [datedOn, code, user === undefined ? '' : pathOf(user)].join(' ');
    nets[key] = sum([nets[key] ?? '0', debit]);
  }
  return Object.fromEntries(Object.entries(nets).filter(([, net]) => net !== '0.00'));
}

function sum(amounts: string[]): string {
  return Money.sum(amounts.map((amount) => Money.parse(amount))).toString();
}
