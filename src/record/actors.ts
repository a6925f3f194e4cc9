import { randomBytes, randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import type { Rows } from '../ground/rows.js';
import { Actor } from './actor.entity.js';
import { actorHash } from './log-hash.js';
import { storedText } from './stored-text.js';

const saltBytes = 16;
const namesPerRead = 200;

/** Those of these names, made where the log has not named them before. By name, and by id what was erased. */
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
    // Two processes may name somebody for the first time at once.
    await rows.insertIfAbsent(Actor, row);
  }
  return find(rows, wanted);
}

/** What the log is read with: names by id. An erased person stays without one. */
export async function namesOf(rows: Rows, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await byColumn(rows, 'id', [...new Set(ids)]);
  return new Map(found.map(({ id, name }) => [id, name ?? 'erased']));
}

/** What the log's entries hold where they name this person: the name itself in format 1, the id since. */
export async function writtenAs(rows: Rows, name: string): Promise<readonly string[]> {
  const found = await rows.findOneBy(Actor, { name });
  return found ? [name, found.id] : [name];
}

/** The name goes and the hash stays, so every entry still verifies; whoever asks writes the entry for it. */
export async function eraseActor(rows: Rows, id: string, now: Date): Promise<void> {
  await rows.update(Actor, { id }, { name: null, salt: null, erasedAt: now });
}

async function find(rows: Rows, names: readonly string[]): Promise<ReadonlyMap<string, Actor>> {
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

async function byColumn(rows: Rows, column: 'id' | 'name', values: readonly string[]): Promise<Actor[]> {
  const found: Actor[] = [];
  for (let from = 0; from < values.length; from += namesPerRead)
    found.push(...(await rows.findBy(Actor, { [column]: In(values.slice(from, from + namesPerRead)) })));
  return found;
}
