import { Client } from 'pg';
import { systemClock } from '../src/ground/clock.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { timesOfPages } from './pages.js';
import { type Env, postedBy, practice, type Stage, type SyncAnswer } from './stage.js';
import { openDatabase } from '../src/app/open-database.js';

const pageRatioMax = 1.5;
const memoryRatioMax = 1.2;

/** Lines of the log, clients that have them, and companies that are synced. */
export interface GrowthSize {
  readonly entries: FewAndMany;
  readonly clients: number;
  readonly companies: FewAndMany;
}

interface FewAndMany {
  readonly few: number;
  readonly many: number;
}

export const growthSize: GrowthSize = {
  entries: { few: 1000, many: 1_000_000 },
  clients: 20,
  companies: { few: 100, many: 2000 },
};

/** Pages with a log a thousand times as long, and memory with twenty times as many companies. */
export async function measureGrowth(
  stage: Stage,
  kind: DatabaseKind,
  size: GrowthSize,
): Promise<readonly Measurement[]> {
  return [...(await measurePages(stage, kind, size)), await measureMemory(stage, kind, size)];
}

async function measurePages(
  stage: Stage,
  kind: DatabaseKind,
  { entries, clients }: GrowthSize,
): Promise<readonly Measurement[]> {
  const { books, env } = await practice(stage, kind, `practice:${clients}:6:3`);
  await stage.run<SyncAnswer>(['sync'], env);
  await books.end();
  const look = (wanted: number) => lookAt(stage, env, wanted, clients);
  const times = { few: await look(entries.few), many: await look(entries.many) };
  return (['board', 'log page'] as const).map((name, index) => ({
    name: `${name} at ${entries.many} log entries, against ${entries.few}`,
    database: kind,
    value: rounded((times.many[index] ?? 0) / (times.few[index] ?? 1)),
    unit: 'times' as const,
    target: pageRatioMax,
    of: { manyMs: rounded(times.many[index] ?? 0), fewMs: rounded(times.few[index] ?? 0) },
  }));
}

/** Milliseconds for the board and for the log's first page, as a browser gets them. */
async function lookAt(stage: Stage, env: Env, entriesWanted: number, clients: number): Promise<readonly number[]> {
  await fillLog(env.DATABASE_URL ?? '', entriesWanted, clients);
  const service = await stage.serve(env);
  const times = await timesOfPages(stage, env, service.url, ['/', '/log']);
  await service.end();
  return times;
}

/** Each in its own unit of work: PostgreSQL keeps every version of a chain's end until the work that made it is over. */
const rowsAtOnce = 5000;

/**
 * Adds made-up entries spread over time and companies, numbered upwards, because the database refuses a log that goes
 * back. Nothing that is measured here verifies the chain.
 */
export async function fillLog(databaseUrl: string, entriesWanted: number, clientsThere: number): Promise<void> {
  const db = await openDatabase({ databaseUrl }, systemClock);
  const [{ there }] = await db.read((rows) =>
    rows.query<[{ there: number | string }]>('SELECT COUNT(*) AS there FROM log'),
  );
  const missing = entriesWanted - Number(there);
  const postgres = db.kind === 'postgres';
  const numbers = (from: number, to: number) =>
    postgres
      ? `SELECT n FROM generate_series(${from}, ${to}) AS n`
      : `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to}) SELECT n FROM numbers`;
  const at = postgres
    ? `timestamptz '2020-01-01' + n * interval '1 minute'`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', n || ' minutes')`;
  const clients = 'SELECT ROW_NUMBER() OVER (ORDER BY name) - 1 AS number, id FROM companies';
  for (let from = 1; from <= missing; from += rowsAtOnce)
    await db.work((rows) =>
      rows.query(
        `INSERT INTO log (company_id, seq, at, trigger, actor, act, outcome, tag, previous, hash)
         SELECT c.id, 1000000 + ${entriesWanted} + n, ${at}, 'schedule', 'schedule', 'verify', 'done', 'counterfoil:2020-01:' || n, 'x', 'x'
         FROM (${numbers(from, Math.min(from + rowsAtOnce - 1, missing))}) AS one
           JOIN (${clients}) c ON c.number = n % ${clientsThere}
         ORDER BY n`,
      ),
    );
  await db.close();
  if (postgres) await analyse(databaseUrl);
}

/** Does at once what autovacuum would do within minutes. */
async function analyse(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function measureMemory(stage: Stage, kind: DatabaseKind, { companies }: GrowthSize): Promise<Measurement> {
  const [few, many] = [await peakOf(stage, kind, companies.few), await peakOf(stage, kind, companies.many)];
  return {
    name: `peak memory of a sync of ${companies.many} companies, against ${companies.few}`,
    database: kind,
    value: rounded(many / few),
    unit: 'times',
    target: memoryRatioMax,
    of: { manyMiB: rounded(many, 0), fewMiB: rounded(few, 0) },
  };
}

async function peakOf(stage: Stage, kind: DatabaseKind, clients: number): Promise<number> {
  const { books, env } = await practice(stage, kind, `practice:${clients}:1`);
  const { answer, usage } = await stage.run<SyncAnswer>(['sync'], env);
  await books.end();
  if (postedBy(answer) !== clients) throw new Error(`${postedBy(answer)} of ${clients} pay runs were posted.`);
  return usage.peakMiB;
}
