import { onlyAmong } from '../../ground/among.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import type { Database } from '../../ground/database.js';
import { writeFact } from '../../ground/facts.js';
import { together } from '../../ground/side-by-side.js';
import { actorsNamed, namesOf, actorIdOf } from '../actors.js';
import type { LogAct } from '../acts.js';
import { raiseDecided, type Sending } from '../decided.js';
import {
  type Carried,
  type CarriedHash,
  type CarriedKind,
  type FoundRow,
  hashesOf,
  hashesOfFigures,
  readRows,
} from './carried.js';
import { entryHash } from './log-hash.js';
import { type ActorInLog, endsToMove, headName } from './log-head.js';
import { LogFigures } from './log-figures.entity.js';
import { figuresNow } from './log-figures.js';
import { LogEntry } from './log-entry.entity.js';
import type { BrokenLink } from './broken-link.js';
import { verifyLog } from './log-verify.js';
import { answerCharactersMax, storedText } from '../runs/stored-text.js';

export interface NewLogEntry {
  readonly companyId: string;
  readonly syncId?: string;
  readonly trigger: string;
  readonly actor: string;
  readonly act: LogAct;
  readonly outcome: string;
  readonly tag?: string;
  readonly journalSet?: string;
  readonly fingerprint?: string;
  readonly policyVersion?: number;
  /** The service's answer, in short. */
  readonly answer?: string;
  readonly holdCodes?: readonly string[];
  /** The practice's connection, if it holds for all its companies. Decisions that it carries need not name it. */
  readonly practice?: string;
  /** The write, decision or policy that it is about. */
  readonly ref?: string;
  /** Every row that this unit of work made or changed and that the log vouches for, already in its stored form. */
  readonly carries?: readonly Carried[];
}

export interface LogFilter {
  readonly companyIds?: readonly string[];
  readonly tag?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly act?: string;
  readonly actor?: string;
  readonly trigger?: string;
}

/** Append-only, and chained per company: each entry holds the hash of the one before, so that a change shows. */
export class PostingLog {
  constructor(private readonly db: Database) {}

  /**
   * Within a unit of work, so that an entry is written exactly if its subject is. If the entry is about something that
   * changes what is sent, returns the writes on their way to the books.
   */
  async append(rows: Rows, entry: NewLogEntry): Promise<readonly Sending[]> {
    const sending = await raiseDecided(rows, entry);
    const now = await this.db.now(rows);
    const [{ head, witness, lockedAtOnce, actor: known }, readTogether] = await together([
      endsToMove(rows, entry),
      readCarried(rows, entry),
    ]);
    const read = lockedAtOnce ? readTogether : await readCarried(rows, entry);
    const runs = read.flatMap((carried) => (carried.kind === 'run' ? carried.rows : []));
    const [figures, { actor, hash, carried }] = await together([
      figuresToKeep(rows, entry, { seq: head.seq + 1, runs }),
      peopleAndRows(rows, entry, { read, known, now }),
    ]);
    const carries = [...carried, ...figures.flatMap(hashesOfFigures)];
    const row = Object.assign(new LogEntry(), {
      ...textOf(entry),
      actor,
      carries: carries.length > 0 ? carries : null,
      witness,
      seq: head.seq + 1,
      at: now,
      previous: head.hash,
    });
    row.hash = entryHash(row, hash);
    await together([
      rows.insert(LogEntry, row),
      ...figures.map((row) => rows.insert(LogFigures, row)),
      writeFact(rows, headName(entry.companyId), JSON.stringify({ seq: row.seq, hash: row.hash })),
    ]);
    return sending;
  }

  /** Newest first, with the names of the people who acted. */
  async page(filter: LogFilter, limit: number): Promise<readonly LogEntry[]> {
    return this.db.read(async (rows) =>
      named(rows, await (await this.#query(rows, filter)).orderBy('e.id', 'DESC').limit(limit).getMany()),
    );
  }

  /** All breaks in the chains of these companies, or of every chain there is or was. */
  async verifyChain(companyIds?: readonly string[]): Promise<readonly BrokenLink[]> {
    return verifyLog(this.db, companyIds);
  }

  async #query(rows: ReadRows, filter: LogFilter) {
    const query = rows.createQueryBuilder(LogEntry, 'e').where('1 = 1');
    onlyAmong(query, 'e.companyId', filter.companyIds);
    for (const name of ['tag', 'act', 'trigger'] as const) {
      if (filter[name] !== undefined) query.andWhere(`e.${name} = :${name}`, { [name]: filter[name] });
    }
    if (filter.actor !== undefined) query.andWhere('e.actor = :actor', { actor: await actorIdOf(rows, filter.actor) });
    if (filter.since) query.andWhere('e.at >= :since', { since: filter.since.toISOString() });
    if (filter.until) query.andWhere('e.at < :until', { until: filter.until.toISOString() });
    return query;
  }
}

interface Read {
  readonly kind: CarriedKind;
  readonly keys: readonly string[];
  readonly rows: readonly FoundRow[];
}

async function readCarried(rows: ReadRows, { companyId, carries = [] }: NewLogEntry): Promise<readonly Read[]> {
  const keys = new Map<CarriedKind, Set<string>>();
  for (const [kind, key] of carries) keys.set(kind, (keys.get(kind) ?? new Set()).add(key));
  return together(
    Array.from(keys, async ([kind, of]) => ({
      kind,
      keys: [...of],
      rows: await readRows(rows, companyId, kind, [...of]),
    })),
  );
}

/** Who acted, and the hashes of the rows as they are stored, with those of all people they name. */
async function peopleAndRows(
  rows: Rows,
  { actor }: NewLogEntry,
  { read, known, now }: { readonly read: readonly Read[]; readonly known?: ActorInLog; readonly now: Date },
) {
  const people = [
    actor,
    ...read.flatMap(({ rows }) => rows.flatMap(({ people }) => people.flatMap((name) => name ?? []))),
  ];
  const unknown = known ? people.filter((name) => name !== actor) : people;
  const actors = new Map<string, ActorInLog>(await actorsNamed(rows, unknown, now));
  if (known) actors.set(actor, known);
  const hashes = new Map([...actors].map(([name, { hash }]) => [name, hash]));
  const carried: readonly CarriedHash[] = read.flatMap(({ kind, keys, rows }) => hashesOf(kind, keys, rows, hashes));
  const own = actors.get(actor);
  if (!own) throw new Error('someone acts whom the log cannot name');
  return { actor: own.id, hash: own.hash, carried };
}

/** The gross of a posting is what was posted, whatever payroll has later. */
async function figuresToKeep(
  rows: ReadRows,
  { companyId, tag: named, act, outcome }: NewLogEntry,
  { seq, runs }: { readonly seq: number; readonly runs: readonly FoundRow[] },
): Promise<readonly LogFigures[]> {
  // A reversal takes back what is in the books, whatever payroll has: its figures are written when it is done.
  if (named === undefined || (act === 'reverse' && outcome === 'asked')) return [];
  const tag = storedText(named);
  const figures = await figuresNow(rows, companyId, tag, runs);
  if (figures === undefined) return [];
  const { payslips, gross, net, taxAuthority } = figures;
  return [{ companyId, seq, tag, payslips, gross, net, taxAuthority }];
}

/** An entry's text as the database will return it. */
function textOf(entry: NewLogEntry) {
  const text = (value: string | undefined) => (value === undefined ? null : storedText(value));
  return {
    companyId: entry.companyId,
    syncId: text(entry.syncId),
    trigger: storedText(entry.trigger),
    act: storedText(entry.act),
    outcome: storedText(entry.outcome),
    tag: text(entry.tag),
    journalSet: text(entry.journalSet),
    fingerprint: text(entry.fingerprint),
    policyVersion: entry.policyVersion ?? null,
    answer: entry.answer === undefined ? null : storedText(entry.answer, answerCharactersMax),
    holdCodes: entry.holdCodes?.map((code) => storedText(code)) ?? null,
    ref: text(entry.ref),
  };
}

async function named(rows: ReadRows, entries: readonly LogEntry[]): Promise<LogEntry[]> {
  const names = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  return entries.map((entry) => Object.assign(entry, { actor: names.get(entry.actor) ?? entry.actor }));
}
