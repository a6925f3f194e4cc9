import type { Clock } from '../ground/clock.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';

const minuteMs = 60_000;
/**
 * No two replicas' clocks differ by more. A firing further than this in the future came from a clock that was wrong.
 */
const clocksDifferMs = 60 * minuteMs;

/**
 * Scheduled work is done once per company, however many replicas keep time: each goes through all companies and takes
 * those that no other has taken for this minute. So they share the work, and one that dies loses only its own.
 */
export class Firings {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The minute of this firing by this process's clock; the same on all replicas. */
  minute(): string {
    return new Date(Math.floor(this.clock.now().getTime() / minuteMs) * minuteMs).toISOString();
  }

  /** Whether this process is the one to do it. */
  async take(what: string, company: Pick<Company, 'id'>, minute: string): Promise<boolean> {
    const [name, value, latest] = this.db.kind === 'postgres' ? ['$1', '$2', '$3'] : ['?', '?', '?'];
    const byWrongClock = new Date(Date.parse(minute) + clocksDifferMs).toISOString();
    const taken = await this.db.work((rows) =>
      rows.query<{ name: string }[]>(
        `INSERT INTO facts (name, value) VALUES (${name}, ${value})
         ON CONFLICT (name) DO UPDATE SET value = excluded.value
         WHERE facts.value < excluded.value OR facts.value > ${latest} RETURNING name`,
        [`fired:${what}:${company.id}`, minute, byWrongClock],
      ),
    );
    return taken.length === 1;
  }
}
