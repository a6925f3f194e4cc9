import type { PersonDetails } from '../../access/people.js';
import { isReservedName, plainName } from '../../access/reserved-names.js';
import { Problem } from '../../ground/problem.js';

const charactersMax = 200;
const address = /^[^\s@,;:<>"()\p{Cc}\p{Cf}]+@[^\s@,;:<>"()\p{Cc}\p{Cf}]+$/u;

/** As it is stored: trimmed, e-mail addresses in lower case, nothing empty. */
export function tidied<Given extends Partial<PersonDetails>>(details: Given): Given {
  const name = details.name?.trim();
  const email = details.email?.trim().toLowerCase() || null;
  const login = details.login?.trim() || null;
  const wrong = wrongIn({ name, email, login });
  if (wrong !== undefined) throw notAsItShouldBe(wrong);
  return {
    ...details,
    ...(name !== undefined && { name }),
    ...(details.email !== undefined && { email }),
    ...(details.login !== undefined && { login }),
  };
}

interface Texts {
  readonly name: string | undefined;
  readonly email: string | null;
  readonly login: string | null;
}

function wrongIn({ name, email, login }: Texts): string | undefined {
  if (name === '') return 'A person needs a name.';
  if (name !== undefined && isReservedName(name)) return `"${name}" is a name the service itself uses.`;
  if (name !== undefined && plainName(name) !== name) return 'A name is one line of letters, figures and marks.';
  if ([name, email, login].some((text) => (text?.length ?? 0) > charactersMax))
    return `A text is longer than ${charactersMax} characters.`;
  if (email !== null && !address.test(email)) return 'The e-mail address is not one.';
  return undefined;
}

function notAsItShouldBe(detail: string): Problem {
  return new Problem({
    title: 'The person is not as they should be',
    detail,
    todo: 'Correct it and send it again.',
    status: 400,
    exitCode: 2,
  });
}
