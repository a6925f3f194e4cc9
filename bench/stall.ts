import { fillLog } from './growth.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { signedIn } from './pages.js';
import { practice, type Stage, type SyncAnswer } from './stage.js';

/** How long anybody else may have to wait for an answer because of a file that somebody takes. */
const stallMsMax = 100;
const entries = 1_000_000;
const people = 2000;
const months = 2;
const clients = 1;

/** The longest time that the service answers nothing, seen from outside, while files are made and a search finds nothing. */
export async function measureStall(stage: Stage, kind: DatabaseKind): Promise<readonly Measurement[]> {
  const { books, env } = await practice(stage, kind, `practice:${clients}:${months}:${people}`);
  await stage.run<SyncAnswer>(['sync'], env);
  const { answer: runs } = await stage.run<readonly { company: string; year: number; period: number }[]>(['runs'], env);
  await books.end();
  await fillLog(env.DATABASE_URL ?? '', entries, clients);
  const service = await stage.serve(env);
  const cookie = await signedIn(stage, env, service.url);
  const [run] = runs;
  if (run === undefined) throw new Error('Nothing was posted.');
  const month = `/api/month-files/${encodeURIComponent(run.company)}/${run.year}/${run.period}`;
  const asked = {
    [`${entries} log lines as CSV`]: ['/api/log.csv'],
    [`${entries} log lines as XLSX`]: ['/api/log.xlsx'],
    [`a month of ${people} people as PDF`]: [`${month}?format=pdf`],
    [`two months of ${people} people as ZIP at once`]: Array.from({ length: 2 }, () => `${month}?format=zip`),
    'a search that finds nothing': ['/log?search=nobodyhasthisname'],
  };
  const measured: Measurement[] = [];
  for (const [what, paths] of Object.entries(asked)) {
    const from = performance.now();
    const ms = await longestWait(service.url, () =>
      Promise.all(paths.map((path) => taken(service.url + path, cookie))),
    );
    measured.push({
      name: `stall: ${what}`,
      ...{ database: kind, value: rounded(ms), unit: 'ms', target: stallMsMax },
      of: { tookMs: rounded(performance.now() - from) },
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

/** Asks whether it lives, again and again, as long as the act takes. */
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
