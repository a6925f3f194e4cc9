import type { ReadRows, Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { Lease } from './lease.entity.js';

/** The right to work on one company's books. */
export interface HeldLease {
  readonly companyId: string;
  readonly holder: string;
  readonly fence: string;
}

const renewalsPerLease = 2;
/** No lease lasts longer, unless configured to. A lease that seems to was taken before the clock was set back. */
const leaseMaxSeconds = 3600;

/** One process per books: the holder of the lease may write until it ends. Times are the database's own. */
export class Leases {
  constructor(
    private readonly db: Database,
    private readonly leaseSeconds: number,
  ) {}

  /** Runs `act` under the lease, renewing it as it runs; undefined when someone else holds it. */
  async hold<T>(
    companyId: string,
    holder: string,
    act: (lease: HeldLease) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    const lease = await this.#acquire(companyId, holder);
    if (!lease) return undefined;
    const stop = new AbortController();
    const renewing = this.#renewUntil(lease, stop.signal);
    try {
      return { value: await act(lease) };
    } finally {
      stop.abort();
      await renewing;
      await this.#release(lease);
    }
  }

  /** How long the lease still lasts, in milliseconds; null if this holder no longer has it. */
  async remainingMs(rows: ReadRows, lease: HeldLease): Promise<number | null> {
    const row = await rows.findOneBy(Lease, { companyId: lease.companyId });
    if (!row || row.holder !== lease.holder || String(row.fence) !== lease.fence) return null;
    const left = row.until.getTime() - (await this.db.now(rows)).getTime();
    return left > 0 ? Math.min(left, this.leaseSeconds * 1000) : null;
  }

  /**
   * Whether no one else has worked on the books since this holder took the lease, even if the lease has ended since. No one
   * takes it until this unit of work has ended.
   */
  async isUntaken(rows: Rows, { companyId, holder, fence }: HeldLease): Promise<boolean> {
    const [name, lock] = rows.kind === 'postgres' ? ['$1', 'FOR SHARE'] : ['?', ''];
    const [row] = await rows.query<Pick<Lease, 'holder' | 'fence'>[]>(
      `SELECT holder, fence FROM book_leases WHERE company_id = ${name} ${lock}`,
      [companyId],
    );
    return row?.holder === holder && String(row.fence) === fence;
  }

  async isHeld(companyId: string): Promise<boolean> {
    return this.db.read(async (rows) => {
      const row = await rows.findOneBy(Lease, { companyId });
      const now = await this.db.now(rows);
      return row !== null && row.until > now && row.until <= this.#longest(now);
    });
  }

  async #acquire(companyId: string, holder: string): Promise<HeldLease | undefined> {
    return this.db.work(async (rows) => {
      const now = await this.db.now(rows);
      const until = new Date(now.getTime() + this.leaseSeconds * 1000);
      await rows
        .createChangeBuilder()
        .insert()
        .into(Lease)
        .values({ companyId, holder: '', until: new Date(0), fence: '0' })
        .orIgnore()
        .execute();
      const taken = await rows
        .createChangeBuilder()
        .update(Lease)
        .set({ holder, until, fence: () => 'fence + 1' })
        .where('companyId = :companyId AND (until <= :now OR until > :longest)', {
          companyId,
          now: now.toISOString(),
          longest: this.#longest(now).toISOString(),
        })
        .execute();
      if (taken.affected === 0) return undefined;
      const row = await rows.findOneByOrFail(Lease, { companyId });
      return { companyId, holder, fence: String(row.fence) };
    });
  }

  #longest(now: Date): Date {
    return new Date(now.getTime() + Math.max(leaseMaxSeconds, this.leaseSeconds) * 1000);
  }

  async #renewUntil(lease: HeldLease, stop: AbortSignal): Promise<void> {
    const everyMs = (this.leaseSeconds * 1000) / renewalsPerLease;
    while (!stop.aborted) {
      await this.db.clock.sleep(everyMs, stop).catch(() => undefined);
      if (stop.aborted) return;
      // A failed renewal costs the lease, and with it the right to send: no harm is done.
      await this.#renew(lease).catch(() => undefined);
    }
  }

  /** A lease that has ended is not renewed: someone else may have worked in between. */
  async #renew({ companyId, holder, fence }: HeldLease): Promise<void> {
    await this.db.work(async (rows) => {
      const now = await this.db.now(rows);
      const until = new Date(now.getTime() + this.leaseSeconds * 1000);
      await rows
        .createChangeBuilder()
        .update(Lease)
        .set({ until })
        .where('companyId = :companyId AND holder = :holder AND fence = :fence AND until > :now', {
          companyId,
          holder,
          fence,
          now: now.toISOString(),
        })
        .execute();
    });
  }

  async #release({ companyId, holder, fence }: HeldLease): Promise<void> {
    await this.db
      .work((rows) => rows.update(Lease, { companyId, holder, fence }, { until: new Date(0) }))
      // The database cannot be reached: the lease ends by itself.
      .catch(() => undefined);
  }
}
