import type { HttpAnswer } from './http.js';
import { isNestedTooDeeply } from './nesting.js';

/** The service's own time, from its answer. */
export function dateOf({ headers }: HttpAnswer): Date | undefined {
  const date = new Date(headers.date ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * No wait exceeds an hour, no matter who asks for it: a proxy's page said "Thu, 01 Jan 2099", and a company stopped for
 * ever. After an hour we try again.
 */
export const longestWaitSeconds = 3600;

/**
 * Seconds from now, or a date by our own clock, since the answer's `Date` may be hours off; an hour at most. Undefined
 * without the header.
 */
export function retryAfterOf(answer: HttpAnswer, now: Date): number | undefined {
  const given = answer.headers['retry-after'];
  if (given === undefined) return undefined;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(longestWaitSeconds, Math.max(1, Math.ceil(seconds)));
}

/**
 * Whether the error is the service's own: a JSON object with `errors` or `error`. Anything else was written by a proxy
 * on the way and proves nothing about what the service did: a write that got such a page appeared nine seconds later.
 */
export function isOwnError(body: string): boolean {
  const json = jsonOf(body);
  return typeof json === 'object' && json !== null && ('errors' in json || 'error' in json);
}

/** Undefined for what is not JSON, or is nested deeper than any answer. */
export function jsonOf(body: string): unknown {
  if (isNestedTooDeeply(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
