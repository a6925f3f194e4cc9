import { expect, it } from '@jest/globals';
import { LogViews } from '../../src/views/log/log-view.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from './rig.js';

const october = 6;
const everything = { companies: null, pay: true };

describeOnDatabases('the figures of the log', (open) => {
  const figures = async (books: Books) => {
    const { rows } = await new LogViews(books.db).page(everything, { companyId: books.company.id });
    return rows.flatMap(({ act: what, outcome, totals }) =>
      ['post', 'amend', 'reverse', 'changed'].includes(what) ? [[what, outcome, totals?.gross.toString()]] : [],
    );
  };
  const raise = async (books: Books, pay: string) => {
    const document = await books.period(2026, october);
    const payslips = document.payslips.map((slip) =>
      slip.basic_pay === '1000.0' ? slip : { ...slip, basic_pay: pay },
    );
    await books.setPeriod(2026, october, { ...document, payslips });
  };

  it('stay as they were when payroll changes, and change with what is done about it', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    expect(await figures(books)).toEqual([['post', 'done', '3000.00']]);
    await raise(books, '2100.0');
    await books.sync();
    expect(await figures(books)).toEqual([
      ['changed', 'found', '3100.00'],
      ['post', 'done', '3000.00'],
    ]);
    await books.acts.amend(books.ref(october), act());
    expect((await figures(books)).slice(0, 2)).toEqual([
      ['amend', 'done', '3100.00'],
      ['amend', 'asked', '3100.00'],
    ]);
    expect(await books.log.verifyChain()).toEqual([]);
  });

  it('of a reversal are those of the reversed set, and no entry claims that payroll changed', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    await books.acts.reverse(books.ref(october), act());
    expect(await figures(books)).toEqual([
      ['reverse', 'done', '-3000.00'],
      ['reverse', 'asked', undefined],
      ['post', 'done', '3000.00'],
    ]);
  });

  it('are covered by the chain', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    await books.db.work((rows) => rows.query(`UPDATE log_figures SET gross = 1`));
    const broken = await books.log.verifyChain([books.company.id]);
    expect(broken.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('the figures of entry'));
  });
});
