/** From the one who may least to the one who may most. */
export const roles = ['viewer', 'reviewer', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What somebody is allowed. */
export interface Rights {
  /** As the log names them. */
  readonly name: string;
  readonly role: Role;
  /** May see what a single person is paid. */
  readonly pay: boolean;
  /** Ids of companies; null is all of them, also those to come. */
  readonly companies: readonly string[] | null;
}

/** Rights, and the person whose they are; nobody stands behind a program. */
export interface PersonalRights extends Rights {
  readonly person?: string;
}

/** Who is asking, on this request. */
export interface Principal extends PersonalRights {
  readonly via: 'token' | 'session';
  /** What their session is listed as. */
  readonly session?: string;
  /** Of the session: a form sends it back in a field `csrf`, a script in the header `X-CSRF-Token`. */
  readonly csrf?: string;
}

export function hasRole(principal: Pick<Principal, 'role'>, needed: Role): boolean {
  return roles.indexOf(principal.role) >= roles.indexOf(needed);
}

export function reaches(principal: Pick<Principal, 'companies'>, companyId: string): boolean {
  return principal.companies === null || principal.companies.includes(companyId);
}

/** What both allow: a person's token never allows more than the person may. */
export function bounded(rights: Omit<Rights, 'name'>, by: Omit<Rights, 'name'>): Omit<Rights, 'name'> {
  const { companies } = rights;
  return {
    role: hasRole(rights, by.role) ? by.role : rights.role,
    pay: rights.pay && by.pay,
    companies: companies === null ? by.companies : companies.filter((id) => reaches(by, id)),
  };
}

export function sameRights(a: Omit<Rights, 'name'>, b: Omit<Rights, 'name'>): boolean {
  const reach = ({ companies }: Pick<Rights, 'companies'>) => JSON.stringify(companies && [...companies].sort());
  return a.role === b.role && a.pay === b.pay && reach(a) === reach(b);
}

export function seesPayByDefault(role: Role): boolean {
  return role !== 'viewer';
}
