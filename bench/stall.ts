import { sideBySide } from '../src/ground/side-by-side.js';
import { fillLog } from './growth.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { signedIn } from './pages.js';
import { postedBy, practice, type Stage, type SyncAnswer } from './stage.js';

/** How long anybody else may have to wait for an answer because of a file that someone takes. */
const stallMsMax = 100;
/** Two are made, and two wait. */
const filesAskedAtOnce = 4;

/** Lines of the log of one client, with its people and months; and how many clients there are of three people. */
export interface StallSize {
  readonly entries: number;
  readonly people: number;
  readonly months: number;
  readonly clients: number;
  /** Which are asked for: each file is made by a thread, which takes a second to start from source. */
  readonly monthFiles: 'all' | 'one';
}

export const stallSize: StallSize = { entries: 1_000_000, people: 2000, months: 2, clients: 1000, monthFiles: 'all' };

interface Run {
  readonly company: string;
  readonly year: number;
  readonly period: number;
}

/** What is asked for, so many at a time. */
type Asked = Readonly<Record<string, { readonly paths: readonly string[]; readonly atOnce: number }>>;

/**
 * The longest time that the service's event loop does not turn while files are made and searches find nothing, as the
 * service itself sees it: bench/loop.mjs.
 */
export async function measureStall(stage: Stage, kind: DatabaseKind, size: StallSize): Promise<readonly Measurement[]> {
  return [...(await measureLarge(stage, kind, size)), ...(await measureMany(stage, kind, size))];
}

/** One client of 2,000 people, with a log of a million lines. */
async function measureLarge(
  stage: Stage,
  kind: DatabaseKind,
  { entries, people, months, monthFiles }: StallSize,
): Promise<readonly Measurement[]> {
  const { books, env } = await practice(stage, kind, `practice:1:${months}:${people}`);
  await stage.run<SyncAnswer>(['sync'], env);
  const { answer: runs } = await stage.run<readonly Run[]>(['runs'], env);
  await books.end();
  await fillLog(env.DATABASE_URL ?? '', entries, 1);
  const [run] = runs;
  if (run === undefined) throw new Error('Nothing was posted.');
  const month = monthOf(run);
  const files: Asked = {
    [`a month of ${people} people as PDF`]: one(`${month}?format=pdf`),
    [`a month of ${people} people as XLSX`]: one(`${month}?format=xlsx`),
    [`a month of ${people} people as ZIP, twice at once`]: {
      paths: [`${month}?format=zip`, `${month}?format=zip`],
      atOnce: 2,
    },
  };
  return heldBy(stage, kind, env, {
    [`${entries} log lines as CSV`]: one('/api/log.csv'),
    [`${entries} log lines as XLSX`]: one('/api/log.xlsx'),
    ...(monthFiles === 'all' && files),
    [`all ${months} months of ${people} people in one ZIP`]: one(`/api/month-files/${encodeURIComponent(run.company)}`),
    'a search that finds nothing': one('/log?search=nobodyhasthisname'),
    'an amount that no one is paid': one('/find?q=0.03'),
    [`a tag that none of ${entries} log lines has`]: one('/api/log?tag=none'),
    [`what no one reviewed, of ${entries} log lines`]: one('/api/log?unreviewed=true'),
  });
}

/** Each client's month file, and searches through all of them. */
async function measureMany(
  stage: Stage,
  kind: DatabaseKind,
  { clients, monthFiles }: StallSize,
): Promise<readonly Measurement[]> {
  const { books, env } = await practice(stage, kind, `practice:${clients}:1:3`);
  const { answer } = await stage.run<SyncAnswer>(['sync'], env);
  if (postedBy(answer) !== clients) throw new Error(`${postedBy(answer)} of ${clients} pay runs were posted.`);
  const { answer: runs } = await stage.run<readonly Run[]>(['runs'], env);
  await books.end();
  return heldBy(stage, kind, env, {
    ...(monthFiles === 'all' && {
      [`the month files of ${clients} clients as ZIP`]: {
        paths: runs.map((run) => `${monthOf(run)}?format=zip`),
        atOnce: filesAskedAtOnce,
      },
    }),
    [`a search of ${clients} clients that finds nothing`]: {
      paths: ['/log?search=', '/?search=', '/clients?search=', '/find?q='].map((path) => `${path}nobodyhasthisname`),
      atOnce: 1,
    },
  });
}

const one = (path: string) => ({ paths: [path], atOnce: 1 });

const monthOf = ({ company, year, period }: Run) => `/api/month-files/${encodeURIComponent(company)}/${year}/${period}`;

async function heldBy(
  stage: Stage,
  kind: DatabaseKind,
  env: Readonly<Record<string, string>>,
  asked: Asked,
): Promise<readonly Measurement[]> {
  const service = await stage.serve(env);
  const cookie = await signedIn(stage, env, service.url);
  const measured: Measurement[] = [];
  for (const [what, { paths, atOnce }] of Object.entries(asked)) {
    await service.held();
    const from = performance.now();
    const waitedMs = await longestWait(service.url, () =>
      sideBySide(paths, atOnce, (path) => taken(service.url + path, cookie)),
    );
    const tookMs = performance.now() - from;
    const { heldMs, unservedMs } = await service.held();
    measured.push({
      name: `stall: ${what}`,
      ...{ database: kind, value: rounded(heldMs), unit: 'ms', target: stallMsMax },
      of: { unservedMs: rounded(unservedMs), waitedMs: rounded(waitedMs), tookMs: rounded(tookMs) },
    });
  }
  await service.end();
  return measured;
}

async function taken(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  for await (const _ of answer.body ?? []);
}

/** Asks whether it lives, again and again, as long as the act takes: others are served at the same time. */
async function longestWait(url: string, act: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const done = act().finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const from = performance.now();
    await (await fetch(`${url}/health/live`)).text();
    longest = Math.max(longest, performance.now() - from);
  }
  await done;
  return longest;
}
