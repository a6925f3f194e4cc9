import { isStorable } from '../../ground/printable.js';
import { type Role, roles } from '../principal.js';

/** The issuer’s claims about somebody, as far as they are used. */
export interface Claims {
  readonly issuer: string;
  /** Who it is, for good; an address may be given to somebody else one day. */
  readonly subject: string;
  readonly name?: string;
  readonly email?: string;
  /** Whose domain the issuer vouches for. */
  readonly domain?: string;
  /** Undefined where none of the claim's values means a role. */
  readonly role?: Role;
}

interface Reading {
  readonly roleClaim?: string;
  readonly roleMapping: Readonly<Record<string, Role>>;
}

type Token = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export function claimsOf(token: Token, { roleClaim, roleMapping }: Reading): Claims {
  const text = (name: string) => {
    const value = token[name];
    return typeof value === 'string' && value !== '' && isStorable(value) ? value : undefined;
  };
  // An address that the issuer itself has not checked proves nothing of a domain.
  const email = token.email_verified === false ? undefined : (text('email') ?? asAddress(text('preferred_username')));
  return {
    issuer: token.iss,
    subject: token.sub,
    name: text('name'),
    email: email?.toLowerCase(),
    domain: (text('hd') ?? email?.split('@')[1])?.toLowerCase(),
    role: roleClaim === undefined ? undefined : roleIn(valuesAt(token, roleClaim), roleMapping),
  };
}

const asAddress = (text: string | undefined) => (text?.includes('@') ? text : undefined);

/** `realm_access.roles` is a path; a name with dots, as an address is, is looked for first. */
function valuesAt(token: Token, claim: string): readonly unknown[] {
  const inside = (from: unknown, key: string) =>
    typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[key] : undefined;
  const value = token[claim] ?? claim.split('.').reduce<unknown>(inside, token);
  return Array.isArray(value) ? value : [value];
}

/** The highest that any of them means. */
function roleIn(values: readonly unknown[], mapping: Readonly<Record<string, Role>>): Role | undefined {
  const meant = values.flatMap((value) => (typeof value === 'string' && mapping[value] ? [mapping[value]] : []));
  return roles.findLast((role) => meant.includes(role));
}

/** No list allows every domain: the issuer's own people. */
export function isAllowed({ domain }: Claims, allowed: readonly string[]): boolean {
  return allowed.length === 0 || (domain !== undefined && allowed.includes(domain));
}
