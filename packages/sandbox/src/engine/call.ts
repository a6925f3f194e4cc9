import type { Company } from '../company/company.js';
import type { Login } from '../oauth/logins.js';
import type { World } from '../world.js';

/** The service's access levels, as section 5 of the specification names them. */
export const Level = {
  none: 0,
  time: 1,
  myMoney: 2,
  contactsAndProjects: 3,
  invoices: 4,
  bills: 5,
  banking: 6,
  taxAccountingAndUsers: 7,
  full: 8,
} as const;

/** One request on its way through a route. */
export interface Call {
  readonly world: World;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** `http://host` (`https` over TLS), with which record URIs begin. */
  readonly base: string;
  readonly now: number;
  /** A fault: lists leave out records created at or after this moment. */
  readonly hiddenSince: number;
}

/** A call with its company, after the access checks. */
export interface CompanyCall extends Call {
  readonly login: Login;
  readonly company: Company;
  /** The caller's access level in these books. */
  readonly level: number;
  /** The caller's name, for records that keep it. */
  readonly author?: string;
  readonly unguarded?: true;
}

export interface PracticeCall extends Call {
  readonly login: Login & { kind: 'manager' };
}

/** Who changes which books, and when: all that a rule may know besides the values. */
export interface Act {
  readonly company: Company;
  readonly now: number;
  readonly level: number;
  /** The caller's name, for records that keep it. */
  readonly author?: string;
  /** Set by the controls, which work past locks. */
  readonly unguarded?: true;
}
