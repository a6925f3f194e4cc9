import { randomUUID } from 'node:crypto';
import type { Principal } from '../access/principal.js';
import type { Database } from '../ground/database.js';
import { Fact, readFact, writeFact } from '../ground/facts.js';
import { Problem } from '../ground/problem.js';
import type { Rows } from '../ground/rows.js';
import type { Company } from '../companies/company.js';

type Named = Pick<Company, 'id'>;
type Came = number | { readonly leftOut: string };

/** How far a job is that a person started for many clients. */
export interface Errand {
  readonly id: string;
  /**
   * By the database's time, as ISO text. When it last made progress: a job whose process was killed is not reported as
   * ended, and makes no more.
   */
  readonly movedAt: string;
  readonly done: number;
  readonly of: number;
  /** Counted among those done. No more than some hundred are kept. */
  readonly leftOut: readonly LeftOut[];
  /** Its result: differences found. */
  readonly found: number;
  readonly end?: 'done' | 'stopped';
}

export interface LeftOut {
  readonly companyId: string;
  readonly why: string;
}

/** The companies whose names a page needs. */
export const leftOutOf = (errand: Errand | undefined): readonly string[] =>
  (errand?.leftOut ?? []).map(({ companyId }) => companyId);

/** The key by which a job is found again, in any process: whose it is, what it does, and for which month. */
export interface ErrandName {
  readonly of: Pick<Principal, 'person' | 'session' | 'name'>;
  readonly what: 'month-files' | 'recheck' | 'post' | 'sign-off';
  readonly year: number;
  readonly period: number;
}

const prefix = 'errand:';
const leftOutMax = 100;
const keptMs = 86_400_000;

const factOf = ({ of, what, year, period }: ErrandName) =>
  `${prefix}${what}:${of.person ?? of.session ?? of.name}:${year}-${period}`;

/**
 * A job that takes one client after another while a page shows its progress. It is kept as a fact, so that any replica
 * can report it; someone who starts the same again sees the later job.
 */
export class Errands {
  readonly #going = new Set<Promise<unknown>>();
  #stops = false;

  constructor(private readonly db: Database) {}

  async find(name: ErrandName): Promise<Errand | undefined> {
    const text = await this.db.read((rows) => readFact(rows, factOf(name)));
    return text === undefined ? undefined : (JSON.parse(text) as Errand);
  }

  async begin(name: ErrandName, of: number): Promise<ErrandAtWork> {
    const errand = await this.db.work(async (rows) => {
      const movedAt = (await this.db.now(rows)).toISOString();
      const fresh: Errand = { id: randomUUID(), movedAt, done: 0, of, leftOut: [], found: 0 };
      await writeFact(rows, factOf(name), JSON.stringify(fresh));
      return fresh;
    });
    return new ErrandAtWork(this.db, factOf(name), errand);
  }

  /**
   * Runs while its caller answers; `act` returns how much it found, or why it left the client out. A client with a
   * problem is left out, and reported.
   */
  async start<One extends Named>(
    name: ErrandName,
    clients: readonly One[],
    act: (client: One) => Promise<Came>,
  ): Promise<{ readonly ended: Promise<void> }> {
    const errand = await this.begin(name, clients.length);
    const ended = this.#each(errand, clients, act);
    this.#going.add(ended);
    const forget = () => this.#going.delete(ended);
    ended.then(forget, forget);
    return { ended };
  }

  async #each<One extends Named>(
    errand: ErrandAtWork,
    clients: readonly One[],
    act: (client: One) => Promise<Came>,
  ): Promise<void> {
    try {
      for (const client of clients) {
        if (this.#stops) return;
        await act(client).then(
          (came) => (typeof came === 'number' ? errand.did(came) : errand.leftOut(client, came.leftOut)),
          (error: unknown) => errand.leftOut(client, error),
        );
      }
    } finally {
      await errand.end();
    }
  }

  /** Takes no further client. */
  async drain(): Promise<void> {
    this.#stops = true;
    await Promise.allSettled(this.#going);
  }
}

/** Told by the one who does it. */
export class ErrandAtWork {
  constructor(
    private readonly db: Database,
    private readonly fact: string,
    private errand: Errand,
  ) {}

  async did(found = 0): Promise<void> {
    await this.#tell({ done: this.errand.done + 1, found: this.errand.found + found });
  }

  /** A bug is no reason to leave out a client: it ends the job. */
  async leftOut({ id }: Named, why: unknown): Promise<void> {
    if (!(why instanceof Problem) && typeof why !== 'string') throw why;
    const words = typeof why === 'string' ? why : why.title;
    const leftOut = [...this.errand.leftOut, { companyId: id, why: words }].slice(0, leftOutMax);
    await this.#tell({ done: this.errand.done + 1, leftOut });
  }

  /** Stopped, unless every client was done. */
  async end(): Promise<void> {
    await this.#tell({ end: this.errand.done < this.errand.of ? 'stopped' : 'done' });
  }

  async #tell(news: Partial<Errand>): Promise<void> {
    // Lost in a power cut, we only no longer know how far it was.
    await this.db.work(
      async (rows) => {
        this.errand = { ...this.errand, ...news, movedAt: (await this.db.now(rows)).toISOString() };
        const kept = await readFact(rows, this.fact);
        // Someone has started the same again, and sees that job.
        if (kept !== undefined && (JSON.parse(kept) as Errand).id !== this.errand.id) return;
        await writeFact(rows, this.fact, JSON.stringify(this.errand));
      },
      { durable: false },
    );
  }
}

/** No one asks about yesterday's. */
export async function forgetErrands(db: Database, rows: Rows): Promise<void> {
  const before = new Date((await db.now(rows)).getTime() - keptMs).toISOString();
  const kept = rows.createQueryBuilder(Fact, 'f').where('f.name LIKE :like', { like: `${prefix}%` });
  for (const { name, value } of await kept.getMany())
    if ((JSON.parse(value) as Errand).movedAt < before) await rows.delete(Fact, { name });
}
