import { IsNull, Not } from 'typeorm';
import { personNamed } from '../../access/people.js';
import { ApiToken } from '../../access/api-token.entity.js';
import { Person, PersonName } from '../../access/person.entity.js';
import { randomSecret } from '../../access/secret.js';
import type { Database } from '../../ground/database.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { Rows } from '../../ground/rows.js';
import { Actor } from '../../record/actor.entity.js';
import { eraseActor } from '../../record/actors.js';
import { KeptAnswer } from '../../record/kept-answer.entity.js';
import { columns, type TableColumns } from '../../record/columns.js';
import { wholePerson } from '../../record/log/carried.js';
import { installation } from '../../record/log/log-entry.entity.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import type { Who } from '../act.js';
import { type Logging, logged } from '../acting.js';
import { mustReachAll } from './must-reach-all.js';

type By = Pick<Who, 'actor'> & { readonly trigger: string };

/** Erases the names and addresses of someone who worked here. What they did stays, done by a person without a name. */
export async function forgetPerson(
  { database }: Logging,
  named: string,
  who: Who,
): Promise<{ readonly names: number }> {
  mustReachAll(who);
  const erased = await database.work(async (rows) => {
    const person = await personNamed(rows, named);
    if (person.active) throw stillActive(person);
    return { names: await eraseNamesOf(database, rows, person, who) };
  });
  await database.forgetErased();
  return erased;
}

export async function eraseNamesOf(database: Database, rows: Rows, person: Person, by: By): Promise<number> {
  const { id, email, login, subject } = person;
  // A login or a subject may be as short as "1": it counts only where it is the whole value.
  const names = await rows.findBy(PersonName, { personId: id });
  await eraseAnswersWith(rows, [...names.map(({ name }) => name), email], [login, subject]);
  for (const { name } of names) await eraseName(database, rows, name, by);
  const name = `erased ${id.slice(0, 8)}`;
  const known = { email: null, login: null, issuer: null, subject: null, salt: null };
  const forgotten = { name, ...known, digest: 'never' } as const;
  await rows.update(Person, { id }, forgotten);
  await rows.delete(PersonName, { personId: id });
  await rows.insert(PersonName, { name, personId: id, salt: null });
  const tokens = await rows.select(ApiToken, ['id'], { where: { personId: id } });
  // The hash goes too: with it, the name could be guessed from what the log carried.
  for (const { id: token } of tokens)
    await rows.update(ApiToken, { id: token }, { name: `erased ${token.slice(0, 8)}`, hash: randomSecret() });
  const carries = [...wholePerson(id), ...tokens.map(({ id: token }) => ['token', token] as const)];
  const answer = 'names and addresses of a person';
  await logged({ database }, rows, by, { companyId: installation, act: 'erase', ref: id, answer, carries });
  return names.length;
}

/** What the API answered about them within the last day: a repeated request is told that it was erased. */
async function eraseAnswersWith(
  rows: Rows,
  named: readonly (string | null)[],
  values: readonly (string | null)[],
): Promise<void> {
  const asJson = (known: readonly (string | null)[]) =>
    known.flatMap((one) => (one === null ? [] : JSON.stringify(one).toLowerCase()));
  const theirs = [...asJson(named).map((one) => one.slice(1, -1)), ...asJson(values)];
  for (const { scope, key, headers, body } of await rows.findBy(KeptAnswer, { status: Not(IsNull()) })) {
    const said = `${JSON.stringify(headers)} ${body}`.toLowerCase();
    if (theirs.some((one) => said.includes(one)))
      await rows.update(KeptAnswer, { scope, key }, { headers: null, body: null });
  }
}

/**
 * Rows name a person by name until it is erased, then by the id that the log has for them: so their hashes stay the
 * same.
 */
export async function eraseName(database: Database, rows: Rows, name: string, by: By): Promise<void> {
  const known = await rows.findOneBy(Actor, { name });
  const as = known?.id ?? 'erased';
  if (known) await eraseActor(rows, known.id, await database.now(rows));
  for (const sync of await rows.findBy(SyncRecord, { actor: name }))
    await rows.update(SyncRecord, { id: sync.id }, { request: { ...sync.request, actor: as } });
  for (const [table, { actors = [], acted = [] }] of Object.entries<TableColumns>(columns))
    for (const column of [...actors, ...acted]) await rename(rows, { table, column }, { name, as });
  if (!known) return;
  const answer = 'the name of someone who acted here';
  await logged({ database }, rows, by, { companyId: installation, act: 'erase', ref: known.id, answer });
}

async function rename(
  rows: Rows,
  { table, column }: { readonly table: string; readonly column: string },
  { name, as }: { readonly name: string; readonly as: string },
): Promise<void> {
  const [first, second] = rows.kind === 'postgres' ? ['$1', '$2'] : ['?', '?'];
  // The log has the actor's id already.
  if (table !== 'log')
    await rows.query(`UPDATE ${table} SET ${column} = ${first} WHERE ${column} = ${second}`, [as, name]);
}

function stillActive({ name }: Person): Problem {
  return problem('still-may-sign-in', {
    detail: `"${name}" is active, and what someone does is recorded in their name.`,
    todo: `Deactivate them first: \`counterfoil people change "${name}" --no-active\`.`,
  });
}
