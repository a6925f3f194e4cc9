import { Problem, problem } from '../ground/problem.js';
import { failureWindowSeconds } from './failed-attempts.js';
import type { Principal, Role } from './principal.js';

/** Refusals of access, in one place so that they are worded the same everywhere. */

export class SignInNeeded extends Problem {
  constructor() {
    super('not-signed-in', {
      detail: 'This request carries no token and no session.',
      todo: 'Send `Authorization: Bearer <token>`; `counterfoil tokens create` makes one. In a browser, sign in first.',
    });
  }
}

export const tokenRefused = () =>
  problem('token-refused', {
    detail: 'It is unknown, or it has been revoked.',
    todo: 'Check that it was copied whole. `counterfoil tokens list` shows those in use; make another with `counterfoil tokens create`.',
  });

export const linkRefused = () =>
  problem('sign-in-link-gone', {
    detail: 'It has been used, or it is too old. Each link works once.',
    todo: 'Make another with `counterfoil sign-in-link`, or sign in with a token.',
  });

export const tooManyFailures = (seconds: number) =>
  problem('too-many-attempts', {
    detail: `Too many wrong tokens or links came from this address within ${failureWindowSeconds / 60} minutes.`,
    todo: `Wait ${seconds} seconds. A right token is accepted at any time.`,
  });

export const roleRefused = (principal: Pick<Principal, 'name' | 'role'>, needed: Role) =>
  problem('not-allowed', {
    detail: `"${principal.name}" has the role ${principal.role}; this needs ${needed}.`,
    todo: `Ask someone with the role ${needed}, or for a token with that role.`,
  });

export const reachRefused = (principal: Pick<Principal, 'name'>) =>
  problem('not-allowed', {
    detail: `This is about people of every company; "${principal.name}" reaches only some.`,
    todo: 'Ask an administrator who reaches every company.',
  });

export const forgeryRefused = () =>
  problem('form-not-ours', {
    detail: 'The session’s proof against forged requests is missing or does not fit. Nothing was done.',
    todo: 'Open the page again and send the form once more. A script sends the header X-CSRF-Token.',
  });

/** Also the answer about anything in a company out of reach, so that no one learns which companies exist. */
export const notHere = (what: string) =>
  problem('not-found', {
    detail: `There is no ${what} here for you.`,
    todo: 'Check the address. The page Clients, and `GET /api/companies`, list those you may see.',
  });

/** An answer that was given to wider rights is not given again to narrower ones. */
export const replayRefused = ({ name }: Pick<Principal, 'name'>) =>
  problem('not-allowed', {
    detail: `The request was done when "${name}" had more rights than now. Its answer is not repeated, and nothing was done now.`,
    todo: 'Look at its outcome with the rights you have now.',
  });

/** A link must not show others what its maker may not see. */
export const payRefused = ({ name }: Pick<Principal, 'name'>) =>
  problem('not-allowed', {
    detail: `The link shows what each person is paid; "${name}" may not see pay.`,
    todo: 'Ask someone who may see pay to make the link.',
  });

export const amountsRefused = ({ name }: Pick<Principal, 'name'>) =>
  problem('not-allowed', {
    detail: `These figures are amounts of payroll; "${name}" may not see pay.`,
    todo: 'Ask someone who may see pay.',
  });

export const practiceRefused = (principal: Pick<Principal, 'name'>) =>
  problem('not-allowed', {
    detail: `A decision for the practice reaches all its companies; "${principal.name}" reaches only some.`,
    todo: 'Decide for the company, or ask someone who reaches every company.',
  });
