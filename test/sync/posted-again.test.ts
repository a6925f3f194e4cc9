import { expect, it } from '@jest/globals';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { isPost, json, Proxy } from './proxy.js';
import { isOfSets, without } from './refusals.js';
import { act, type Books, booksOn, connectedOn } from './rig.js';

const october = 6;
const tag = 'counterfoil:2026-06:2025-10-31';
const quick = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
const window = 601;

const tagsOf = async (books: Books) =>
  (await books.sets()).flatMap((set) => (set.dated_on === '2025-10-31' ? [set.tag?.replace(tag, '') || 'first'] : []));
const stateOf = async (books: Books) => {
  const { state, holdCodes } = await books.run(october);
  return [state, ...holdCodes];
};

async function raise(books: Books, to: string): Promise<void> {
  const document = await books.period(2026, october);
  const [first, ...others] = document.payslips;
  await books.setPeriod(2026, october, { ...document, payslips: [{ ...first, basic_pay: to } as never, ...others] });
}

const remove = (books: Books) => books.rig.control('DELETE', 'companies/elm/payroll/2026/6');

/** Elm's three months are posted, and its policy is to reverse what payroll changes, and post it again. */
async function posted(
  open: Parameters<typeof booksOn>[0],
  options: Parameters<typeof booksOn>[1] = {},
): Promise<Books> {
  const books = await booksOn(open, { env: quick, ...options });
  await books.sync();
  await books.policy({ amendments: 'reverse' });
  return books;
}

const reversed = ['first', ':reversal-1'];
const all = [...reversed, ':r2'];

describeOnDatabases('the policy to reverse and post again', (open) => {
  it('reverses what payroll changed and posts it again in the same sync', async () => {
    const books = await posted(open);
    await raise(books, '2100.0');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });
    expect(await tagsOf(books)).toEqual(all);
    expect(await stateOf(books)).toEqual(['posted']);
    await raise(books, '2200.0');
    await books.sync();
    expect(await tagsOf(books)).toEqual([...all, ':reversal-2', ':r3']);
    expect(await books.sync()).toMatchObject({ posted: 0, requests: 1 });
  });

  it('leaves the replacement to a person where the mode or the client does', async () => {
    const books = await posted(open);
    await books.policy({ mode: 'approve' });
    await raise(books, '2100.0');
    expect(await books.sync()).toMatchObject({ ready: 1 });
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['ready']);
    await books.acts.post(books.ref(october), act());
    expect(await tagsOf(books)).toEqual(all);
  });

  it('waits like any other post for what the guard sees', async () => {
    const books = await posted(open);
    await raise(books, '2100.0');
    await books.rig.control('POST', 'companies/elm/journal_sets', {
      journal_set: {
        ...{ dated_on: '2025-10-20', description: 'By hand' },
        journal_entries: [
          { category: `${books.rig.baseUrl}/v2/categories/401`, debit_value: '2500.00', description: 'Wages' },
          { category: `${books.rig.baseUrl}/v2/categories/814`, debit_value: '-2500.00', description: 'Wages' },
        ],
      },
    });
    expect(await books.sync()).toMatchObject({ held: 1 });
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['held', 'unexplained_movement']);
  });

  it('does not post a run again that payroll had lost, and has again', async () => {
    const books = await posted(open);
    const document = await books.period(2026, october);
    await remove(books);
    await books.sync();
    await books.advance(window);
    await books.sync();
    expect(await tagsOf(books)).toEqual(reversed);
    await books.setPeriod(2026, october, document);
    for (let times = 0; times < 2; times++) expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['held', 'reversed']);
    await books.acts.post(books.ref(october), act());
    expect(await tagsOf(books)).toEqual(all);
  });

  it('leaves alone what was adopted', async () => {
    const books = await posted(open);
    const again = await connectedOn(books.rig, await open(books.clock), books.clock, { env: quick });
    await again.sync();
    await again.policy({ amendments: 'reverse' });
    await raise(again, '2100.0');
    expect(await again.sync()).toMatchObject({ changed: 1 });
    expect(await tagsOf(books)).toEqual(['first']);
  });

  it('posts nothing after a reversal that it knows only from the books', async () => {
    const books = await posted(open);
    const proxy = await books.db.read((rows) => rows.findOneByOrFail(Posting, { tag }));
    await raise(books, '2100.0');
    await books.policy({ mode: 'approve' });
    await books.sync();
    // A backup from before the reversal, restored: its write is not known either.
    await books.db.work(async (rows) => {
      await rows.delete(Posting, { runTag: proxy.runTag, kind: 'reversal' });
      await rows.query(`DELETE FROM writes WHERE kind = 'reverse'`);
    });
    await books.policy({ mode: 'auto' });
    await books.sync();
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['held', 'reversed']);
  });

  it('leaves what a person reversed until someone asks', async () => {
    const books = await posted(open);
    await books.acts.reverse(books.ref(october), act('was wrong'));
    expect(await tagsOf(books)).toEqual(reversed);
    for (let times = 0; times < 2; times++) await books.sync();
    await raise(books, '2100.0');
    await books.sync();
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['held', 'reversed']);
  });

  it('leaves to a person what was asked to be reversed before payroll changed', async () => {
    const away = { now: false };
    const books = await posted(open, { around: without(isOfSets('GET'), 503, () => away.now) });
    away.now = true;
    await books.acts.reverse(books.ref(october), act('was wrong')).catch(() => undefined);
    await raise(books, '2100.0');
    away.now = false;
    for (let syncs = 0; syncs < 2; syncs++) await books.sync();
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['held', 'reversed']);
  });

  it('goes on, once, where the process died between the two', async () => {
    const proxy = new Proxy();
    const books = await posted(open, { around: proxy.around });
    await raise(books, '2100.0');
    // The process ends before the replacement is begun: nothing answers any more.
    let isGone = false;
    proxy.meddle = async (request, send) => {
      if (isGone) return json(503, {});
      isGone = isPost(request);
      return send();
    };
    await expect(books.sync()).rejects.toThrow();
    expect(await tagsOf(books)).toEqual(reversed);
    proxy.meddle = (_, send) => send();
    await books.sync();
    expect(await tagsOf(books)).toEqual(all);
    await books.sync();
    expect(await tagsOf(books)).toEqual(all);
  });

  it('goes on, once, where the answer to the reversal was lost and settle found it', async () => {
    const books = await posted(open);
    await raise(books, '2100.0');
    await books.rig.control('POST', 'faults', {
      kind: 'drop_after',
      match: { method: 'POST', path: '/v2/journal_sets' },
    });
    expect(await books.sync()).toMatchObject({ inDoubt: 1 });
    expect(await tagsOf(books)).toEqual(reversed);
    await books.sync();
    expect(await tagsOf(books)).toEqual(all);
    expect(await stateOf(books)).toEqual(['posted']);
  });

  it('stops where the policy is another by then', async () => {
    const books = await posted(open);
    await raise(books, '2100.0');
    await books.policy({ mode: 'approve' });
    await books.sync();
    await books.policy({ mode: 'auto', amendments: 'ask' });
    await books.sync();
    expect(await tagsOf(books)).toEqual(reversed);
    expect(await stateOf(books)).toEqual(['held', 'reversed']);
  });
});
