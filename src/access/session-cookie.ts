import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Config } from '../ground/config.js';
import { sessionHours } from './sessions.js';

export type Site = Pick<Config, 'publicUrl'>;

/** Browsers accept a cookie with the prefix `__Host-` only from exactly this host, and only over https. */
export function ownCookie(name: string, site: Site): string {
  return isSecure(site) ? `__Host-${name}` : name;
}

const cookieName = (site: Site) => ownCookie('counterfoil', site);

export function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:');
}

export function sessionIdIn(request: Request, site: Site): string | undefined {
  return cookieIn(request, cookieName(site));
}

export function cookieIn({ headers }: Request, name: string): string | undefined {
  return parseCookie(headers.cookie ?? '')[name] || undefined;
}

export function setSessionCookie(response: Response, site: Site, id: string): void {
  response.cookie(cookieName(site), id, { ...cookieAttributes(site), maxAge: sessionHours * 3_600_000 });
}

export function clearSessionCookie(response: Response, site: Site): void {
  response.clearCookie(cookieName(site), cookieAttributes(site));
}

export function cookieAttributes(site: Site) {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure(site), path: '/' } as const;
}
