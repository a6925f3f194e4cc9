import { expect, it } from '@jest/globals';
import { changeAllocations, policyWith } from '../../src/acts/companies/change-allocations.js';
import { policyPreview } from '../../src/acts/companies/policy-preview.js';
import type { Allocations } from '../../src/journal/nouns/allocation-of-cost.js';
import { allocationsView } from '../../src/views/company/allocations-view.js';
import { describeOnDatabases } from '../harness/databases.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;
const everything = { companies: null, pay: true } as const;
const from = '2025-10-06';
const half = (accounts: object, percent = '60') => [
  {
    from,
    parts: [
      { percent, accounts },
      { percent: '40', accounts: {} },
    ],
  },
];

const companyNow = (books: Books) => books.rig.companies.find(books.company.id);
async function change(books: Books, allocations: object) {
  const tools = { database: books.db, companies: books.rig.companies, log: books.log };
  const given = { ...act(), allocations: allocations as Allocations };
  return changeAllocations(tools, await companyNow(books), given);
}
/** An employee and a director, by user url. */
async function people(books: Books) {
  const { mapped } = await books.run(october);
  const paid = mapped?.paid ?? [];
  const [employee, director] = [paid.find((one) => !one.director), paid.find((one) => one.director)];
  if (!employee || !director) throw new Error('The scenario pays one of each.');
  return { employee, director };
}

describeOnDatabases('the cost of a person on several accounts', (open) => {
  it('is posted by its percentages, each line with its reason, and the year’s cost is shown by account', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: from });
    await books.sync();
    const { employee } = await people(books);
    const before = await books.run(october);
    const changed = await change(books, { [employee.user]: half({ salaries: '101', employerNics: '102' }) });
    expect(changed.policyVersion).toBe(2);
    await books.sync({ full: true });
    const { run } = await books.acts.post(books.ref(october), act());
    expect(run.state).toBe('posted');
    expect(run.gross.toString()).toBe(before.gross.toString());
    const lines = run.mapped?.lines ?? [];
    const onCostOfSales = lines.find(({ category }) => category === '101');
    expect(onCostOfSales?.why).toEqual([expect.objectContaining({ because: 'allocation', percent: '60' })]);
    const view = await allocationsView(books.db, everything, changed);
    expect(view.people.find(({ user }) => user === employee.user)?.rules).toHaveLength(1);
    expect(view.cost.find(({ account }) => account === '101')?.amount.toString()).toBe(onCostOfSales?.debit);
    const hidden = await allocationsView(books.db, { ...everything, pay: false }, changed);
    expect(hidden.people).toEqual([]);
  });

  it('is previewed on the last pay run, even when it begins later, and changes nothing yet', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: from });
    await books.sync();
    const { employee } = await people(books);
    const company = await companyNow(books);
    const later = [{ from: '2026-04-06', parts: [{ percent: '100', accounts: { salaries: '101' } }] }];
    const proposed = policyWith(company, { [employee.user]: later });
    const tools = { database: books.db, companies: books.rig.companies, decisions: new Decisions(books.db) };
    const effect = await policyPreview(tools, { pay: true }, company, proposed, { begun: true });
    expect(effect?.difference.byAccount.map(({ code }) => code)).toEqual(['101', '401']);
    expect((await companyNow(books)).policyVersion).toBe(1);
  });

  it('names what is wrong with each wrong input', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: from });
    await books.sync();
    const { employee, director } = await people(books);
    // The percentages sum to 99.99.
    await expect(change(books, { [employee.user]: half({ salaries: '101' }, '59.99') })).rejects.toMatchObject({
      title: 'These allocations cannot be used',
      detail: `Elm Ltd: ${employee.user} from 6 October 2025: the percentages sum to 99.99, not to exactly 100.`,
      exitCode: 2,
    });
    const [rule] = half({ salaries: '902' });
    await expect(change(books, { [employee.user]: [rule] })).rejects.toMatchObject({
      detail: expect.stringContaining(
        `${employee.user} from 6 October 2025, part 1, accounts.salaries: an account of persons (900 to 910) bears no cost`,
      ),
    });
    await expect(change(books, { [employee.user]: [...half({}), ...half({})] })).rejects.toMatchObject({
      detail: `Elm Ltd: ${employee.user}: two allocations begin on 2025-10-06.`,
    });
    expect((await companyNow(books)).policyVersion).toBe(1);
    // An account that the chart does not have is refused, as everywhere.
    await expect(change(books, { [employee.user]: half({ salaries: '199' }) })).rejects.toMatchObject({
      detail: expect.stringContaining('account 199 is not in its chart of accounts'),
    });
    // A director needs the flag that includes directors.
    await change(books, { [director.user]: half({ salaries: '101' }) });
    await books.sync({ full: true });
    expect((await books.run(october)).holdCodes).toEqual(['director_allocated']);
    await change(books, { [director.user]: [{ ...half({ salaries: '101' })[0], directors: true }] });
    await books.sync({ full: true });
    expect((await books.run(october)).state).toBe('ready');
  });

  it('leaves posted journals on their accounts, and the guard watches the new accounts for other movement', async () => {
    const books = await booksOn(open, { postFrom: from });
    await books.sync();
    const posted = await books.run(october);
    expect(posted.state).toBe('posted');
    const { employee } = await people(books);
    await change(books, { [employee.user]: half({ salaries: '101' }) });
    await books.sync({ full: true });
    expect(await books.run(october)).toMatchObject({ state: 'posted', fingerprint: posted.fingerprint });
  });
});
