import { Client } from 'pg';
import { openDatabase } from '../src/app/open-database.js';
import { CompanyRow } from '../src/companies/company.entity.js';
import { Connection } from '../src/companies/connection.entity.js';
import { Secrets } from '../src/companies/secrets.js';
import { openTokens, sealTokens } from '../src/companies/token-vault.js';
import { systemClock } from '../src/ground/clock.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { timesOfPages } from './pages.js';
import type { Books, Env, Service, Stage } from './stage.js';

const dayMs = 86_400_000;
const startMaxMs = 30_000;

export interface TenThousandSize {
  readonly clients: { readonly few: number; readonly many: number };
  readonly workers: number;
  /** Firms of one client each, with their own keys, in addition to the large practice. */
  readonly smallFirms: number;
  readonly lookEveryMs: number;
}

export const tenThousandSize: TenThousandSize = {
  clients: { few: 1000, many: 10_000 },
  workers: 3,
  smallFirms: 5,
  lookEveryMs: 1000,
};

const waitShareMax = 0.05;
const memoryRatioMax = 1.2;
const boardRatioMax = 1.5;
const deadPerJobMax = 1;

/** How one web process and three workers get through a practice's pay day, and through the quiet day after it. */
export async function measureTenThousand(
  stage: Stage,
  kind: DatabaseKind,
  size: TenThousandSize,
): Promise<readonly Measurement[]> {
  const { clients } = size;
  const few = await twoDaysOf(stage, clients.few, size);
  const many = await twoDaysOf(stage, clients.many, size);
  const figure = (name: string, value: number, target: number, of: Measurement['of']): Measurement => ({
    name: `${clients.many} clients: ${name}`,
    database: kind,
    value: rounded(value),
    unit: 'times',
    target,
    of,
  });
  const days = { paydaySeconds: rounded(many.payday.seconds, 0), quietDaySeconds: rounded(many.quiet.seconds, 0) };
  return [
    figure('the wait of a small firm on payday, of the whole payday', many.payday.waitShare, waitShareMax, {
      ...days,
      waitSeconds: rounded(many.payday.waitShare * many.payday.seconds),
    }),
    figure('dead rows of the queue after both days, for each job', many.deadRows / (2 * clients.many), deadPerJobMax, {
      deadRows: many.deadRows,
    }),
    figure(`peak memory of a process, against ${clients.few}`, many.peakMiB / few.peakMiB, memoryRatioMax, {
      manyMiB: rounded(many.peakMiB, 0),
      fewMiB: rounded(few.peakMiB, 0),
    }),
    figure(`board, against ${clients.few}`, many.boardMs / few.boardMs, boardRatioMax, {
      manyMs: rounded(many.boardMs),
      fewMs: rounded(few.boardMs),
    }),
  ];
}

interface Day {
  readonly seconds: number;
  /** The longest wait of one of the small firms, as a share of the day's work. */
  readonly waitShare: number;
}

interface TwoDays {
  readonly payday: Day;
  readonly quiet: Day;
  readonly deadRows: number;
  readonly peakMiB: number;
  readonly boardMs: number;
}

async function twoDaysOf(stage: Stage, number: number, size: TenThousandSize): Promise<TwoDays> {
  const books = await stage.sandbox(`practice:${number}:1:3`);
  const env = books.env(await stage.database('postgres'));
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    return await measureTwoDays({ stage, env, client, number, size }, books);
  } finally {
    await client.end();
    await books.end();
  }
}

interface Days {
  readonly stage: Stage;
  readonly env: Env;
  readonly client: Client;
  readonly number: number;
  readonly size: TenThousandSize;
}

async function measureTwoDays(days: Days, books: Books): Promise<TwoDays> {
  const { stage, env, client, number, size } = days;
  const postFrom = ['--post-from', new Date(Date.now() - 62 * dayMs).toISOString().slice(0, 10)];
  await stage.run(['connect', '--practice', '--name', 'Practice', ...books.tokens], env);
  await stage.run(['clients', 'import', '--mode', 'auto', ...postFrom], env);
  await makeSmallFirms(env, size.smallFirms);

  const payday = await dayOf(days);
  if (payday.posted !== number) throw new Error(`${payday.posted} of ${number} pay runs were posted.`);
  const quiet = await dayOf(days);
  if (quiet.posted !== 0) throw new Error(`${quiet.posted} pay runs were posted on a quiet day.`);
  const { rows } = await client.query(
    `SELECT sum(n_dead_tup) AS dead FROM pg_stat_user_tables WHERE schemaname = 'pgboss'`,
  );
  const service = await stage.serve(env, 'web');
  const [boardMs = Number.NaN] = await timesOfPages(stage, env, service.url, ['/']);
  await service.end();
  const peakMiB = Math.max(payday.peakMiB, quiet.peakMiB);
  return { payday, quiet, deadRows: Number(rows[0].dead), peakMiB, boardMs };
}

/** The sandbox has one practice. For the queue a firm is a connection: the last clients by name get their own. */
async function makeSmallFirms(env: Env, smallFirms: number): Promise<void> {
  const secrets = new Secrets(env.SECRET_KEY ?? '');
  const db = await openDatabase({ databaseUrl: env.DATABASE_URL ?? '' }, systemClock);
  await db.work(async (rows) => {
    const [practice] = await rows.find(Connection);
    if (!practice) throw new Error('The practice is not connected.');
    const last = await rows.select(CompanyRow, ['id'], { order: { name: 'DESC' }, take: smallFirms });
    for (const { id } of last) {
      const connection = `small-${id}`;
      const tokens = sealTokens(secrets, connection, openTokens(secrets, practice));
      await rows.insert(Connection, { ...practice, ...tokens, id: connection, practice: connection });
      await rows.update(CompanyRow, { id }, { connectionId: connection });
    }
  });
  await db.close();
}

/** The daily collection, from the minute when the workers begin it until the last client is done. */
async function dayOf({ stage, env, client, number, size: { workers, smallFirms, lookEveryMs } }: Days) {
  const begin = new Date(Math.ceil((Date.now() + startMaxMs) / 60_000) * 60_000);
  const [hour, minute] = londonTimeOf(begin);
  const atWork = { ...env, SYNC_CRON: `${minute} ${hour} * * *` };
  const services: Service[] = [];
  for (const role of ['web', ...Array.from({ length: workers }, () => 'worker' as const)] as const)
    services.push(await stage.serve(atWork, role));
  const collect = services.find((one) => one.collect)?.collect;
  if (!collect && Date.now() > begin.getTime())
    throw new Error('The processes took longer to start than the minute that was left.');

  const since = [(collect ? new Date() : begin).toISOString()];
  await collect?.();
  const count = `SELECT count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed,
      sum((result::json->>'posted')::int) AS posted, extract(epoch FROM max(ended_at) - $1::timestamptz) AS seconds
    FROM syncs WHERE trigger = 'schedule' AND queued_at >= $1`;
  let seen = (await client.query(count, since)).rows[0];
  while (Number(seen.done) < number) {
    if (Number(seen.failed) > 0) throw new Error(`${seen.failed} syncs failed.`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    seen = (await client.query(count, since)).rows[0];
  }
  const waits = await client.query(
    `SELECT count(*) AS firms, extract(epoch FROM max(started_at) - $1::timestamptz) AS longest FROM syncs JOIN companies ON companies.id = syncs.company_id
      WHERE trigger = 'schedule' AND queued_at >= $1
        AND connection_id LIKE 'small-%'`,
    since,
  );
  if (Number(waits.rows[0].firms) !== smallFirms) throw new Error('Not every small firm was synced.');
  const peakMiB = Math.max(...services.map((one) => one.peakMiB()));
  for (const service of services) await service.end();
  const seconds = Number(seen.seconds);
  return { posted: Number(seen.posted), seconds, waitShare: Number(waits.rows[0].longest) / seconds, peakMiB };
}

/** The service's schedule is in London time. */
function londonTimeOf(at: Date): readonly number[] {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', minute: 'numeric' });
  return parts.format(at).split(':').map(Number);
}
