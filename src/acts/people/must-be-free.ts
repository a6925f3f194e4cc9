import { IsNull } from 'typeorm';
import type { Rows } from '../../ground/rows.js';
import { ApiToken } from '../../access/api-token.entity.js';
import type { PersonDetails } from '../../access/people.js';
import { Person, PersonName } from '../../access/person.entity.js';
import { Problem } from '../../ground/problem.js';

/** Two people of one name, or a person and a program: the log would not keep them apart. */
export async function mustBeFree(rows: Rows, details: Partial<PersonDetails>, self?: Person): Promise<void> {
  const { name, email, login } = details;
  if (name !== undefined && name !== self?.name) {
    const had = await rows
      .createQueryBuilder(PersonName, 'n')
      .where('LOWER(n.name) = :name', { name: name.toLowerCase() })
      .getMany();
    if (had.some(({ personId }) => personId !== self?.id)) throw taken('name', name);
    if (await rows.existsBy(ApiToken, { name, revokedAt: IsNull(), personId: IsNull() })) throw taken('program', name);
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
