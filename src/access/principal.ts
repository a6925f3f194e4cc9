/** From the one who may least to the one who may most. */
export const roles = ['viewer', 'reviewer', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What somebody who signs in is allowed; kept with a token, a link and a session alike. */
export interface Rights {
  readonly name: string;
  readonly role: Role;
  /** May see what a single person is paid. */
  readonly pay: boolean;
  /** Ids of companies; null is all of them, also those to come. */
  readonly companies: readonly string[] | null;
}

/** Who is asking, on this request. */
export interface Principal extends Rights {
  readonly via: 'token' | 'session';
  /** Of the session: a form sends it back in a field `csrf`, a script in the header `X-CSRF-Token`. */
  readonly csrf?: string;
}

export function hasRole(principal: Pick<Principal, 'role'>, needed: Role): boolean {
  return roles.indexOf(principal.role) >= roles.indexOf(needed);
}

export function reaches(principal: Pick<Principal, 'companies'>, companyId: string): boolean {
  return principal.companies === null || principal.companies.includes(companyId);
}

export function seesPayByDefault(role: Role): boolean {
  return role !== 'viewer';
}
