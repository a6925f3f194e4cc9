import { replay } from './bare.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { postedBy, practice, type RecordedRequest, type Stage, type SyncAnswer } from './stage.js';

const latencyMs = 20;
const ratioMax = 1.15;
const cpuMsPerRunMax = 4;
const kibPerRunMax = 30;
const oneCompany = { runs: 60, ratioMax: 1.6 };
/** The same number as `sync` itself uses. */
const companiesAtOnce = 8;

/**
 * A practice posted at 20 ms latency, compared with a bare loop of its requests; and processor time without latency.
 */
export async function measureSync(stage: Stage, kind: DatabaseKind, clients = 200): Promise<readonly Measurement[]> {
  const scenario = `practice:${clients}:12:10`;
  const slow = await againstBare(stage, kind, scenario);

  const quick = await practice(stage, kind, scenario);
  const atOnce = await stage.run<SyncAnswer>(['sync'], quick.env);
  await quick.books.end();
  const quickRuns = postedBy(atOnce.answer);
  return [
    {
      name: `sync of ${clients} clients at ${latencyMs} ms latency, against a bare loop`,
      database: kind,
      target: ratioMax,
      ...slow,
    },
    {
      name: 'processor time per pay run at no latency',
      database: kind,
      value: rounded(atOnce.usage.cpuMs / quickRuns),
      unit: 'ms',
      target: cpuMsPerRunMax,
      of: { cpuMs: rounded(atOnce.usage.cpuMs, 0), runs: quickRuns, wallMs: rounded(atOnce.usage.wallMs, 0) },
    },
    await roomOf(stage, kind, { databaseUrl: quick.env.DATABASE_URL ?? '', runs: quickRuns }),
    await measureOneCompany(stage, kind),
  ];
}

/** The size of the database for a practice's year, divided by its pay runs. */
async function roomOf(
  stage: Stage,
  kind: DatabaseKind,
  { databaseUrl, runs }: { readonly databaseUrl: string; readonly runs: number },
): Promise<Measurement> {
  const kib = (await stage.bytesOf(databaseUrl)) / 1024;
  return {
    name: 'database per pay run of ten payslips',
    database: kind,
    value: rounded(kib / runs),
    unit: 'KiB',
    target: kibPerRunMax,
    of: { kib: rounded(kib, 0), runs },
  };
}

/** A whole first sync, compared with its posts alone, one after the other. */
async function measureOneCompany(stage: Stage, kind: DatabaseKind): Promise<Measurement> {
  const { runs, ratioMax: target } = oneCompany;
  const name = `one company with ${runs} pay runs at ${latencyMs} ms latency, against a bare loop of its posts`;
  const isBare = ({ method }: RecordedRequest) => method === 'POST';
  const found = await againstBare(stage, kind, `practice:1:${runs}:10`, { months: runs, isBare });
  if (found.of.runs !== runs) throw new Error(`It was to post ${runs} pay runs, and posted ${found.of.runs}.`);
  return { name, database: kind, target, ...found };
}

interface Bare {
  readonly months?: number;
  /** Which of the requests the bare loop sends. */
  readonly isBare?: (request: RecordedRequest) => boolean;
}

/** A first sync of all clients, compared with a bare loop of the same requests. */
async function againstBare(
  stage: Stage,
  kind: DatabaseKind,
  scenario: string,
  { months, isBare = () => true }: Bare = {},
) {
  const ours = await practice(stage, kind, scenario, months);
  await ours.books.slowDown(latencyMs);
  const { answer, usage, requests } = await stage.run<SyncAnswer>(['sync'], ours.env, true);
  const runs = postedBy(answer);
  await ours.books.end();

  const bare = await stage.sandbox(scenario);
  await bare.slowDown(latencyMs);
  const token = bare.credentials.companies[0]?.accessToken ?? '';
  const bareMs = await replay(bare.credentials.baseUrl, token, requests.filter(isBare), companiesAtOnce);
  await bare.end();
  const of = { syncMs: rounded(usage.wallMs, 0), bareMs: rounded(bareMs, 0), runs, requests: requests.length };
  return { value: rounded(usage.wallMs / bareMs), unit: 'times', of } as const;
}
