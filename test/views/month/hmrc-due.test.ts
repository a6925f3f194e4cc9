import { expect, it } from '@jest/globals';
import { hmrcDue } from '../../../src/views/month/hmrc-due.js';
import { billedInWords, dueWords, noteInWords } from '../../../src/views/month/hmrc-due-words.js';
import { adjustmentJournal } from '../../../src/journal/nouns/adjustment.js';
import { adjustmentDueOn, billedFor, paymentReference } from '../../../src/journal/paye/bills.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { act, type Books, booksOn, levy } from '../../sync/rig.js';

/** Elm's September. */
const september = 5;
const everything = { companies: null, pay: true };

const class1a = {
  kind: 'class1a',
  lines: [
    { account: '402', amount: '90.00' },
    { account: '814', amount: '-90.00' },
  ],
} as const;

const dues = async (books: Books, viewer: Parameters<typeof hmrcDue>[1] = everything) =>
  (await books.db.read((rows) => hmrcDue(rows, viewer, '2025-10-01', '2026-12-31'))).map((due) =>
    [due.dueOn, dueWords(due), billedInWords(due.month), due.amount ?? 'unseen', due.paymentReference ?? ''].join(
      ' · ',
    ),
  );

it.each([
  ['levy', 5, undefined, '2606'],
  ['levy', 5, '2025-12-01', '2606'],
  ['class1a', 11, undefined, '2613'],
  ['class1a', 11, '2026-07-22', '2613'],
  ['class1a', 5, '2025-10-22', '2606'],
  ['class1a', 0, '2025-05-22', '2601'],
  ['class1a', 11, '2026-04-22', '2612'],
  // Collected on the 3rd, after the next tax month has begun.
  ['class1a', 5, '2025-11-03', '2606'],
] as const)('%s of period %i, due %s, is paid with the digits %s', (kind, period, dueOn, digits) => {
  const month = billedFor({ kind, year: 2026, period, ...(dueOn && { dueOn }) });
  expect(paymentReference('123PA00012345', month)).toBe(`123PA00012345${digits}`);
});

it('pays class 1A of 2027/28 with its month, and of the year before on 22 July', () => {
  const rule = { payePeriod: 'monthly', collectionDay: null } as const;
  const of = (year: number) => ({ kind: 'class1a', year, period: 5 }) as const;
  expect([adjustmentDueOn(of(2027), rule), billedFor(of(2027))]).toEqual(['2027-07-22', { year: 2027 }]);
  expect([adjustmentDueOn(of(2028), rule), billedFor(of(2028))]).toEqual(['2027-10-22', { year: 2028, period: 5 }]);
  const entered = { ...of(2028), number: 1, lines: [], reason: 'Vans' };
  expect(adjustmentJournal('counterfoil', entered).datedOn).toBe('2027-10-05');
});

describeOnDatabases('what is due to HMRC', (open) => {
  it('has adjustments and Class 1A on their own days, each with its payment reference', async () => {
    const books = await booksOn(open);
    await books.policy({ controls: { accountsOffice: '123PA00012345' } });
    await books.sync();
    const payroll = await dues(books);
    const enter = (given: object) => books.acts.adjust(books.ref(september), { ...act(), ...levy, ...given });
    await enter({});
    await enter(class1a);
    // Of a termination award, paid with its month.
    await enter({ ...class1a, another: true, dueOn: '2025-10-22' });
    const entered = (await dues(books)).filter((line) => !payroll.includes(line));
    expect(entered).toEqual([
      '2025-10-22 · Apprenticeship levy · September 2025 · 125.00 · 123PA000123452606',
      '2025-10-22 · Class 1A National Insurance · September 2025 · 90.00 · 123PA000123452606',
      '2026-07-22 · Class 1A National Insurance · 2025/26 · 90.00 · 123PA000123452613',
    ]);
    expect(payroll[0]).toMatch(/^2025-10-22 · PAYE and NI · September 2025 · .* · 123PA000123452606$/);
    expect((await dues(books, { companies: null, pay: false })).every((line) => line.includes('unseen'))).toBe(true);
    expect(await dues(books, { companies: [], pay: true })).toEqual([]);
  });

  it('leaves out what payroll’s own payment includes, and what was reversed', async () => {
    const books = await booksOn(open);
    await books.sync();
    const before = await dues(books);
    await books.acts.adjust(books.ref(september), { ...act(), ...levy, inPayment: true });
    expect(await dues(books)).toEqual(before);
    await books.acts.adjust(books.ref(september), { ...act(), ...class1a });
    expect(await dues(books)).toHaveLength(before.length + 1);
    await books.acts.reverse({ ...books.ref(september), adjustment: 'class1a-1' }, act('Entered twice'));
    expect(await dues(books)).toEqual(before);
  });

  it('says of a month that is not filed yet that more may come', async () => {
    const books = await booksOn(open);
    await books.setPeriod(2026, 6, { ...(await books.period(2026, 6)), status: 'unfiled' });
    await books.sync();
    await books.acts.adjust(books.ref(september), { ...act(), ...levy });
    const found = await books.db.read((rows) => hmrcDue(rows, everything, '2025-09-01', '2026-12-31'));
    // Payroll lists 0.00 for it.
    expect(found.find(({ isSoFar }) => isSoFar)).not.toHaveProperty('amount');
    expect(found.filter(({ isUnfiled }) => isUnfiled).map(noteInWords)).toEqual(['not filed yet']);
    expect(found.map(({ dueOn, what, isSoFar }) => [dueOn, what, isSoFar ?? false])).toEqual([
      ['2025-09-22', 'paye', false],
      ['2025-10-22', 'paye', false],
      ['2025-10-22', 'levy', false],
      ['2025-11-22', 'paye', true],
    ]);
  });
});
