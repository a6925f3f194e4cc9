import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { neutral, writeCsv } from '../../../src/views/files/csv.js';
import { AppModule } from '../../../src/app/app.module.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from '../../doors/api/door.js';

const mebibyte = 1024 * 1024;

async function* rowsOf<Row>(...rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

describe('CSV', () => {
  it.each([
    '=1+1',
    '+44 20',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\r=x',
    '\n=1+1',
    '\r\n=1',
    '\uFEFF=1',
    '\u0001=1',
    '＝1+1',
    ' =1',
    '\u00a0 @x',
    '\u200b-1',
    ' \t+1',
    '\u2003=1',
    '\u202e=1',
  ])('keeps the text %j text', (words) => {
    expect(neutral(words)).toBe(`'${words}`);
  });

  it.each(['Ash Ltd', '1557.04', ' 1', 'a =1', '2025-10-31', ''])('leaves %j as it is', (words) => {
    expect(neutral(words)).toBe(words);
  });

  it('keeps numbers and money numbers, marks UTF-8, and quotes what must be quoted', async () => {
    const to = new PassThrough();
    const written = text(to);
    await writeCsv(
      rowsOf({ name: '=HYPERLINK("x")', amount: Money.parse('-637.67'), count: -2, at: new Date(0), none: undefined }),
      [
        { heading: 'Name', value: (row) => row.name },
        { heading: 'Amount', value: (row) => row.amount },
        { heading: 'Count', value: (row) => row.count },
        { heading: 'At', value: (row) => row.at },
        { heading: 'None', value: (row) => row.none },
      ],
      to,
    );
    expect(await written).toBe(
      'Name,Amount,Count,At,None\r\n"\'=HYPERLINK(""x"")",-637.67,-2,1970-01-01T01:00:00+01:00,\r\n',
    );
  });

  it('has a row for the headings alone', async () => {
    const to = new PassThrough();
    const written = text(to);
    await writeCsv(rowsOf<{ name: string }>(), [{ heading: 'Name', value: (row) => row.name }], to);
    expect(await written).toBe('Name\r\n');
  });

  it('waits for a slow reader: 100,000 rows are never held at once', async () => {
    let made = 0;
    let taken = 0;
    let most = 0;
    async function* many() {
      for (; made < 100_000; made++) yield { n: made };
    }
    const slow = new Writable({
      highWaterMark: 16 * 1024,
      write(chunk: Buffer, _, done) {
        taken += chunk.toString().split('\r\n').length - 1;
        most = Math.max(most, made - taken);
        setImmediate(done);
      },
    });
    await writeCsv(many(), [{ heading: 'N', value: (row) => row.n }], slow);
    expect(made).toBe(100_000);
    expect(taken).toBe(100_001);
    expect(most).toBeLessThan(20_000);
  });
});

describe('exports of the API', () => {
  let temp: TempDatabase;
  let door: Door;
  let token: string;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { name: '=cmd|calc', id: 'trap' });
    const payroll = payrollOf([
      { id: 1, name: '@Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
    ]);
    const { tag, fingerprint } = await insertRun(temp.database, 'trap', payroll, {
      state: 'posted',
      datedOn: '2025-10-31',
    });
    await insertLogEntry(temp.database, {
      companyId: 'trap',
      act: 'post',
      tag,
      fingerprint,
      actor: '+reviewer',
      answer: '-1 é',
    });
    door = await openDoor(temp.database, [AppModule]);
    token = await door.token();
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });
  const get = (path: string) => door.http.get(path).set('Authorization', `Bearer ${token}`);

  it('of the log are a file for spreadsheets', async () => {
    const answer = await get('/api/log.csv').buffer().expect(200);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="posting log.csv"');
    const [head, row] = answer.text.split('\r\n');
    expect(head?.split(',').slice(0, 4)).toEqual([expect.stringMatching(/Entry$/), 'At', 'Company', 'Act']);
    expect(row).toContain(`'=cmd|calc,post,done,'+reviewer,`);
    expect(row).toContain(`,'-1 é,`);
    expect(row).toContain(',2000.00,1733.44,504.01,');
  });

  it('begin with a UTF-8 byte order mark', async () => {
    const answer = await get('/api/log.csv')
      .buffer()
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
      });
    expect([...(answer.body as Buffer).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('come from the same address when a program asks for CSV', async () => {
    const answer = await get('/api/log').set('Accept', 'text/csv').expect(200);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    await get('/api/log').set('Accept', 'application/json').expect('Content-Type', /json/);
  });

  it('of journals have debit and credit in separate columns, and texts that are not formulas', async () => {
    const [, ...rows] = (await get('/api/journals.csv').expect(200)).text.trim().split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.includes(',401,'))).toContain(',401,2000.00,,');
    expect(rows.find((row) => row.includes(',814,'))).toContain(',814,,504.01,');
    expect(rows.every((row) => row.startsWith(`'=cmd|calc,2026,6,2025-10-31,`))).toBe(true);
  });

  it('of a long log need no more memory', async () => {
    await insertManyEntries(temp, 100_000);
    const before = heldBytes();
    let most = 0;
    let bytes = 0;
    let looked = 0;
    const answer = await fetch(`${await door.app.getUrl()}/api/log.csv`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes - looked < mebibyte) continue;
      looked = bytes;
      most = Math.max(most, heldBytes() - before);
    }
    expect(bytes).toBeGreaterThan(5 * mebibyte);
    expect(looked).toBeGreaterThan(0);
    expect(most).toBeLessThan(30 * mebibyte);
  });
});

/** The heap after garbage collection: the memory of the process depends on the machine as much as on the program. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Inserted by SQL, since one entity at a time would take a minute. */
async function insertManyEntries({ database }: TempDatabase, entries: number): Promise<void> {
  await database.work((rows) =>
    rows.query(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
       INSERT INTO log (company_id, seq, at, trigger, actor, act, outcome, previous, hash)
       SELECT 'trap', 1000000 + i, '2025-10-31T05:31:00.000Z', 'schedule', 'schedule', 'verify', 'found', 'p', 'h' FROM n`,
    ),
  );
}
