import { judgeAccount } from '../../src/controls/judge/together.js';
import { cutsBetweenPayDates } from '../../src/controls/judge/windows.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';

const days = ['2025-06-30', '2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30'];
const usual = Money.parse('2035.64');

/** Paid the usual amount on each pay date, whatever payroll says of August. */
function judged(august: string, on: string) {
  const amountOf = (day: string) => (day === '2025-08-31' ? Money.parse(august) : usual);
  const items = days.map((due) => ({ id: due, what: `Net pay of ${due}`, due, amount: amountOf(due) }));
  const cleared = (from: string, to: string) =>
    Money.sum(days.filter((day) => from <= day && day <= to && day <= on).map(() => usual));
  const cuts = cutsBetweenPayDates(days, '2025-06-01', on);
  const { open, beyond, ahead } = judgeAccount({ items, cleared }, { cuts, on });
  return [
    ...open.map(({ item, left, state }) => `${item.due} ${state} ${left}`),
    ...beyond.map(({ state, amount }) => `${state} ${amount}`),
    ...(ahead.isZero() ? [] : [`ahead ${ahead}`]),
  ];
}

const everyDay = Array.from({ length: 80 }, (_, later) => addDays('2025-09-16', later));

test('pay that payroll raised after it was paid is short by that, on every day', () => {
  expect(new Set(everyDay.flatMap((on) => judged('2122.04', on)))).toEqual(new Set(['2025-08-31 part_paid 86.40']));
});

test('pay that payroll lowered after it was paid is paid, and over by that', () => {
  const said = everyDay.map((on) => judged('1949.24', on));
  expect(new Set(said.flat())).toEqual(new Set(['ahead 86.40', 'paid_over 86.40']));
  expect(said.at(-1)).toEqual(['paid_over 86.40']);
});
