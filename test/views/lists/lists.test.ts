import { Not } from 'typeorm';
import { AppModule } from '../../../src/app/app.module.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import type { Database } from '../../../src/ground/database.js';
import { installation, LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { insertPractice } from '../../factories/practice.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type Door, openDoor, StillClock } from '../../doors/api/door.js';

interface Row {
  readonly [key: string]: unknown;
  readonly company: string;
  readonly name: string;
  readonly tag: string;
  readonly state: string;
  readonly year: number;
  readonly period: number;
  readonly id: string | number;
}

describeOnDatabases('lists of the API', (open) => {
  let database: Database;
  let door: Door;
  let token: string;

  beforeAll(async () => {
    database = await open(new StillClock());
    await insertPractice(database);
    await insertSyncs(database, 7);
    door = await openDoor(database, [AppModule]);
    token = await door.token();
  });
  afterAll(() => door.close());

  const get = (path: string, by = token) => door.http.get(path).set('Authorization', `Bearer ${by}`);
  const all = async (path: string, limit: number): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: { body: { items: Row[]; next?: string } } = await get(path)
        .query({ limit, ...(cursor && { cursor }) })
        .expect(200);
      expect(page.body.items.length).toBeLessThanOrEqual(limit);
      rows.push(...page.body.items);
      cursor = page.body.next;
    }
    return rows;
  };
  // The installation's own entries belong to no company and are not listed.
  const count = (entity: new () => object) =>
    database.read((rows) =>
      entity === LogEntry ? rows.countBy(LogEntry, { companyId: Not(installation) }) : rows.countBy(entity, {}),
    );

  it.each([
    ['/api/pay-runs', 50, PayRunRecord, (row: Row) => `${row.company} ${row.tag}`],
    ['/api/companies', 7, CompanyRow, (row: Row) => row.name],
    ['/api/log', 100, LogEntry, (row: Row) => String(row.id)],
    ['/api/syncs', 3, SyncRecord, (row: Row) => String(row.id)],
  ] as const)('%s, page by page, has every row once', async (path, limit, entity, key) => {
    const rows = await all(path, limit);
    expect(rows).toHaveLength(await count(entity));
    expect(new Set(rows.map(key)).size).toBe(rows.length);
  });

  it('has pay runs with the latest month first', async () => {
    const months = (await all('/api/pay-runs', 33)).map(({ year, period }) => year * 12 + period);
    expect(months).toEqual(months.toSorted((a, b) => b - a));
  });

  it('narrows pay runs by company, month and state', async () => {
    const held = await all('/api/pay-runs?state=held', 10);
    expect(held.map(({ company, period }) => `${company} ${period}`).sort()).toEqual([
      'Bramley Ltd 6',
      'Cooper Design Ltd 5',
    ]);
    const ash = await all('/api/pay-runs?company=Ash%20Ltd&year=2026', 5);
    expect(ash.map(({ period }) => period)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await all('/api/pay-runs?company=ashltd&year=2026&period=6&state=ready', 5)).toHaveLength(1);
  });

  it('answers the fields of `runs --json`, and more', async () => {
    const [run] = await all('/api/pay-runs?state=held&period=6', 1);
    expect(run).toMatchObject({
      company: 'Bramley Ltd',
      year: 2026,
      period: 6,
      datedOn: '2025-10-31',
      state: 'held',
      tag: 'counterfoil:2026-06:2025-10-31',
      holds: [{ code: 'ambiguous_field', field: 'other_deductions', amount: '40.00', message: expect.any(String) }],
      warnings: [],
      totals: { gross: expect.stringMatching(/^\d+\.\d\d$/) },
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [posted] = await all('/api/pay-runs?state=posted&period=6', 1);
    expect(posted?.journalSet).toMatch(/^https:\/\//);
  });

  it('narrows the log by company, act and time', async () => {
    const ash = await all('/api/log?company=Ash%20Ltd', 50);
    expect(ash.length).toBeGreaterThan(0);
    expect(new Set(ash.map(({ company }) => company))).toEqual(new Set(['Ash Ltd']));
    expect(await all('/api/log?since=2030-01-01', 50)).toEqual([]);
    expect((await all(`/api/log?tag=${ash[0]?.tag}&company=Ash%20Ltd`, 50)).length).toBeLessThan(ash.length);
  });

  it('shows a token only its own companies, and not even that others exist', async () => {
    const [ash] = (await get('/api/companies?limit=2')).body.items as Row[];
    const narrow = await door.token({ role: 'viewer', companies: [String(ash?.id)] });
    for (const path of ['/api/pay-runs', '/api/log', '/api/syncs']) {
      const { items } = (await get(`${path}?limit=500`, narrow).expect(200)).body as { items: Row[] };
      expect(items.filter(({ company }) => company !== ash?.name)).toEqual([]);
      const foreign = await get(`${path}?company=Bramley%20Ltd`, narrow).expect(404);
      expect(foreign.body).toEqual((await get(`${path}?company=No%20Such%20Ltd`, narrow).expect(404)).body);
    }
    const { items } = (await get('/api/companies', narrow)).body as { items: Row[] };
    expect(items.map(({ name }) => name)).toEqual([ash?.name]);
    const nobody = await door.token({ role: 'viewer', companies: [] });
    for (const path of ['/api/companies', '/api/pay-runs', '/api/log', '/api/syncs']) {
      expect((await get(path, nobody)).body).toEqual({ items: [] });
    }
    for (const path of ['/api/log.csv', '/api/journals.csv']) {
      expect((await get(path, nobody).expect(200)).text.trim().split('\r\n')).toHaveLength(1);
    }
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'state=lost',
    'year=1',
    'period=99',
    'unknown=1',
    `company=${'x'.repeat(201)}`,
  ])('refuses ?%s', async (query) => {
    await get(`/api/pay-runs?${query}`).expect(400);
  });

  it.each(['AAAA', 'WyIxIl0', 'WyIyMDI1LTEwLTMxIiwiXHUwMDAwIl0', "' OR 1=1 --"])(
    'refuses the cursor %s',
    async (cursor) => {
      for (const path of ['/api/pay-runs', '/api/companies', '/api/log', '/api/syncs']) {
        if (path === '/api/companies' && cursor === 'WyIxIl0') continue; // a cursor after the company "1", which is valid here
        const { body } = await get(path).query({ cursor }).expect(400);
        expect(body.title).toBe('The place in the list is unknown');
      }
    },
  );
});

async function insertSyncs(database: Database, syncs: number): Promise<void> {
  const [company] = await database.read((rows) => rows.find(CompanyRow, { take: 1, order: { name: 'ASC' } }));
  const request = { trigger: 'api', actor: 'tester' } as const;
  const rest = { progress: null, result: null, problem: null, startedAt: null, endedAt: null };
  for (let i = 0; i < syncs; i++) {
    // Pairs at the same moment: the id decides their order.
    const queuedAt = new Date(Date.parse('2025-11-07T08:00:00Z') + Math.floor(i / 2) * 1000);
    await database.work((rows) =>
      rows.insert(SyncRecord, {
        id: `sync-${i}`,
        companyId: company?.id ?? '',
        ...request,
        state: 'queued',
        request,
        queuedAt,
        ...rest,
      }),
    );
  }
}
