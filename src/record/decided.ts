import type { ReadRows, Rows } from '../ground/rows.js';
import { type LogAct, rowOf } from './acts.js';
import type { WriteKind } from './runs/write.entity.js';

/**
 * How often something was decided that can change what is sent: for the company, and for all companies of its practice.
 * A sync that began at other numbers has read something out of date, and sends nothing.
 */
export interface Decided {
  readonly company: number;
  readonly practice: number;
}

export const sameDecided = (one: Decided, other: Decided): boolean =>
  one.company === other.company && one.practice === other.practice;

const counters =
  'c.decided AS company, n.decided AS practice FROM companies c JOIN connections n ON n.id = c.connection_id';

export async function decidedSoFar(rows: ReadRows, companyId: string): Promise<Decided> {
  const place = rows.kind === 'postgres' ? '$1' : '?';
  const [found] = await rows.query<Decided[]>(`SELECT ${counters} WHERE c.id = ${place}`, [companyId]);
  return found ?? { company: 0, practice: 0 };
}

/**
 * The same, and until this unit of work has ended nothing is decided or sent for the company. On SQLite a unit of work
 * is alone anyway. Other clients of the practice may send: a decision for all of them waits for each. An act on rows
 * that a sync also writes while sending (adjustments) begins with this, so that both lock in one order.
 */
export async function decidedUntilNow(rows: Rows, companyId: string): Promise<Decided> {
  if (rows.kind === 'sqlite') return decidedSoFar(rows, companyId);
  const [found] = await rows.query<Decided[]>(`SELECT ${counters} WHERE c.id = $1 FOR UPDATE OF c FOR SHARE OF n`, [
    companyId,
  ]);
  return found ?? { company: 0, practice: 0 };
}

/** A write that was on its way when someone decided something: it may take effect anyway. */
export interface Sending {
  readonly company: string;
  readonly tag: string;
  readonly act: WriteKind;
  readonly datedOn: string;
}

/** The part of an act's log line that says for whom something was decided. */
interface DecidingLine {
  readonly companyId: string;
  readonly syncId?: string;
  readonly act: LogAct;
  readonly practice?: string;
  readonly carries?: readonly (readonly [kind: string, key: string])[];
}

/**
 * The first statement of an act's log line, so that everyone locks the company before the end of its log. Returns the
 * writes on their way: whatever is sent later, a sync sends knowing of the act. An act whose row says too much of what
 * it moves costs a sync a restart; one whose row says too little, a journal posted against a decision.
 */
export async function raiseDecided(rows: Rows, line: DecidingLine): Promise<readonly Sending[]> {
  const { companyId, syncId, act, practice = '', carries = [] } = line;
  const { moves, only } = rowOf(act);
  // What a sync writes is what it did, not what was decided.
  if (syncId !== undefined || moves === 'nothing' || only === 'reading') return [];
  const place = rows.kind === 'postgres' ? (at: number) => `$${at}` : () => '?';
  await rows.query(`UPDATE companies SET decided = decided + 1 WHERE id = ${place(1)}`, [companyId]);
  const isWide = moves === 'practice';
  const decisions = isWide ? carries.flatMap(([kind, key]) => (kind === 'decision' ? [key] : [])) : [];
  const ofPractice = (first: number) => {
    const ids = decisions.map((_, at) => place(first + 1 + at)).join(', ') || 'NULL';
    return `(n.id = ${place(first)} OR n.id IN (SELECT connection_id FROM decisions WHERE id IN (${ids})))`;
  };
  const named = [practice, ...decisions];
  if (practice !== '' || decisions.length > 0)
    await rows.query(`UPDATE connections AS n SET decided = decided + 1 WHERE ${ofPractice(1)}`, named);
  return rows.query<Sending[]>(
    `SELECT c.name AS company, w.run_tag AS tag, w.kind AS act, w.dated_on AS "datedOn"
      FROM writes w JOIN companies c ON c.id = w.company_id JOIN connections n ON n.id = c.connection_id
      WHERE w.state = 'sending' AND (c.id = ${place(1)} OR ${ofPractice(2)}) ORDER BY w.created_at`,
    [companyId, ...named],
  );
}
