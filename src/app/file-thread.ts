// A thread that makes files, put together as a process is: it knows every table.
import 'reflect-metadata';
import { parentPort } from 'node:worker_threads';
import { makeFiles } from '../evidence/formats/thread.js';
import { systemClock } from '../ground/clock.js';
import { openDatabase } from './open-database.js';

// It only reads: it has no schema to make, and nothing that must outlive a power cut.
const options = { migrations: [], outlivesPowerCuts: false };
if (parentPort !== null) makeFiles(parentPort, (databaseUrl) => openDatabase({ databaseUrl }, systemClock, options));
