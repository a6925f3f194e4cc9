import type { PersonDetails } from '../../access/people.js';
import { personNotAsTheyShouldBe, textCharactersMax, textTooLong, wrongInName } from '../../access/names.js';

const address = /^[^\s@,;:<>"()\p{Cc}\p{Cf}]+@[^\s@,;:<>"()\p{Cc}\p{Cf}]+$/u;

/** As it is stored: trimmed, e-mail addresses in lower case, nothing empty. */
export function tidied<Given extends Partial<PersonDetails>>(details: Given): Given {
  const name = details.name?.trim();
  const email = details.email?.trim().toLowerCase() || null;
  const login = details.login?.trim() || null;
  const wrong = wrongIn({ name, email, login });
  if (wrong !== undefined) throw personNotAsTheyShouldBe(wrong);
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
  const wrong = name === undefined ? undefined : wrongInName(name);
  if (wrong !== undefined) return wrong;
  if ([email, login].some((text) => (text?.length ?? 0) > textCharactersMax)) return textTooLong;
  if (email !== null && !address.test(email)) return 'That is not an e-mail address.';
  return undefined;
}
