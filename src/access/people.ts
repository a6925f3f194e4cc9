import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';

import type { ReadRows, Rows } from '../ground/rows.js';
import { Database } from '../ground/database.js';
import { type Problem, problem } from '../ground/problem.js';
import { type ActedBy, logAccess } from './access-log.js';
import { personNotAsTheyShouldBe, taken, whoseName, wrongInName } from './names.js';
import { Person, PersonName } from './person.entity.js';
import type { PersonalRights, Rights } from './principal.js';
import { randomSecret } from './secret.js';
import { wholePerson } from '../record/log/carried.js';

/** What an administrator sets for a person. */
export type PersonDetails = Pick<Person, 'name' | 'role' | 'pay' | 'companies'> &
  Partial<Pick<Person, 'email' | 'login' | 'digest'>>;

@Injectable()
export class People {
  constructor(private readonly database: Database) {}

  list(): Promise<Person[]> {
    return this.database.read((rows) => rows.find(Person, { order: { name: 'ASC' } }));
  }

  /** By id, e-mail address or any name the person ever had. */
  find(named: string): Promise<Person> {
    return this.database.read((rows) => personNamed(rows, named));
  }

  /** The person that a terminal's user acts as: the person with this login, otherwise the one with this name. */
  async atTerminal(login: string): Promise<Person | undefined> {
    return this.database.read(
      async (rows) => (await rows.findOneBy(Person, { login })) ?? (await personOfName(rows, login)) ?? undefined,
    );
  }
}

export async function personNamed(rows: ReadRows, named: string): Promise<Person> {
  const found =
    (await rows.findOneBy(Person, { id: named })) ??
    (await rows.findOneBy(Person, { email: named.toLowerCase() })) ??
    (await personOfName(rows, named));
  if (found) return found;
  throw noSuchPerson(named);
}

export async function personOfName(rows: ReadRows, name: string): Promise<Person | null> {
  const had = await rows.findOneBy(PersonName, { name });
  return had && rows.findOneBy(Person, { id: had.personId });
}

/** Finds the active person of this name, or adds one with these rights. An existing person's rights do not change. */
export async function personWith(database: Database, rows: Rows, rights: Rights, by: ActedBy): Promise<Person> {
  const name = rights.name.trim();
  const known = (await personOfName(rows, rights.name)) ?? (await personOfName(rows, name));
  if (known) {
    mustBeActive(known);
    return known;
  }
  const todo = 'Give another --name, or choose someone of `counterfoil people list` with --person.';
  const wrong = wrongInName(name);
  if (wrong !== undefined) throw personNotAsTheyShouldBe(wrong, todo);
  const whose = await whoseName(rows, name);
  if (whose !== undefined) throw taken(whose, name, todo);
  return insertPerson(database, rows, { ...rights, name }, by);
}

export async function insertPerson(
  database: Database,
  rows: Rows,
  { name, role, pay, companies, email = null, login = null, digest = 'never' }: PersonDetails,
  by: ActedBy,
  /** Who they are at the issuer, if that is how they came. */
  identity: Pick<Person, 'issuer' | 'subject'> = { issuer: null, subject: null },
): Promise<Person> {
  const createdAt = database.clock.now();
  const who = { id: randomUUID(), name, role, pay, companies, email, login, digest };
  const person = { ...who, ...identity, active: true, salt: randomSecret(), createdAt };
  await rows.insert(Person, person);
  await rows.insert(PersonName, { name, personId: person.id, salt: randomSecret() });
  const carries = wholePerson(person.id);
  const entry = { act: 'person', outcome: 'made', ref: person.id, answer: role, carries } as const;
  await logAccess(database, rows, { ...by, ...entry });
  return Object.assign(new Person(), person);
}

export function mustBeActive({ name, active }: Pick<Person, 'name' | 'active'>): void {
  if (active) return;
  throw problem('person-inactive', {
    detail: `"${name}" may not sign in any more.`,
    todo: `Let them sign in again first: \`counterfoil people change "${name}" --active\`.`,
  });
}

/** Undefined when they may not sign in any more. */
export async function rightsOfPerson(rows: ReadRows, id: string): Promise<PersonalRights | undefined> {
  const person = await rows.findOneBy(Person, { id });
  if (!person?.active) return undefined;
  const { name, role, pay, companies } = person;
  return { name, role, pay, companies, person: id };
}

export function noSuchPerson(named: string): Problem {
  return problem('no-such-person', {
    detail: `No one is called "${named}" here.`,
    todo: 'See `counterfoil people list`; `counterfoil people add` adds someone.',
  });
}
