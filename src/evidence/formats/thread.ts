import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { Problem } from '../../ground/problem.js';
import type { ProblemName } from '../../ground/problems.js';
import type { PublicKey } from '../public-keys.js';
import { doneOf, type FileJob, type Made, type Opening } from './job.js';

export interface ThreadTask {
  readonly job: FileJob;
  readonly key: PublicKey;
}

/** A thread's messages: what it wants signed, and at the end what it made, or why there is nothing. */
export type ThreadWords =
  | { readonly toSign: string }
  | { readonly made: Made }
  | { readonly problem: ProblemName; readonly words: { readonly detail: string; readonly todo: string } }
  | { readonly error: unknown };
export interface Signed {
  readonly signed: string;
}

/** Makes what it is asked for, one file after the other. */
export function makeFiles(port: MessagePort, open: Opening): void {
  const say = (words: ThreadWords, moved: ArrayBuffer[] = []) => port.postMessage(words, moved);
  const sign = async (toSign: string): Promise<string> => {
    say({ toSign });
    const [answer] = (await once(port, 'message')) as [Signed];
    return answer.signed;
  };
  port.on('message', (message: ThreadTask | Signed) => {
    // Answers to what it asked are awaited there.
    if ('signed' in message) return;
    doneOf(message.job, { key: message.key, sign }, open).then(
      (made) => {
        // In memory of its own, which is handed over: a short file would share its memory with others.
        const file = new Uint8Array(made.file);
        say({ made: { ...made, file } }, [file.buffer]);
      },
      (error: unknown) => say(wordsOf(error)),
    );
  });
}

/** An instance of a class arrives as a plain object: only what says which problem it is goes over. */
function wordsOf(error: unknown): ThreadWords {
  if (!(error instanceof Problem)) return { error };
  const { kind, detail, todo } = error;
  return { problem: kind, words: { detail, todo } };
}
