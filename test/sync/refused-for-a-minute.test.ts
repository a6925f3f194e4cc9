import { describe, expect, it } from '@jest/globals';
import type { HttpAnswer } from '../../src/books/http.js';
import { Proxy } from './proxy.js';
import { isPostOf, later, october, open, quick, refusal, stateOf, writesOf } from './refusals.js';
import { act, type Books, booksOn, type SandboxSet } from './rig.js';

const octobers = async (books: Books) => (await books.sets()).filter((set) => set.tag === october);
const amounts = ({ journal_entries }: SandboxSet) => journal_entries.map(({ debit_value }) => debit_value);

export async function pay(books: Books, amount: string): Promise<void> {
  const document = await books.period(2026, 6);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  await books.setPeriod(2026, 6, { ...document, payslips: [{ ...first, basic_pay: amount }, ...others] });
}

/** October's post is refused in the service's own words; the service makes it when asked to. */
async function refused(status = 422) {
  const proxy = new Proxy();
  let make: () => Promise<unknown> = async () => undefined;
  const books = await booksOn(open, { env: quick, around: proxy.around });
  proxy.once(isPostOf('2026-06'), async (_request, send): Promise<HttpAnswer> => {
    make = send;
    return { headers: {}, ...refusal(status) };
  });
  await books.sync();
  expect(await stateOf(books)).toBe('refused');
  return { books, proxy, made: () => make() };
}

describe('a post that the service refused in its own words', () => {
  it.each([400, 409, 422])(
    '%d, made 3 s later, and payroll corrected and posted in between, is once in the books',
    async (status) => {
      const { books, made } = await refused(status);
      await pay(books, '2100.0');
      await books.advance(2);
      await books.acts.post(books.ref(6), act('corrected'));
      await books.advance(1);
      await made();
      await later(books, 61, 'settle');
      expect(await octobers(books)).toHaveLength(1);
      expect((await octobers(books)).flatMap(amounts)).toContain('2000.0');
      expect(await books.run(6)).toMatchObject({ state: 'changed', plan: { kind: 'changed', why: 'amount' } });
    },
  );
});
