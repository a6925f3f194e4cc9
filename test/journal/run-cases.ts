import type { Mapped, RecordedSet, RunCase, SetInBooks } from '../../src/journal/decide/decide.js';
import { fingerprint, type Line } from '../../src/journal/nouns/identity.js';
import { Money } from '../../src/journal/nouns/money.js';

export const paidOn = '2025-10-31';

export function content(gross: string, datedOn = paidOn, split = false) {
  const amount = Money.parse(gross);
  const half = amount.share(Money.parse('1'), Money.parse('2'));
  const salaries: Line[] = split
    ? [
        { category: '401', debit: half },
        { category: '401', debit: amount.minus(half) },
      ]
    : [{ category: '401', debit: amount }];
  const lines: Line[] = [...salaries, { category: '902', user: '/v2/users/1', debit: amount.negated() }];
  return { fingerprint: fingerprint(datedOn, lines), datedOn, lines };
}

export const set = (id: number, over: Partial<SetInBooks> = {}): SetInBooks => ({
  ...content('2000.00'),
  kind: 'post',
  generation: 1,
  url: `https://books.test/v2/journal_sets/${id}`,
  tag: 'counterfoil:2026-06:2025-10-31',
  ...over,
});

export const recorded = (id: number, over: Partial<RecordedSet> = {}): RecordedSet => ({
  ...set(id, over),
  origin: 'posted',
  ...over,
});

export const reversal = (id: number, generation = 1) => ({
  kind: 'reversal' as const,
  generation,
  ...content('-2000.00'),
  tag: `counterfoil:2026-06:2025-10-31:reversal-${generation}`,
  url: `https://books.test/v2/journal_sets/${id}`,
});

export const postable = (gross = '2000.00', datedOn = paidOn): Mapped => ({ is: 'post', ...content(gross, datedOn) });

export const run = (over: Partial<RunCase> = {}): RunCase => ({
  tag: 'counterfoil:2026-06:2025-10-31',
  periodIndex: 2026 * 12 + 6,
  recorded: [],
  generationsUsed: Math.max(0, ...(over.recorded ?? []).map((known) => known.generation)),
  mapped: postable(),
  mode: 'auto',
  beforeCutover: false,
  decided: {},
  amendments: 'ask',
  ...over,
});

export const heldOf = (...people: readonly number[]): Mapped => ({
  is: 'hold',
  people: people.map((person) => `/v2/users/${person}`),
});

export const held = heldOf(1);
export const same = content('2000.00').fingerprint;
export const other = content('2100.00').fingerprint;
