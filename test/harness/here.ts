import { Readable } from 'node:stream';
import { Mutex } from '../../src/ground/mutex.js';
import { holdToSchema } from './command-answers.js';
import type { Outcome } from './counterfoil.js';

interface RunHereOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  /** As if someone sat there and had typed the input. */
  readonly onTerminal?: boolean;
}

const turn = new Mutex();
let runs = 0;

/**
 * Runs a command in this process, where only its words and its exit code are asserted: to start a process takes 0.6
 * seconds of processor time. One at a time, since a process has one output and one environment. What the log says is
 * not among the words: it goes past Node's streams, by `runCounterfoil` alone.
 */
export function runHere(args: readonly string[], options: RunHereOptions = {}): Promise<Outcome> {
  return turn.run(async () => {
    const process_ = new BorrowedProcess(args, options);
    try {
      // Each run is a module of its own, whose end is the command's; all that it imports is loaded once.
      runs += 1;
      await import(`../../src/main.ts?run=${runs}`);
      const outcome = process_.outcome();
      holdToSchema(args, outcome);
      return outcome;
    } finally {
      process_.giveBack();
    }
  });
}

/** This process, as the command sees it. */
class BorrowedProcess {
  readonly #before = {
    argv: process.argv,
    env: process.env,
    cwd: process.cwd(),
    exitCode: process.exitCode,
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
    listeners: process.stdout.listeners('error'),
  };
  readonly #streams: readonly [Caught, Caught];

  constructor(args: readonly string[], { env = {}, input = '', cwd, onTerminal = false }: RunHereOptions) {
    this.#streams = [new Caught(process.stdout, onTerminal), new Caught(process.stderr, onTerminal)];
    process.argv = [process.execPath, 'counterfoil', ...args];
    process.env = { PATH: process.env.PATH, ...env };
    process.exitCode = undefined;
    if (cwd !== undefined) process.chdir(cwd);
    const typed = Object.assign(Readable.from([Buffer.from(input)]), { isTTY: onTerminal });
    Object.defineProperty(process, 'stdin', { value: typed, configurable: true });
  }

  outcome(): Outcome {
    const [stdout, stderr] = this.#streams.map((stream) => stream.text) as [string, string];
    return { code: Number(process.exitCode ?? 0), stdout, stderr, json: () => JSON.parse(stdout) };
  }

  giveBack(): void {
    const { argv, env, cwd, exitCode, stdin, listeners } = this.#before;
    for (const stream of this.#streams) stream.letGo();
    Object.assign(process, { argv, env, exitCode });
    if (process.cwd() !== cwd) process.chdir(cwd);
    if (stdin) Object.defineProperty(process, 'stdin', stdin);
    const added = process.stdout.listeners('error').filter((one) => !listeners.includes(one));
    for (const one of added) process.stdout.off('error', one as () => void);
  }
}

/** What is written to a stream while a command runs. */
class Caught {
  text = '';
  readonly #isTTY: boolean | undefined;

  constructor(
    private readonly stream: NodeJS.WriteStream,
    onTerminal: boolean,
  ) {
    this.#isTTY = stream.isTTY;
    stream.isTTY = onTerminal;
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      this.text += Buffer.from(chunk as string).toString();
      const done = rest.findLast((one) => typeof one === 'function') as (() => void) | undefined;
      if (done) process.nextTick(done);
      return true;
    }) as typeof stream.write;
  }

  letGo(): void {
    delete (this.stream as { write?: unknown }).write;
    this.stream.isTTY = this.#isTTY as boolean;
  }
}
