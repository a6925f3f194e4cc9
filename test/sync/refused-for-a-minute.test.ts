import { describe, expect, it } from '@jest/globals';
import { waitedFor } from '../../src/acts/runs/waited-for.js';
import type { HttpAnswer } from '../../src/books/http.js';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import { Writes } from '../../src/record/runs/writes.js';
import { Proxy } from './proxy.js';
import { isOfSets, isPostOf, later, october, open, quick, refusal, stateOf, window, writesOf } from './refusals.js';
import { act, type Books, booksOn, type SandboxSet } from './rig.js';

const octobers = async (books: Books) => (await books.sets()).filter((set) => set.tag === october);
const amounts = ({ journal_entries }: SandboxSet) => journal_entries.map(({ debit_value }) => debit_value);
const posts = async (books: Books) => (await writesOf(books, '2026-06')).filter(({ kind }) => kind === 'post').length;

async function pay(books: Books, amount: string): Promise<void> {
  const document = await books.period(2026, 6);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  await books.setPeriod(2026, 6, { ...document, payslips: [{ ...first, basic_pay: amount }, ...others] });
}

/** October's post is refused in the service's own words; the service makes it when asked to. */
async function refused({ status = 422, correctedTo = '2100.0' } = {}) {
  const proxy = new Proxy();
  let make: () => Promise<unknown> = async () => undefined;
  const books = await booksOn(open, { env: quick, around: proxy.around });
  proxy.once(isPostOf('2026-06'), async (_request, send): Promise<HttpAnswer> => {
    make = send;
    return { headers: {}, ...refusal(status) };
  });
  await books.sync();
  expect(await stateOf(books)).toBe('refused');
  if (correctedTo !== '2000.0') await pay(books, correctedTo);
  return { books, proxy, made: () => make() };
}

const by = (trigger: SyncRequest['trigger']) => ({ trigger, actor: 'Ruth' });
const dueToSettle = (books: Books) => new Writes(books.db, undefined as never, 1).companiesToSettle();

describe('a post that the service refused in its own words', () => {
  it.each([400, 409, 422])(
    '%d, corrected and posted at once, and made 3 s later, is once in the books',
    async (status) => {
      const { books, made } = await refused({ status });
      await books.advance(2);
      await books.acts.post(books.ref(6), act('corrected'));
      await books.advance(1);
      await made();
      await later(books, 61, 'settle');
      expect((await octobers(books)).map((set) => amounts(set).includes('2000.0'))).toEqual([true]);
      expect(await books.run(6)).toMatchObject({ state: 'changed', plan: { kind: 'changed', why: 'amount' } });
    },
  );

  it.each<readonly [string, (books: Books) => Promise<unknown>]>([
    ['a post', (books) => books.acts.post(books.ref(6), act('corrected'))],
    ['a rerun', (books) => books.acts.rerun(books.ref(6), act('corrected'))],
    ['a sync that someone starts', (books) => books.sync(by('page'))],
  ])('keeps what is asked for within a minute, and the service sends it after that: %s', async (_, asks) => {
    const { books } = await refused();
    await books.advance(10);
    await asks(books);
    expect(await books.run(6)).toMatchObject({ state: 'refused', plan: { kind: 'refused', asked: true } });
    await later(books, 40, 'settle');
    expect([await posts(books), await dueToSettle(books)]).toEqual([1, []]);
    await books.advance(11);
    expect(await dueToSettle(books)).toEqual([books.company.id]);
    await later(books, 0, 'settle');
    expect([await stateOf(books), (await octobers(books)).length]).toEqual(['posted', 1]);
  });

  it('answers at once, with the time at which it is tried', async () => {
    const { books } = await refused();
    const { run } = await books.acts.post(books.ref(6), act('corrected'));
    expect([run.state, run.reason]).toEqual(['refused', 'no (being checked; sent again after 10 Nov 2025 09:02)']);
  });

  it('says until when it is checked, and not any longer once no one has asked', async () => {
    const { books } = await refused({ correctedTo: '2000.0' });
    expect(await books.run(6)).toMatchObject({ reason: 'no (being checked until 10 Nov 2025 09:02)' });
    await later(books, 61, 'settle');
    expect(await books.run(6)).toMatchObject({ state: 'refused', reason: 'no' });
    expect([await posts(books), await dueToSettle(books)]).toEqual([1, []]);
  });

  it('is sent again as it was, when someone reruns it within the minute', async () => {
    const { books } = await refused({ correctedTo: '2000.0' });
    await books.acts.rerun(books.ref(6), act('the period is open again'));
    await later(books, 61, 'settle');
    expect([await stateOf(books), await posts(books)]).toEqual(['posted', 2]);
  });

  it.each(['schedule', 'settle'] as const)(
    'is left for the whole settle window by a sync that no one asked for: %s',
    async (trigger) => {
      const { books } = await refused();
      await books.advance(61);
      for (const seconds of [0, 400]) {
        await books.advance(seconds);
        await books.syncs.run(books.company, by(trigger));
        expect([await stateOf(books), await posts(books)]).toEqual(['refused', 1]);
      }
      expect((await books.run(6)).reason).toBe('no (changed since: sent after 10 Nov 2025 09:11, or when you post it)');
      await books.advance(window - 400);
      await books.syncs.run(books.company, by(trigger));
      expect([await stateOf(books), await posts(books)]).toEqual(['posted', 2]);
    },
  );

  it('is sent at once when someone asks after the minute', async () => {
    const { books } = await refused();
    await books.advance(61);
    expect((await books.acts.post(books.ref(6), act('corrected'))).run.state).toBe('posted');
  });

  it('waits for a minute by both clocks: one that jumps ends nothing', async () => {
    const { books, proxy } = await refused();
    const date = new Date(books.clock.now().getTime() + 5000).toUTCString();
    proxy.meddle = async (_request, send) => {
      const answer = await send();
      return { ...answer, headers: { ...answer.headers, date } };
    };
    await books.advance(61);
    await books.acts.post(books.ref(6), act('corrected'));
    await later(books, window);
    expect([await stateOf(books), await posts(books)]).toEqual(['refused', 1]);
    proxy.meddle = (_request, send) => send();
    for (const _ of ['begins', 'ends']) await later(books, 61, 'settle');
    expect([await stateOf(books), await posts(books)]).toEqual(['posted', 2]);
  });

  it('ends no minute by a look that fails', async () => {
    const { books, proxy } = await refused();
    await books.acts.post(books.ref(6), act('corrected'));
    await books.advance(61);
    // The minute's own look alone: what the sync looks at after it would answer.
    proxy.once(isOfSets('GET'), async () => ({ headers: {}, ...refusal(403) }));
    await books.syncs.run(books.company, by('settle'));
    expect([await stateOf(books), await posts(books)]).toEqual(['refused', 1]);
    await books.syncs.run(books.company, by('settle'));
    expect(await stateOf(books)).toBe('posted');
  });

  it('keeps no other pay run back', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    proxy.once(isPostOf('2026-04'), async () => ({ headers: {}, ...refusal(422) }));
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
  });

  it('that moved to another pay date waits for its second look, though the minute is over', async () => {
    const { books } = await refused({ correctedTo: '2000.0' });
    const document = await books.period(2026, 6);
    const payslips = document.payslips.map((slip) => ({ ...slip, dated_on: '2025-10-30' }));
    await books.setPeriod(2026, 6, { ...document, dated_on: '2025-10-30', payslips });
    await books.advance(61);
    await books.acts.rerun(books.ref(6, '2025-10-31'), act('moved'));
    expect(await books.run(6, '2025-10-30')).toMatchObject({ state: 'changed', plan: { waitsFor: [october] } });
    await later(books, window);
    expect(await books.run(6, '2025-10-30')).toMatchObject({ state: 'posted' });
  });

  it('the terminal waits, says so, and sends it', async () => {
    const { books } = await refused();
    const acted = await books.acts.post(books.ref(6), act('corrected'));
    const said: Date[] = [];
    const clock = { sleep: async (ms: number) => books.clock.pass(ms) };
    const database = { clock, read: books.db.read.bind(books.db), now: books.db.now.bind(books.db) } as never;
    const tools = { database, syncs: books.syncs };
    const { run } = await waitedFor(tools, { ref: books.ref(6), act: act(), acted, say: (until) => said.push(until) });
    expect([run.state, said.length]).toEqual(['posted', 1]);
  });
});

describe('a refused post that was made after its minute', () => {
  /** The corrected one was posted, and then the first was made. */
  async function doubled() {
    const { books, made } = await refused();
    await books.advance(61);
    await books.acts.post(books.ref(6), act('corrected'));
    await books.advance(20);
    await made();
    await later(books, window);
    return books;
  }

  it('is shown as doubled, and removed when someone asks', async () => {
    const books = await doubled();
    const [late] = (await octobers(books)).filter((set) => amounts(set).includes('2000.0'));
    expect(await books.run(6)).toMatchObject({
      state: 'drift',
      plan: { kind: 'drift', what: 'doubled', removable: late?.url, late: true },
    });
    await later(books, 60);
    expect(await octobers(books)).toHaveLength(2);
    expect((await books.acts.amend(books.ref(6), act('remove the late one'))).run.state).toBe('posted');
    expect((await octobers(books)).map((set) => amounts(set).includes('2100.0'))).toEqual([true]);
  });

  it('is not removed from here when payroll says neither', async () => {
    const books = await doubled();
    await pay(books, '2200.0');
    await later(books, 60);
    const { plan } = await books.run(6);
    expect(plan).toMatchObject({ kind: 'drift', what: 'doubled' });
    expect(plan?.kind === 'drift' ? plan.removable : 'another').toBeUndefined();
  });

  it('is found by a look of the sync that posts, and offered at once', async () => {
    const { books, made } = await refused();
    await books.advance(61);
    await books.acts.post(books.ref(6), act('corrected'));
    await made();
    const { run } = await books.acts.rerun(books.ref(6), act('look'));
    expect(run).toMatchObject({ state: 'drift', plan: { what: 'doubled', late: true } });
  });
});
