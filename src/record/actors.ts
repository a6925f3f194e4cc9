import { randomBytes, randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import { Actor } from './actor.entity.js';
import { actorHash } from './log/log-hash.js';
import { storedText } from './runs/stored-text.js';

const saltBytes = 16;
const namesPerRead = 200;

/**
 * The actors of these names, created if the log has not named them before. Keyed by name; an erased actor by its id.
 */
export async function actorsNamed(
  rows: Rows,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Actor>> {
  const wanted = [...new Set(names)].sort();
  const known = await find(rows, wanted);
  const missing = wanted.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  for (const name of missing) {
    const named = { name: storedText(name), salt: randomBytes(saltBytes).toString('base64url') };
    const row = { ...named, id: randomUUID(), hash: actorHash(named), createdAt: now, erasedAt: null };
    // Two processes may name someone for the first time at the same moment.
    await rows.insertIfAbsent(Actor, row);
  }
  return find(rows, wanted);
}

/** Names by id, for reading the log. An erased person has none. */
export async function namesOf(rows: ReadRows, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await byColumn(rows, 'id', [...new Set(ids)]);
  return new Map(found.map(({ id, name }) => [id, name ?? 'erased']));
}

/** The ids by which the log's entries name someone; an erased person is looked up by id. */
export async function actorIdOf(rows: ReadRows, name: string): Promise<string> {
  return (await rows.findOneBy(Actor, { name }))?.id ?? name;
}

/** The name goes and the hash stays, so every entry still verifies. The caller writes the log entry for it. */
export async function eraseActor(rows: Rows, id: string, now: Date): Promise<void> {
  await rows.update(Actor, { id }, { name: null, salt: null, erasedAt: now });
}

async function find(rows: ReadRows, names: readonly string[]): Promise<ReadonlyMap<string, Actor>> {
  const stored = new Map(names.map((name) => [name, storedText(name)]));
  const found = await byColumn(rows, 'name', [...new Set(stored.values())]);
  const byName = new Map(found.map((actor) => [actor.name, actor]));
  const left = [...stored.values()].filter((text) => !byName.has(text));
  const byId = new Map((await byColumn(rows, 'id', left)).map((actor) => [actor.id, actor]));
  return new Map(
    [...stored].flatMap(([name, text]) => {
      const actor = byName.get(text) ?? byId.get(text);
      return actor ? [[name, actor] as const] : [];
    }),
  );
}

async function byColumn(rows: ReadRows, column: 'id' | 'name', values: readonly string[]): Promise<Actor[]> {
  const found: Actor[] = [];
  for (let from = 0; from < values.length; from += namesPerRead)
    found.push(...(await rows.findBy(Actor, { [column]: In(values.slice(from, from + namesPerRead)) })));
  return found;
}
