import { IsNull, LessThan, Not } from 'typeorm';
import { Person, PersonName } from '../access/person.entity.js';
import { clientActor } from '../acts/approval/answer-as-client.js';
import { eraseName, eraseNamesOf } from '../acts/people/forget-person.js';
import type { Database } from '../ground/database.js';
import type { ReadRows, Rows } from '../ground/rows.js';
import { Actor } from '../record/actor.entity.js';

const schedule = { actor: 'schedule', trigger: 'schedule' } as const;

/** Erases the names of people who last acted before a moment and may no longer act. */
export async function eraseRetiredNames(database: Database, before: Date): Promise<void> {
  await database.work(async (rows) => {
    const old = await rows.findBy(Actor, { createdAt: LessThan(before), name: Not(IsNull()) });
    // The query reads the whole log, so it runs only when someone's name might have to go.
    if (old.length === 0) return;
    const lately = await actedSince(rows, before);
    for (const { id, name } of old) {
      if (name === null || lately.has(id)) continue;
      if (name.startsWith(clientActor(''))) await eraseName(database, rows, name, schedule);
      else await forgetRetired(database, rows, { name, lately });
    }
  });
}

/** All names of one person go together, or none while one of them acted lately. */
async function forgetRetired(
  database: Database,
  rows: Rows,
  { name, lately }: { readonly name: string; readonly lately: ReadonlySet<string> },
): Promise<void> {
  const had = await rows.findOneBy(PersonName, { name });
  const person = had && (await rows.findOneBy(Person, { id: had.personId }));
  if (!person || person.active) return;
  for (const other of await rows.findBy(PersonName, { personId: person.id })) {
    const actor = await rows.findOneBy(Actor, { name: other.name });
    if (actor && lately.has(actor.id)) return;
  }
  await eraseNamesOf(database, rows, person, schedule);
}

async function actedSince(rows: ReadRows, before: Date): Promise<ReadonlySet<string>> {
  const place = rows.kind === 'postgres' ? '$1' : '?';
  const found = await rows.query<{ actor: string }[]>(`SELECT DISTINCT actor FROM log WHERE at >= ${place}`, [
    before.toISOString(),
  ]);
  return new Set(found.map(({ actor }) => actor));
}
