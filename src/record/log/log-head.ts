import type { ReadRows, Rows } from '../../ground/rows.js';
import type { Actor } from '../actor.entity.js';
import type { Witness } from './log-entry.entity.js';
import { storedText } from '../runs/stored-text.js';

/** The end of a chain as the log last wrote it, kept apart from the entries: an entry that was cut off is missed. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const beginning: Head = { seq: 0, hash: '0'.repeat(64) };

const prefix = 'log-head:';

/** The name of the fact that holds it. */
export const headName = (companyId: string) => `${prefix}${companyId}`;

/** Where an entry goes. */
interface Ends {
  readonly head: Head;
  /** False if there was nothing to lock yet: rows read before this was known may have changed. */
  readonly lockedAtOnce: boolean;
  /** The last entry of any chain: wiping a chain, or cutting off its end, then shows in the others. */
  readonly witness: Witness | null;
  /** The person who acts, if the log has named them before. */
  readonly actor?: ActorInLog;
}

export type ActorInLog = Pick<Actor, 'id' | 'hash'>;

/** Whose chain it is, and who acts. */
interface Chain {
  readonly companyId: string;
  readonly actor: string;
}

/** The end of the chain is locked: no one else moves it until this unit of work has ended. */
export async function endsToMove(rows: Rows, { companyId, actor }: Chain): Promise<Ends> {
  const ends = await endsOf(rows, { companyId, actor });
  if (ends) return { ...ends, lockedAtOnce: true };
  if (rows.kind === 'postgres') {
    // A row that does not exist yet cannot be locked. Once someone has made it, others lock the row alone.
    await rows.query('SELECT pg_advisory_xact_lock(hashtext($1))', [companyId]);
    const made = await endsOf(rows, { companyId, actor });
    if (made) return { ...made, lockedAtOnce: false };
  }
  const [last] = await rows.query<LastOfAll[]>(lastOfAll);
  return { head: beginning, witness: witnessOf(last), lockedAtOnce: false };
}

/**
 * One statement for all of it. If PostgreSQL waits for the lock, it reads the end again, but the last entry of all as
 * it was before. Entries of other chains since then are witnessed by the next entry. In whatever order units of work
 * come, a witness is committed, or this unit's own, so verification finds it. An actor's id and hash never change.
 */
async function endsOf(rows: ReadRows, { companyId, actor }: Chain): Promise<Omit<Ends, 'lockedAtOnce'> | undefined> {
  const [by, name, lock] = rows.kind === 'postgres' ? ['$1', '$2', 'FOR UPDATE OF f'] : ['?', '?', ''];
  const [found] = await rows.query<(FoundEnd & (LastOfAll | { readonly id: null }))[]>(
    `SELECT f.value AS head, a.id AS actor, a.hash AS actor_hash, l.id, l.company, l.seq, l.hash FROM facts f
      LEFT JOIN (${lastOfAll}) l ON 1 = 1 LEFT JOIN actors a ON a.name = ${by}
      WHERE f.name = ${name} ${lock}`,
    [storedText(actor), headName(companyId)],
  );
  if (!found) return undefined;
  const known = found.actor === null ? undefined : { id: found.actor, hash: found.actor_hash };
  return { head: JSON.parse(found.head) as Head, witness: witnessOf(found), actor: known };
}

interface FoundEnd {
  readonly head: string;
  readonly actor: string | null;
  readonly actor_hash: string;
}

const lastOfAll = 'SELECT id, company_id AS company, seq, hash FROM log ORDER BY id DESC LIMIT 1';

interface LastOfAll {
  readonly id: string | number;
  readonly company: string;
  readonly seq: number;
  readonly hash: string;
}

function witnessOf(last: LastOfAll | { readonly id: null } | undefined): Witness | null {
  if (!last || last.id === null) return null;
  return { id: Number(last.id), companyId: last.company, seq: last.seq, hash: last.hash };
}
