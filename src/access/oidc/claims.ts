import { isStorable } from '../../ground/printable.js';
import { type Role, roles } from '../principal.js';

/** The claims of the issuer that we use. */
export interface Claims {
  readonly issuer: string;
  /** The issuer's permanent id of a person; an e-mail address may be given to somebody else one day. */
  readonly subject: string;
  readonly name?: string;
  readonly email?: string;
  /** The e-mail domain, when the issuer vouches for it. */
  readonly domain?: string;
  /** Undefined when none of the claim's values is mapped to a role. */
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
  // An address that the issuer itself has not verified is no proof of a domain.
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

/** `realm_access.roles` is a path. A claim whose own name contains dots, such as a URL, is looked for first. */
function valuesAt(token: Token, claim: string): readonly unknown[] {
  const inside = (from: unknown, key: string) =>
    typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[key] : undefined;
  const value = token[claim] ?? claim.split('.').reduce<unknown>(inside, token);
  return Array.isArray(value) ? value : [value];
}

/** The highest role that any of the values is mapped to. */
function roleIn(values: readonly unknown[], mapping: Readonly<Record<string, Role>>): Role | undefined {
  const meant = values.flatMap((value) => (typeof value === 'string' && mapping[value] ? [mapping[value]] : []));
  return roles.findLast((role) => meant.includes(role));
}

/** Without a list every domain is allowed: the issuer knows only its own people. */
export function isAllowed({ domain }: Claims, allowed: readonly string[]): boolean {
  return allowed.length === 0 || (domain !== undefined && allowed.includes(domain));
}
