import { describe, expect, it } from '@jest/globals';
import { open } from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

/** October is posted; then `change` is made, payroll pays £100 more, and a person has the set amended. */
async function amendedAfter(change: (books: Books) => Promise<unknown>) {
  const books = await booksOn(open);
  await books.sync();
  await change(books);
  const document = await books.period(2026, 6);
  const [first] = document.payslips;
  if (first) first.basic_pay = '2100.0';
  await books.setPeriod(2026, 6, document);
  await books.sync();
  expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('posted');
  const set = (await books.sets()).find(({ dated_on }) => dated_on === '2025-10-31');
  return set?.journal_entries.map(({ category, debit_value }) => `${category.split('/').at(-1)} ${debit_value}`);
}

describe('a posted run that payroll corrects is amended', () => {
  it('by the policy that it was posted with', async () => {
    const entries = await amendedAfter((books) => books.policy({ accounts: { salaries: '404' } }));
    expect(entries).toContain('401 2100.0');
  });

  it('by the roles that it was posted with', async () => {
    const entries = await amendedAfter((books) =>
      books.rig.control('PUT', 'companies/elm/users/2', { role: 'Director' }),
    );
    expect(entries).toContain('401 2100.0');
  });
});
