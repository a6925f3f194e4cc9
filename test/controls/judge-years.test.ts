import { describe, expect, it } from '@jest/globals';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import type { AccountJudged } from '../../src/controls/judge/account.js';
import { judgeAccount } from '../../src/controls/judge/together.js';
import { isPast } from '../../src/controls/judge/windows.js';
import { type Fault, kinds, type Kind, type Year, yearOf } from './years.js';

/** Of each fault and habit: some fifty for each kind of payroll and each thing that must be true. */
const years = process.env.TEST_TIER === 'long' ? 500 : 12;
const habits = { weekly: ['on_time', 'in_parts'], hmrc: ['on_time', 'early', 'in_parts'] } as const;
const habitsOf = (kind: Kind): readonly Year['habit'][] => (kind === 'hmrc' ? habits.hmrc : habits.weekly);

/** Every day of a year from its first debt on. */
function* daysOf(year: Year): Generator<{ readonly on: string; readonly judged: AccountJudged }> {
  const last = year.items.at(-2)?.due ?? '';
  for (let on = year.items[0]?.due ?? ''; on < last; on = addDays(on, 1))
    yield { on, judged: judgeAccount(year, { cuts: year.cuts, on }) };
}

const past = ({ open }: AccountJudged) => open.filter(({ state }) => state !== 'due').map(({ item }) => item.id);
const said = ({ open, beyond }: AccountJudged) =>
  [...open.filter(({ state }) => state !== 'due').map(({ item, state }) => `${item.id} ${state}`)].concat(
    beyond.map(({ state }) => state),
  );

const each = (faults: readonly Fault[]) =>
  kinds.flatMap((kind) => habitsOf(kind).flatMap((habit) => faults.map((fault) => [fault, kind, habit] as const)));

describe('nothing is wrong', () => {
  it.each(each(['none', 'in_parts', 'early']).filter(([fault, , habit]) => habit === 'on_time' || fault === 'none'))(
    '%s, %s, paid %s: clear on every day but an item’s own days',
    (fault, kind, habit) => {
      for (let seed = 1; seed <= years; seed++)
        for (const { on, judged } of daysOf(yearOf(seed, kind, fault, habit)))
          expect([seed, on, said(judged)]).toEqual([seed, on, []]);
    },
  );
});

/** A payment of an older debt on the days on which the next is normally paid fits both, until its own comes. */
const fitsTheNext = ({ mendedOn, items }: Year, on: string): boolean =>
  mendedOn !== undefined &&
  mendedOn <= on &&
  items.some(({ due }) => addDays(due, -6) <= mendedOn && mendedOn <= addDays(due, 6) && on <= addDays(due, 6));

describe('one thing is wrong', () => {
  const wrong: readonly Fault[] = ['never', 'late', 'short', 'with_the_next', 'by_instalments'];
  const isTried = ([fault, , habit]: readonly [Fault, Kind, Year['habit']]) =>
    habit === 'on_time' || (habit === 'early' && (fault === 'never' || fault === 'short'));
  it.each(each(wrong).filter(isTried))(
    '%s, %s, paid %s: the right item is named, from the end of its days until it is mended',
    (fault, kind, habit) => {
      for (let seed = 1; seed <= years; seed++) {
        const year = yearOf(seed, kind, fault, habit);
        for (const { on, judged } of daysOf(year)) {
          const isMended = year.mendedOn !== undefined && year.mendedOn <= on;
          const truth = isPast(year.bad, on) && !isMended ? [year.bad.id] : [];
          const found = past(judged);
          if (fitsTheNext(year, on) && found.join() === year.bad.id) continue;
          const [first] = judged.open;
          // Equal debts leave two stories to someone who pays ahead: the one that is wrong is among them.
          if (habit === 'early' && year.isSteady && first?.state === 'one_of_these')
            expect(first.among?.map(({ id }) => id)).toContain(year.bad.id);
          else expect([seed, on, found]).toEqual([seed, on, truth]);
        }
      }
    },
  );

  it.each(each(['twice', 'over']).filter(([, , habit]) => habit === 'on_time'))(
    '%s, %s, paid %s: said once the next window did not use it, and nothing is open',
    (fault, kind, habit) => {
      for (let seed = 1; seed <= years; seed++) {
        const year = yearOf(seed, kind, fault, habit);
        const on = addDays(year.cuts.at(-1) ?? '', -1);
        const { open, beyond, ahead } = judgeAccount(year, { cuts: year.cuts, on });
        const more = Money.sum(beyond.map(({ amount }) => amount));
        const paid = Money.sum(year.paid.map(({ amount }) => amount));
        const owed = Money.sum(year.items.map(({ amount }) => amount));
        // Equal debts: whoever paid the next one by it has gone on paying ahead since, which no one need be told.
        expect([seed, open, more.plus(ahead)]).toEqual([seed, [], paid.minus(owed)]);
        if (!year.isSteady)
          expect([seed, beyond.map(({ state }) => state)]).toEqual([seed, [expect.stringMatching('paid_|other')]]);
      }
    },
  );
});

describe('whatever happened', () => {
  const all: readonly Fault[] = [
    'never',
    'late',
    'short',
    'over',
    'twice',
    'with_the_next',
    'by_instalments',
    'refunded',
  ];
  it.each(each(all))('%s, %s, paid %s: what is said adds up to the difference', (fault, kind, habit) => {
    for (let seed = 1; seed <= years; seed++) {
      const year = yearOf(seed, kind, fault, habit);
      for (const cut of year.cuts.slice(1)) {
        const on = addDays(cut, -1);
        const { open, beyond, ahead } = judgeAccount(year, { cuts: year.cuts, on });
        const due = Money.sum(year.items.filter((item) => item.due <= on).map(({ amount }) => amount));
        const difference = due.minus(year.cleared(year.cuts[0] ?? '', on));
        const parts = Money.sum(open.map(({ left }) => left)).minus(ahead);
        const rest = Money.sum(beyond.map(({ amount }) => amount));
        expect([seed, on, parts.minus(rest)]).toEqual([seed, on, difference]);
      }
      // And on every day nothing is left that the judging does not account for.
      for (const { on, judged } of daysOf(year)) {
        expect([seed, on, judged.rest]).toEqual([seed, on, Money.zero]);
      }
    }
  });
});
