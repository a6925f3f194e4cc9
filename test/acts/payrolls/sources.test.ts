import { expect, it } from '@jest/globals';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { Notification } from '../../../src/record/messages/notification.entity.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { payrollSources } from '../../../src/views/company/payroll-sources.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { act, type Books, booksOn, connectedOn, elm } from '../../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
const october = 6;
const monthly = 'counterfoil:2026-06:2025-10-31';
const weekly = 'counterfoil.weekly:2026-06:2025-10-31';

const settings = (books: Books) =>
  books.policy({
    payroll: { from: 'files' },
    employerPensions: { '*': '0.00' },
    controls: { payeReference: '123/AB456' },
    payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2`, W1: `${books.rig.baseUrl}/v2/users/1` },
  });

async function booksOfFiles(open: Parameters<typeof booksOn>[0], env: NodeJS.ProcessEnv = {}): Promise<Books> {
  const books = await booksOn(open, { scenario: elm({ payroll: {} }), env });
  await settings(books);
  return books;
}

async function receive(books: Books, person: PersonInFile) {
  const companies = [await books.rig.companies.find(books.company.id)];
  const given = { who, name: 'fps.xml', bytes: fpsFile([person]) };
  return receiveFile({ database: books.db, log: books.log }, async () => companies, given);
}

/** Ada, by the month; paid on the day on which the weekly people are. */
const ada: PersonInFile = { ni: [{ earnings: '2600.00', employer: '327.45' }] };

/** Will, by the week. */
const will = (week: number, paidOn: string, taxable: string, toDate: string): PersonInFile => ({
  ...{ payId: 'W1', fore: 'Will', sur: 'Wren', frequency: 'W1', period: `<WeekNo>${week}</WeekNo>`, paidOn },
  ...{ taxable, tax: '0.00', toDate: { taxable: toDate, tax: '0.00' } },
  ni: [{ earnings: taxable, employer: ((Number(taxable) - 96) * 0.15).toFixed(2) }],
});

const states = async (books: Books) =>
  (await books.runs()).map(({ tag, state, holdCodes }) => [tag, state, ...holdCodes].join(' ')).sort();
const paid = async (books: Books) =>
  (await books.sets())
    .map((set) => `${set.tag} ${set.journal_entries.find(({ category }) => /40[17]$/.test(category))?.debit_value}`)
    .sort();

describeOnDatabases('two payroll sources of one company', (open) => {
  it('pay on one day under two identities, and a file of one changes nothing of the other', async () => {
    const books = await booksOfFiles(open);
    await receive(books, ada);
    expect(await books.sync()).toMatchObject({ posted: 1 });
    await receive(books, will(30, '2025-10-31', '400.00', '400.00'));
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0 });
    expect(await paid(books)).toEqual([`${weekly} 400.0`, `${monthly} 2600.0`]);
    expect(await books.sync()).toMatchObject({ posted: 0, unchanged: 2, requests: 0 });
    const company = await books.rig.companies.find(books.company.id);
    const file = { kind: 'files', people: 1, lastPaid: '2025-10-31' };
    expect(await books.db.read((rows) => payrollSources(rows, company))).toEqual([
      { ...file, name: 'weekly', prefix: 'counterfoil.weekly' },
      { ...file, name: 'monthly', prefix: 'counterfoil' },
    ]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('are both found in the books when the record is lost', async () => {
    const books = await booksOfFiles(open);
    await receive(books, ada);
    await receive(books, will(30, '2025-10-31', '400.00', '400.00'));
    await books.sync();
    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    await settings(again);
    await receive(again, ada);
    await receive(again, will(30, '2025-10-31', '400.00', '400.00'));
    expect(await again.sync()).toMatchObject({ posted: 0, adopted: 2, changed: 0 });
    expect(await paid(again)).toEqual([`${weekly} 400.0`, `${monthly} 2600.0`]);
  });

  it('are named one by one: the day alone is the first, with its source the other', async () => {
    const books = await booksOfFiles(open);
    await receive(books, ada);
    await receive(books, will(30, '2025-10-31', '400.00', '400.00'));
    await books.sync();
    const of = (day: string) => ({ ...books.ref(october), paid: day });
    const { run } = await books.acts.signOff(of('2025-10-31.weekly'), act());
    expect(run.tag).toBe(weekly);
    expect((await books.acts.signOff(of('2025-10-31'), act())).run.tag).toBe(monthly);
    await expect(books.acts.signOff(of('2025-10-31.fortnightly'), act())).rejects.toThrow('31 Oct 2025 (fortnightly)');
    await expect(books.acts.signOff(books.ref(october), act())).rejects.toThrow(
      'paid 31 Oct 2025, 31 Oct 2025 (weekly)',
    );
  });

  it('are named with their source where an act is refused', async () => {
    const books = await booksOfFiles(open);
    await books.policy({ clientApproval: 'before' });
    await receive(books, ada);
    await receive(books, will(30, '2025-10-31', '400.00', '400.00'));
    await books.sync();
    const company = await books.rig.companies.find(books.company.id);
    const of = { ...books.ref(october), company, paid: '2025-10-31.weekly' };
    await expect(books.acts.post(of, act())).rejects.toMatchObject({
      detail: expect.stringContaining('Elm Ltd, paid 31 Oct 2025 (weekly): its policy posts nothing before'),
    });
    await expect(books.acts.post(of, { ...act(), fingerprint: '0'.repeat(64) })).rejects.toMatchObject({
      detail: 'Elm Ltd, paid 31 Oct 2025 (weekly): the figures are not those that were shown.',
    });
    await expect(books.acts.amend(of, act())).rejects.toMatchObject({
      detail: expect.stringContaining('Elm Ltd, paid 31 Oct 2025 (weekly): ready to post; cannot amend this pay run'),
    });
    await expect(books.acts.amend({ ...of, paid: '2025-10-31' }, act())).rejects.toMatchObject({
      detail: expect.stringContaining('Elm Ltd, paid 31 Oct 2025: ready to post; cannot'),
    });
  });

  it('are told apart by the message that one waits: its link opens that one', async () => {
    const webhook = { WEBHOOK_URL: 'https://hook.example/counterfoil', WEBHOOK_SECRET: 'known to both' };
    const books = await booksOfFiles(open, webhook);
    await receive(books, ada);
    await receive(books, { ...will(30, '2025-10-31', '400.00', '400.00'), payId: 'W9' });
    expect(await books.sync()).toMatchObject({ posted: 1, held: 1 });
    const messages = await books.db.read((rows) => rows.find(Notification));
    expect(messages.map(({ payload }) => new URL((payload as { link: string }).link).pathname)).toEqual([
      `/runs/${books.company.id}/2026/6/2025-10-31.weekly`,
    ]);
  });

  it('that pay one person the same may be one payment in two files: the later is held', async () => {
    const books = await booksOfFiles(open);
    await receive(books, { ...ada, paidOn: '2025-10-24' });
    const same = `${books.rig.baseUrl}/v2/users/2`;
    await books.policy({ payroll: { from: 'files' }, payrollPeople: { E1: same, W1: same } });
    await receive(books, {
      ...will(30, '2025-10-31', '2600.00', '2600.00'),
      tax: '310.20',
      toDate: { taxable: '2600.00', tax: '310.20' },
    });
    await books.sync();
    expect(await states(books)).toEqual([
      `${weekly} held paid_by_two_sources`,
      'counterfoil:2026-06:2025-10-24 posted',
    ]);
    const of = { ...books.ref(october), paid: '2025-10-31.weekly' };
    await books.acts.approve(of, { ...act(), hold: 'paid_by_two_sources' });
    expect(await states(books)).toEqual([`${weekly} posted`, 'counterfoil:2026-06:2025-10-24 posted']);
  });
});
