import { expect, it } from '@jest/globals';
import type { Transport } from '../../src/books/http.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, booksOn, levy } from './rig.js';

describeOnDatabases('a field that payroll adds after posting', (open) => {
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

const refusedWhile =
  (isAway: () => boolean, transport: Transport): Transport =>
  async (request) => {
    const answer = await transport(request);
    return isAway() ? { ...answer, status: 403, body: '{"errors":{"error":{"message":"Not allowed"}}}' } : answer;
  };

describeOnDatabases('a change of what is posted, asked for while the service gave no access', (open) => {
  it('is made by the next scheduled sync, though nothing else has changed', async () => {
    let isAway = false;
    const books = await booksOn(open, {
      around: (transport) => refusedWhile(() => isAway, transport),
    });
    await books.sync();
    await books.acts.adjust(books.ref(6), { ...act(), ...levy });
    const less = { ...levy, lines: levy.lines.map((line) => ({ ...line, amount: line.amount.replace('125', '99') })) };
    isAway = true;
    expect((await books.acts.adjust(books.ref(6), { ...act(), ...less, number: 1 })).sync).toHaveProperty('error');
    expect((await books.acts.reverse(books.ref(5), act())).sync).toHaveProperty('error');
    isAway = false;
    await books.sync({ trigger: 'schedule' });
    const paidBy = async (part: string) => (await books.sets()).filter(({ tag }) => tag?.includes(part));
    expect(await paidBy('levy-1')).toMatchObject([{ journal_entries: [{ debit_value: '99.0' }, {}] }]);
    expect(await paidBy('2026-05:2025-09-30:reversal-1')).toHaveLength(1);
  });

  it('is forgotten, and costs nothing, once payroll is as it was again', async () => {
    let isAway = false;
    const books = await booksOn(open, { around: (transport) => refusedWhile(() => isAway, transport) });
    await books.sync();
    const document = await books.period(2026, 6);
    const payslips = document.payslips.map((payslip) => ({ ...payslip, basic_pay: '2222.0' }));
    await books.setPeriod(2026, 6, { ...document, payslips });
    await books.sync();
    isAway = true;
    expect((await books.acts.amend(books.ref(6), act())).sync).toHaveProperty('error');
    isAway = false;
    await books.setPeriod(2026, 6, document);
    expect(await books.sync()).toMatchObject({ unchanged: 3 });
    expect(await books.sync({ trigger: 'schedule' })).toMatchObject({ unchanged: 3, requests: 1 });
  });
});
