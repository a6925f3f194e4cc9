import { statSync } from 'node:fs';
import { Client } from 'pg';
import { type BareUsage, replay } from './bare.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { postedBy, practice, type RecordedRequest, type Stage, type SyncAnswer } from './stage.js';

const ratioMax = 1.15;
const oneCompanyRatioMax = 1.6;
const kibPerRunMax = 30;
/** The same number as `sync` itself uses. */
const companiesAtOnce = 8;

/** Clients and their months for the first two figures; the pay runs of the one company. */
export interface SyncSize {
  readonly clients: number;
  readonly months: number;
  readonly payslips: number;
  readonly runsOfOne: number;
  readonly latencyMs: number;
}

export const syncSize: SyncSize = { clients: 200, months: 12, payslips: 10, runsOfOne: 60, latencyMs: 20 };

/**
 * A practice posted at 20 ms latency, compared with a bare loop of its requests; and processor time without latency,
 * compared with the bare loop's own.
 */
export async function measureSync(stage: Stage, kind: DatabaseKind, size: SyncSize): Promise<readonly Measurement[]> {
  const { clients, months, payslips, latencyMs } = size;
  const scenario = `practice:${clients}:${months}:${payslips}`;
  const slow = await againstBare(stage, kind, { scenario, months, latencyMs });

  const quick = await practice(stage, kind, scenario, months);
  const atOnce = await stage.run<SyncAnswer>(['sync'], quick.env);
  await quick.books.end();
  const runs = postedBy(atOnce.answer);
  const bare = await replayed(stage, scenario, slow.requests, 0);
  const perRun = { cpuMs: rounded(atOnce.usage.cpuMs / runs), bareMs: rounded(bare.cpuMs / runs) };
  return [
    {
      name: `sync of ${clients} clients at ${latencyMs} ms latency, against a bare loop`,
      ...{ database: kind, value: slow.ratio, unit: 'times', target: ratioMax, of: slow.of },
    },
    {
      name: 'processor time per pay run at no latency, against the bare loop’s own',
      ...{ database: kind, value: rounded(atOnce.usage.cpuMs / bare.cpuMs), unit: 'times' },
      of: { ...perRun, runs, wallMs: rounded(atOnce.usage.wallMs, 0) },
    },
    await roomOf(kind, { databaseUrl: quick.env.DATABASE_URL ?? '', runs, payslips }),
    await measureOneCompany(stage, kind, size),
  ];
}

/** The size of the database for a practice's year, divided by its pay runs. */
async function roomOf(
  kind: DatabaseKind,
  { databaseUrl, runs, payslips }: { readonly databaseUrl: string; readonly runs: number; readonly payslips: number },
): Promise<Measurement> {
  const kib = (await bytesOf(databaseUrl)) / 1024;
  return {
    name: `database per pay run of ${payslips} payslips`,
    database: kind,
    value: rounded(kib / runs),
    unit: 'KiB',
    target: kibPerRunMax,
    of: { kib: rounded(kib, 0), runs },
  };
}

/** The size of its tables and indexes. */
async function bytesOf(databaseUrl: string): Promise<number> {
  if (databaseUrl.startsWith('sqlite:')) return statSync(databaseUrl.slice('sqlite:'.length)).size;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = 'public'`,
  );
  await client.end();
  return Number(rows[0].bytes);
}

/** A whole first sync, compared with its posts alone, one after the other. */
async function measureOneCompany(
  stage: Stage,
  kind: DatabaseKind,
  { runsOfOne: months, payslips, latencyMs }: SyncSize,
): Promise<Measurement> {
  const scenario = `practice:1:${months}:${payslips}`;
  const isBare = ({ method }: RecordedRequest) => method === 'POST';
  const { ratio, of } = await againstBare(stage, kind, { scenario, months, latencyMs, isBare });
  if (of.runs !== months) throw new Error(`It was to post ${months} pay runs, and posted ${of.runs}.`);
  return {
    name: `one company with ${months} pay runs at ${latencyMs} ms latency, against a bare loop of its posts`,
    ...{ database: kind, value: ratio, unit: 'times', target: oneCompanyRatioMax, of },
  };
}

interface Compared {
  readonly scenario: string;
  readonly months: number;
  readonly latencyMs: number;
  /** Which of the requests the bare loop sends. */
  readonly isBare?: (request: RecordedRequest) => boolean;
}

/** A first sync of all clients, compared with a bare loop of the same requests. */
async function againstBare(
  stage: Stage,
  kind: DatabaseKind,
  { scenario, months, latencyMs, isBare = () => true }: Compared,
) {
  const ours = await practice(stage, kind, scenario, months);
  await ours.books.slowDown(latencyMs);
  const { answer, usage, requests } = await stage.run<SyncAnswer>(['sync'], ours.env, true);
  const runs = postedBy(answer);
  await ours.books.end();
  const bare = await replayed(stage, scenario, requests.filter(isBare), latencyMs);
  const of = { syncMs: rounded(usage.wallMs, 0), bareMs: rounded(bare.wallMs, 0), runs, requests: requests.length };
  return { ratio: rounded(usage.wallMs / bare.wallMs), of, requests };
}

/** The requests once more, sent to a sandbox of their own. */
async function replayed(
  stage: Stage,
  scenario: string,
  requests: readonly RecordedRequest[],
  latencyMs: number,
): Promise<BareUsage> {
  const books = await stage.sandbox(scenario);
  await books.slowDown(latencyMs);
  const token = books.credentials.companies[0]?.accessToken ?? '';
  const usage = await replay(books.credentials.baseUrl, token, requests, companiesAtOnce);
  await books.end();
  return usage;
}
