import { In, IsNull } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import type { Database } from '../../ground/database.js';
import { Actor } from '../actor.entity.js';
import type { BrokenLink } from './broken-link.js';
import { brokenRows, type LastCarried, noteCarried } from './carried-check.js';
import { ChainWalk, type People } from './chain-walk.js';
import { Decision } from '../runs/decision.entity.js';
import { installation, LogEntry } from './log-entry.entity.js';
import { actorHash } from './log-hash.js';
import { beginning, type Head, headName } from './log-head.js';
import { entriesAfter } from './log-rows.js';

/** What the verification of every chain needs. */
interface Whole {
  readonly people: Map<string, Actor>;
  /** The decisions that any chain carries. */
  readonly decisions: Set<string>;
}

/** Walks every chain from its beginning, and compares every row that the log vouches for. Returns all breaks. */
export async function verifyLog(db: Database, companyIds?: readonly string[]): Promise<readonly BrokenLink[]> {
  const chains = companyIds ?? (await db.read(everyChain));
  const whole = await db.read(async (rows) => ({
    people: await peopleOf(rows),
    decisions: new Set<string>(),
  }));
  // Read before the walk: a decision made during it has its entry beyond the ends.
  const ofPractices = await db.read(decisionsOfPractices);
  const broken: BrokenLink[] = [];
  for (const companyId of chains) broken.push(...(await brokenChain(db, companyId, whole)));
  if (companyIds) return broken;
  const slippedIn = ofPractices
    .filter((id) => !whole.decisions.has(id))
    .map((id) => ({
      companyId: installation,
      seq: 0,
      detail: `no entry mentions decision ${id}, for a whole practice`,
    }));
  return [...broken, ...slippedIn, ...(await brokenPeople(db, whole.people)), ...(await missingNumbers(db))];
}

async function brokenChain(db: Database, companyId: string, whole: Whole): Promise<BrokenLink[]> {
  const broken: BrokenLink[] = [];
  const add = (seq: number, detail: string) => broken.push({ companyId, seq, detail });
  // Read before the walk: what is written during it comes after these ends.
  const ends = await db.read((rows) => endsOf(rows, companyId));
  const walk = new ChainWalk(whole.people, add);
  const carried: LastCarried = new Map();
  const unreadable = (seq: number) => add(seq, 'was changed: what it has cannot be read');
  for await (const page of entriesAfter(db, companyId, undefined, unreadable)) {
    await addPeople(db, whole.people, page);
    const read = page.filter(isWellFormed);
    for (const { seq } of page.filter((entry) => !isWellFormed(entry))) unreadable(seq);
    for (const entry of read) walk.step(entry, ends);
    noteCarried(carried, read);
    broken.push(...(await db.read((rows) => brokenWitnesses(rows, read))));
  }
  walk.finish(ends);
  if (companyId !== installation && walk.last.seq > 0) {
    const missing = await db.read((rows) => missingOf(rows, companyId));
    if (missing) add(walk.last.seq, `is the last of a company ${missing}`);
  }
  broken.push(...(await brokenRows(db, { companyId, carried, after: walk.last.seq, people: whole.people })));
  for (const key of carried.get('decision')?.keys() ?? []) whole.decisions.add(key);
  return broken;
}

/** It must carry a list of three things each, and witness an entry. */
const isWellFormed = ({ at, carries, witness }: LogEntry): boolean =>
  !Number.isNaN(at.getTime()) &&
  (carries === null || (Array.isArray(carries) && carries.every((one) => Array.isArray(one) && one.length === 3))) &&
  (witness === null || (typeof witness === 'object' && typeof witness.companyId === 'string'));

/** A chain is found wherever it has left a trace: its entries, its ends, its company. */
async function everyChain(rows: ReadRows): Promise<readonly string[]> {
  const found = await rows.query<{ id: string }[]>(
    `SELECT company_id AS id FROM log UNION SELECT company_id FROM log_heads UNION SELECT id FROM companies
      UNION SELECT SUBSTR(name, ${headName('').length + 1}) FROM facts WHERE name LIKE '${headName('')}%'`,
  );
  return found.map(({ id }) => id).sort();
}

/** The last entry as the log recorded it, and as the database did: either shows that an entry was cut off. */
async function endsOf(rows: ReadRows, companyId: string): Promise<readonly Head[]> {
  // One statement sees one moment: between two, another entry may have moved the second end.
  const [name, id] = rows.kind === 'postgres' ? ['$1', '$2'] : ['?', '?'];
  const found = await rows.query<{ noted: string | null; seq: number | null; hash: string | null }[]>(
    `SELECT f.value AS noted, h.seq, h.hash FROM (SELECT 1 AS one) o
      LEFT JOIN facts f ON f.name = ${name} LEFT JOIN log_heads h ON h.company_id = ${id}`,
    [headName(companyId), companyId],
  );
  const { noted = null, seq = null, hash = null } = found[0] ?? {};
  return [headIn(noted), seq === null || hash === null ? beginning : { seq, hash }];
}

/** An end that cannot be read is not one that the log recorded. */
function headIn(noted: string | null): Head {
  if (noted === null) return beginning;
  try {
    const { seq, hash } = JSON.parse(noted) as Head;
    return { seq, hash };
  } catch {
    return { seq: -1, hash: noted };
  }
}

/** The company's own row is vouched for, so a connection with another id is not the one it names. */
async function missingOf(rows: ReadRows, companyId: string): Promise<string | undefined> {
  const found = await rows
    .createQueryBuilder()
    .select('n.id', 'there')
    .from('companies', 'c')
    .leftJoin('connections', 'n', 'n.id = c.connection_id')
    .where('c.id = :companyId', { companyId })
    .getRawOne<{ readonly there: string | null }>();
  if (found === undefined || found === null) return 'that is not there any more';
  return found.there === null ? 'whose connection is not there any more' : undefined;
}

/** Decisions for every client of a practice, which no single chain carries. */
async function decisionsOfPractices(rows: ReadRows): Promise<readonly string[]> {
  // Their ids alone: another column may hold what cannot be read.
  const found = await rows.select(Decision, ['id'], { where: { companyId: IsNull() } });
  return found.map(({ id }) => id);
}

async function peopleOf(rows: ReadRows): Promise<Map<string, Actor>> {
  return new Map((await rows.find(Actor)).map((actor) => [actor.id, actor]));
}

/** Someone may act for the first time while the chains are walked. */
async function addPeople(db: Database, people: Map<string, Actor>, page: readonly LogEntry[]): Promise<void> {
  const ids = [...new Set(page.map(({ actor }) => actor))];
  const found = await db.read((rows) => rows.findBy(Actor, { id: In(ids) }));
  for (const actor of found) people.set(actor.id, actor);
}

/** Entries of other chains that must have existed when these were written, and do not. */
async function brokenWitnesses(rows: ReadRows, page: readonly LogEntry[]): Promise<readonly BrokenLink[]> {
  const seen = page.flatMap(({ companyId, seq, witness }) =>
    // The walk compares an entry's own predecessor.
    witness && witness.companyId !== companyId ? [{ by: { companyId, seq }, witness }] : [],
  );
  const id = In([...new Set(seen.map(({ witness }) => Number(witness.id) || 0))]);
  const found = await rows.select(LogEntry, ['id', 'companyId', 'seq', 'hash'], { where: { id } });
  const byId = new Map(found.map((row) => [Number(row.id), row]));
  return seen.flatMap(({ by, witness: { id: at, companyId, seq, hash } }) => {
    const now = byId.get(at);
    if (now?.hash === hash && now.companyId === companyId && now.seq === seq) return [];
    const what = now ? 'is not what it was' : 'is not there any more';
    return [{ companyId, seq, detail: `${what}: entry ${by.seq} of ${by.companyId} was written after it` }];
  });
}

/** Names that were changed, or removed without an entry for it. */
async function brokenPeople(db: Database, people: People): Promise<readonly BrokenLink[]> {
  const erased = new Set<string | null>();
  for await (const page of entriesAfter(db, installation, undefined, () => undefined))
    for (const { act, ref } of page) if (act === 'erase') erased.add(ref);
  return [...people.values()].flatMap((actor) => {
    const whole = actor.name === null ? erased.has(actor.id) : actorHash(actor) === actor.hash;
    if (whole) return [];
    const what = actor.name === null ? 'was erased, and no entry mentions it' : `"${actor.name}" was put there later`;
    return [{ companyId: installation, seq: 0, detail: `the name of person ${actor.id} ${what}` }];
  });
}

/** SQLite numbers rows without gaps and keeps the last number; PostgreSQL leaves gaps where work was rolled back. */
async function missingNumbers(db: Database): Promise<readonly BrokenLink[]> {
  if (db.kind !== 'sqlite') return [];
  const [{ there, given } = { there: 0, given: 0 }] = await db.read((rows) =>
    rows.query<{ there: number; given: number }[]>(
      `SELECT (SELECT COUNT(*) FROM log) AS there, COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'log'), 0) AS given`,
    ),
  );
  const gone = given - there;
  if (gone === 0) return [];
  const what =
    gone > 0 ? `${gone} entries of some chain are gone` : `${-gone} entries more are there than were written`;
  return [{ companyId: installation, seq: 0, detail: `by the database's own count ${what}` }];
}
