import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { PublicKey } from '../public-keys.js';
import { doneOf, type FileJob } from './job.js';

export interface ThreadTask {
  readonly job: FileJob;
  readonly key: PublicKey;
}

/** What a thread says: what it wants signed, and at the end the file, or why there is none. */
export type ThreadWords = { readonly toSign: string } | { readonly file: Uint8Array } | { readonly error: unknown };
export interface Signed {
  readonly signed: string;
}

const port = parentPort;
port?.on('message', (message: ThreadTask | Signed) => {
  // Answers to what it asked are awaited there.
  if ('signed' in message) return;
  const say = (words: ThreadWords) => port.postMessage(words);
  const sign = async (toSign: string): Promise<string> => {
    say({ toSign });
    const [answer] = (await once(port, 'message')) as [Signed];
    return answer.signed;
  };
  doneOf(message.job, { key: message.key, sign }).then(
    (file) => say({ file }),
    (error: unknown) => say({ error }),
  );
});
