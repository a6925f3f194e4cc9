import { readdirSync, readFileSync } from 'node:fs';
import { type Answer, answerTo } from '../../src/doors/terminal/journal/journal-answer.js';
import { Money } from '../../src/journal/nouns/money.js';
import { pathOf } from '../../src/journal/nouns/pay-run.js';

interface GoldenSet {
  dated_on: string;
  tag_suffix?: string;
  lines: { code: string; debit_value: string; user?: string }[];
}

interface Story {
  document: Record<string, unknown>;
  payments?: unknown;
  allocations?: unknown;
  decisions?: unknown;
  expected: { outcome: Answer['outcome']; holds: { code: string }[]; warnings: string[]; sets: GoldenSet[] };
  expected_recovery?: { verdict: string; proposed: string; total: string; sets: GoldenSet[] };
  expected_814?: Record<string, string>;
  without_allocation?: GoldenSet[];
  without_split?: GoldenSet[];
}

const folder = new URL('../golden/beyond-the-payslip/', import.meta.url);
const stories = readdirSync(folder).map((file): [string, Story] => [
  file,
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Story,
]);

function answer({ document, payments, allocations, decisions }: Story): Answer {
  return answerTo({ ...document, payments, allocations, decisions });
}

describe.each(stories)('%s', (_, story) => {
  test('posts the pay run', () => {
    const { outcome, holds, warnings, journal_sets } = answer(story);
    expect(outcome).toBe(story.expected.outcome);
    expect(holds.map(({ code }) => code)).toEqual(story.expected.holds.map(({ code }) => code));
    // A case lists a code once, however many payslips have it.
    expect([...new Set(warnings.map(({ code }) => code))]).toEqual(story.expected.warnings);
    expect(nets(journal_sets.filter(({ tag }) => !tag.endsWith(':recovery')))).toEqual(netsOf(story.expected.sets));
  });

  test('posts the sets beside it, and nothing else', () => {
    const { journal_sets, recovery, paye } = answer(story);
    const adjustments = journal_sets.filter(({ tag }) => tag.endsWith(':recovery'));
    expect(nets(adjustments)).toEqual(netsOf(story.expected_recovery?.sets ?? []));
    expect(adjustments.map(({ tag }) => tag)).toEqual(
      (story.expected_recovery?.sets ?? []).map(({ tag_suffix }) => `${journal_sets[0]?.tag}${tag_suffix}`),
    );
    if (story.expected_recovery === undefined) expect(recovery).toBeUndefined();
    else {
      const { verdict, proposed, total } = story.expected_recovery;
      expect(recovery).toEqual({ verdict, proposed, total, question: undefined });
    }
    expect(paye).toEqual(story.expected_814);
  });

  test('without these settings posts as before', () => {
    const { journal_sets } = answerTo(story.document);
    const before = story.without_allocation ?? story.without_split ?? story.expected.sets;
    expect(nets(journal_sets)).toEqual(netsOf(before));
  });

  test('every set balances, with the same totals in every layout', () => {
    for (const layout of ['itemised', 'summarised', { merged: { liabilityCategory: '731' } }]) {
      const policy = { ...(story.document.policy as object), layout };
      const { journal_sets } = answer({ ...story, document: { ...story.document, policy } });
      for (const set of journal_sets) {
        expect(Money.sum(set.journal_entries.map((entry) => Money.parse(entry.debit_value))).isZero()).toBe(true);
      }
      const all = [...story.expected.sets, ...(story.expected_recovery?.sets ?? [])];
      expect(costs(nets(journal_sets))).toEqual(costs(netsOf(all)));
    }
  });
});

type Nets = Record<string, string>;

/** The net amount for each pay date, account and user. */
function netOf(lines: [string, string][]): Nets {
  const sums: Nets = {};
  for (const [key, debit] of lines)
    sums[key] = Money.parse(sums[key] ?? '0')
      .plus(Money.parse(debit))
      .toString();
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== '0.00'));
}

function nets(sets: Answer['journal_sets']): Nets {
  return netOf(
    sets.flatMap(({ dated_on, journal_entries }) =>
      journal_entries.map(({ category, user, debit_value }): [string, string] => [
        [dated_on, category, user === undefined ? '' : pathOf(user)].join(' '),
        debit_value,
      ]),
    ),
  );
}

function netsOf(sets: GoldenSet[]): Nets {
  return netOf(
    sets.flatMap(({ dated_on, lines }) =>
      lines.map(({ code, user, debit_value }): [string, string] => [
        [dated_on, code, user === undefined ? '' : pathOf(user)].join(' '),
        debit_value,
      ]),
    ),
  );
}

function costs(all: Nets): Nets {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !/ (902|731) /.test(key)));
}
