import { describe, expect, it } from '@jest/globals';
import { json, Proxy } from './proxy.js';
import { later, open, quick } from './refusals.js';
import { type Books, booksOn } from './rig.js';

type Listed = Record<'periods' | 'payments', Record<string, unknown>[]>;

/** Three months that are posted, and a list of the year that says whatever `change` makes of it. */
async function posted() {
  const proxy = new Proxy();
  const books = await booksOn(open, { env: quick, around: proxy.around });
  await books.sync();
  const listing = (change: (listed: Listed) => void) => {
    proxy.meddle = async ({ url }, send) => {
      const answer = await send();
      if (!url.endsWith('/payroll/2026')) return answer;
      const listed = JSON.parse(answer.body) as Listed;
      change(listed);
      return { ...answer, body: JSON.stringify(listed) };
    };
  };
  return { proxy, books, listing };
}

/** The periods that a sync reads. */
async function readBy(books: Books, sync: () => Promise<unknown>): Promise<readonly number[]> {
  const asked = () => Promise.all([4, 5, 6].map((one) => books.rig.asked('GET', new RegExp(`payroll/2026/${one}$`))));
  const before = await asked();
  await sync();
  const after = await asked();
  return [4, 5, 6].filter((_, at) => after[at] !== before[at]);
}

const ofOctober = (change: object) => (listed: Listed) =>
  Object.assign(listed.periods.find((one) => String(one.url).endsWith('/2026/6')) ?? {}, change);
const dueInNovember = (amount: string) => (listed: Listed) =>
  Object.assign(listed.payments.find((one) => one.due_on === '2025-11-22') ?? {}, { amount_due: amount });

describe('a period is read again', () => {
  it('by no sync while nothing moves', async () => {
    const { books, listing } = await posted();
    listing(() => undefined);
    expect(await readBy(books, () => books.sync())).toEqual([]);
  });

  it.each([
    ['its allowance', { employment_allowance_amount: '100.0' }],
    ['its CIS', { construction_industry_scheme_deduction: '100.0' }],
    ['when it was changed', { updated_at: '2025-11-10T08:59:59.000Z' }],
  ])('when its year lists %s otherwise', async (_, change) => {
    const { books, listing } = await posted();
    listing(ofOctober(change));
    expect(await readBy(books, () => books.sync())).toEqual([6]);
  });

  it('by every sync when no one says when it was changed', async () => {
    const { books, listing } = await posted();
    listing(ofOctober({ updated_at: null }));
    await books.sync();
    expect(await readBy(books, () => books.sync())).toEqual([6]);
  });

  it('when the payment due after its tax month is another amount', async () => {
    const { books, listing } = await posted();
    listing(dueInNovember('1.0'));
    expect(await readBy(books, () => books.sync())).toEqual([6]);
    expect(await readBy(books, () => books.sync())).toEqual([]);
  });

  it('until it could be read, when such a payment has moved', async () => {
    const { proxy, books, listing } = await posted();
    listing(dueInNovember('1.0'));
    const listed = proxy.meddle;
    proxy.meddle = async (request, send) =>
      request.url.endsWith('/payroll/2026/6')
        ? json(403, { errors: { error: { message: 'no' } } })
        : listed(request, send);
    await later(books, 0);
    proxy.meddle = listed;
    expect(await readBy(books, () => books.sync())).toEqual([6]);
  });

  it('once a week', async () => {
    const { books } = await posted();
    expect(await readBy(books, () => later(books, 6 * 86_400))).toEqual([]);
    expect(await readBy(books, () => later(books, 86_400))).toEqual([4, 5, 6]);
  });

  it('by a sync of the one next to it, if it has moved', async () => {
    const { books } = await posted();
    await books.setPeriod(2026, 6, await books.period(2026, 6));
    expect(await readBy(books, () => books.sync({ year: 2026, period: 4 }))).toEqual([]);
    expect(await readBy(books, () => books.sync({ year: 2026, period: 5 }))).toEqual([6]);
  });
});

it('a change whose rows cannot be written is noticed by the next sync', async () => {
  const { books } = await posted();
  const document = await books.period(2026, 6);
  const [first] = document.payslips;
  if (first) first.basic_pay = '2100.0';
  await books.setPeriod(2026, 6, document);
  const full = `CREATE TRIGGER full BEFORE UPDATE ON pay_runs BEGIN SELECT RAISE(ABORT, 'no room'); END`;
  await books.db.work((rows) => rows.query(full));
  await later(books, 0);
  await books.db.work((rows) => rows.query('DROP TRIGGER full'));
  expect(await books.sync()).toMatchObject({ changed: 1 });
});
