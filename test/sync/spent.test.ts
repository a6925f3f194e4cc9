import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '../harness/databases.js';
import { isPost, isPut, json, Proxy } from './proxy.js';
import { copy, setOf } from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

const quick = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
const who = { actor: 'Ruth', trigger: 'command' };
const lost = async () => Promise.reject(new Error('the connection ended'));
const tags = async (books: Books) => (await books.sets()).map((set) => set.tag?.split(':').slice(1).join(':')).sort();

async function deleteSet(books: Books, tag: string): Promise<void> {
  const set = (await books.sets()).find((one) => one.tag?.endsWith(tag));
  await books.rig.control('DELETE', `companies/elm/journal_sets/${set?.url.split('/').at(-1)}`);
}

/** October is posted, and payroll pays someone another amount after that. */
async function postedThenChanged(books: Books): Promise<void> {
  await books.sync({ year: 2026, period: 6 });
  const document = await books.period(2026, 6);
  const [first] = document.payslips;
  if (first) first.basic_pay = '2100.0';
  await books.setPeriod(2026, 6, document);
  await books.sync({ year: 2026, period: 6 });
}

describeOnDatabases('what a person decided', (open) => {
  it('is used up when the set it asked for is found, so that a set deleted later is not posted again', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, mode: 'approve', around: proxy.around });
    await books.sync();
    proxy.once(isPost, (_request, send) => send().then(lost));
    expect((await books.acts.post(books.ref(6), act())).run.state).toBe('in_doubt');
    expect(await books.sync()).toMatchObject({ posted: 1, inDoubt: 0 });
    await deleteSet(books, '2025-10-31');
    await books.verify.run(books.company, who);
    expect(await books.run(6)).toMatchObject({ state: 'drift', plan: { what: 'missing' } });
    expect(await tags(books)).toEqual([]);
  });

  it('is used up by a reversal that is found: nothing follows by itself', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await postedThenChanged(books);
    proxy.once(isPost, (_request, send) => send().then(lost));
    expect((await books.acts.reverse(books.ref(6), act())).run.state).toBe('in_doubt');
    for (let times = 0; times < 4; times++) await books.sync({ year: 2026, period: 6 });
    expect(await tags(books)).toEqual(['2026-06:2025-10-31', '2026-06:2025-10-31:r2', '2026-06:2025-10-31:reversal-1']);
    expect((await books.run(6)).state).toBe('posted');
  });

  it('is used up by a set that a look finds, although the service had refused it', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, mode: 'approve', around: proxy.around });
    await books.sync();
    proxy.once(isPost, (_request, send) => send().then(() => json(403, { errors: { error: { message: 'no' } } })));
    await books.acts.post(books.ref(6), act());
    await books.sync();
    expect(await tags(books)).toEqual(['2026-06:2025-10-31']);
    expect((await books.run(6)).state).toBe('posted');
    await deleteSet(books, '2025-10-31');
    await books.verify.run(books.company, who);
    expect(await tags(books)).toEqual([]);
  });

  it('is used up when the missing set that it asked to replace is there after all', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await books.sync();
    const { journalSet } = await books.run(6);
    const path = new URL(journalSet ?? '').pathname;
    const none = json(404, { errors: { error: { message: 'Resource not found' } } });
    const empty = { ...json(200, { journal_sets: [] }) };
    const page = { ...empty, headers: { ...empty.headers, 'x-total-count': '0' } };
    proxy.meddle = async ({ url }, send) =>
      url.endsWith(path) ? none : url.includes('/v2/journal_sets?') ? page : send();
    expect((await books.acts.rerun(books.ref(6), act())).run).toMatchObject({ plan: { what: 'missing' } });
    proxy.meddle = (_request, send) => send();
    expect((await books.acts.post(books.ref(6), act())).run.state).toBe('posted');
    await deleteSet(books, '2025-10-31');
    await books.verify.run(books.company, who);
    expect(await books.run(6)).toMatchObject({ state: 'drift', plan: { what: 'missing' } });
    expect(await tags(books)).toHaveLength(2);
  });

  it('is used up when someone altered the set to be amended, whether the amendment had arrived or not', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await postedThenChanged(books);
    let sent = 0;
    proxy.meddle = async (request, send) => {
      if (!isPut(request)) return send();
      sent += 1;
      return send().then(lost);
    };
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('in_doubt');
    const id = (await books.run(6)).journalSet?.split('/').at(-1);
    const category = (code: string) => `${books.rig.baseUrl}/v2/categories/${code}`;
    const byHand = [
      { category: category('401'), debit_value: '7.77', description: 'by hand' },
      { category: category('814'), debit_value: '-7.77', description: 'by hand' },
    ];
    const body = { journal_set: { journal_entries: byHand } };
    await books.rig.control('PUT', `companies/elm/journal_sets/${id}`, body);
    await books.sync();
    await books.verify.run(books.company, who);
    for (let times = 0; times < 2; times++) await books.sync({ year: 2026, period: 6 });
    expect([(await books.run(6)).state, sent]).toEqual(['drift', 1]);
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('in_doubt');
    expect(sent).toBe(2);
    expect(await books.log.verifyChain([books.company.id])).toEqual([]);
  });

  it('is used up by the removal of a double: what payroll changed too is amended only when someone asks', async () => {
    const books = await booksOn(open, { env: quick });
    await postedThenChanged(books);
    await copy(books, await setOf(books, (await books.run(6)).tag));
    await books.verify.run(books.company, who);
    expect(await books.run(6)).toMatchObject({ state: 'drift', plan: { what: 'doubled' } });
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('changed');
    const [set, ...others] = await books.sets();
    expect(others).toEqual([]);
    expect(set?.journal_entries.map(({ debit_value }) => debit_value)).not.toContain('2100.0');
  });

  it('is not carried out by verify, which only looks', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await books.sync({ year: 2026, period: 4 });
    let writes = 0;
    proxy.meddle = (request, send) => {
      if (/journal_sets/.test(request.url) && request.method !== 'GET') writes += 1;
      return send();
    };
    // October is not posted yet, and its neighbour has been deleted from the books.
    await deleteSet(books, '2025-08-29');
    await books.syncs.run(books.company, { full: true, recheck: true, actor: 'Ruth', trigger: 'verify' });
    await books.verify.run(books.company, who);
    expect([writes, await tags(books)]).toEqual([0, []]);
    expect((await books.run(4)).state).toBe('drift');
    expect((await books.run(6)).state).toBe('ready');
    expect(await books.sync()).toMatchObject({ posted: 2, drift: 1 });
  });

  it('waits when verify finds the set deleted: it is shown as missing until a sync carries out the decision', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await books.sync();
    await deleteSet(books, '2025-10-31');
    await books.verify.run(books.company, who);
    // Asked for by a person, and refused by the service for now.
    proxy.meddle = async (request, send) => (isPost(request) ? json(403, { error: 'no' }) : send());
    await books.acts.post(books.ref(6), act());
    const set = (await books.sets()).find((one) => one.tag?.endsWith('2025-09-30'));
    expect(set).toBeDefined();
    await books.verify.run(books.company, who);
    proxy.meddle = (_request, send) => send();
    await books.sync();
    expect((await books.run(6)).state).toBe('posted');
    expect(await tags(books)).toContain('2026-06:2025-10-31:r2');
  });

  it('is used up by an amendment that was refused and still took effect', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await books.sync();
    const document = await books.period(2026, 6);
    const [first] = document.payslips;
    if (first) first.basic_pay = '2100.0';
    await books.setPeriod(2026, 6, document);
    await books.sync();
    proxy.once(isPut, (_request, send) => send().then(() => json(403, { errors: { error: { message: 'no' } } })));
    await books.acts.amend(books.ref(6), act());
    await books.sync();
    expect((await books.run(6)).state).toBe('posted');
    // Someone alters the set by hand: an amendment asked for earlier must not overwrite that.
    const set = (await books.sets()).find((one) => one.tag?.endsWith('2025-10-31'));
    await books.rig.control('PUT', `companies/elm/journal_sets/${set?.url.split('/').at(-1)}`, {
      journal_set: { dated_on: '2025-10-30' },
    });
    await books.verify.run(books.company, who);
    expect(await books.run(6)).toMatchObject({ state: 'drift', plan: { what: 'edited' } });
  });
});
