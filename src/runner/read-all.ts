import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { ControlAccounts } from '../controls/controls.js';
import type { Clock } from '../ground/clock.js';
import type { Database } from '../ground/database.js';
import { readFact, writeFact } from '../ground/facts.js';
import type { Places } from './places.js';

/** How far a reading of all clients is. */
export interface ReadingAll {
  readonly done: number;
  readonly of: number;
}

interface Kept extends ReadingAll {
  readonly movedAt: string;
}

const fact = 'controls:reading-all';
/** One client may wait that long for the service; after that the process that read is gone. */
const movesWithinMs = 3_600_000;

/** Reads the control accounts of many clients, under the limits of the service, while its caller goes on. */
export class ReadAll {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly companies: Companies,
    private readonly controls: Pick<ControlAccounts, 'read'>,
    private readonly places: Places,
  ) {}

  /** Undefined when none is going on, here or in another process. */
  async going(): Promise<ReadingAll | undefined> {
    const text = await this.db.read((rows) => readFact(rows, fact));
    if (text === undefined) return undefined;
    const { done, of, movedAt } = JSON.parse(text) as Kept;
    const isOver = done >= of || this.clock.now().getTime() - Date.parse(movedAt) > movesWithinMs;
    return isOver ? undefined : { done, of };
  }

  /** Joins the one that is going on. Resolves when all are read; nobody need wait for it. */
  async start(
    who: { readonly actor: string; readonly trigger: string },
    seen: readonly string[] | null,
  ): Promise<void> {
    if ((await this.going()) !== undefined) return;
    const all: Company[] = [];
    for await (const company of this.companies.inTurns('working'))
      if (seen === null || seen.includes(company.id)) all.push(company);
    let done = 0;
    const moved = () => this.#keep({ done, of: all.length, movedAt: this.clock.now().toISOString() });
    await moved();
    const next = all.values();
    const readOn = async () => {
      for (const company of next) {
        // What goes wrong with one company's books is part of its own reading.
        await this.places.run(() => this.controls.read(company, who));
        done += 1;
        await moved();
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.places.most, all.length) }, readOn));
  }

  async #keep(kept: Kept): Promise<void> {
    await this.db.work((rows) => writeFact(rows, fact, JSON.stringify(kept)));
  }
}
