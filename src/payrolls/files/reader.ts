import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { WrongShape } from '../../books/wrong-shape.js';
import { Mutex } from '../../ground/mutex.js';
import { problem } from '../../ground/problem.js';
import { type GivenFor, type Readable, type ReadOf, textRead } from './reading.js';
import { isZip } from './xml.js';

export interface ReaderTask {
  readonly kind: Readable;
  readonly given: GivenFor<Readable>;
}

/** What was read, as JSON, or what is wrong with the file. */
export type ReaderAnswer = { readonly text: string } | { readonly wrong: readonly string[] };

/** Some hundred people of an FPS, which take 50 ms. To start a thread takes as long, and most employers are smaller. */
const returnHereMax = 128 * 1024;
/** Some hundred people of a report as CSV. */
const reportHereMax = 16 * 1024;
/** 20,000 people take some 15 s, on a slow machine. */
const readMaxMs = 60_000;

/** Larger files are read one after the other: each takes a processor, and memory of many times its size. */
const oneAtATime = new Mutex();
/** Then who waits is answered, before a browser gives up. */
const turnMaxMs = 60_000;

export interface Limits {
  readonly readMaxMs: number;
  readonly turnMaxMs: number;
}

/**
 * Reads a file that someone gives us; throws WrongShape. No parser can stop halfway to let others have a turn, and
 * 3,000 people held everyone up for a second and a half: so a large file is read in a thread of its own. The memory
 * that a parser takes goes with it.
 */
export async function readFile<Kind extends Readable>(
  kind: Kind,
  given: GivenFor<Kind>,
  limits: Limits = { readMaxMs, turnMaxMs },
): Promise<ReadOf<Kind>> {
  const isHere = isReadHere(kind, given.bytes);
  const text = await (isHere
    ? textRead(kind, given)
    : inTurn(limits.turnMaxMs, () => textFromThread({ kind, given }, limits.readMaxMs)));
  const read = JSON.parse(text) as ReadOf<Kind>;
  // Of 20,000 people, this alone took 30 ms; and what follows may be a database in this process.
  if (!isHere) await setImmediate();
  return read;
}

async function inTurn(maxMs: number, read: () => Promise<string>): Promise<string> {
  const waiting = within(maxMs, () =>
    problem('too-many-requests', {
      detail: `Large payroll files of others have been read for ${maxMs / 1000} seconds, and yours had no turn. Nothing was taken from it.`,
      todo: 'Give it again in a few minutes.',
    }),
  );
  const turn = oneAtATime.run(async () => {
    waiting.end();
    return waiting.isOver() ? '' : read();
  });
  return Promise.race([turn, waiting.over]);
}

/** `over` rejects with what `say` says when this time is over, unless it was ended before. */
function within(maxMs: number, say: () => Error) {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), maxMs);
  const over = once(time.signal, 'abort').then((): never => {
    throw say();
  });
  return { over, isOver: () => time.signal.aborted, end: () => clearTimeout(timer) };
}

/** Nothing packed: 8 KB of a workbook, or of a part of a return, may unpack to what holds everyone up for a minute. */
export function isReadHere(kind: Readable, bytes: Uint8Array): boolean {
  if (isZip(bytes)) return false;
  // In two bytes a character, the name of a packed part would not be found.
  if (bytes.subarray(0, 4).some((byte) => byte === 0 || byte >= 0xfe)) return false;
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('CompressedPart')) return false;
  return bytes.length <= (kind === 'return' ? returnHereMax : reportHereMax);
}

async function textFromThread(task: ReaderTask, maxMs: number): Promise<string> {
  // From source, modules keep their ending.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Worker(new URL(`reader-thread.${ending}`, import.meta.url), { workerData: task });
  const ended = once(thread, 'exit').then(([code]): never => {
    throw new Error(`The thread that reads a file ended with ${code}.`);
  });
  const reading = within(
    maxMs,
    () => new WrongShape(['it takes longer to read than a payroll file does: it may have been made to']),
  );
  try {
    const [answer] = (await Promise.race([once(thread, 'message'), ended, reading.over])) as [ReaderAnswer];
    if ('text' in answer) return answer.text;
    throw new WrongShape(answer.wrong);
  } finally {
    reading.end();
    ended.catch(() => undefined);
    await thread.terminate();
  }
}
