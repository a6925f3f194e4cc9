import { createHash } from 'node:crypto';
import PgBoss from 'pg-boss';
import { In } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import { Unauthorised } from '../books/errors.js';
import type { Clock } from '../ground/clock.js';
import { CompanyRow } from '../companies/company.entity.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { problem, problemWords } from '../ground/problem.js';
import { SyncRecord, type SyncRequest } from '../record/runs/sync-record.entity.js';
import { isUrgent, SyncQueue, waitForSync } from './queue.js';
import type { Places } from './places.js';
import { covers, standsAlone } from '../sync/joining.js';
import { Stopped, type SyncOutcome, type Syncs } from '../sync/syncs.js';

interface Work {
  readonly companyId: string;
  readonly request: SyncRequest;
  /** How often it was handed on because its worker had died. */
  readonly handedOn: number;
}

interface Options {
  readonly databaseUrl: string;
  readonly places: Places;
  /** How long a dead worker still holds its companies. */
  readonly leaseSeconds: number;
  warn(words: string): void;
}

const queue = 'syncs';
/** The queue's own connections, in addition to the database pool. */
const connectionsMax = 2;
const pollMs = 500;
/** A sync that ends its worker every time is handed on three times, and given up after the fourth attempt. */
const handedOnMax = 3;
/** Retries after 1, 2, 4, 8 and 16 minutes: most passing trouble is over within that half hour. */
const retries = { retryLimit: 5, retryDelay: 60, retryBackoff: true };
/** Only a last limit: a dead worker is noticed by its lease, and a live one may take its time. */
const expireInHours = 12;
/** More than any practice has clients. */
const urgentPriority = 1_000_000;
const liveStates: readonly PgBoss.JobWithMetadata['state'][] = ['created', 'retry', 'active'];

/**
 * The queue that replicas share: each sync has a job in the database, which any free worker takes. The job has the id
 * of its `SyncRecord` and is inserted in the same transaction. People's requests go first; among them, and among the
 * rest, practices take turns.
 */
export class PgBossQueue extends SyncQueue {
  #started: Promise<PgBoss> | undefined;
  readonly #going = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #loops: readonly Promise<void>[] = [];

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly syncs: Syncs,
    private readonly options: Options,
  ) {
    super();
  }

  async submit(company: Company, request: SyncRequest): Promise<{ id: string; joined: boolean }> {
    const boss = await this.#boss();
    return this.db.work(async (rows) => {
      await rows.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`submit:${company.id}`]);
      const priority = (isUrgent(request) ? urgentPriority : 0) - (await placeInPractice(rows, company));
      const other = standsAlone(request) ? undefined : await live(boss, rows, company.id, request);
      if (other) {
        await bringForward(rows, other.id, priority);
        return { id: other.id, joined: true };
      }
      const id = await this.syncs.enlist(company, request);
      const work: Work = { companyId: company.id, request, handedOn: 0 };
      await boss.send(queue, work, { ...retriesOf(request), id, priority, expireInHours, db: executor(rows) });
      return { id, joined: false };
    });
  }

  wait(id: string): Promise<SyncRecord> {
    return waitForSync(this.db, this.clock, id);
  }

  async work(): Promise<void> {
    const boss = await this.#boss();
    this.#loops = [this.#takeUp(boss), this.#takeOver(boss)];
  }

  async drain(): Promise<void> {
    this.#stopping.abort();
    this.syncs.stop();
    await Promise.all(this.#loops);
    await Promise.all(this.#going.values());
    const boss = await this.#started?.catch(() => undefined);
    await boss?.stop({ graceful: false });
  }

  /** Started on first use: commands never submit, so they never start it. */
  #boss(): Promise<PgBoss> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #start(): Promise<PgBoss> {
    const boss = new PgBoss({
      connectionString: this.options.databaseUrl,
      application_name: 'counterfoil queue',
      max: connectionsMax,
      schedule: false,
    });
    boss.on('error', (error) => this.options.warn(`The queue: ${error.message}`));
    try {
      // pg-boss creates its tables here; two processes doing so at once would deadlock.
      await this.db.alone(async () => {
        await boss.start();
        await boss.createQueue(queue);
      });
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
    return boss;
  }

  /** Fetches as many jobs as there are free places, and again when one has ended or after a moment. */
  async #takeUp(boss: PgBoss): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { free } = this.options.places;
      // While the database is away, pg-boss returns no jobs instead of an error.
      const jobs = free > 0 ? await boss.fetch<Work>(queue, { batchSize: free }) : [];
      for (const job of jobs) this.#begin(boss, job);
      if (jobs.length === 0) await this.#moment();
    }
  }

  async #moment(): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#stopping.signal]);
    await Promise.race([...this.#going.values(), this.clock.sleep(pollMs, signal).catch(() => undefined)]);
    over.abort();
  }

  #begin(boss: PgBoss, job: PgBoss.Job<Work>): void {
    const ended = this.options.places
      .taken(() => this.#execute(boss, job))
      .catch((error: unknown) => this.options.warn(`The queue: sync ${job.id}: ${String(error)}`))
      .finally(() => this.#going.delete(job.id));
    this.#going.set(job.id, ended);
  }

  async #execute(boss: PgBoss, { id, data }: PgBoss.Job<Work>): Promise<void> {
    let outcome: SyncOutcome;
    try {
      outcome = await this.syncs.run({ id: data.companyId }, data.request, { id });
    } catch (error) {
      await boss.fail(queue, id, { message: String(error) });
      return;
    }
    const { problem } = outcome;
    if (problem instanceof Stopped) await this.#handOn(boss, { id, data });
    // An unauthorised sync needs a person, so a retry would not help.
    else if (problem && !(problem instanceof Unauthorised)) await boss.fail(queue, id, { message: problem.title });
    else await boss.complete(queue, id);
  }

  /** Puts a job back into the queue under its id, at once and ahead of all others: it has waited already. */
  async #handOn(boss: PgBoss, { id, data }: Pick<PgBoss.Job<Work>, 'id' | 'data'>): Promise<void> {
    await this.db.work(async (rows) => {
      const db = executor(rows);
      const again = { state: 'queued' as const, startedAt: null, endedAt: null, result: null, problem: null };
      await rows.update(SyncRecord, { id }, again);
      await boss.deleteJob(queue, id, { db });
      await boss.send(queue, data, { ...retriesOf(data.request), id, priority: urgentPriority, expireInHours, db });
    });
  }

  /** Looks for jobs whose worker has died: active, with an unfinished record, and no one holds the lease. */
  async #takeOver(boss: PgBoss): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.clock.sleep((this.options.leaseSeconds * 1000) / 2, signal).catch(() => undefined);
      if (signal.aborted) return;
      await this.#handOnOrphans(boss).catch((error: unknown) =>
        this.options.warn(`The queue: companies of a worker that has gone are looked for again: ${String(error)}`),
      );
    }
  }

  async #handOnOrphans(boss: PgBoss): Promise<void> {
    await this.db.work(async (rows) => {
      const orphans = await rows.query<{ id: string; data: Work }[]>(
        `SELECT j.id, j.data FROM pgboss.job j
         JOIN syncs s ON s.id = j.id::text AND s.state IN ('queued', 'running')
         LEFT JOIN book_leases l ON l.company_id = s.company_id
         WHERE j.name = $1 AND j.state = 'active' AND j.id::text <> ALL ($2)
           AND j.started_on < clock_timestamp() - $3 * interval '1 second'
           AND (l.until IS NULL OR l.until < clock_timestamp())
         FOR UPDATE OF j SKIP LOCKED`,
        [queue, [...this.#going.keys()], this.options.leaseSeconds],
      );
      for (const { id, data } of orphans) {
        const handedOn = data.handedOn + 1;
        if (handedOn <= handedOnMax) await this.#handOn(boss, { id, data: { ...data, handedOn } });
        else await this.#giveUp(boss, rows, id);
      }
    });
  }

  async #giveUp(boss: PgBoss, rows: Rows, id: string): Promise<void> {
    const ended = problem('worker-ended', {
      detail: `Sync ${id} was begun ${handedOnMax + 1} times, and each time its process ended before it did.`,
      todo: 'Look in the log of the workers for what ended them (memory, most often), then sync this company again.',
    });
    await rows.update(
      SyncRecord,
      { id },
      { state: 'failed', endedAt: await this.db.now(rows), problem: problemWords(ended) },
    );
    await boss.cancel(queue, id, { db: executor(rows) });
  }
}

/** A sync of these books that is waiting or running, does all that is asked, and has a live job that will end it. */
async function live(
  boss: PgBoss,
  rows: Rows,
  companyId: string,
  request: SyncRequest,
): Promise<SyncRecord | undefined> {
  const where = { companyId, state: In(['queued', 'running']) };
  for (const record of await rows.find(SyncRecord, { where, order: { queuedAt: 'ASC' } })) {
    if (!covers(record.request, request)) continue;
    const job = await boss.getJobById(queue, record.id, { db: executor(rows), includeArchive: false });
    if (job && liveStates.includes(job.state)) return record;
  }
  return undefined;
}

/** A person who joins a scheduled sync does not wait behind the rest of the schedule. */
async function bringForward(rows: Rows, id: string, priority: number): Promise<void> {
  const waits = `name = $1 AND id = $2 AND state < 'active' AND priority < $3`;
  await rows.query(`UPDATE pgboss.job SET priority = $3 WHERE ${waits}`, [queue, id, priority]);
}

/**
 * Orders the clients of a practice at random, but always the same. A small practice's clients fall among the first of a
 * large one's, so that no one waits behind another practice's ten thousand clients.
 */
async function placeInPractice(rows: ReadRows, { id, connectionId }: Company): Promise<number> {
  const clients = await rows.countBy(CompanyRow, { connectionId });
  return createHash('sha256').update(id).digest().readUInt32BE(0) % Math.max(1, clients);
}

/** Settling is requested again anyway, and a dry run gets the error as its answer. */
function retriesOf(request: SyncRequest): PgBoss.RetryOptions {
  return standsAlone(request) || request.trigger === 'settle' ? { retryLimit: 0 } : retries;
}

function executor(rows: Rows): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await rows.query(text, values) }) };
}
