import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.js';
import { compare, type KitSet, setsIn } from './books.js';
import { CommandError, type Exit, type Run, type Running, start } from './run.js';
import { type FaultCase, LATE_SECONDS, SUITES } from './suites.js';

export interface KitOptions {
  readonly suite: string;
  /** The client's program and its arguments; `{baseUrl}` and the like stand for what the sandbox gives (PLACES). */
  readonly command: readonly string[];
  /** Run by the shell once a case, before its fault: to connect, or to make a database. */
  readonly setup?: string;
  /** Variables of the command's environment, with the same places. */
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: Pick<
    SandboxOptions,
    'scenario' | 'clock' | 'limits' | 'keepRefreshTokens' | 'tokensWithoutUserAgent' | 'doubleQuotedLinks'
  >;
  /** How often the command is run at most in a case (6), and how long each may take (60 s). */
  readonly runs?: number;
  readonly timeoutSeconds?: number;
  /** Between two runs (2 s). */
  readonly pauseSeconds?: number;
  /** Only these cases. */
  readonly only?: readonly string[];
  /** Told after each case. */
  readonly onCase?: (result: CaseResult) => void;
}

/**
 * once: the books hold what a run without a fault makes, each set once. doubled: one is there more often. lost: one is
 * missing, and the command says it is done. stuck: one is missing, and the command never says so. told: doubled where no
 * client can prevent it, and the command says that something is wrong. not reached: the command never met the fault.
 */
export type Outcome = 'once' | 'doubled' | 'lost' | 'stuck' | 'told' | 'not reached';

export interface CaseResult {
  readonly case: string;
  readonly happens: string;
  readonly outcome: Outcome;
  readonly exits: readonly Exit[];
  readonly extra: readonly KitSet[];
  readonly missing: readonly KitSet[];
  /** The end of what the last run printed. */
  readonly said: string;
}

export interface KitReport {
  readonly suite: string;
  readonly command: readonly string[];
  /** What the command does without a fault. */
  readonly without: { readonly exit: Exit; readonly sets: readonly KitSet[] };
  readonly cases: readonly CaseResult[];
  /** Nothing was doubled, lost or stuck. */
  readonly isClean: boolean;
}

const RUNS_MAX = 6;
const TIMEOUT_SECONDS = 60;
const PAUSE_SECONDS = 2;
const BAD: readonly Outcome[] = ['doubled', 'lost', 'stuck'];

/** A suite or a case that there is not. */
export class SuiteError extends Error {}

/** Runs a client's command under each fault of a suite, each in a sandbox of its own, and reads the books afterwards. */
export async function runFaults(options: KitOptions): Promise<KitReport> {
  const cases = casesOf(options);
  const { exit, sets, said } = await inSandbox(options, withoutFault);
  if (sets.length === 0)
    throw new CommandError(`Without a fault the command makes no journal set (it ended with ${exit}).\n${said}`);
  const results: CaseResult[] = [];
  for (const one of cases) {
    const result = await inSandbox(options, (stage) => underFault(stage, one, exit, sets));
    results.push(result);
    options.onCase?.(result);
  }
  const isClean = results.every(({ outcome }) => !BAD.includes(outcome));
  return { suite: options.suite, command: options.command, without: { exit, sets }, cases: results, isClean };
}

function casesOf({ suite, only }: KitOptions): readonly FaultCase[] {
  const cases = SUITES[suite];
  if (!cases) throw new SuiteError(`There is no suite ${suite}; there is ${Object.keys(SUITES).join(', ')}.`);
  const names = cases.map(({ name }) => name);
  const unknown = (only ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new SuiteError(`${suite} has no case ${unknown.join(', ')}; it has ${names.join(', ')}.`);
  return only ? cases.filter(({ name }) => only.includes(name)) : cases;
}

/** A fresh sandbox and a fresh folder, and the command that works on them. */
interface Stage {
  readonly options: KitOptions;
  readonly sandbox: Sandbox;
  readonly before: readonly KitSet[];
  /** Starts the command so many times at once; a kill ends all of them. */
  readonly run: (times: number) => Promise<readonly Run[]>;
  /** From now on a delay does this instead of waiting; without it, it waits. */
  readonly atDelay: (act: () => void) => void;
  readonly kill: () => void;
}

async function inSandbox<T>(options: KitOptions, act: (stage: Stage) => Promise<T>): Promise<T> {
  const running = new Set<Running>();
  let acts: (() => void) | undefined;
  const sandbox = createSandbox({
    ...options.sandbox,
    sleep: async (ms) => {
      if (acts) acts();
      else await pause(ms);
    },
  });
  const home = mkdtempSync(join(tmpdir(), 'counterfoil-faults-'));
  try {
    await sandbox.listen(0);
    const places = placesOf(sandbox, home);
    const env = environment(options.env ?? {}, places);
    const timeoutMs = (options.timeoutSeconds ?? TIMEOUT_SECONDS) * 1_000;
    const execute = async (command: readonly string[]): Promise<Run> => {
      const one = start(command, env, timeoutMs);
      running.add(one);
      return one.ended.finally(() => running.delete(one));
    };
    if (options.setup !== undefined) {
      const { exit, said } = await execute(shell(filled(options.setup, places)));
      if (exit !== 0) throw new CommandError(`The setup ended with ${exit}.\n${said}`);
    }
    const command = options.command.map((word) => filled(word, places));
    return await act({
      options,
      sandbox,
      before: await setsIn(sandbox),
      run: (times) => Promise.all(Array.from({ length: times }, () => execute(command))),
      atDelay: (act) => {
        acts = act;
      },
      kill: () => running.forEach((one) => one.kill()),
    });
  } finally {
    for (const one of running) one.kill();
    await sandbox.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function withoutFault({ sandbox, before, run }: Stage): Promise<Run & { sets: readonly KitSet[] }> {
  const [ended] = await run(1);
  return { ...ended!, sets: compare(await setsIn(sandbox), before).extra };
}

/** Once, and again while it says that it is not done, as a schedule would; the trouble ends on the way. */
async function underFault(
  { options, sandbox, before, run, atDelay, kill }: Stage,
  { name, words, faults, lasts = 1, kills, afterwards, atOnce = 1, telling }: FaultCase,
  done: Exit,
  wanted: readonly KitSet[],
): Promise<CaseResult> {
  if (kills) atDelay(kill);
  if (afterwards) atDelay(() => sandbox.faults.add(...afterwards));
  if (faults.length > 0) sandbox.faults.add(...faults);
  const exits: Exit[] = [];
  let said = '';
  let isReached = faults.length === 0;
  let isOver = false;
  const end = () => {
    isReached ||= sandbox.faults.all()[0]!.acted > 0;
    sandbox.faults.clear();
    isOver = true;
  };
  // A client may wait by the service's clock, or by its own.
  const goOn = () => sandbox.clock.advance(LATE_SECONDS * 1_000);
  for (let count = 1; count <= (options.runs ?? RUNS_MAX); count += 1) {
    if (count > 1) await pause((options.pauseSeconds ?? PAUSE_SECONDS) * 1_000);
    const runs = await run(count === 1 ? atOnce : 1);
    exits.push(...runs.map(({ exit }) => exit));
    said = runs.at(-1)!.said;
    if (count === lasts) end();
    if (count >= lasts) goOn();
    if (runs.every(({ exit }) => exit === done)) break;
  }
  if (!isOver) {
    end();
    goOn();
  }
  const { extra, missing } = compare(await setsIn(sandbox), [...before, ...wanted]);
  const isDone = exits.at(-1) === done;
  const outcome = judge({ isReached, isDone, telling: telling === true, extra: extra.length, missing: missing.length });
  return { case: name, happens: words, outcome, exits, extra, missing, said };
}

interface Seen {
  readonly isReached: boolean;
  readonly isDone: boolean;
  readonly telling: boolean;
  readonly extra: number;
  readonly missing: number;
}

function judge({ isReached, isDone, telling, extra, missing }: Seen): Outcome {
  if (!isReached) return 'not reached';
  if (extra > 0) return telling && !isDone ? 'told' : 'doubled';
  if (missing > 0) return isDone ? 'lost' : 'stuck';
  return 'once';
}

/** What stands for `{name}` in the command, its setup and its environment, of the first company. */
export const PLACES = [
  'baseUrl',
  'host',
  'clientId',
  'clientSecret',
  'accessToken',
  'refreshToken',
  'subdomain',
  'home',
] as const;
type Places = Readonly<Record<(typeof PLACES)[number], string>>;

function placesOf(sandbox: Sandbox, home: string): Places {
  const { baseUrl, clientId, clientSecret, companies } = sandbox.credentials();
  const { accessToken, refreshToken, subdomain } = companies[0]!;
  return { baseUrl, host: new URL(baseUrl).host, clientId, clientSecret, accessToken, refreshToken, subdomain, home };
}

function filled(text: string, places: Places): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    name in places ? places[name as keyof Places] : whole,
  );
}

/** The names that every command gets, whatever it calls them itself. */
function environment(asked: Readonly<Record<string, string>>, places: Places): NodeJS.ProcessEnv {
  const own = PLACES.map((name) => [`SANDBOX_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`, places[name]]);
  const theirs = Object.entries(asked).map(([name, text]) => [name, filled(text, places)]);
  return { ...process.env, ...Object.fromEntries([...own, ...theirs]) };
}

function shell(line: string): readonly string[] {
  return process.platform === 'win32' ? ['cmd', '/d', '/s', '/c', line] : ['sh', '-c', line];
}
