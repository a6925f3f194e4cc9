import { describe, expect, it } from '@jest/globals';
import type { HttpAnswer, HttpRequest } from '../../src/books/http.js';
import { checksOfOne } from '../../src/views/checks/checks.js';
import { isPut, Proxy } from './proxy.js';
import { copy, later, open, quick, refusal, setOf, stateOf, window } from './refusals.js';
import { act, type Books, booksOn, type SandboxSet } from './rig.js';

const tag = 'counterfoil:2026-06:2025-10-31';
const isDelete = ({ method }: HttpRequest) => method === 'DELETE';
const refusedWith = (status: number): HttpAnswer => ({ headers: {}, ...refusal(status) });
const amounts = ({ journal_entries }: SandboxSet) => journal_entries.map(({ debit_value }) => debit_value);
const octobers = async (books: Books) => (await books.sets()).filter((set) => set.tag === tag);

async function pay(books: Books, amount: string): Promise<void> {
  const document = await books.period(2026, 6);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  await books.setPeriod(2026, 6, { ...document, payslips: [{ ...first, basic_pay: amount }, ...others] });
}

/** The service refuses the next such write in its own words, and acts on it when asked to. */
function refusingOnce(proxy: Proxy, fits: (request: HttpRequest) => boolean, status: number) {
  let commit: () => Promise<unknown> = async () => undefined;
  proxy.once(fits, async (_request, send) => {
    commit = send;
    return refusedWith(status);
  });
  return { acts: () => commit() };
}

describe('an amendment that the service refused in its own words', () => {
  /** Payroll paid more, the amendment was refused, and payroll was put back. */
  async function refused(status: number) {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await books.sync();
    await pay(books, '2100.0');
    await books.sync();
    const service = refusingOnce(proxy, isPut, status);
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('refused');
    return { books, proxy, ...service };
  }

  it.each([409, 422])('%d, and made three seconds later: the second look shows it', async (status) => {
    const { books, acts } = await refused(status);
    await books.advance(3);
    await acts();
    await pay(books, '2000.0');
    await later(books, 60);
    expect(await stateOf(books)).toBe('refused');
    await later(books, window);
    expect(amounts(await setOf(books, tag))).toContain('2100.0');
    expect(await books.run(6)).toMatchObject({ state: 'changed', plan: { kind: 'changed', why: 'amount' } });
  });

  describe('where payroll’s changes are amended by the policy', () => {
    /** As `refused`, but the sync itself sent it. */
    async function refusedBySync() {
      const proxy = new Proxy();
      const books = await booksOn(open, { env: quick, around: proxy.around });
      await books.policy({ amendments: 'amend' });
      await books.sync();
      await pay(books, '2100.0');
      const service = refusingOnce(proxy, isPut, 409);
      await books.sync();
      expect(await stateOf(books)).toBe('refused');
      return { books, ...service };
    }

    it('made three seconds later, payroll put back meanwhile: it is put back in the books', async () => {
      const { books, acts } = await refusedBySync();
      await books.advance(3);
      await acts();
      await pay(books, '2000.0');
      await later(books, 60);
      expect(await stateOf(books)).toBe('refused');
      await later(books, window);
      await later(books, 60);
      expect(await stateOf(books)).toBe('posted');
      expect(amounts(await setOf(books, tag))).not.toContain('2100.0');
    });

    it('and never made: what payroll came to meanwhile was not refused, and is sent', async () => {
      const { books } = await refusedBySync();
      await pay(books, '2200.0');
      await later(books, 60);
      expect(await stateOf(books)).toBe('refused');
      await later(books, window);
      await later(books, 60);
      expect(await stateOf(books)).toBe('posted');
      expect(amounts(await setOf(books, tag))).toContain('2200.0');
    });

    it('and never made: the same content is not sent again', async () => {
      const { books } = await refusedBySync();
      await later(books, window + 60);
      await later(books, 60);
      expect(await stateOf(books)).toBe('refused');
      expect(amounts(await setOf(books, tag))).not.toContain('2100.0');
    });
  });

  it('and no one says that the set is as posted until it was looked for', async () => {
    const { books } = await refused(409);
    const inBooks = async () => {
      const run = await books.run(6);
      return (await books.db.read((rows) => checksOfOne(rows, run))).books.answer;
    };
    expect(await inBooks()).toBe('not_known');
    await later(books, window);
    await later(books, 60);
    expect(await inBooks()).toBe('yes');
  });

  it('and never made: payroll put back shows it as posted, once it was looked for', async () => {
    const { books } = await refused(422);
    await pay(books, '2000.0');
    await later(books, 60);
    expect(await books.run(6)).toMatchObject({ state: 'refused', reason: expect.stringContaining('being checked') });
    await later(books, window);
    expect(await stateOf(books)).toBe('posted');
  });

  it('lets nothing else be sent to its set until it was looked for, no matter who asks', async () => {
    const { books, proxy } = await refused(422);
    let sent = 0;
    proxy.meddle = (request, send) => {
      if (request.method !== 'GET') sent += 1;
      return send();
    };
    await books.acts.rerun(books.ref(6), act('try again'));
    await books.acts.reverse(books.ref(6), act('take it back')).catch(() => undefined);
    expect([sent, await stateOf(books)]).toEqual([0, 'refused']);
  });
});

describe('a removal that the service refused in its own words', () => {
  it.each([409, 403])('%d, and made three seconds later: the second look shows that it is gone', async (status) => {
    const proxy = new Proxy();
    const books = await booksOn(open, { env: quick, around: proxy.around });
    await books.sync();
    await copy(books, await setOf(books, tag));
    await books.acts.rerun(books.ref(6), act('look'));
    expect(await stateOf(books)).toBe('drift');
    const { acts } = refusingOnce(proxy, isDelete, status);
    await books.acts.amend(books.ref(6), act('remove the later one'));
    expect(await octobers(books)).toHaveLength(2);
    await books.advance(3);
    await acts();
    await later(books, window);
    expect([await octobers(books), await stateOf(books)]).toEqual([[expect.anything()], 'posted']);
  });
});
