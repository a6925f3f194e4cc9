import { Not } from 'typeorm';
import type { Clock } from '../ground/clock.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { Mutex } from '../ground/mutex.js';
import { SyncRecord, type SyncRequest } from '../record/runs/sync-record.entity.js';
import { giveUpSyncs } from './left-syncs.js';
import type { Places } from './places.js';
import { covers } from '../sync/joining.js';
import type { Syncs } from '../sync/syncs.js';

/** Runs syncs in the background: in this process on SQLite, shared by replicas on PostgreSQL. */
export abstract class SyncQueue {
  /** Joins a sync of the same books that is waiting or running and does all that is asked. */
  abstract submit(company: Company, request: SyncRequest): Promise<{ id: string; joined: boolean }>;
  /** Waits until it is done or failed. */
  abstract wait(id: string): Promise<SyncRecord>;
  /** Starts working on what is submitted, here or by another process. A process that only submits does not call it. */
  abstract work(): Promise<void>;
  /** Takes nothing new; running syncs stop between two steps. */
  abstract drain(): Promise<void>;
}

const pollMs = 250;

/** Requests of people go before scheduled ones. */
export const isUrgent = ({ trigger }: SyncRequest) => trigger !== 'schedule' && trigger !== 'month_close';

export async function waitForSync(db: Database, clock: Clock, id: string): Promise<SyncRecord> {
  for (;;) {
    const row = await db.read((rows) => rows.findOneByOrFail(SyncRecord, { id }));
    if (row.state === 'done' || row.state === 'failed') return row;
    await clock.sleep(pollMs);
  }
}

interface Waiting {
  readonly id: string;
  readonly companyId: string;
  readonly request: SyncRequest;
  readonly isUrgent: boolean;
}

/** Limits how many run at once, in the order of submission, except that requests of people go first. */
export class InProcessQueue extends SyncQueue {
  readonly #waiting: Waiting[] = [];
  readonly #going = new Map<string, Waiting & { readonly ended: Promise<void> }>();
  readonly #turn = new Mutex();
  #drained = false;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly syncs: Syncs,
    private readonly places: Places,
  ) {
    super();
    places.onFree(() => this.#next());
  }

  /** One submission at a time: two at once would not see each other. */
  submit(company: Company, request: SyncRequest): Promise<{ id: string; joined: boolean }> {
    return this.#turn.run(() => this.#submit(company, request));
  }

  async #submit(company: Company, request: SyncRequest): Promise<{ id: string; joined: boolean }> {
    const other = await this.#joinable(company.id, request);
    if (other) {
      if (isUrgent(request)) this.#bringForward(other);
      return { id: other.id, joined: true };
    }
    const id = await this.syncs.enlist(company, request);
    this.#line({ id, companyId: company.id, request, isUrgent: isUrgent(request) });
    this.#next();
    return { id, joined: false };
  }

  async #joinable(companyId: string, request: SyncRequest): Promise<Waiting | undefined> {
    const going = this.#going.get(companyId);
    if (going && covers(going.request, request) && !(await this.#isOver(going))) return going;
    return this.#waiting.find((one) => one.companyId === companyId && covers(one.request, request));
  }

  /** A sync that has written its result may not have ended here yet, but it reads nothing more. */
  async #isOver({ id }: Waiting): Promise<boolean> {
    const { endedAt } = await this.db.read((rows) => rows.findOneByOrFail(SyncRecord, { id }));
    return endedAt !== null;
  }

  #line(one: Waiting): void {
    const behind = one.isUrgent ? this.#waiting.findIndex((other) => !other.isUrgent) : -1;
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, one);
  }

  /** A person who joins a scheduled sync does not wait behind the rest of the schedule. */
  #bringForward(one: Waiting): void {
    const index = this.#waiting.indexOf(one);
    if (index < 0 || one.isUrgent) return;
    this.#waiting.splice(index, 1);
    this.#line({ ...one, isUrgent: true });
  }

  wait(id: string): Promise<SyncRecord> {
    return waitForSync(this.db, this.clock, id);
  }

  /**
   * Syncs start as they are submitted. A database file has one service, so what an earlier one left open has failed.
   */
  async work(): Promise<void> {
    await this.db.work((rows) => giveUpSyncs(this.db, rows, { trigger: Not('command') }));
  }

  async drain(): Promise<void> {
    this.#drained = true;
    this.syncs.stop();
    await Promise.all([...this.#going.values()].map((one) => one.ended));
  }

  #next(): void {
    while (!this.#drained && this.places.free > 0) {
      const index = this.#waiting.findIndex((one) => !this.#going.has(one.companyId));
      const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!next) return;
      const ended = this.places
        .taken(() => this.syncs.run({ id: next.companyId }, next.request, { id: next.id }))
        // Its trouble is in its record; a record that could not be written looks like a sync that never ended.
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          this.#going.delete(next.companyId);
          this.#next();
        });
      this.#going.set(next.companyId, { ...next, ended });
    }
  }
}
