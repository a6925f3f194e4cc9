/** Which e-mail a person gets. */
export const digestChoices = ['never', 'daily', 'month_close'] as const;
export type DigestChoice = (typeof digestChoices)[number];

/** From least to most rights. */
export const roles = ['viewer', 'reviewer', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface Rights {
  /** The name used in the log. */
  readonly name: string;
  readonly role: Role;
  /** May see amounts of payroll. */
  readonly pay: boolean;
  /** Ids of companies; null is every company, including future ones. */
  readonly companies: readonly string[] | null;
}

/** Rights and whose they are; a program has no person. */
export interface PersonalRights extends Rights {
  readonly person?: string;
}

/** Who sent this request. */
export interface Principal extends PersonalRights {
  readonly via: 'token' | 'session' | 'terminal';
  /** The id under which their session is listed. */
  readonly session?: string;
  /** Proof that a request is from our own page: a form's field `csrf`, or a script's header `X-CSRF-Token`. */
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

/** Whether the first may do and see all that the second may. */
export function covers(rights: Omit<Rights, 'name'>, other: Omit<Rights, 'name'>): boolean {
  return sameRights(bounded(other, rights), other);
}

/** With few payslips, guessed amounts can be checked by the fingerprint: only those who decide by it may see it. */
export function seesFingerprint(principal: Pick<Principal, 'pay' | 'role'>): boolean {
  return principal.pay || hasRole(principal, 'reviewer');
}

export function seesPayByDefault(role: Role): boolean {
  return role !== 'viewer';
}
