import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WrongShape } from '../../books/wrong-shape.js';
import { Mutex } from '../../ground/mutex.js';
import { type GivenFor, type Readable, type ReadOf, textRead } from './reading.js';
import { isZip } from './xml.js';

export interface ReaderTask {
  readonly kind: Readable;
  readonly given: GivenFor<Readable>;
}

/** What was read, as JSON, or what is wrong with the file. */
export type ReaderAnswer = { readonly text: string } | { readonly wrong: readonly string[] };

/** Some hundred people of an FPS, which take 50 ms. To start a thread takes as long, and most employers are smaller. */
const bytesHereMax = 128 * 1024;
/** Some four hundred people: a workbook is packed. */
const packedHereMax = 16 * 1024;

/** Larger files are read one after the other: each takes a processor, and memory of many times its size. */
const oneAtATime = new Mutex();

/**
 * Reads a file that someone gives us; throws WrongShape. No parser can stop halfway to let others have a turn, and
 * 3,000 people held everyone up for a second and a half: so a large file is read in a thread of its own. The memory
 * that a parser takes goes with it.
 */
export async function readFile<Kind extends Readable>(kind: Kind, given: GivenFor<Kind>): Promise<ReadOf<Kind>> {
  const { bytes } = given;
  const isShort = bytes.length <= (isZip(bytes) ? packedHereMax : bytesHereMax);
  const text = await (isShort ? textRead(kind, given) : oneAtATime.run(() => textFromThread({ kind, given })));
  return JSON.parse(text) as ReadOf<Kind>;
}

async function textFromThread(task: ReaderTask): Promise<string> {
  // From source, modules keep their ending.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Worker(new URL(`reader-thread.${ending}`, import.meta.url), { workerData: task });
  const ended = once(thread, 'exit').then(([code]): never => {
    throw new Error(`The thread that reads a file ended with ${code}.`);
  });
  try {
    const [answer] = (await Promise.race([once(thread, 'message'), ended])) as [ReaderAnswer];
    if ('text' in answer) return answer.text;
    throw new WrongShape(answer.wrong);
  } finally {
    ended.catch(() => undefined);
    await thread.terminate();
  }
}
