import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem } from '../../ground/problem.js';
import type { FileJob } from './job.js';
import type { Signer } from '../signing-keys.js';
import type { Signed, ThreadTask, ThreadWords } from './thread.js';

/** A month of 2,000 people takes a processor for some seconds: two at once leave the others to those who wait. */
const atOnceMax = 2;
/** A minute's work; who comes after them is told to come again. */
const waitingMax = 32;

/**
 * Makes files in threads of their own: a PDF, a spreadsheet and a ZIP cannot stop halfway to let others have a turn, and
 * one of 2,000 people held everybody for 2.2 seconds. Threads stay, because loading what draws a PDF takes a second; an
 * idle one keeps no process running.
 */
export class FileThreads {
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(private readonly limits = { atOnce: atOnceMax, waiting: waitingMax }) {}

  /** The key signs here, and never goes to another thread. */
  async make(job: FileJob, signer: Signer): Promise<Buffer> {
    await this.#turn();
    const thread = this.#idle.pop() ?? started();
    try {
      const file = await answerOf(thread, job, signer);
      this.#idle.push(thread);
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
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

/** Run from source, modules keep their own ending. */
function started(): Worker {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./thread.${ending}`, import.meta.url));
}

/** A thread that ends before it answers is not used again. */
async function answerOf(thread: Worker, job: FileJob, { key, sign }: Signer): Promise<Uint8Array> {
  thread.ref();
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const ended = once(thread, 'exit', { signal }).then(([code]): never => {
      throw new Error(`The thread that makes files ended with ${code}.`);
    });
    thread.postMessage({ job, key } satisfies ThreadTask);
    for (;;) {
      const [words] = (await Promise.race([once(thread, 'message', { signal }), ended])) as [ThreadWords];
      if ('error' in words) throw words.error;
      if ('file' in words) return words.file;
      thread.postMessage({ signed: sign(words.toSign) } satisfies Signed);
    }
  } finally {
    answered.abort();
  }
}
