import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { type Books, type Env, postedBy, practice, type Stage, type SyncAnswer } from './stage.js';

const demoMax = 110;
/**
 * Three for period, guard and send; the rest is each run's share of the lists of years, people, chart and final
 * accounts, and of one look.
 */
const perFirstSyncRunMax = 3.2;
/** Look, guard, send. The people are read once more before a sync posts, for their roles of now: one above it. */
const perNewRunMax = 3;
/** Its period is read once more before those three: while the run waited, payroll may have changed. */
const perWaitedRunMax = 4;

/** The requests of a sync, one situation at a time. They are the same on every database, so one is enough. */
export async function measureRequests(stage: Stage, kind: DatabaseKind): Promise<readonly Measurement[]> {
  const books = await stage.sandbox('practice:1:3:4');
  const env = books.env(await stage.database(kind));
  await stage.run(['connect', '--practice', '--name', 'Practice', ...books.tokens], env);
  const ask = async () => (await stage.run<SyncAnswer>(['sync'], env)).answer;
  const [first, second] = await periodsOf(books);
  if (first === undefined || second === undefined) throw new Error('The practice has no two pay periods.');

  await stage.run(['clients', 'import', '--mode', 'auto', '--post-from', '2021-04-06'], env);
  // Two periods that pay no one yet.
  await put(books, first, []);
  await put(books, second, []);
  await ask();
  const quietAnswer = await ask();
  const quiet = requestsOf(quietAnswer);
  await put(books, first, []);
  const read = requestsOf(await ask());

  await put(books, first, first.payslips);
  const fresh = await ask();
  const mode = (to: string) =>
    stage.run(['policy', quietAnswer.companies[0]?.company ?? '', '--set', `mode=${to}`, '--reason', 'bench'], env);
  await mode('approve');
  await put(books, second, second.payslips);
  await ask();
  await mode('auto');
  const waited = await ask();
  await books.end();
  if (postedBy(fresh) !== 1 || postedBy(waited) !== 1) throw new Error('Each was to post one pay run.');
  return [
    counted('a quiet company, per open tax year', kind, quiet / openYears(), 1, {
      requests: quiet,
      years: openYears(),
    }),
    counted('a period that is new', kind, read - quiet, 1, { requests: read, quiet }),
    counted(
      'a pay run posted when it is new (people, look, guard, send)',
      kind,
      requestsOf(fresh) - read,
      perNewRunMax,
      {
        requests: requestsOf(fresh),
        quietWithPeriod: read,
      },
    ),
    counted(
      'a pay run posted that waited (its period once more, people, look, guard, send)',
      kind,
      requestsOf(waited) - quiet,
      perWaitedRunMax,
      { requests: requestsOf(waited), quiet },
    ),
    await measureFirstSync(stage, kind),
    await measureDemo(stage, kind),
  ];
}

/** A year of payroll, posted by the first sync of a company that was just imported. */
async function measureFirstSync(stage: Stage, kind: DatabaseKind): Promise<Measurement> {
  const { books, env } = await practice(stage, kind, 'practice:1:12:10');
  const { answer } = await stage.run<SyncAnswer>(['sync'], env);
  await books.end();
  const [requests, posted] = [requestsOf(answer), postedBy(answer)];
  if (posted === 0) throw new Error('A year was to be posted.');
  return counted('a pay run of a first sync', kind, rounded(requests / posted), perFirstSyncRunMax, {
    requests,
    posted,
  });
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

interface Period {
  readonly path: string;
  readonly payslips: readonly unknown[];
  readonly document: { readonly period: Record<string, unknown> };
}

/** Periods that pay someone, the latest first. */
async function periodsOf(books: Books): Promise<readonly Period[]> {
  const { companies } = await books.control<{ companies: { subdomain: string }[] }>('GET', 'companies');
  const thisYear = new Date().getUTCFullYear() + 1;
  const places = [thisYear, thisYear - 1].flatMap((year) => Array.from({ length: 12 }, (_, i) => `${year}/${11 - i}`));
  const found: Period[] = [];
  for (const place of places) {
    const path = `companies/${companies[0]?.subdomain}/payroll/${place}`;
    const document = await books.control<Period['document']>('GET', path).catch(() => undefined);
    const payslips = (document?.period['payslips'] ?? []) as readonly unknown[];
    if (document !== undefined && payslips.length > 0) found.push({ path, payslips, document });
  }
  return found;
}

/** `updated_at` changes even when the content does not, so the period must be read again. */
const put = (books: Books, { path, document }: Period, payslips: readonly unknown[]) =>
  books.control('PUT', path, { period: { ...document.period, payslips, ...(payslips.length === 0 && noAllowance) } });

/** An allowance that is claimed while no one is paid is held, and holds what follows in its year. */
const noAllowance = { employment_allowance_claimed: false, employment_allowance_amount: '0.0' };

/** How many tax years a sync reads: the current one, and until 5 July the one before. */
function openYears(): number {
  const [, month = 0, day = 0] = new Date().toISOString().slice(0, 10).split('-').map(Number);
  const untilFifthOfJuly = month > 4 || (month === 4 && day > 5) ? month < 7 || (month === 7 && day <= 5) : false;
  return untilFifthOfJuly ? 2 : 1;
}
