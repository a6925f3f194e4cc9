import type { HttpAnswer } from './http.js';

/** The service's time of an answer. */
export function dateOf({ headers }: HttpAnswer): Date | undefined {
  const date = new Date(headers.date ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Seconds, or a date; undefined when it does not say. */
export function retryAfterOf(answer: HttpAnswer): number | undefined {
  const said = answer.headers['retry-after'];
  if (said === undefined) return undefined;
  const seconds = /^\d+$/.test(said)
    ? Number(said)
    : (Date.parse(said) - (dateOf(answer)?.getTime() ?? Number.NaN)) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
}

/** A proxy's page that says 404 does not say that a record is gone. */
export function isJson(body: string): boolean {
  return jsonOf(body) !== undefined;
}

/** Undefined for what is no JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
