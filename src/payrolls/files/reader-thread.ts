// Reads one file, and ends with it.
import { parentPort, workerData } from 'node:worker_threads';
import { WrongShape } from '../../books/wrong-shape.js';
import type { ReaderAnswer, ReaderTask } from './reader.js';
import { textRead } from './reading.js';

const { kind, given } = workerData as ReaderTask;
// An instance of a class arrives as a plain object: of what is wrong with the file, only the words go over.
const answer: ReaderAnswer = await textRead(kind, given).then(
  (text) => ({ text }),
  (error: unknown) => {
    if (error instanceof WrongShape) return { wrong: error.problems };
    throw error;
  },
);
parentPort?.postMessage(answer);
