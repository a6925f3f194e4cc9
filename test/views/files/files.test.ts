import { AppModule } from '../../../src/app/app.module.js';
import { surroundingsFact, type KeptSurroundings } from '../../../src/companies/surroundings.js';
import { writeFact } from '../../../src/ground/facts.js';
import { inLondon, withZone } from '../../../src/ground/london.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { tableSheets } from '../../../src/views/files/table-file.js';
import type { Sheet } from '../../../src/views/files/sheet.js';
import { workbookParts } from '../../../src/views/files/workbook.js';
import { monthFileName, named, yearFileName } from '../../../src/views/files/file-names.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { opened, openedCsv } from '../../harness/spreadsheet.js';
import { type Door, openDoor, StillClock } from '../../doors/api/door.js';

describe('the name of a file', () => {
  it.each([
    [monthFileName('Barlow Electrical', { year: 2026, period: 6 }, 'journal'), 'Barlow Electrical 2025-10 journal'],
    [monthFileName('Ash', { year: 2026, period: 0 }, 'journal'), 'Ash 2025-04 journal'],
    [monthFileName('Ash', { year: 2026, period: 9 }, 'journal'), 'Ash 2026-01 journal'],
    [monthFileName('Ash', { year: 2026, period: 11 }, 'journal'), 'Ash 2026-03 journal'],
    [yearFileName('Ash', 2026, 'tax year'), 'Ash 2025-26 tax year'],
    [yearFileName('Ash', 2000, 'tax year'), 'Ash 1999-00 tax year'],
    [monthFileName('A/B: "C"\n<D>', { year: 2026, period: 6 }, 'journal'), 'A B C D 2025-10 journal'],
    [named(undefined, 'posting log'), 'posting log'],
  ])('is %j', (name, expected) => {
    expect(name).toBe(expected);
  });
});

describe('London’s time', () => {
  it.each([
    ['2025-07-01T22:59:59Z', '2025-07-01T23:59:59', '2025-07-01T23:59:59+01:00'],
    ['2025-07-01T23:00:00Z', '2025-07-02T00:00:00', '2025-07-02T00:00:00+01:00'],
    ['2025-10-26T00:59:59Z', '2025-10-26T01:59:59', '2025-10-26T01:59:59+01:00'],
    ['2025-10-26T01:00:00Z', '2025-10-26T01:00:00', '2025-10-26T01:00:00+00:00'],
    ['2025-12-31T23:59:59.999Z', '2025-12-31T23:59:59', '2025-12-31T23:59:59+00:00'],
  ])('of %s is %s', (at, local, zoned) => {
    expect([inLondon(new Date(at)), withZone(new Date(at))]).toEqual([local, zoned]);
  });
});

describe('a table as a spreadsheet', () => {
  async function* pounds(count: number): AsyncGenerator<number> {
    for (let number = 1; number <= count; number++) yield number;
  }
  const table = (count: number) => ({
    sheet: 'What was paid',
    rows: pounds(count),
    columns: [
      { heading: 'N', value: (row: number) => row },
      { heading: 'Amount', value: (row: number) => Money.parse(`${row}.01`), summed: true as const },
    ],
  });
  async function bytesOf(sheets: AsyncIterable<Sheet>): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of workbookParts(sheets)) parts.push(part);
    return Buffer.concat(parts);
  }

  it('is written completely, however many rows, with a total that another program confirms', async () => {
    const [sheet] = await opened(await bytesOf(tableSheets(table(30_000))));
    expect(sheet?.rows).toHaveLength(30_002);
    expect(sheet?.rows[30_000]).toEqual(['30000', '30000.01']);
    expect(sheet?.rows.at(-1)).toEqual(['Total', '450015300']);
  });

  it('continues in another sheet when one is full, with one total over both', async () => {
    const sheets = await opened(await bytesOf(tableSheets(table(5), 5)));
    expect(sheets).toEqual([
      { name: 'What was paid', rows: [['N', 'Amount'], ...['1', '2', '3'].map((n) => [n, `${n}.01`])] },
      {
        name: 'What was paid 2',
        rows: [
          ['N', 'Amount'],
          ['4', '4.01'],
          ['5', '5.01'],
          ['Total', '15.05'],
        ],
      },
    ]);
    expect((await opened(await bytesOf(tableSheets(table(3), 5)))).map(({ name }) => name)).toEqual(['What was paid']);
  });

  it('is sent while its rows are still being read', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<number> {
      for (;;) yield ++asked;
    }
    const parts = workbookParts(tableSheets({ ...table(0), rows: endless() }));
    let bytes = 0;
    for await (const part of parts) if ((bytes += part.length) > 500_000) break;
    expect(asked).toBeLessThan(200_000);
  });
});

describe('files that people open', () => {
  let temp: TempDatabase;
  let door: Door;
  let token: string;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { name: 'Barlow Électrical', id: 'barlow' });
    const payroll = payrollOf([
      { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
      { id: 2, name: 'Bo Lindqvist', basic: '1000.10', tax: '0.00', ni: '0.00', employerNi: '10.00' },
    ]);
    for (const datedOn of ['2025-10-31', '2025-11-28'])
      await insertRun(temp.database, 'barlow', payroll, { state: 'posted', datedOn });
    const people = ['Amara Okafor', 'Bo Lindqvist'].map((name, index) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      const url = `https://api.example.com/v2/users/${index + 1}`;
      return { url, path: new URL(url).pathname, role: 'Employee', firstName, lastName };
    });
    const accounts = [
      { code: '401', name: 'Wages of the workshop', url: 'https://api.example.com/v2/categories/401' },
      { code: '814', name: 'HMRC', url: 'https://api.example.com/v2/categories/814' },
    ];
    const kept: KeptSurroundings = { at: temp.database.clock.now().toISOString(), people, accounts, closed: [] };
    await temp.database.work((rows) => writeFact(rows, surroundingsFact('barlow'), JSON.stringify(kept)));
    door = await openDoor(temp.database, [AppModule]);
    token = await door.token();
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  async function download(path: string) {
    const answer = await fetch(`${await door.app.getUrl()}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    const disposition = answer.headers.get('content-disposition') ?? '';
    return {
      name: decodeURIComponent(/filename\*=UTF-8''(.*)/.exec(disposition)?.[1] ?? ''),
      bytes: await bytesOf(answer),
    };
  }
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

  it('are a journal by company, month, account and person, with equal sides', async () => {
    const csv = await download('/runs/barlow/2026/6/2025-10-31/journal.csv');
    expect(Buffer.from(csv.bytes).toString()).toContain(',Basic pay (basic_pay),post,');
    const { name, bytes } = await download('/runs/barlow/2026/6/2025-10-31/journal.xlsx');
    expect(name).toBe('Barlow Électrical 2025-10 journal.xlsx');
    const [sheet] = await opened(bytes);
    const [heading, ...rows] = sheet?.rows ?? [];
    expect(heading?.slice(0, 11)).toEqual([
      ...['Company', 'Tax year', 'Tax month', 'Date paid', 'Dated', 'Account', 'Account name', 'Person'],
      ...['Description', 'Debit', 'Credit'],
    ]);
    expect(rows[0]?.slice(0, 7)).toEqual([
      ...['Barlow Électrical', '2025/26', '7', '2025-10-31', '2025-10-31', '401', 'Wages of the workshop'],
    ]);
    expect(rows.find((row) => row[5] === '902')?.slice(5, 8)).toEqual(['902', 'Salary and bonuses', 'Amara Okafor']);
    expect(rows.at(-1)?.[0]).toBe('Total');
    expect(rows.at(-1)?.slice(9, 11)).toEqual(['3247.55', '3247.55']);
  });

  it('are a tax year with its months, accounts and HMRC in cells of their own, and a total', async () => {
    const asked = '/clients/barlow/tax-year.FORMAT?year=2026';
    const { name, bytes } = await download(asked.replace('FORMAT', 'xlsx'));
    expect(name).toBe('Barlow Électrical 2025-26 tax year.xlsx');
    const [sheet] = await opened(bytes);
    expect(sheet?.name).toBe('Tax year 2025 26');
    const [heading = [], ...rows] = sheet?.rows ?? [];
    const of = (row: readonly string[] | undefined, column: string) => row?.[heading.indexOf(column)];
    expect(rows[6]?.slice(0, 4)).toEqual(['Barlow Électrical', '2025/26', '7', 'October 2025']);
    expect(of(rows[6], '401 Wages of the workshop')).toBe('3000.1');
    expect(of(rows[12], '401 Wages of the workshop')).toBe('6000.2');
    expect(of(rows[12], '814 HMRC')).toBe('-1028.02');

    const csv = await download(asked.replace('FORMAT', 'csv'));
    const lines = new TextDecoder().decode(csv.bytes).trim().split('\r\n');
    expect(lines).toHaveLength(14);
    expect(lines[13]).toMatch(/^Total,,,,6000\.20,/);
    // If another program is installed, it must read the same figures in both.
    const reopened = await openedCsv(csv.bytes);
    if (reopened !== undefined) expect(reopened[0]?.rows[13]?.slice(4, 6)).toEqual(rows[12]?.slice(4, 6));
  });

  it('are the journals of a year for programs, with new columns after the old ones', async () => {
    const { bytes } = await download('/api/journals.csv?company=barlow&year=2026');
    const [heading, first] = new TextDecoder().decode(bytes).split('\r\n');
    expect(heading).toBe(
      'Company,Year,Period,Date paid,Dated,Tag,Kind,Journal set,Account,Debit,Credit,Description,User,From,Tax year,Tax month,Account name,Person',
    );
    expect(first).toMatch(/^Barlow Électrical,2026,6,2025-10-31,.*,2025\/26,7,Wages of the workshop,/);
    const [sheet] = await opened((await download('/api/journals.xlsx?company=barlow&year=2026')).bytes);
    expect(sheet?.rows.at(-1)?.slice(9, 11)).toEqual(['6495.1', '6495.1']);
  });

  it('are the log, in London time', async () => {
    const [sheet] = await opened((await download('/api/log.xlsx')).bytes);
    expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Entry', 'At', 'Company']);
  });
});
