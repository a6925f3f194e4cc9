import { expect, it } from '@jest/globals';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, type Books } from '../../sync/rig.js';
import { ada, booksOfFiles, companyNow, niOf, paid, receive, running } from './files-rig.js';

const hold = 'year_to_date_differs';

describeOnDatabases('a payment approved as it stands, although its year to date differs', (open) => {
  /** 50.00 of August are in no file, and in every year to date from September on. */
  async function fiftyMissing(over: object = {}) {
    const books = await booksOfFiles(open, over);
    await receive(books, fpsFile([running('2025-08-29', 2600, 2600, 327.45)]), 'august.xml');
    await receive(books, fpsFile([running('2025-09-30', 2600, 5250, 662.4)]), 'september.xml');
    await receive(books, fpsFile([running('2025-10-31', 2600, 7850, 989.85)]), 'october.xml');
    await receive(books, fpsFile([running('2025-11-28', 2600, 10_450, 1317.3)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 3 });
    return books;
  }
  const approve = async (books: Books, period: number) =>
    books.acts.approve({ ...books.ref(period), company: await companyNow(books) }, { ...act(), hold });
  const months = ['2025-08-29', '2025-09-30', '2025-10-31', '2025-11-28'];
  const asTheyStand = months.map((day) => `${day} 2600.0`);
  const holdsOf = async (books: Books) => (await books.runs()).map(({ holdCodes }) => holdCodes.join());
  /** What August lacked. */
  const late = { early: '<LateReason>H</LateReason>', ni: [niOf(50, 2650, 7.5, 334.95)] };

  it('is what later months of the year go on from', async () => {
    const books = await fiftyMissing();
    expect((await approve(books, 5)).run.state).toBe('posted');
    expect(await books.sync()).toMatchObject({ posted: 2, held: 0 });
    expect(await paid(books)).toEqual(asTheyStand);
    await receive(books, fpsFile([running('2025-12-31', 2600, 13_050, 1644.75)]), 'december.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0 });

    // A further 20.00 are missing: that is another question.
    await receive(books, fpsFile([running('2026-01-30', 2600, 15_670, 1975.2)]), 'january.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    const [asked] = (await books.run(9)).mapped?.holds ?? [];
    expect([asked?.code, asked?.amount]).toEqual([hold, '20.00']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('gives way to the missing file, which is paid once', async () => {
    const books = await fiftyMissing();
    await approve(books, 5);
    await books.sync();
    await receive(books, fpsFile([{ ...ada('2025-08-29', 50, 2650), ...late }]), 'august-more.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1, held: 0 });
    expect((await books.run(4)).gross.toString()).toBe('2650.00');
    await books.acts.amend(books.ref(4), act());
    await books.sync();
    expect(await paid(books)).toEqual(['2025-08-29 2650.0', ...asTheyStand.slice(1)]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('lets nothing pass that came late and does not explain it', async () => {
    const books = await fiftyMissing();
    await approve(books, 5);
    await books.sync();
    const other = { early: '<LateReason>H</LateReason>', ni: [niOf(30, 2640, 4.5, 331.95)] };
    await receive(books, fpsFile([{ ...ada('2025-08-29', 30, 2640), ...other }]), 'august-more.xml');
    await receive(books, fpsFile([running('2025-12-31', 2600, 13_050, 1644.75)]), 'december.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 1, held: 0 });
    const after = '2025-12-31 2600.0';
    expect(await paid(books)).toEqual([...asTheyStand, after]);
    const { holdCodes, mapped } = await books.run(4);
    expect(holdCodes).toEqual([hold]);
    expect(mapped?.holds[0]?.message).toContain('would be £2,630.00');
    await approve(books, 4);
    await books.acts.amend(books.ref(4), act());
    expect(await paid(books)).toEqual(['2025-08-29 2630.0', ...asTheyStand.slice(1), after]);
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 0, held: 0 });
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('asks again once the approval is taken back, or the payment is another', async () => {
    const books = await fiftyMissing();
    await books.policy({ mode: 'approve' });
    await approve(books, 5);
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', '', '', '']);
    const [decision] = await books.decisions.standing(books.company.id, books.company.connectionId);
    await books.acts.takeBack(books.ref(5), { ...act(), decision: decision?.id ?? '' });
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', hold, hold, hold]);

    await approve(books, 5);
    await books.sync();
    // September is sent again, with 100.00 more.
    const again = running('2025-09-30', 2700, 5350, 662.4);
    await receive(books, fpsFile([again]), 'september-again.xml');
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', `employer_ni_improbable,${hold}`, hold, hold]);
    expect((await books.run(5)).gross.toString()).toBe('2700.00');
  });

  it('is an answer for the figures that were seen, not for those that come in their place', async () => {
    const books = await booksOfFiles(open, { mode: 'approve' });
    await receive(books, fpsFile([running('2025-08-29', 2600, 2600, 327.45)]), 'august.xml');
    await receive(books, fpsFile([running('2025-09-30', 2600, 5250, 662.4)]), 'september.xml');
    await books.sync();
    await approve(books, 5);
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', '']);

    // Ada’s September is sent again with 100.00 more, and October goes on from that: no one has seen these.
    const again = ada('2025-09-30', 2700, 5350, { ni: [niOf(2700, 5350, 342.45, 677.4)] });
    await receive(books, fpsFile([again]), 'september-again.xml');
    await receive(books, fpsFile([running('2025-10-31', 2600, 7950, 1004.85)]), 'october.xml');
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', hold, hold]);
    await approve(books, 5);
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', '', '']);
  });

  it('is no answer for what was paid before it', async () => {
    const books = await fiftyMissing();
    await books.policy({ mode: 'approve' });
    await approve(books, 7);
    await receive(books, fpsFile([running('2025-12-31', 2600, 13_050, 1644.75)]), 'december.xml');
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', hold, hold, '', '']);
    await approve(books, 5);
    await books.sync();
    expect(await holdsOf(books)).toEqual(['', '', '', '', '']);
  });

  it('is known for the person alone who was named', async () => {
    const books = await booksOfFiles(open);
    const both = (paidOn: string, toDate: number, employerToDate: number) =>
      fpsFile([
        running(paidOn, 2600, toDate, employerToDate),
        { ...running(paidOn, 2600, toDate, employerToDate), payId: 'D1', fore: 'Dana' },
      ]);
    await receive(books, both('2025-08-29', 2600, 327.45), 'august.xml');
    await receive(books, both('2025-09-30', 5250, 662.4), 'september.xml');
    await receive(books, both('2025-10-31', 7850, 989.85), 'october.xml');
    await books.sync();
    const ref = { ...books.ref(5), company: await companyNow(books) };
    await books.acts.approve(ref, { ...act(), hold, user: '/v2/users/2' });
    await books.sync();
    const askedOf = async (period: number) =>
      (await books.run(period)).mapped?.holds.filter(({ code }) => code === hold).map(({ payslip }) => payslip);
    expect(await askedOf(6)).toEqual([`${books.rig.baseUrl}/v2/users/1`]);
  });
});
