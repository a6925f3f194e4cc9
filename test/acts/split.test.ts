import { expect, it } from '@jest/globals';
import { RunViews } from '../../src/views/run/run-view.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;
const fee = [
  { account: '002', amount: '1.00' },
  { account: '815', rest: true },
] as const;
const everything = { companies: null, pay: true } as const;

/** October with an attachment on the first payslip. */
async function withAttachment(books: Books, amount: string, period = october): Promise<void> {
  const document = await books.period(2026, period);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  await books.setPeriod(2026, period, { ...document, payslips: [{ ...first, attachments: amount }, ...others] });
}

const decide = (books: Books, split: readonly object[], scope: 'run' | 'person' | 'company' | 'practice' = 'run') =>
  books.acts.decide(books.ref(october), {
    ...act(),
    field: 'attachments',
    as: { as: 'deduct', split: split as typeof fee },
    scope,
  });

describeOnDatabases('a decision that splits one amount over accounts', (open) => {
  it('posts each part to its account with the reason, and leaves net pay alone', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await withAttachment(books, '101.0');
    await books.sync();
    const before = await books.run(october);
    const { run } = await decide(books, fee);
    expect([run.state, run.net.toString()]).toEqual(['ready', before.net.toString()]);
    await books.acts.post(books.ref(october), act());
    const [set] = await books.sets();
    const posted = (set?.journal_entries ?? []).map(({ category, debit_value }) =>
      [category.split('/').at(-1), debit_value].join(' '),
    );
    expect(posted).toEqual(expect.arrayContaining(['002 -1.0', '815 -100.0']));
    const view = await new RunViews(books.db).find(everything, { ...run });
    const lines = view?.postings[0]?.lines ?? [];
    expect(lines.find(({ category }) => category === '002')?.why).toEqual([
      expect.objectContaining({ because: 'split', field: 'attachments', of: '-101.00', amount: '-1.00' }),
    ]);
    const decided = 'Attachment of earnings: deducted, £1.00 to 002, the rest to 815';
    expect(view?.history.map((event) => event.decided)).toContain(decided);
    const hidden = await new RunViews(books.db).find({ ...everything, pay: false }, { ...run });
    expect(hidden?.history.flatMap((event) => event.decided ?? [])).toEqual(['Attachment of earnings: deducted']);
  });

  it.each(['person', 'company', 'practice'] as const)('holds for the %s from then on', async (scope) => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-09-06' });
    await withAttachment(books, '101.0');
    await withAttachment(books, '80.0', october - 1);
    await books.sync();
    await decide(books, fee, scope);
    await books.sync({ full: true });
    const lines = (await books.run(october - 1)).mapped?.lines ?? [];
    const split = lines.filter(({ category }) => category === '002' || category === '815');
    expect(split.map(({ category, debit }) => `${category} ${debit}`)).toEqual(['002 -1.00', '815 -79.00']);
  });

  it('holds an amount below its fixed parts until that is decided', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await withAttachment(books, '0.5');
    await books.sync();
    const { run } = await decide(books, fee);
    expect([run.state, run.holdCodes]).toEqual(['held', ['split_exceeds_amount']]);
    const again = await decide(books, [
      { account: '002', amount: '0.20' },
      { account: '815', rest: true },
    ]);
    expect(again.run.state).toBe('ready');
  });

  it('is refused when the chart lacks one of its accounts', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await withAttachment(books, '101.0');
    await books.sync();
    const lacking = decide(books, [
      { account: '049', amount: '1.00' },
      { account: '815', rest: true },
    ]);
    await expect(lacking).rejects.toMatchObject({ detail: expect.stringContaining('account 049 is not in its chart') });
    expect((await books.run(october)).state).toBe('ready');
  });

  it('is refused when its parts do not make a split', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await withAttachment(books, '101.0');
    await books.sync();
    const [fixed, rest] = fee;
    const refused = async (split: readonly object[], words: string) =>
      expect(decide(books, split)).rejects.toMatchObject({
        title: 'The decision is not valid',
        detail: expect.stringContaining(words),
        status: 400,
      });
    await refused([rest, fixed], 'then exactly one');
    await refused([fixed, rest, rest], 'then exactly one');
    await refused([fixed], 'then exactly one');
    await refused([rest], 'then exactly one');
    await refused([{ account: '002', amount: '-1.00' }, { account: '001', amount: '1.00' }, rest], 'one sign');
    await refused([{ account: '002', amount: '1.005' }, rest], 'pounds and pence');
    await refused([{ account: 'fee', amount: '1.00' }, rest], 'nominal code');
  });
});
