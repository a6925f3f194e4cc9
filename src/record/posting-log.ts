import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Database } from '../ground/database.js';
import { readFact, writeFact } from '../ground/facts.js';
import { LogEntry } from './log-entry.entity.js';

export interface NewLogEntry {
  readonly companyId: string;
  readonly syncId?: string;
  readonly trigger: string;
  readonly actor: string;
  readonly act: string;
  readonly outcome: string;
  readonly tag?: string;
  readonly journalSet?: string;
  readonly fingerprint?: string;
  readonly policyVersion?: number;
  /** The service's answer, in short. */
  readonly answer?: string;
  readonly holdCodes?: readonly string[];
  /** The write, decision or policy it speaks of, and a hash of what that says. */
  readonly ref?: string;
  readonly refHash?: string;
}

export interface LogFilter {
  readonly companyIds?: readonly string[];
  readonly tag?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly act?: string;
  readonly actor?: string;
  readonly trigger?: string;
  /** A cursor: only entries older than this id. */
  readonly before?: number;
}

export interface BrokenLink {
  readonly companyId: string;
  readonly seq: number;
  readonly detail: string;
}

interface Head {
  readonly seq: number;
  readonly hash: string;
}

const beginning: Head = { seq: 0, hash: '0'.repeat(64) };
const pageRows = 500;
const answerCharactersMax = 300;

/** Append-only, and chained per company: each entry holds the hash of the one before, so that a change is evident. */
export class PostingLog {
  constructor(private readonly db: Database) {}

  /** Inside a unit of work: an entry stands or falls with what it tells of. */
  async append(em: EntityManager, entry: NewLogEntry): Promise<void> {
    const head = await this.#headToMove(em, entry.companyId);
    const row = em.create(LogEntry, {
      syncId: null,
      tag: null,
      journalSet: null,
      fingerprint: null,
      policyVersion: null,
      holdCodes: null,
      ref: null,
      refHash: null,
      ...entry,
      answer: entry.answer?.slice(0, answerCharactersMax) ?? null,
      seq: head.seq + 1,
      at: await this.db.now(em),
      previous: head.hash,
    });
    row.hash = hashOf(row);
    await em.insert(LogEntry, row);
    await writeFact(em, headName(entry.companyId), JSON.stringify({ seq: row.seq, hash: row.hash }));
  }

  /** Newest first. */
  async page(filter: LogFilter, limit: number): Promise<readonly LogEntry[]> {
    return this.db.read((em) => this.#query(em, filter).orderBy('e.id', 'DESC').limit(limit).getMany());
  }

  /** All that fit, oldest first, a page at a time. */
  async *rows(filter: LogFilter): AsyncIterable<LogEntry> {
    for (let after = 0; ; ) {
      const page = await this.db.read((em) =>
        this.#query(em, filter).andWhere('e.id > :after', { after }).orderBy('e.id', 'ASC').limit(pageRows).getMany(),
      );
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < pageRows) return;
      after = Number(last.id);
    }
  }

  /** Walks the chains from their beginning; answers the first broken link of each. */
  async verifyChain(companyIds: readonly string[]): Promise<readonly BrokenLink[]> {
    const broken: BrokenLink[] = [];
    for (const companyId of companyIds) {
      const link = await this.#brokenLink(companyId);
      if (link) broken.push(link);
    }
    return broken;
  }

  async #brokenLink(companyId: string): Promise<BrokenLink | undefined> {
    let last = beginning;
    for await (const entry of this.rows({ companyIds: [companyId] })) {
      const at = { companyId, seq: entry.seq };
      if (entry.seq !== last.seq + 1) return { ...at, detail: `entry ${last.seq + 1} is not there` };
      if (entry.previous !== last.hash) return { ...at, detail: `does not follow entry ${last.seq} as it is now` };
      if (entry.hash !== hashOf(entry)) return { ...at, detail: 'was changed after it was written' };
      last = { seq: entry.seq, hash: entry.hash };
    }
    const head = await this.db.read((em) => this.#head(em, companyId));
    if (head.hash === last.hash) return undefined;
    return { companyId, seq: last.seq, detail: `the log ends here, but entry ${head.seq} was written` };
  }

  #query(em: EntityManager, filter: LogFilter) {
    const query = em.createQueryBuilder(LogEntry, 'e').where('1 = 1');
    if (filter.companyIds)
      query.andWhere('e.companyId IN (:...companyIds)', { companyIds: [...filter.companyIds, ''] });
    for (const name of ['tag', 'act', 'actor', 'trigger'] as const) {
      if (filter[name] !== undefined) query.andWhere(`e.${name} = :${name}`, { [name]: filter[name] });
    }
    if (filter.since) query.andWhere('e.at >= :since', { since: filter.since.toISOString() });
    if (filter.until) query.andWhere('e.at < :until', { until: filter.until.toISOString() });
    if (filter.before !== undefined) query.andWhere('e.id < :before', { before: filter.before });
    return query;
  }

  /** Nobody else moves it until this unit of work has ended. */
  async #headToMove(em: EntityManager, companyId: string): Promise<Head> {
    if (this.db.kind === 'sqlite') return this.#head(em, companyId);
    const kept = await readFact(em, headName(companyId), { lock: true });
    if (kept !== undefined) return JSON.parse(kept) as Head;
    // A row that is not there yet cannot be locked.
    await em.query('SELECT pg_advisory_xact_lock(hashtext($1))', [companyId]);
    return this.#head(em, companyId);
  }

  /** The chain's end is kept apart too, so that an entry cut off at the end is missed. */
  async #head(em: EntityManager, companyId: string): Promise<Head> {
    const kept = await readFact(em, headName(companyId));
    return kept === undefined ? beginning : (JSON.parse(kept) as Head);
  }
}

const headName = (companyId: string) => `log-head:${companyId}`;

function hashOf(entry: LogEntry): string {
  const said = [
    entry.previous,
    entry.companyId,
    entry.seq,
    entry.at.toISOString(),
    entry.syncId,
    entry.trigger,
    entry.actor,
    entry.act,
    entry.outcome,
    entry.tag,
    entry.journalSet,
    entry.fingerprint,
    entry.policyVersion,
    entry.answer,
    entry.holdCodes,
    entry.ref,
    entry.refHash,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
