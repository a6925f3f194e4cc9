import { describe, expect, it } from '@jest/globals';
import type { LedgerAtWork } from '../../src/sync/at-work/books-at-work.js';
import { amend } from '../../src/sync/steps/amend.js';
import { company, factsOf, october as tag, postingOf, runOf, setOf as asSet, urlOf } from '../factories/facts.js';
import { isPut, json, type Meddle, Proxy } from './proxy.js';
import { open, quick, setOf, short, since } from './refusals.js';
import { act, booksOn } from './rig.js';

const october = 'counterfoil:2026-06:2025-10-31';

/** October is posted; `meddle` is handed its address, and sees every request from then on. */
async function posted(meddleWith: (id: string, edit: () => Promise<unknown>) => Meddle) {
  const proxy = new Proxy();
  const books = await booksOn(open, { env: quick, around: proxy.around });
  await books.sync();
  const id = (await setOf(books, october)).url.split('/').at(-1) ?? '';
  const category = (code: string) => `${books.rig.baseUrl}/v2/categories/${code}`;
  const journal_entries = ['7.77', '-7.77'].map((debit_value) => ({ category: category('401'), debit_value }));
  const edit = () => books.rig.control('PUT', `companies/elm/journal_sets/${id}`, { journal_set: { journal_entries } });
  return { books, meddle: () => (proxy.meddle = meddleWith(id, edit)) };
}

describe('a set that someone alters after the look', () => {
  const altered =
    (id: string, edit: () => Promise<unknown>): Meddle =>
    async ({ method, url }, send) => {
      if (method === 'GET' && url.endsWith(`/journal_sets/${id}`)) await edit();
      return send();
    };

  it('is not reversed', async () => {
    const { books, meddle } = await posted(altered);
    meddle();
    await books.acts.reverse(books.ref(6), act());
    expect(await since(books, '2026-06')).toEqual([short(october)]);
  });

  it('is not amended', async () => {
    let sent = 0;
    const { books, meddle } = await posted((id, edit) => (request, send) => {
      sent += Number(isPut(request));
      return altered(id, edit)(request, send);
    });
    const document = await books.period(2026, 6);
    const [first] = document.payslips;
    if (first) first.basic_pay = '2100.0';
    await books.setPeriod(2026, 6, document);
    await books.sync();
    meddle();
    await books.acts.amend(books.ref(6), act());
    expect(sent).toBe(0);
  });

  it('is not replaced, if its address shows nothing', async () => {
    const { books, meddle } = await posted(
      (id) =>
        async ({ method, url }, send) =>
          method === 'GET' && url.endsWith(`/journal_sets/${id}`)
            ? json(404, { errors: { error: { message: 'Resource not found' } } })
            : send(),
    );
    expect((await books.acts.reverse(books.ref(6), act())).run.state).toBe('held');
    meddle();
    await books.acts.post(books.ref(6), act());
    expect((await since(books, '2026-06')).sort()).toEqual([short(october), `${short(october)}:reversal-1`]);
  });
});

it('a set is not moved to a pay date whose tag another set bears', async () => {
  const moveTo = 'counterfoil:2026-06:2025-10-30';
  const posting = postingOf('2000.00');
  const runs = [runOf('2000.00', { inPayroll: false, postings: [posting] }), runOf('2000.00', { tag: moveTo })];
  const another = asSet(postingOf('2000.00', { tag: moveTo, journalSet: urlOf(7) }));
  const look = { tag, serves: new Set([tag]), takenMs: 0, range: { from: '', to: '' }, sets: [another] };
  // It does not get as far as asking the service.
  const books = { record: { company } } as LedgerAtWork;
  expect(await amend(books, factsOf(runs, { look }), { tag, moveTo })).toEqual({ is: 'overtaken', tag });
});
