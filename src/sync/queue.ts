import type { Clock } from '../clock.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../database.js';
import { SyncRecord, type SyncRequest } from '../postings/sync-record.entity.js';
import type { Syncs } from './syncs.js';

/** Work for the background: in this process on SQLite, shared by replicas on PostgreSQL. Chosen once at start. */
export abstract class SyncQueue {
  /** A second one for the same books joins the one that waits or goes on. */
  abstract submit(company: Company, request: SyncRequest): Promise<{ id: string; joined: boolean }>;
  /** Until it is done or failed. */
  abstract wait(id: string): Promise<SyncRecord>;
  /** Finishes what goes on, and takes nothing new. */
  abstract drain(): Promise<void>;
}

const pollMs = 250;

export async function waitForSync(db: Database, clock: Clock, id: string): Promise<SyncRecord> {
  for (;;) {
    const row = await db.read((em) => em.findOneByOrFail(SyncRecord, { id }));
    if (row.state === 'done' || row.state === 'failed') return row;
    await clock.sleep(pollMs);
  }
}

interface Waiting {
  readonly id: string;
  readonly company: Company;
  readonly request: SyncRequest;
}

/** Bounded concurrency, first come first served; what a person asks for goes first. */
export class InProcessQueue extends SyncQueue {
  readonly #waiting: Waiting[] = [];
  readonly #going = new Map<string, { id: string; ended: Promise<void> }>();
  #drained = false;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly syncs: Syncs,
    private readonly atOnceMax: number,
  ) {
    super();
  }

  async submit(company: Company, request: SyncRequest): Promise<{ id: string; joined: boolean }> {
    const own = request.trigger === 'act' || request.dryRun === true;
    const other = own
      ? undefined
      : (this.#going.get(company.id) ?? this.#waiting.find((one) => one.company.id === company.id));
    if (other) return { id: other.id, joined: true };
    const id = await this.syncs.enlist(company, request);
    const urgent = request.trigger !== 'schedule' && request.trigger !== 'month_close';
    if (urgent) this.#waiting.unshift({ id, company, request });
    else this.#waiting.push({ id, company, request });
    this.#next();
    return { id, joined: false };
  }

  wait(id: string): Promise<SyncRecord> {
    return waitForSync(this.db, this.clock, id);
  }

  async drain(): Promise<void> {
    this.#drained = true;
    await Promise.all([...this.#going.values()].map((one) => one.ended));
  }

  #next(): void {
    while (!this.#drained && this.#going.size < this.atOnceMax) {
      const index = this.#waiting.findIndex((one) => !this.#going.has(one.company.id));
      const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!next) return;
      const ended = this.syncs
        .run(next.company, next.request, { id: next.id })
        // Its trouble is in its row; a row that could not be written is seen as one that never ended.
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          this.#going.delete(next.company.id);
          this.#next();
        });
      this.#going.set(next.company.id, { id: next.id, ended });
    }
  }
}
