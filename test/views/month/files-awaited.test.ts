import { AppModule } from '../../../src/app/app.module.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { sourcesAwaited } from '../../../src/views/month/files-awaited.js';
import { monthSteps } from '../../../src/views/month/month-steps.js';
import { openDoor } from '../../doors/api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { epsFile, unpaid } from '../../payrolls/files/eps-files.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { type Books, booksOn, elm } from '../../sync/rig.js';

const everything = { companies: null, pay: true };
const [august, september, october, november] = [4, 5, 6, 7].map((period) => ({ year: 2026, period })) as [
  Month,
  Month,
  Month,
  Month,
];
type Month = { readonly year: number; readonly period: number };

const monthly = undefined;
test.each<[string, readonly (readonly [month: number, source: string | undefined])[], readonly string[] | undefined]>([
  ['has never sent a file', [], []],
  ['sent this month’s', [[9, monthly]], undefined],
  ['sent last month’s alone', [[8, monthly]], ['monthly']],
  ['sent its weekly file and not its monthly one', [[8, monthly], [8, 'weekly'], [9, 'weekly']], ['monthly']], // biome-ignore format: a row
  ['sent neither', [[8, monthly], [7, 'weekly']], ['monthly', 'weekly']], // biome-ignore format: a row
  ['paid by the week until five months ago', [[4, 'weekly'], [8, monthly], [9, monthly]], undefined], // biome-ignore format: a row
  ['has sent nothing for half a year', [[3, monthly]], []],
  ['pays once a quarter', [[7, 'quarterly']], undefined],
  ['pays once a quarter, and by the month', [[7, 'quarterly'], [8, monthly]], ['monthly']], // biome-ignore format: a row
  ['sent next month’s early', [[8, monthly], [10, monthly]], ['monthly']], // biome-ignore format: a row
])('of a client that %s', (_, paid, awaited) => {
  expect(
    sourcesAwaited(
      paid.map(([month, of]) => ({ month, of })),
      9,
    ),
  ).toEqual(awaited);
});

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };

async function receive(books: Books, bytes: Uint8Array) {
  const tools = { database: books.db, log: books.log };
  const clients = async () => [await books.rig.companies.find(books.company.id)];
  return receiveFile(tools, clients, { who, name: 'fps.xml', bytes });
}

const ada = (paidOn: string, toDate: string): PersonInFile => ({
  ...{ paidOn, period: `<MonthNo>${Number(paidOn.slice(5, 7)) - 3}</MonthNo>`, taxable: '2600.00', tax: '0.00' },
  ...{ toDate: { taxable: toDate, tax: '0.00' }, ni: [{ earnings: '2600.00', employer: '327.45' }] },
});
const will = (paidOn: string, week: number, toDate: string): PersonInFile => ({
  ...{ payId: 'W1', fore: 'Will', sur: 'Wren', frequency: 'W1', period: `<WeekNo>${week}</WeekNo>`, paidOn },
  ...{ taxable: '400.00', tax: '0.00', toDate: { taxable: toDate, tax: '0.00' } },
  ni: [{ earnings: '400.00', employer: '45.60' }],
});

describeOnDatabases('the files of a month that have not come', (open) => {
  const started = async () => {
    const books = await booksOn(open, { scenario: elm({ payroll: {} }) });
    await books.policy({
      payroll: { from: 'files' },
      employerPensions: { '*': '0.00' },
      controls: { payeReference: '123/AB456' },
      payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2`, W1: `${books.rig.baseUrl}/v2/users/1` },
    });
    const steps = (month: Month, today = '2025-11-10') =>
      books.db.read((rows) => monthSteps(rows, everything, month, today));
    const awaited = async (month: Month, today?: string) => (await steps(month, today)).awaited;
    return { books, steps, awaited };
  };

  test('are named by client and source, whether or not a sync has seen those that came', async () => {
    const { books, steps, awaited } = await started();
    const elmLtd = { companyId: books.company.id, company: 'Elm Ltd' };
    expect(await awaited(october)).toEqual([{ ...elmLtd, sources: [] }]);
    await receive(books, fpsFile([ada('2025-09-30', '2600.00'), will('2025-09-26', 25, '400.00')]));
    expect(await awaited(september)).toEqual([]);
    // No file is missing of the months before the first.
    expect(await awaited(august)).toEqual([]);
    expect(await awaited(october)).toEqual([{ ...elmLtd, sources: ['monthly', 'weekly'] }]);
    await books.sync();
    expect(await awaited(august)).toEqual([]);
    const october31 = fpsFile([will('2025-10-31', 30, '800.00')]);
    const { file } = await receive(books, october31);
    expect(await awaited(october)).toEqual([{ ...elmLtd, sources: ['monthly'] }]);
    const tools = { database: books.db, log: books.log };
    await withdrawFile(tools, books.company, { id: file.id, who, reason: 'Not yet final' });
    expect(await awaited(october)).toEqual([{ ...elmLtd, sources: ['monthly', 'weekly'] }]);
    await receive(books, october31);
    await books.sync();
    expect(await awaited(october)).toEqual([{ ...elmLtd, sources: ['monthly'] }]);
    expect(await steps(october)).toMatchObject({ clients: 1, payrollIn: 0 });
    await receive(books, fpsFile([ada('2025-10-31', '5200.00')]));
    expect(await awaited(october)).toEqual([]);
    await books.sync();
    expect(await steps(october)).toMatchObject({ clients: 1, payrollIn: 1, awaited: [] });
    // A month that has not begun awaits nothing.
    expect(await awaited(november, '2025-11-05')).toEqual([]);
    expect(await awaited(november, '2025-11-06')).toEqual([{ ...elmLtd, sources: ['monthly', 'weekly'] }]);
  });

  test('are none where a return says that no one is paid, nor before the cut-over', async () => {
    const { books, steps, awaited } = await started();
    await receive(books, fpsFile([ada('2025-09-30', '2600.00')]));
    await books.sync();
    await receive(books, epsFile(unpaid('2025-10-06', '2025-11-05')));
    expect(await steps(october)).toMatchObject({ payrollIn: 1, awaited: [] });
    expect(await awaited(november, '2025-11-10')).toMatchObject([{ sources: ['monthly'] }]);
    await books.policy({ postFrom: '2025-12-06' });
    expect(await awaited(november, '2025-11-10')).toEqual([]);
  });

  test('lead from Month to the tab of the client', async () => {
    const database = await open();
    const files = {
      payroll: { ...defaultPolicy.payroll, from: 'files' },
    } as const;
    for (const id of ['ash', 'birch', 'cedar'])
      await insertCompany(database, { id, name: id }, id === 'ash' ? {} : files);
    const door = await openDoor(database, [AppModule]);
    const { cookie } = await door.browser({ role: 'viewer' });
    const page = async () => (await door.http.get('/?year=2026&month=7').set('Cookie', cookie).expect(200)).text;
    const link = (id: string) => `<a href="/clients/${id}/payroll-in">${id}</a>`;
    expect(await page()).toContain(`File not come: ${link('birch')}, ${link('cedar')}`);
    for (const id of ['dale', 'elder', 'fir', 'gorse']) await insertCompany(database, { id, name: id }, files);
    expect(await page()).toContain('Files of 6 clients have not come');
    expect(await page()).toContain(link('gorse'));
    await door.close();
  });
});
