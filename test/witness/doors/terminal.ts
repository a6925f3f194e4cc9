import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/ground/database.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';
import { baseUrl, type SimulatedService } from '../../simulation/service.js';
import { penceIn, type Said, userOf } from '../said.js';
import { type ApiControls, type ApiRun, countsOf, ofControls } from './api.js';
import { withBooksBehind } from './books-behind.js';
import { readMonthFile } from './month-file.js';

interface RunAnswer {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly source?: string;
  readonly tag: string;
  readonly state: string;
}

interface ShowAnswer extends RunAnswer {
  readonly totals?: Readonly<Record<string, string>>;
  readonly paid?: readonly Readonly<Record<'user' | 'gross' | 'tax' | 'employeeNi' | 'employerNi' | 'net', string>>[];
}

interface Connection {
  serialize(): Buffer;
}

interface Asking {
  readonly service: SimulatedService;
  /** The day on which the history came to rest: a command has the clock of its machine. */
  readonly on: string;
  readonly withFiles: boolean;
}

/** What the commands say with `--json`, on a copy of the database, as a person at a terminal asks. */
export async function readTerminal(
  database: Database,
  { service, on, withFiles }: Asking,
  runs: readonly ApiRun[],
): Promise<readonly Said[]> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-witness-'));
  try {
    const path = join(folder, 'copy.db');
    const { databaseConnection } = database.source.driver as unknown as { databaseConnection: Connection };
    await writeFile(path, databaseConnection.serialize());
    const env = {
      DATABASE_URL: `sqlite:${path}`,
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'silent',
      ACCOUNTING_BASE_URL: baseUrl,
      ACCOUNTING_CLIENT_ID: 'sandbox-client',
      ACCOUNTING_CLIENT_SECRET: 'sandbox-secret',
    };
    const asked = async <T>(...args: readonly string[]): Promise<T> => {
      const { code, stdout, stderr, json } = await runHere([...args, '--json'], { env });
      if (code === 1 || code === 2)
        throw new Error(`counterfoil ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
      return json<T>();
    };
    const controls = await withBooksBehind(service, () => asked<readonly ApiControls[]>('controls', '--on', on));
    const said = [...(await whatIsSaid(asked, runs)), ...controls.flatMap((one) => ofControls(one, 'controls --json'))];
    const [run] = runs.filter(({ payslips }) => payslips > 0);
    if (!withFiles || run === undefined) return said;
    const file = join(folder, 'month.zip');
    const at = [run.company, String(run.year), String(run.period)];
    await asked('month-file', ...at, '--format', 'zip', '--out', file);
    return [...said, ...readMonthFile(await readFile(file))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Asked = <T>(...args: readonly string[]) => Promise<T>;

async function whatIsSaid(asked: Asked, runs: readonly ApiRun[]): Promise<readonly Said[]> {
  const listed = await asked<readonly RunAnswer[]>('runs');
  const said: Said[] = listed.map(({ tag, state }) => ({ is: 'run.state', of: tag, says: state, door: 'runs --json' }));
  const signedOff = new Map(runs.map(({ tag, signedOffBy }) => [tag, signedOffBy]));
  const withSigner = listed.map((run) => {
    const by = signedOff.get(run.tag);
    return by === undefined ? run : { ...run, signedOffBy: by };
  });
  said.push(...countsOf(withSigner, 'runs --json'));
  for (const run of listed.slice(-showsMax)) {
    const paid = `${run.datedOn}${run.source === undefined ? '' : `.${run.source}`}`;
    const shown = await asked<ShowAnswer>('show', run.company, String(run.year), String(run.period), '--paid', paid);
    said.push(...ofShown(shown));
  }
  const digest = await asked<{ companies: readonly { needsYou: number; ready: number }[] }>('digest');
  const sum = (of: 'needsYou' | 'ready') => digest.companies.reduce((total, one) => total + one[of], 0);
  const waiting = { is: 'count.waiting', of: '', says: sum('needsYou'), door: 'digest' };
  return [...said, waiting, ...(sum('ready') === 0 ? [] : [ready(sum('ready'))])];
}

const ready = (says: number): Said => ({ is: 'count.state', of: 'ready', says, door: 'digest' });

/** A command takes about 50 ms of processor time. */
const showsMax = 3;

function ofShown({ tag, state, totals, paid = [] }: ShowAnswer): readonly Said[] {
  const door = 'show --json';
  const amounts = [
    ['run.gross', totals?.['gross']],
    ['run.net', totals?.['net']],
    ['run.paye', totals?.['taxAuthority']],
    ['run.pension', totals?.['pension']],
    ['run.others', totals?.['other']],
  ] as const;
  const people = paid.flatMap(({ user, gross, tax, employeeNi, employerNi, net }) =>
    Object.entries({ gross, tax, employeeNi, employerNi, net }).map(([name, amount]) => ({
      is: `person.${name}`,
      of: `${userOf(user)} ${tag}`,
      says: penceIn(amount),
      door,
    })),
  );
  return [
    { is: 'run.state', of: tag, says: state, door },
    ...amounts.flatMap(([is, amount]) => (amount === undefined ? [] : [{ is, of: tag, says: penceIn(amount), door }])),
    ...people,
  ];
}
