import { type Problem, problem } from '../ground/problem.js';
import type { ReadRows } from '../ground/rows.js';
import { ApiToken } from './api-token.entity.js';
import { PersonName } from './person.entity.js';
import { isInOneAlphabet, looksLike } from './lookalikes.js';
import { isReservedName, plainName } from './reserved-names.js';

/** For each text about a person, and for the name of a program. */
export const textCharactersMax = 200;

/** What is wrong with a name as a text. Adding a person checks this, and whether the name is free. */
export function wrongInName(name: string, whose: 'person' | 'program' = 'person'): string | undefined {
  if (name === '') return `A ${whose} needs a name.`;
  if (isReservedName(name)) return `"${name}" is a name the service itself uses.`;
  if (plainName(name) !== name) return 'A name is one line of letters, figures and marks.';
  if (!isInOneAlphabet(name)) return 'A word of a name is in one alphabet, of those in use today.';
  if (name.length > textCharactersMax) return textTooLong;
  return undefined;
}

export const textTooLong = `A text is longer than ${textCharactersMax} characters.`;

/**
 * The person with this name, in any case and in letters that look the same; undefined if no one else has it. `self` is
 * the id of the person who may have it.
 */
export async function whoseName(rows: ReadRows, name: string, self?: string): Promise<'name' | 'program' | undefined> {
  // Compared here and not by LOWER(): SQLite's knows no letters beyond ASCII, so that "Élodie" was free for two people.
  const isSame = (one: { readonly name: string }) => looksLike(one.name, name);
  const had = await rows.find(PersonName, {});
  if (had.some((one) => isSame(one) && one.personId !== self)) return 'name';
  const tokens = await rows.select(ApiToken, ['name', 'personId', 'revokedAt'], { where: {} });
  const isProgram = tokens.some((one) => isSame(one) && one.personId === null && one.revokedAt === null);
  return isProgram ? 'program' : undefined;
}

export function personNotAsTheyShouldBe(detail: string, todo = 'Correct it and send it again.'): Problem {
  return problem('wrong-person', { detail, todo });
}

const takenWords = {
  name: (name: string) => `Someone is, or was, called "${name}": what they did bears that name.`,
  program: (name: string) => `A program's token is called "${name}".`,
  email: () => 'Someone else has this e-mail address.',
  login: (login: string) => `Someone else is "${login}" at the terminal.`,
};

export function taken(
  what: keyof typeof takenWords,
  value: string,
  todo = 'Choose another, or change the person who has it.',
): Problem {
  return problem('person-detail-taken', { detail: takenWords[what](value), todo });
}
