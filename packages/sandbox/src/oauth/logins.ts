import { FIRST_ID } from '../engine/ids.js';

/** Whose token it is: a user of one company, or an account manager of the practice. */
export type Login =
  | {
      readonly kind: 'user';
      readonly key: string;
      readonly subdomain: string;
      readonly userId: number;
      readonly level?: number;
    }
  | { readonly kind: 'manager'; readonly key: string; readonly managerId: number; readonly senior: boolean };

export function userLogin(subdomain: string, userId: number, level?: number): Login & { kind: 'user' } {
  return { kind: 'user', key: `${subdomain}-${userId}`, subdomain, userId, ...(level !== undefined && { level }) };
}

export function managerLogin(managerId: number, senior: boolean): Login & { kind: 'manager' } {
  return { kind: 'manager', key: `practice-${managerId - FIRST_ID + 1}`, managerId, senior };
}
