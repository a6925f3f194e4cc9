import { expect, it } from '@jest/globals';
import { describeOnBothDatabases } from '../harness/databases.js';
import { act, booksOn } from './rig.js';

describeOnBothDatabases('a field that payroll adds after posting', (open) => {
  it.each(['run', 'person', 'practice'] as const)('is decided for the %s, and the set then amended', async (scope) => {
    const books = await booksOn(open, {});
    await books.sync({ year: 2026, period: 6 });
    const document = await books.period(2026, 6);
    const [first] = document.payslips;
    if (first) first.other_deductions = '40.0';
    await books.setPeriod(2026, 6, document);
    await books.sync({ year: 2026, period: 6 });
    expect(await books.run(6)).toMatchObject({ state: 'changed', holdCodes: ['ambiguous_field'] });

    const decided = await books.acts.decide(books.ref(6), { ...act(), field: 'other_deductions', as: 'deduct', scope });
    expect(decided.run).toMatchObject({ state: 'changed', holdCodes: [] });
    const { run } = await books.acts.amend(books.ref(6), act());
    expect(run.state).toBe('posted');
    const [set] = (await books.sets()).filter(({ url }) => url === run.journalSet);
    expect(set?.journal_entries.filter((entry) => entry.category.endsWith('/815'))).toMatchObject([
      { debit_value: '-40.0' },
    ]);
  });
});
