import type { ReadRows } from '../../ground/rows.js';
import { ApiToken } from '../../access/api-token.entity.js';
import type { PersonDetails } from '../../access/people.js';
import { Person, PersonName } from '../../access/person.entity.js';
import { Problem } from '../../ground/problem.js';

/** The log could not distinguish two people with one name, or a person and a program. */
export async function mustBeFree(rows: ReadRows, details: Partial<PersonDetails>, self?: Person): Promise<void> {
  const { name, email, login } = details;
  if (name !== undefined && name !== self?.name) {
    const whose = await nameOf(rows, name, self);
    if (whose !== undefined) throw taken(whose, name);
  }
  for (const [what, value] of [
    ['email', email],
    ['login', login],
  ] as const) {
    if (value === undefined || value === null) continue;
    const other = await rows.findOneBy(Person, { [what]: value });
    if (other && other.id !== self?.id) throw taken(what, value);
  }
}

export async function isFree(rows: ReadRows, name: string): Promise<boolean> {
  return (await nameOf(rows, name)) === undefined;
}

/** Whose name it is; undefined if nobody else has it. */
async function nameOf(rows: ReadRows, name: string, self?: Person): Promise<'name' | 'program' | undefined> {
  const same = { name: name.toLowerCase() };
  const had = await rows.createQueryBuilder(PersonName, 'n').where('LOWER(n.name) = :name', same).getMany();
  if (had.some(({ personId }) => personId !== self?.id)) return 'name';
  const programs = rows.createQueryBuilder(ApiToken, 't').where('LOWER(t.name) = :name', same);
  return (await programs.andWhere('t.revokedAt IS NULL AND t.personId IS NULL').getExists()) ? 'program' : undefined;
}

const words = {
  name: (name: string) => `Somebody is, or was, called "${name}": what they did bears that name.`,
  program: (name: string) => `A program's token is called "${name}".`,
  email: () => 'Somebody else has this e-mail address.',
  login: (login: string) => `Somebody else is "${login}" at the terminal.`,
};

function taken(what: keyof typeof words, value: string): Problem {
  return new Problem({
    title: 'That is taken',
    detail: words[what](value),
    todo: 'Choose another, or change the person who has it.',
    status: 409,
    exitCode: 2,
  });
}
