import { describe, expect, it } from '@jest/globals';
import type { HttpRequest } from '../../src/books/http.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { Notification } from '../../src/record/messages/notification.entity.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { Write } from '../../src/record/runs/write.entity.js';
import {
  both,
  dropOnce,
  isOfSets,
  later,
  hideNew,
  madeAndLost,
  october,
  open,
  paidOn,
  quick,
  setOf,
  since,
  stateOf,
  window,
  without,
} from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

const august = 'counterfoil:2026-04:2025-08-29';

const isOneSet = ({ method, url }: HttpRequest) => method === 'GET' && /journal_sets\/\d+$/.test(url);

/** As a backup from before the reversal of August has it. */
async function restoredWithout(books: Books, tag: string, before: PayRunRecord): Promise<void> {
  await books.db.work(async (rows) => {
    await rows.delete(Posting, { tag });
    await rows.delete(Write, { tag });
    await rows.update(Decision, { tag: august, kind: 'reverse' }, { endedAt: null, onDate: null });
    await rows.update(
      PayRunRecord,
      { tag: august },
      { state: before.state, journalSet: before.journalSet, holdCodes: before.holdCodes },
    );
  });
}

it('a reversal on the first open day, months later, is found again after a restored backup', async () => {
  const books = await booksOn(open, { env: quick });
  await books.sync();
  const tag = `${august}:reversal-1`;
  const before = await books.run(4);
  const final_accounts_report = {
    period_starts_on: '2024-11-01',
    period_ends_on: '2025-10-31',
    filing_status: 'filed',
  };
  await books.rig.control('PUT', 'companies/elm/final_accounts_reports/2025-10-31', final_accounts_report);
  await books.acts.reverse(books.ref(4), act());
  expect((await setOf(books, tag)).dated_on).toBe('2025-11-01');
  await restoredWithout(books, tag, before);
  for (let syncs = 0; syncs < 2; syncs++) await later(books, 60);
  expect((await since(books, '2026-04')).filter((one) => one.includes('reversal'))).toHaveLength(1);
  expect(await stateOf(books, august)).toBe('held');
});

it('a reversal on a day that was chosen months ahead is found again after a restored backup', async () => {
  const books = await booksOn(open, { env: quick });
  await books.sync();
  const tag = `${august}:reversal-1`;
  const before = await books.run(4);
  await books.acts.reverse(books.ref(4), { ...act(), on: '2026-03-31' });
  expect((await setOf(books, tag)).dated_on).toBe('2026-03-31');
  await restoredWithout(books, tag, before);
  for (let syncs = 0; syncs < 2; syncs++) await later(books, 60);
  expect((await since(books, '2026-04')).filter((one) => one.includes('reversal'))).toHaveLength(1);
});

describe('one set that cannot be read by its address', () => {
  const setUp = async (env = {}) => {
    const read = { refused: false };
    const around = both(
      without(isOneSet, 403, () => read.refused),
      (transport) => async (request) => {
        // The amendment is lost on its way.
        if (request.method === 'PUT') throw new Error('the connection broke');
        return transport(request);
      },
    );
    const books = await booksOn(open, { env: { ...quick, ...env }, around });
    await books.policy({ amendments: 'amend' });
    await books.sync();
    const document = await books.period(2026, 4);
    await books.setPeriod(2026, 4, { ...document, payslips: document.payslips.slice(0, 1) });
    await later(books, 0);
    expect(await stateOf(books, 'counterfoil:2026-04:2025-08-29')).toBe('in_doubt');
    read.refused = true;
    return books;
  };

  it('keeps no other pay run back', async () => {
    const books = await setUp();
    const document = await books.period(2026, 6);
    await books.setPeriod(2026, 7, { ...document, ...paidOn('2025-11-07', document.payslips) });
    const { result } = await later(books, window);
    expect(result.error?.title).toBeDefined();
    expect(await since(books, '2026-07')).toEqual(['2026-07:2025-11-07']);
  });

  it('is reported when its write has been in doubt for too long', async () => {
    const books = await setUp({ WEBHOOK_URL: 'http://127.0.0.1:9/' });
    for (let syncs = 0; syncs < 3; syncs++) await later(books, window, 'settle');
    const kinds = await books.db.read(async (rows) => (await rows.find(Notification)).map(({ kind }) => kind));
    expect(kinds).toContain('in_doubt_too_long');
  });
});

it('lists that cannot be read leave no one in the dark about a write in doubt', async () => {
  const lists = { refused: false };
  const around = both(
    without(isOfSets('GET'), 403, () => lists.refused),
    dropOnce('2026-06'),
  );
  const books = await booksOn(open, { env: { ...quick, WEBHOOK_URL: 'http://127.0.0.1:9/' }, around });
  await books.sync();
  lists.refused = true;
  for (let syncs = 0; syncs < 3; syncs++) await later(books, window, 'settle');
  const kinds = await books.db.read(async (rows) => (await rows.find(Notification)).map(({ kind }) => kind));
  expect(kinds).toContain('in_doubt_too_long');
});

it('what one look finds of two writes in doubt is released by neither', async () => {
  const around = both(madeAndLost('2026-05'), madeAndLost('2026-06'));
  const books = await booksOn(open, { env: quick, around });
  await hideNew(books);
  await books.sync();
  await later(books, 7, 'settle');
  await later(books, window, 'settle');
  const settled = await books.db.read((rows) => rows.findBy(LogEntry, { tag: october, act: 'settle' }));
  expect(settled.map(({ outcome }) => outcome)).toEqual(['done']);
  expect(await stateOf(books)).toBe('posted');
});

it('a pay date that came from a period that could not be read was not free, whatever is ignored then', async () => {
  const away = { now: false };
  const around = without(
    ({ url }) => url.endsWith('payroll/2026/6'),
    403,
    () => away.now,
  );
  const books = await booksOn(open, { env: quick, around });
  await books.sync();
  const document = await books.period(2026, 6);
  const moved = paidOn('2025-09-25', document.payslips).payslips;
  const september = await books.period(2026, 5);
  await books.setPeriod(2026, 6, { ...document, payslips: [] });
  await books.setPeriod(2026, 5, { ...september, payslips: [...september.payslips, ...moved] });
  away.now = true;
  await later(books, 60);
  const came = 'counterfoil:2026-05:2025-09-25';
  expect(await books.run(5, '2025-09-25')).toMatchObject({ state: 'ready', plan: { kind: 'unread' } });
  // October is still shown as posted.
  await books.acts.ignore(books.ref(6, '2025-10-31'), act()).catch(() => undefined);
  away.now = false;
  for (let syncs = 0; syncs < 2; syncs++) await later(books, 60);
  expect(await since(books, '2026-05:2025-09-2')).not.toContain('2026-05:2025-09-25');
  expect(await stateOf(books, came)).toBe('changed');
});

it('a run that was free stays so while what people leave in an ignored one beside it cannot be read', async () => {
  const away = { now: false };
  const around = without(
    ({ url }) => url.endsWith('payroll/2026/5'),
    403,
    () => away.now,
  );
  const books = await booksOn(open, { env: quick, around });
  const document = await books.period(2026, 6);
  await books.setPeriod(2026, 6, { ...document, status: 'unfiled' });
  await books.sync();
  await books.policy({ mode: 'approve' });
  await books.setPeriod(2026, 6, document);
  await later(books, 60);
  expect(await stateOf(books)).toBe('ready');
  await books.acts.ignore(books.ref(5, '2025-09-30'), act());
  const september = await books.period(2026, 5);
  await books.setPeriod(2026, 5, { ...september, payslips: september.payslips.slice(1) });
  away.now = true;
  await later(books, 60);
  expect(await books.run(6)).toMatchObject({ state: 'ready', plan: { kind: 'unread' } });
  away.now = false;
  for (let syncs = 0; syncs < 2; syncs++) await later(books, 60);
  expect(await books.run(6)).toMatchObject({ state: 'ready', plan: null });
});
