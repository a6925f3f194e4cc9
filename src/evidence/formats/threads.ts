import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem } from '../../ground/problem.js';
import type { FileJob, Made, MonthAsked, MonthMade } from './job.js';
import type { Signer } from '../signing-keys.js';
import type { Signed, ThreadTask, ThreadWords } from './thread.js';

/** A month of 2,000 people takes a processor for some seconds: two at once leave the others to those who wait. */
const atOnceMax = 2;
/** A minute's work; later callers are asked to come back. */
const waitingMax = 32;

/**
 * Reads months and makes files in threads of their own. A PDF, a spreadsheet and a ZIP cannot stop halfway to let
 * others have a turn: a file for 2,000 people held everyone up for 2.2 seconds, reading it and handing it over for 0.7.
 * Threads stay, because loading what draws a PDF takes a second; an idle thread keeps no process running.
 */
export class FileThreads {
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(private readonly limits = { atOnce: atOnceMax, waiting: waitingMax }) {}

  /** The key signs here, and never goes to another thread. */
  make(job: MonthAsked, signer: Signer): Promise<MonthMade>;
  make(job: FileJob, signer: Signer): Promise<Made>;
  async make(job: FileJob, signer: Signer): Promise<Made> {
    await this.#turn();
    const thread = this.#idle.pop() ?? started();
    try {
      const made = await answerOf(thread, job, signer);
      this.#idle.push(thread);
      return made;
    } finally {
      thread.unref();
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#busy >= this.limits.atOnce) {
      if (this.#waiting.length >= this.limits.waiting) throw tooMany(this.#waiting.length);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#busy++;
  }
}

/** One for the process, because its processors are what they share. */
export const fileThreads = new FileThreads();

const tooMany = (waiting: number) =>
  problem('files-busy', {
    detail: `${waiting} files wait to be made already. Nothing was made.`,
    todo: 'Ask again after `Retry-After`, in half a minute.',
  });

/** By the path of its file, since `app` alone knows what a process consists of. From source, modules keep their ending. */
function started(): Worker {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`../../app/file-thread.${ending}`, import.meta.url));
}

/** Copying a ZIP of 2,000 people's for each month of a year would stop everyone: memory of its own is handed over. */
function handedOver(job: FileJob): ArrayBuffer[] {
  if (job.kind !== 'zip') return [];
  const whole = Object.values(job.files).filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  return whole.map(({ buffer }) => buffer as ArrayBuffer);
}

/** A thread that ends before it answers is not used again. */
async function answerOf(thread: Worker, job: FileJob, { key, sign }: Signer): Promise<Made> {
  thread.ref();
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const ended = once(thread, 'exit', { signal }).then(([code]): never => {
      throw new Error(`The thread that makes files ended with ${code}.`);
    });
    thread.postMessage({ job, key } satisfies ThreadTask, handedOver(job));
    for (;;) {
      const [words] = (await Promise.race([once(thread, 'message', { signal }), ended])) as [ThreadWords];
      if ('error' in words) throw words.error;
      if ('problem' in words) throw problem(words.problem, words.words);
      if ('made' in words) return words.made;
      thread.postMessage({ signed: sign(words.toSign) } satisfies Signed);
    }
  } finally {
    answered.abort();
  }
}
