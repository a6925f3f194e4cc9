/** A person in the books that a name may belong to. */
interface Named {
  readonly name: string;
}

interface NameParts {
  readonly first: string;
  readonly middle: readonly string[];
  readonly last: string;
}

/**
 * The person each name of the files belongs to, as far as names can show: only if it agrees with exactly one person,
 * and that person with no other of these names. Father and son may both be John Ash, and each would agree with
 * whichever is listed.
 */
export function proposals<Person extends Named>(
  names: readonly string[],
  people: readonly Person[],
): readonly (Person | undefined)[] {
  const agreeing = names.map((name) => people.filter((person) => sameName(name, person.name)));
  return agreeing.map(([person, another], at) => {
    if (person === undefined || another !== undefined) return undefined;
    const isWanted = agreeing.some((others, other) => other !== at && others.includes(person));
    return isWanted ? undefined : person;
  });
}

/** "Ash, Ada M." and "Ada Mary Ash": case, accents, order and what is left out of the middle do not matter. */
export function sameName(one: string, other: string): boolean {
  return waysToRead(one).some((way) => waysToRead(other).some((another) => agree(way, another)));
}

/** Surname first with a comma; without one, it may be either way about. */
function waysToRead(name: string): readonly NameParts[] {
  const [before = '', ...after] = name.split(',');
  if (after.length > 0) return waysOf([...wordsIn(after.join(' ')), ...wordsIn(before)]).slice(0, 1);
  return waysOf(wordsIn(name));
}

function waysOf(words: readonly string[]): readonly NameParts[] {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || words.length < 2) return [];
  const surnameFirst = { first: words[1] ?? '', middle: words.slice(2), last: first };
  return [{ first, middle: words.slice(1, -1), last }, surnameFirst];
}

/** The parts of a name that say who it is: no initials. */
export const partsOf = (name: string): readonly string[] => wordsIn(name).filter((word) => word.length > 1);

/** O’Neil is ONeil, Smith-Jones is Smith Jones, José is Jose. */
const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A first name is never recognised by its initial alone. */
const agree = (a: NameParts, b: NameParts): boolean =>
  a.first === b.first && a.last === b.last && a.middle.every((word, at) => isShortOf(word, b.middle[at]));

const isShortOf = (word: string, other: string | undefined): boolean =>
  other === undefined || word === other || (Math.min(word.length, other.length) === 1 && word[0] === other[0]);
