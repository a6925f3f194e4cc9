import { spawn } from 'node:child_process';

/** How a run of the command ended: its exit code, or what ended it. */
export type Exit = number | 'killed' | 'timed out';

export interface Run {
  readonly exit: Exit;
  /** The end of what it printed. */
  readonly said: string;
}

const SAID_CHARS = 2_000;

export interface Running {
  readonly ended: Promise<Run>;
  readonly kill: () => void;
}

/** Runs a program in a process group of its own, so that what it started dies with it. */
export function start(command: readonly string[], env: NodeJS.ProcessEnv, timeoutMs: number): Running {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let endedBy: Exit | undefined;
  const end = (by: Exit) => {
    endedBy ??= by;
    if (child.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_CHARS);
    });
  // A group of its own does not end with this process.
  const endToo = () => end('killed');
  process.once('exit', endToo);
  const timer = setTimeout(() => end('timed out'), timeoutMs);
  const ended = new Promise<Run>((resolve, reject) => {
    child.once('error', (error) => reject(new CommandError(`${program} cannot be started: ${error.message}`)));
    child.once('close', (code) => resolve({ exit: endedBy ?? code ?? 'killed', said }));
  }).finally(() => {
    clearTimeout(timer);
    process.off('exit', endToo);
  });
  return { ended, kill: () => end('killed') };
}

/** The client's command does not work as it is: nothing can be said of it under a fault. */
export class CommandError extends Error {}
