import type { Request, Response } from 'express';
import { cookieAttributes, cookieIn, ownCookie, type Site } from '../../../access/session-cookie.js';

/** One sentence for the next page: it travels in its own cookie and is shown once. */
const flashCookie = 'counterfoil-flash';
const charactersMax = 300;
const secondsMax = 60;

export function leaveFlash(response: Response, site: Site, text: string): void {
  response.cookie(ownCookie(flashCookie, site), Buffer.from(text.slice(0, charactersMax)).toString('base64url'), {
    ...cookieAttributes(site),
    maxAge: secondsMax * 1000,
  });
}

export function takeFlash(request: Request, response: Response, site: Site): string | undefined {
  const cookieName = ownCookie(flashCookie, site);
  const value = cookieIn(request, cookieName);
  if (!value) return undefined;
  response.clearCookie(cookieName, cookieAttributes(site));
  return Buffer.from(value, 'base64url').toString().slice(0, charactersMax);
}
