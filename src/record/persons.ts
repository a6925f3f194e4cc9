import { In } from 'typeorm';
import type { ReadRows } from '../ground/rows.js';
import { namesOf } from './actors.js';
import { installation, LogEntry } from './log/log-entry.entity.js';

/**
 * The persons behind names of the log: the one who has, or had, that name; for a program, the one who made the last of its
 * tokens. By name, to a person's id. A name that is no one's here is left out.
 */
export async function personsOf(rows: ReadRows, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names)];
  const people = await personsNamed(rows, wanted);
  const makers = await makersOf(
    rows,
    wanted.filter((name) => !people.has(name)),
  );
  const found = await personsNamed(rows, [...makers.values()]);
  for (const [program, maker] of makers) {
    const person = found.get(maker);
    if (person !== undefined) people.set(program, person);
  }
  return people;
}

/** Sync and record know people only by their names, so these two tables are read as they are. */
async function personsNamed(rows: ReadRows, names: readonly string[]): Promise<Map<string, string>> {
  const found = await inParts<{ name: string; person: string }>(
    rows,
    names,
    (places) => `SELECT name, person_id AS person FROM person_names WHERE name IN (${places})`,
  );
  return new Map(found.map(({ name, person }) => [name, person]));
}

async function makersOf(rows: ReadRows, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const tokens = await inParts<{ id: string; name: string }>(
    rows,
    names,
    (places) => `SELECT id, name FROM api_tokens WHERE person_id IS NULL AND name IN (${places}) ORDER BY created_at`,
  );
  if (tokens.length === 0) return new Map();
  const made = { companyId: installation, act: 'token', outcome: 'made', ref: In(tokens.map(({ id }) => id)) };
  const entries = await rows.findBy(LogEntry, made);
  const actors = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  const makerOf = new Map(entries.map(({ ref, actor }) => [ref, actors.get(actor)]));
  return new Map(
    tokens.flatMap(({ id, name }) => {
      const maker = makerOf.get(id);
      return maker === undefined ? [] : [[name, maker] as const];
    }),
  );
}

const namesPerRead = 200;

async function inParts<Row>(
  rows: ReadRows,
  names: readonly string[],
  statement: (places: string) => `SELECT ${string}`,
): Promise<readonly Row[]> {
  const place = rows.kind === 'postgres' ? (at: number) => `$${at + 1}` : () => '?';
  const found: Row[] = [];
  for (let from = 0; from < names.length; from += namesPerRead) {
    const part = names.slice(from, from + namesPerRead);
    found.push(...(await rows.query<Row[]>(statement(part.map((_, at) => place(at)).join(', ')), part)));
  }
  return found;
}
