import { type Answer, needsAPerson } from '../../src/record/control-answer.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { describeOnDatabases } from '../harness/databases.js';
import { elm } from '../sync/rig.js';
import { isOver, leftOf, payeDue, type TrueItem } from './company-years.js';
import { type Rigged, rigged } from './rig.js';
import { random } from './years.js';

/** Company-years on the sandbox's own trial balance: what is read over HTTP is what was paid, and what was not. */

const faults = [
  ...['none', 'early', 'wage_never', 'wage_late', 'wage_short', 'wage_elsewhere', 'hmrc_never', 'hmrc_short'],
  ...['hmrc_instalments', 'all_on_one'],
] as const;
type Fault = (typeof faults)[number];

const people = [
  { name: 'Ann Elm', user: 1, key: 'Ann Elm' },
  { name: 'Ed Employee', user: 2, key: 'Ed Employee' },
] as const;
const payDays = ['2025-08-29', '2025-09-30', '2025-10-31'] as const;
const pounds = (pence: number) => Money.pence(BigInt(pence)).toString();

interface Payment {
  readonly on: string;
  readonly pence: number;
  readonly category: string;
  readonly user?: number;
}

interface Year {
  readonly scenario: ReturnType<typeof elm>;
  readonly items: readonly TrueItem[];
  readonly payments: readonly Payment[];
  readonly causeFrom?: string;
}

/** Net pay is what is left of basic pay; HMRC gets tax and both kinds of National Insurance. */
function yearOf(seed: number, fault: Fault): Year {
  const next = random(seed * 17 + 3);
  for (let warm = 0; warm < 5; warm++) next();
  const below = (most: number) => Math.floor(next() * most);
  const isSteady = next() < 0.5;
  const items: TrueItem[] = [];
  const usual = people.map(() => ({ net: 90_000 + below(200_000), tax: 9000 + below(9000), ni: 4000 + below(4000) }));
  const periods = payDays.map((day, at) => {
    const paid = usual.map(({ net, ...one }) => ({ ...one, net: isSteady ? net : net + below(9000) }));
    const owed = paid.reduce((sum, { tax, ni }) => sum + tax + 2 * ni, 0);
    const arises = (key: string, id: string, due: string, amount: number) =>
      items.push({ key, id, due, isUndated: false, arisen: [{ on: day, amount }], paid: [] });
    for (const [index, { net }] of paid.entries()) arises(people[index]?.key ?? '', `net ${day}`, day, net);
    const { id, due } = payeDue(day, false);
    arises('PAYE', id, due, owed);
    const payslips = paid.map(({ net, tax, ni }, index) => ({
      user: people[index]?.user,
      basic_pay: pounds(net + tax + ni),
      ...{ tax_deducted: pounds(tax), employee_ni: pounds(ni), employer_ni: pounds(ni) },
    }));
    return { period: 4 + at, dated_on: day, status: 'filed', payslips };
  });
  const payments: Payment[] = [];
  const pay = (on: string, item: TrueItem, pence: number, to?: Pick<Payment, 'category' | 'user'>) => {
    const user = people.find(({ key }) => key === item.key)?.user;
    payments.push({ on, pence, ...(to ?? { category: item.key === 'PAYE' ? '814' : '902', ...(user && { user }) }) });
    if (to?.category !== '907') item.paid.push({ on, amount: pence });
  };
  const badDay = payDays[below(2)] as string;
  const bad = items.find(({ key, due, arisen }) =>
    fault.startsWith('hmrc')
      ? key === 'PAYE' && arisen[0]?.on === payDays[0]
      : key === people[below(2)]?.key && due === badDay,
  ) as TrueItem;
  let left = 0;
  for (const item of items) {
    const whole = leftOf(item, '9');
    const isHmrc = item.key === 'PAYE';
    const on =
      fault === 'early' && isHmrc ? (item.arisen[0]?.on ?? '') : addDays(item.due, isHmrc ? -below(2) : below(2));
    if (item === bad && fault.endsWith('never')) continue;
    if (item === bad && fault === 'wage_late') pay(addDays(item.due, 9 + below(4)), item, whole);
    else if (item === bad && fault.endsWith('short')) pay(on, item, whole - 1234);
    else if (item === bad && fault === 'wage_elsewhere') pay(on, item, whole, { category: '907', user: 1 });
    else if (item === bad && fault === 'hmrc_instalments') left = whole;
    else if (fault === 'all_on_one' && !isHmrc && item.due === badDay)
      pay(item.due, item, whole, { category: '902', user: 2 });
    else if (isHmrc && left > 0) {
      const part = Math.floor(leftOf(bad, '9') / 2);
      bad.paid.push({ on, amount: part });
      pay(on, { ...item, paid: item.paid }, whole);
      payments.push({ on, pence: part, category: '814' });
    } else pay(on, item, whole);
  }
  return {
    scenario: elm({ payroll: { '2026': { periods } } }),
    ...{ items, payments },
    ...(fault === 'all_on_one' && { causeFrom: badDay }),
  };
}

const saidOf = ({ accounts }: Answer): readonly string[] =>
  accounts
    .flatMap(({ account, name, open }) =>
      open.filter(needsAPerson).map(({ id, amount }) => `${account === '814' ? 'PAYE' : name} ${id} ${amount}`),
    )
    .sort();

function checkSums({ accounts }: Answer): void {
  for (const { account, name, balance, notDue, known, open } of accounts) {
    const sum = Money.sum([notDue, known, ...open.map(({ amount }) => amount)].map(Money.parse)).toString();
    expect([account, name, sum]).toEqual([account, name, balance]);
  }
}

/** What is said, and what is true, on some days. */
async function* readingsOf(
  books: Rigged,
  { items, payments, causeFrom }: Year,
): AsyncGenerator<{ readonly on: string; readonly said: readonly unknown[]; readonly truth: readonly unknown[] }> {
  for (const { on, pence, category, user } of payments) await books.pay(on, pounds(pence), category, user);
  for (const on of ['2025-08-30', '2025-09-05', '2025-09-12', '2025-09-27', '2025-10-07', '2025-10-24', '2025-11-09']) {
    const { answer, problem } = await books.controls(on);
    checkSums(answer);
    const open = items
      .filter((item) => isOver(item, on) && leftOf(item, on) > 0)
      .map((item) => `${item.key} ${item.id} ${pounds(leftOf(item, on))}`)
      .sort();
    const causes = causeFrom !== undefined && causeFrom <= on ? 1 : 0;
    yield {
      on,
      said: [problem, answer.causes.length, answer.state === 'clear', ...saidOf(answer)],
      truth: [undefined, causes, open.length + causes === 0, ...open],
    };
  }
}

describeOnDatabases('control accounts of company-years in the sandbox', (open) => {
  test.each(faults.flatMap((fault) => [1, 2].map((seed) => [fault, seed] as const)))(
    '%s, company-year %i: what is read is what was paid',
    async (fault, seed) => {
      const year = yearOf(seed * 100 + faults.indexOf(fault), fault);
      const books = await rigged(open, { scenario: year.scenario });
      await books.sync();
      for await (const { on, said, truth } of readingsOf(books, year)) expect([on, ...said]).toEqual([on, ...truth]);
    },
  );
});
