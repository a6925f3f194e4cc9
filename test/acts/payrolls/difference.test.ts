import { everything } from '../../../src/access/viewer.js';
import { expect, it } from '@jest/globals';
import { postDifference } from '../../../src/acts/payrolls/post-difference.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { receivedFiles } from '../../../src/views/company/received-files.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, type Books, connectedOn } from '../../sync/rig.js';
import {
  actTools,
  ada,
  booksOfFiles,
  companyNow,
  niOf,
  ofFiles,
  paid,
  people,
  receive,
  reference,
  running,
  states,
  who,
  withdraw,
} from './files-rig.js';

describeOnDatabases('the difference to a year to date', (open) => {
  it('posts the difference to a year to date once, and holds the file that explains it later', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([running('2025-10-31', 2600, 2600, 327.45)]), 'october.xml');
    // 50.00 of October was forgotten, and stands in November's year to date alone.
    await receive(books, fpsFile([running('2025-11-07', 2600, 5250, 662.4)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 1 });
    const difference = { ...act(), hold: 'year_to_date_differs' };
    const tools = actTools(books);
    const ref = { ...books.ref(7), company: await companyNow(books) };
    await expect(postDifference(tools, ref, { ...difference, hold: 'net_pay_differs' })).rejects.toThrow();
    const { run } = await postDifference(tools, ref, difference);
    expect([run.state, run.gross.toString()]).toEqual(['posted', '2650.00']);
    const inBooks = ['2025-10-31 2600.0', '2025-11-07 2650.0'];
    expect(await paid(books)).toEqual(inBooks);
    expect((await books.run(7)).warningCodes).toEqual(['check_not_made', 'employee_ni_improbable']);
    await expect(postDifference(tools, ref, difference)).rejects.toMatchObject({ kind: 'not-now' });

    const late = { early: '<LateReason>H</LateReason>', ni: [niOf(50, 2650, 7.5, 334.95)] };
    await receive(books, fpsFile([{ ...ada('2025-10-31', 50, 2650), ...late }]), 'october-again.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1, amended: 0 });
    expect(await paid(books)).toEqual(inBooks);
    const holds = (await books.run(6)).mapped?.holds ?? [];
    expect(holds.find(({ code }) => code === 'paid_by_difference')?.message).toContain(
      'A difference goes with the pay of 7 November 2025',
    );
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('of one person alone posts nothing for another', async () => {
    const books = await booksOfFiles(open);
    const both = (paidOn: string, toDate: number, employerToDate: number) => {
      const one = running(paidOn, 2600, toDate, employerToDate);
      return fpsFile([one, { ...one, payId: 'D1', fore: 'Dana' }]);
    };
    await receive(books, both('2025-10-31', 2600, 327.45), 'october.xml');
    await receive(books, both('2025-11-28', 5250, 662.4), 'november.xml');
    await books.sync();
    const ref = { ...books.ref(7), company: await companyNow(books) };
    const asked = { ...act(), hold: 'year_to_date_differs' };
    const { run } = await postDifference(actTools(books), ref, { ...asked, user: '/v2/users/2' });
    // Ada’s 50.00, and Dana is still asked about.
    expect(run.gross.toString()).toBe('5250.00');
    const held = (run.mapped?.holds ?? []).filter(({ code }) => code === asked.hold);
    expect(held.map(({ payslip }) => payslip)).toEqual([`${books.rig.baseUrl}/v2/users/1`]);
  });

  it('posts a month that is missing as the difference, and never the file of that month after it', async () => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([running('2025-08-29', 2600, 2600, 327.45)]), 'august.xml');
    await receive(books, fpsFile([running('2025-10-31', 2600, 7800, 982.35)]), 'october.xml');
    await books.sync();
    const ref = { ...books.ref(6), company: await companyNow(books) };
    await postDifference(actTools(books), ref, { ...act(), hold: 'year_to_date_differs' });
    expect(await paid(books)).toEqual(['2025-08-29 2600.0', '2025-10-31 5200.0']);
    await receive(books, fpsFile([running('2025-09-30', 2600, 5200, 654.9)]), 'september.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect(await paid(books)).toEqual(['2025-08-29 2600.0', '2025-10-31 5200.0']);

    // Said otherwise: October is reversed, what was posted as the difference is taken back, and each month stands alone.
    await books.acts.reverse(books.ref(6), act());
    const [posted] = (await books.db.read((rows) => receivedFiles(rows, everything, books.company))).filter(
      ({ file }) => file === 'Difference to the year to date',
    );
    const taken = { id: posted?.id ?? '', who, reason: 'September came' };
    await withdrawFile({ database: books.db, log: books.log }, await companyNow(books), taken);
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect((await books.run(5)).state).toBe('posted');
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('posts the difference of the pay run that is asked about, and of no other', async () => {
    const books = await booksOfFiles(open);
    const ben = { payId: 'D1', fore: 'Ben', sur: 'Birch' };
    await receive(books, fpsFile([running('2025-09-30', 2600, 2600, 327.45)]), 'september.xml');
    await receive(books, fpsFile([{ ...running('2025-09-30', 2600, 2600, 327.45), ...ben }]), 'ben.xml');
    await receive(books, fpsFile([running('2025-10-31', 2600, 5250, 662.4)]), 'october.xml');
    await receive(books, fpsFile([{ ...running('2025-11-07', 2600, 5260, 663.9), ...ben }]), 'november.xml');
    await books.sync();
    await postDifference(actTools(books), await on(books, '2025-10-31'), { ...act(), hold });
    expect(await states(books)).toEqual([
      '2025-09-30 posted 5200.00',
      '2025-10-31 posted 2650.00',
      '2025-11-07 held 2600.00',
    ]);
  });

  it.each([
    ['NI', { ni: [{ earnings: '2600.00', employer: '327.45' }] }, 'the NI to date does not move by the same pay'],
    ['a loan', { payment: '<StudentLoanRecovered>30.00</StudentLoanRecovered>' }, 'there are loans'],
    ['another letter', { ni: [{ ...niOf(2600, 2650, 327.45, 334.95), letter: 'C' }] }, 'cannot be told'],
  ])('posts no difference where the file does not tell all of it: %s', async (_, rest, why) => {
    const books = await booksOfFiles(open);
    await receive(books, fpsFile([running('2025-10-31', 2600, 2600, 327.45)]), 'october.xml');
    await receive(books, fpsFile([{ ...running('2025-11-07', 2600, 5250, 662.4), ...rest }]), 'november.xml');
    await books.sync();
    const ref = { ...books.ref(7), company: await companyNow(books) };
    await expect(
      postDifference(actTools(books), ref, { ...act(), hold: 'year_to_date_differs' }),
    ).rejects.toMatchObject({ detail: expect.stringContaining(why) });
    expect(await books.db.read((rows) => receivedFiles(rows, everything, books.company))).toHaveLength(2);
    expect(await paid(books)).toEqual(['2025-10-31 2600.0']);
  });

  const hold = 'year_to_date_differs';
  const on = async (books: Books, paidOn: string) => ({
    ...{ ...books.ref(6), company: await companyNow(books), paid: paidOn },
  });
  const august = fpsFile([running('2025-08-29', 2600, 2600, 327.45)]);
  const september = fpsFile([running('2025-09-30', 2600, 5200, 654.9)]);
  const october = fpsFile([running('2025-10-31', 2600, 7800, 982.35)]);
  const withDifference = ['2025-08-29 2600.0', '2025-10-31 5200.0'];

  /** September never came, and October's year to date has it. */
  async function septemberMissing() {
    const books = await booksOfFiles(open);
    await receive(books, august, 'august.xml');
    await receive(books, october, 'october.xml');
    await books.sync();
    return books;
  }

  it('lets no one approve as it stands what it has paid, in whatever order the files come', async () => {
    const books = await septemberMissing();
    await postDifference(actTools(books), await on(books, '2025-10-31'), { ...act(), hold });
    const { file } = await receive(books, september, 'september.xml');
    await books.sync();
    expect((await books.run(5)).holdCodes).toEqual(['paid_by_difference']);
    const late = { ...books.ref(5), company: await companyNow(books) };
    for (const code of [hold, 'paid_by_difference'])
      await expect(books.acts.approve(late, { ...act(), hold: code })).rejects.toMatchObject({ kind: 'not-now' });
    await expect(postDifference(actTools(books), late, { ...act(), hold })).rejects.toMatchObject({ kind: 'not-now' });
    // November follows anyway, and September's file is taken back: the difference has paid it.
    await receive(books, fpsFile([running('2025-11-28', 2600, 10_400, 1309.8)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 1 });
    await withdraw(books, file.id);
    expect(await books.sync()).toMatchObject({ posted: 0, held: 0, changed: 0 });
    expect(await paid(books)).toEqual([...withDifference, '2025-11-28 2600.0']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('stands before a file that was taken back before it, and comes again after it', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    await receive(books, august, 'august.xml');
    const { file } = await receive(books, september, 'september.xml');
    await receive(books, october, 'october.xml');
    await withdraw(books, file.id);
    await books.policy({ mode: 'auto' });
    await books.sync();
    await postDifference(actTools(books), await on(books, '2025-10-31'), { ...act(), hold });
    await receive(books, september, 'september.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 0, held: 1 });
    expect((await books.run(5)).holdCodes).toEqual(['paid_by_difference']);
    expect(await paid(books)).toEqual(withDifference);
  });

  it('is refused while a payment of the same year to date waits, though it is paid later', async () => {
    const books = await septemberMissing();
    // September's pay, sent late: its year to date fits nothing.
    await receive(books, fpsFile([running('2025-11-03', 2600, 5250, 654.9)]), 'september.xml');
    await books.sync();
    await books.acts.approve(await on(books, '2025-11-03'), { ...act(), hold });
    await expect(
      postDifference(actTools(books), await on(books, '2025-10-31'), { ...act(), hold }),
    ).rejects.toMatchObject({ detail: expect.stringContaining('another payment') });
    expect(await paid(books)).toEqual(['2025-08-29 2600.0', '2025-11-03 2600.0']);
  });

  it('is refused of a payment that was overtaken: it would take out what later files have paid', async () => {
    const books = await booksOfFiles(open);
    await receive(books, august, 'august.xml');
    await receive(books, september, 'september.xml');
    await receive(books, october, 'october.xml');
    // 50.00 more of August, with the year to date of then.
    const more = ada('2025-08-29', 50, 2650, { ni: [niOf(50, 2650, 7.5, 334.95)] });
    await receive(books, fpsFile([more]), 'august-again.xml');
    await books.sync();
    await expect(
      postDifference(actTools(books), { ...books.ref(4), company: await companyNow(books) }, { ...act(), hold }),
    ).rejects.toMatchObject({ detail: expect.stringContaining('later payment') });
    expect((await books.run(4)).gross.toString()).toBe('2650.00');
  });

  it('is asked about again, and never posted twice, once the record is lost', async () => {
    const books = await septemberMissing();
    await postDifference(actTools(books), await on(books, '2025-10-31'), { ...act(), hold });
    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    await again.policy({ ...ofFiles, ...reference, ...people(again) });
    await receive(again, august, 'august.xml');
    await receive(again, october, 'october.xml');
    expect(await again.sync()).toMatchObject({ posted: 0, adopted: 2, changed: 1 });
    await postDifference(actTools(again), await on(again, '2025-10-31'), { ...act(), hold });
    expect(await states(again)).toEqual(['2025-08-29 posted 2600.00', '2025-10-31 posted 5200.00']);
    expect(await paid(again)).toEqual(withDifference);
    expect(await verifyLog(again.db)).toEqual([]);
  });
});

describeOnDatabases('the difference of someone with a pension and a loan', (open) => {
  /** 5 % by relief at source, and a loan of 90.00 a month. */
  const withMore = (paidOn: string, toDate: number, also: { pension: string; loan: string } | undefined) => {
    const more =
      '<PayAfterStatDedns>2250.00</PayAfterStatDedns><EmpeePenContribnsNotPaid>130.00</EmpeePenContribnsNotPaid><StudentLoanRecovered>90.00</StudentLoanRecovered>';
    const figures =
      also &&
      `<StudentLoansTD>${also.loan}</StudentLoansTD><EmpeePenContribnsNotPaidYTD>${also.pension}</EmpeePenContribnsNotPaidYTD>`;
    const one = running(paidOn, 2600, toDate, toDate === 2600 ? 327.45 : 672.4);
    return { ...one, payment: more, toDate: { ...one.toDate, ...(figures && { also: figures }) } };
  };
  const posted = async (also: Parameters<typeof withMore>[2]) => {
    const books = await booksOfFiles(open, { employerPensions: { E1: '71.40' } });
    await receive(
      books,
      fpsFile([withMore('2025-10-31', 2600, also && { pension: '130.00', loan: '90.00' })]),
      'october.xml',
    );
    // 100.00 of October was forgotten, with 5.00 of pension and 9.00 of the loan.
    await receive(books, fpsFile([withMore('2025-11-07', 5300, also)]), 'november.xml');
    await books.sync();
    const ref = { ...books.ref(7), company: await companyNow(books) };
    return { books, done: postDifference(actTools(books), ref, { ...act(), hold: 'year_to_date_differs' }) };
  };

  it('has what is missing of them', async () => {
    const { books, done } = await posted({ pension: '265.00', loan: '189.00' });
    expect((await done).run.state).toBe('posted');
    const set = (await books.sets()).find(({ dated_on: day }) => day === '2025-11-07');
    const of = (code: string) =>
      set?.journal_entries.filter(({ category }) => category.endsWith(code)).map(({ debit_value }) => debit_value);
    expect([of('401'), of('813')]).toEqual([['2700.0'], ['-206.4']]);
    // Tax of 270.00, NI of 344.95 and 99.00 of the loan.
    expect(of('814')).toEqual(['-713.95']);
  });

  it('is refused where a file has no figures to date of them', async () => {
    const { done } = await posted(undefined);
    await expect(done).rejects.toThrow('Not possible for this pay run now');
  });
});
