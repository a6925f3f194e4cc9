import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '../harness/databases.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;
const ann = '/v2/users/1';
const ed = '/v2/users/2';
const field = 'other_deductions';

/** October holds two people on the same pay item: Ed has 40.00 of it and Ann 55.00. */
async function bothHeld(books: Books): Promise<void> {
  const document = await books.period(2026, october);
  const payslips = document.payslips.map((slip, at) => ({ ...slip, [field]: at === 0 ? '40.0' : '55.0' }));
  await books.setPeriod(2026, october, { ...document, payslips });
}

const heldIn = async (books: Books) =>
  ((await books.run(october)).mapped?.holds ?? []).map(({ code, payslip }) => [code, payslip?.split('/').at(-1)]);

const onOthers = async (books: Books) =>
  (await books.sets())
    .flatMap((set) => set.journal_entries)
    .filter(({ category }) => category.endsWith('/815'))
    .map(({ debit_value }) => debit_value);

describeOnDatabases('two people held on the same pay item', (open) => {
  it('are two questions: a company that posts by itself waits for the second answer', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await bothHeld(books);
    await books.sync();
    const decide = (user: string, as: 'deduct' | 'information') =>
      books.acts.decide(books.ref(october), { ...act(), field, as, scope: 'payslip', user });
    const first = await decide(ed, 'deduct');
    expect([first.run.state, await heldIn(books), await onOthers(books)]).toEqual([
      'held',
      [['ambiguous_field', '1']],
      [],
    ]);
    const second = await decide(ann, 'information');
    expect([second.run.state, await onOthers(books)]).toEqual(['posted', ['-40.0']]);
  });

  it('are both answered by one decision for the pay run, which names no one', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await bothHeld(books);
    await books.sync();
    const decide = (user?: string) =>
      books.acts.decide(books.ref(october), { ...act(), field, as: 'deduct', scope: 'run', user });
    await expect(decide(ed)).rejects.toMatchObject({ title: 'For one person, or for everyone?', exitCode: 2 });
    expect((await books.run(october)).state).toBe('held');
    expect((await decide()).run.state).toBe('posted');
    expect((await onOthers(books)).sort()).toEqual(['-40.0', '-55.0']);
  });

  it('are asked about again one by one: a second answer for the first person leaves the other’s', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await bothHeld(books);
    await books.sync();
    const decide = (user: string, as: 'deduct' | 'pay') =>
      books.acts.decide(books.ref(october), { ...act(), field, as, scope: 'payslip', user });
    await decide(ed, 'deduct');
    await decide(ann, 'deduct');
    expect((await decide(ed, 'pay')).run.state).toBe('ready');
    const kept = await books.db.read((rows) => rows.find(Decision, { order: { at: 'ASC' } }));
    expect(kept.map(({ userPath, treatment, endedAt }) => [userPath, treatment, endedAt === null])).toEqual([
      [ed, 'deduct', false],
      [ann, 'deduct', true],
      [ed, 'pay', true],
    ]);
    expect(await books.log.verifyChain()).toEqual([]);
  });

  it('each have an approval of their own, where one hold is of both', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    const document = await books.period(2026, october);
    const payslips = document.payslips.map((slip) => ({
      ...slip,
      employee_pension: '50.0',
      employee_pension_not_under_net_pay: '50.0',
    }));
    await books.setPeriod(2026, october, { ...document, payslips });
    await books.sync();
    const approve = (user?: string) =>
      books.acts.approve(books.ref(october), { ...act(), hold: 'possible_double_count', user });
    const first = await approve(ed);
    expect([first.run.state, await heldIn(books)]).toEqual(['held', [['possible_double_count', '1']]]);
    expect((await approve(ann)).run.state).toBe('posted');
  });
});
