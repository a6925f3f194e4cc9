import { describe, expect, it } from '@jest/globals';
import { NeverStarted } from '../../src/books/http.js';
import type { Clock } from '../../src/ground/clock.js';
import { describeOnDatabases, openFresh } from '../harness/databases.js';
import { minutePassed } from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

const post = { method: 'POST', path: '/v2/journal_sets' };
const fault = (books: Books, kind: string, over: object = {}) =>
  books.rig.control('POST', 'faults', { kind, match: post, ...over });
const quick = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
const window = 601;

describeOnDatabases('a write without an answer', (open) => {
  it('is in doubt, and done when it is found', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'drop_after', { nth: 3 });
    expect(await books.sync()).toMatchObject({ posted: 2, inDoubt: 1 });
    expect(await books.sync()).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await books.sets()).toHaveLength(3);
    expect((await books.runs()).map((run) => run.state)).toEqual(['posted', 'posted', 'posted']);
  });

  it('is found when it shows minutes later', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'late_commit', { afterSeconds: 120 });
    expect(await books.sync()).toMatchObject({ posted: 2, inDoubt: 1 });
    await books.advance(60);
    expect(await books.sync()).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(61);
    expect(await books.sync()).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await books.sets()).toHaveLength(3);
  });

  it('of a process that died before it could say so is in doubt as well, and found', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'drop_after', { nth: 3 });
    await books.sync();
    // As it was while it was being sent.
    await books.db.work((rows) => rows.query(`UPDATE writes SET state = 'sending' WHERE state = 'in_doubt'`));
    expect(await books.sync()).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await books.sets()).toHaveLength(3);
  });

  it('is settled even when the company is paused', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'drop_after');
    await books.sync();
    await books.rig.companies.pause(books.company.id);
    expect(await books.sync()).toMatchObject({ inDoubt: 0 });
    expect(await books.db.read((rows) => rows.query(`SELECT state FROM writes WHERE state <> 'done'`))).toEqual([]);
    expect(await books.sets()).toHaveLength(3);
    expect((await books.runs()).map((run) => [run.state, run.journalSet !== null])).toEqual([
      ['posted', true],
      ['posted', true],
      ['posted', true],
    ]);
  });

  it('of an amendment is settled by reading the set', async () => {
    const books = await booksOn(open, { env: quick });
    await books.sync();
    const document = await books.period(2026, 6);
    const [first] = document.payslips;
    if (first) first.basic_pay = '2100.0';
    await books.setPeriod(2026, 6, document);
    await books.sync();
    await books.rig.control('POST', 'faults', { kind: 'drop_after', match: { method: 'PUT' } });
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('in_doubt');
    expect(await books.sync()).toMatchObject({ inDoubt: 0, changed: 0, amended: 1 });
    expect(await books.sets()).toHaveLength(3);
  });
});

describeOnDatabases('a refused write', (open) => {
  it('is shown in the service’s words and not sent again until something changes', async () => {
    const books = await booksOn(open, { env: quick });
    await books.rig.control('PUT', 'companies/elm/lock', { from: '2025-10-01', to: '2025-10-31' });
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
    expect(await books.run(6)).toMatchObject({
      state: 'refused',
      plan: { status: 422, words: expect.stringContaining('locked') },
    });
    const before = await books.rig.asked('POST', /journal_sets/);
    // The minute in which nothing is sent, and a sync after it.
    expect(await books.sync()).toMatchObject({ posted: 0, refused: 1 });
    await minutePassed(books);
    expect(await books.sync()).toMatchObject({ posted: 0, refused: 1 });
    expect(await books.sync()).toMatchObject({ posted: 0, refused: 1 });
    expect(await books.rig.asked('POST', /journal_sets/)).toBe(before);
    await books.rig.control('PUT', 'companies/elm/lock', {});
    expect((await books.acts.rerun(books.ref(6), act('unlocked'))).run.state).toBe('posted');
  });

  it('for lack of access is tried again by itself', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'status', { status: 403, body: { errors: { error: { message: 'Access denied' } } } });
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
    expect(await books.sync()).toMatchObject({ posted: 1, refused: 0 });
  });

  it('dated in closed accounts is held until someone approves', async () => {
    const books = await booksOn(open, { env: quick });
    await books.rig.control('PUT', 'companies/elm/final_accounts_reports/2025-09-30', {
      filing_status: 'filed',
      period_starts_on: '2024-10-01',
    });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 2 });
    expect((await books.run(5)).holdCodes).toEqual(['accounts_closed']);
    expect((await books.acts.approve(books.ref(5), { ...act(), hold: 'accounts_closed' })).run.state).toBe('posted');
  });
});

/** On SQLite only: PostgreSQL uses its own clock, which a test cannot move. */
describe('the settle window', () => {
  const open = (clock: Clock) => openFresh('sqlite', clock);

  it('waits for the whole window before it is sent again', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'drop_before');
    expect(await books.sync()).toMatchObject({ posted: 2, inDoubt: 1 });
    await books.advance(7);
    expect(await books.sync()).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(window - 60);
    expect(await books.sync()).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(60);
    expect(await books.sync()).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await books.sets()).toHaveLength(3);
  });

  it('begins with a look after its send-by: until then it might still be sent', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'drop_before');
    await books.sync();
    expect(await books.sync()).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ posted: 1, inDoubt: 0 });
  });

  it('is shown as doubled when the first set arrives even later', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'late_commit', { afterSeconds: 900 });
    await books.sync();
    await books.advance(7);
    await books.sync();
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ posted: 1 });
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ drift: 1 });
    const problems = async () =>
      (await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).map(({ problem }) => problem);
    expect(await problems()).toEqual(['doubled']);
    const [{ tag } = { tag: '' }] = (await books.runs()).filter(({ state }) => state === 'drift');
    for (const { url } of (await books.sets()).filter((one) => one.tag === tag))
      await books.rig.control('DELETE', `companies/elm/journal_sets/${url.slice(url.lastIndexOf('/') + 1)}`);
    expect(await problems()).toEqual(['missing', 'missing']);
    expect((await books.runs()).filter(({ state }) => state === 'drift')).toMatchObject([
      { plan: { what: 'missing' } },
    ]);
  });

  it('is never given up because a look-up fails', async () => {
    const books = await booksOn(open, { env: quick });
    await fault(books, 'drop_before');
    await books.sync();
    await books.advance(7);
    await books.sync();
    await books.advance(window);
    await books.rig.control('POST', 'faults', {
      kind: 'miscount',
      match: { method: 'GET', path: '/v2/journal_sets' },
      count: 'always',
    });
    await expect(books.sync()).rejects.toThrow(/read/);
    expect((await books.runs()).map(({ state }) => state)).toContain('in_doubt');
    await books.rig.control('DELETE', 'faults');
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect(await books.sets()).toHaveLength(3);
  });
});

describeOnDatabases('a write that cannot be sent', (open) => {
  it('is reported, together with the count of what was posted before it', async () => {
    let posts = 0;
    const books = await booksOn(open, {
      env: quick,
      around: (send) => async (request) => {
        if (request.method === 'POST' && request.url.endsWith('/v2/journal_sets') && ++posts > 1)
          throw new NeverStarted('refused');
        return send(request);
      },
    });
    const { result } = await books.syncs.run(books.company, { actor: 'Ruth', trigger: 'command' });
    expect(result).toMatchObject({ posted: 1, ready: 2, inDoubt: 0, error: { title: 'A journal could not be sent' } });
    expect(await books.sets()).toHaveLength(1);
  });
});
