import type { DatabaseKind, Measurement } from './measurement.js';
import { type Books, type Env, postedBy, type Stage, type SyncAnswer } from './stage.js';

const demoMax = 110;
const perPostedRunMax = 3;

/** What a sync asks the books for. The same on every database, so it is counted on one. */
export async function measureRequests(stage: Stage, kind: DatabaseKind): Promise<readonly Measurement[]> {
  const books = await stage.sandbox('practice:1:3:4');
  const env = books.env(await stage.database(kind));
  await stage.run(['connect', '--practice', '--name', 'Practice', ...books.tokens], env);
  const ask = async () => (await stage.run<SyncAnswer>(['sync'], env)).answer;

  await stage.run(['clients', 'import', '--mode', 'approve', '--post-from', '2021-04-06'], env);
  await ask();
  const quiet = requestsOf(await ask());
  await touchOnePeriod(books);
  const withPeriod = requestsOf(await ask());
  const [client] = (await ask()).companies;
  await stage.run(['policy', client?.company ?? '', '--set', 'mode=auto', '--reason', 'bench'], env);
  const posting = await ask();
  const posted = postedBy(posting);
  await books.end();
  return [
    counted('a quiet company, per open tax year', kind, quiet / openYears(), 1, {
      requests: quiet,
      years: openYears(),
    }),
    counted('a period that is new', kind, withPeriod - quiet, 1, { requests: withPeriod, quiet }),
    counted('a pay run posted', kind, (requestsOf(posting) - quiet) / posted, perPostedRunMax, {
      requests: requestsOf(posting),
      quiet,
      posted,
    }),
    await measureDemo(stage, kind),
  ];
}

/** Connecting and the first sync of the company that `demo` shows. */
async function measureDemo(stage: Stage, kind: DatabaseKind): Promise<Measurement> {
  const books = await stage.sandbox('demo');
  const env: Env = books.env(await stage.database(kind));
  await stage.run(['connect', '--name', 'Demo', '--post-from', '2021-04-06', ...books.tokens], env);
  const { answer } = await stage.run<SyncAnswer>(['sync'], env);
  const { total } = await books.control<{ total: number }>('GET', 'requests');
  await books.end();
  return counted('the demo: connecting and its first sync', kind, total, demoMax, { posted: postedBy(answer) });
}

function counted(
  name: string,
  database: DatabaseKind,
  value: number,
  target: number,
  of: Measurement['of'],
): Measurement {
  return { name: `requests: ${name}`, database, value, unit: 'requests', target, of };
}

const requestsOf = ({ companies }: SyncAnswer) => companies.reduce((sum, { requests }) => sum + requests, 0);

/** Its content is the same, its `updated_at` is not: it must be read again. */
async function touchOnePeriod(books: Books): Promise<void> {
  const { companies } = await books.control<{ companies: { subdomain: string }[] }>('GET', 'companies');
  const today = new Date();
  const year = today.getUTCFullYear() + (today.getUTCMonth() > 3 ? 1 : 0);
  for (const place of [year, year - 1].flatMap((one) =>
    Array.from({ length: 12 }, (_, period) => `${one}/${period}`),
  )) {
    const path = `companies/${companies[0]?.subdomain}/payroll/${place}`;
    const period = await books.control('GET', path).catch(() => undefined);
    if (period !== undefined) return books.control('PUT', path, period);
  }
  throw new Error('The practice has no payroll.');
}

/** The current tax year, and the one before until 5 July. */
function openYears(): number {
  const [, month = 0, day = 0] = new Date().toISOString().slice(0, 10).split('-').map(Number);
  const untilFifthOfJuly = month > 4 || (month === 4 && day > 5) ? month < 7 || (month === 7 && day <= 5) : false;
  return untilFifthOfJuly ? 2 : 1;
}
