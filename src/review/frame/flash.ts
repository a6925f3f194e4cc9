import type { Request, Response } from 'express';

/** One sentence for the next page; it travels in a cookie of its own and is shown once. */
const cookieName = 'counterfoil-flash';
const charactersMax = 300;
const secondsMax = 60;

export function leaveFlash(response: Response, text: string): void {
  response.cookie(cookieName, Buffer.from(text.slice(0, charactersMax)).toString('base64url'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: secondsMax * 1000,
  });
}

export function takeFlash(request: Request, response: Response): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  const value = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  if (!value) return undefined;
  response.clearCookie(cookieName, { path: '/' });
  return Buffer.from(value, 'base64url').toString().slice(0, charactersMax);
}
