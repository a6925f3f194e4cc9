import { randomUUID } from 'node:crypto';
import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { ControlAccounts } from '../controls/controls.js';
import type { Database } from '../ground/database.js';
import { readFact, writeFact } from '../ground/facts.js';
import type { Leases } from '../record/leases.js';
import type { Places } from './places.js';

/** How far a reading of all clients is. */
export interface ReadingAll {
  readonly done: number;
  readonly of: number;
}

interface Who {
  readonly actor: string;
  readonly trigger: string;
}

/** Names the fact, and the lease: if its process is gone, it is no longer reading. */
const readingAll = 'controls:reading-all';

/** Reads the control accounts of many clients, within the service's limits, while its caller goes on. */
export class ReadAll {
  constructor(
    private readonly db: Database,
    private readonly leases: Pick<Leases, 'hold' | 'isHeld'>,
    private readonly companies: Pick<Companies, 'inTurns'>,
    private readonly controls: Pick<ControlAccounts, 'read'>,
    private readonly places: Places,
  ) {}

  /** Undefined if none is running, here or in another process. */
  async going(): Promise<ReadingAll | undefined> {
    if (!(await this.leases.isHeld(readingAll))) return undefined;
    const text = await this.db.read((rows) => readFact(rows, readingAll));
    const far = text === undefined ? undefined : (JSON.parse(text) as ReadingAll);
    // All are read: the report is of the reading before, or this one is about to end.
    return far === undefined || far.done >= far.of ? undefined : far;
  }

  /** Resolves once the number of clients is known; a reading that is already running is joined. */
  async start(who: Who, seen: readonly string[] | null): Promise<{ readonly ended: Promise<void> }> {
    let ended: Promise<void> = Promise.resolve();
    await new Promise<void>((begun, failed) => {
      ended = this.leases.hold(readingAll, randomUUID(), () => this.#readEach(who, seen, begun)).then(() => undefined);
      ended.then(begun, failed);
    });
    return { ended };
  }

  async #readEach(who: Who, seen: readonly string[] | null, begun: () => void): Promise<void> {
    const all: Company[] = [];
    for await (const company of this.companies.inTurns('working'))
      if (seen === null || seen.includes(company.id)) all.push(company);
    let done = 0;
    const tell = () => this.#keep({ done, of: all.length });
    await tell();
    begun();
    const next = all.values();
    const failed: unknown[] = [];
    const readOn = async () => {
      for (const company of next) {
        // Trouble with one company's books is part of its own reading; any other trouble must not stop the others.
        await this.places.run(() => this.controls.read(company, who)).catch((error: unknown) => failed.push(error));
        done += 1;
        await tell();
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.places.most, all.length) }, readOn));
    if (failed.length > 0) throw failed[0];
  }

  async #keep(far: ReadingAll): Promise<void> {
    await this.db.work((rows) => writeFact(rows, readingAll, JSON.stringify(far)));
  }
}
