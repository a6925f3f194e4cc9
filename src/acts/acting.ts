import type { Problem } from '../ground/problem.js';
import type { Rows } from '../ground/rows.js';
import type { Sending } from '../record/decided.js';
import { type NewLogEntry, PostingLog } from '../record/log/posting-log.js';
import type { ActTools } from './act-tools.js';
import type { Who } from './act.js';

/** An act's line in the log; who acted is added here. */
export type Line = Omit<NewLogEntry, 'actor' | 'trigger' | 'syncId' | 'outcome'> & {
  /** `done`, if absent. */
  readonly outcome?: string;
};

/** What an act changed. There is no line only where there was nothing to change. */
export type Change<Value> = Changed<Value> | NotYet;

interface Changed<Value> {
  readonly value: Value;
  readonly line: Line | undefined;
}

/** The request is kept, and its answer says why it is not done. */
export interface NotYet {
  readonly line: Line;
  readonly problem: Problem;
}

export interface Acting<Value> {
  readonly value: Value;
  /** The writes on their way to the books at that time, which may still take effect. */
  readonly sending: readonly Sending[];
}

/** A log has nothing but its database. The simulation listens to a process's own. */
export type Logging = Pick<ActTools, 'database'> & Partial<Pick<ActTools, 'log'>>;
type By = Pick<Who, 'actor'> & { readonly trigger: string };

/**
 * The one way to change anything: the rule is checked, the change made and its line written in one unit of work. A
 * change returns its line, so that none can be forgotten. Network and sync stay outside.
 */
export async function acting<Value>(
  tools: Logging,
  by: By,
  change: (rows: Rows) => Promise<Change<Value>>,
): Promise<Acting<Value>> {
  const done = await tools.database.work(async (rows) => {
    const changed = await change(rows);
    const { line } = changed;
    return { changed, sending: line === undefined ? [] : await logged(tools, rows, by, line) };
  });
  if ('problem' in done.changed) throw done.changed.problem;
  return { value: done.changed.value, sending: done.sending };
}

/** For a unit of work that another room has opened: a connection made, all secrets sealed again. */
export function logged(
  { database, log = new PostingLog(database) }: Logging,
  rows: Rows,
  { actor, trigger }: By,
  line: Line,
): Promise<readonly Sending[]> {
  return log.append(rows, { outcome: 'done', ...line, actor, trigger });
}
