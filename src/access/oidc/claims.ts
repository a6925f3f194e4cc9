import { isStorable } from '../../ground/printable.js';

/** The claims of the issuer that we use. */
export interface Claims {
  readonly issuer: string;
  /** The issuer's permanent id of a person; an e-mail address may be given to someone else one day. */
  readonly subject: string;
  readonly name?: string;
  /** In lower case; only an address that the issuer has verified. */
  readonly email?: string;
  /** The domain of that address. */
  readonly domain?: string;
}

type Token = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export function claimsOf(token: Token): Claims {
  const text = (name: string) => {
    const value = token[name];
    return typeof value === 'string' && value !== '' && isStorable(value) ? value : undefined;
  };
  const email = isProven(token) ? addressIn(text('email') ?? '') : undefined;
  return {
    issuer: token.iss,
    subject: token.sub,
    name: text('name'),
    email,
    domain: email?.split('@')[1],
  };
}

const google = 'https://accounts.google.com';

/**
 * Whether the issuer says that the address is verified: `true`, and no word or number for it. Google says so of any
 * address that was once proved, and vouches for it only in a Workspace (`hd`).
 */
function isProven({ iss, email_verified: verified, hd }: Token): boolean {
  return verified === true && (iss !== google || (typeof hd === 'string' && hd !== ''));
}

/** In lower case; undefined unless it is one name, one @ and one domain of plain letters, as issuers send it. */
function addressIn(text: string): string | undefined {
  const [name = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || text.length > addressCharactersMax) return undefined;
  const isPlain = /^[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]+$/.test(name);
  return isPlain && domain.split('.').every(isLabel) ? text.toLowerCase() : undefined;
}

const addressCharactersMax = 200;
const isLabel = (text: string) => /^[A-Za-z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');

/** A claim that is not for us; the library has checked the others. */
export function claimRefused(token: Token, clientId: string): 'azp' | 'sub' | undefined {
  // The library compares it only where the token has several audiences.
  if (token.azp !== undefined && token.azp !== clientId) return 'azp';
  // At most 255 ASCII characters, says the standard. An empty subject would be everyone.
  return /^[\x20-\x7e]{1,255}$/.test(token.sub) && token.sub.trim() === token.sub ? undefined : 'sub';
}

/** Without a list every domain is allowed: the issuer knows only its own people. */
export function isAllowed({ domain }: Claims, allowed: readonly string[]): boolean {
  return allowed.length === 0 || (domain !== undefined && allowed.includes(domain));
}
