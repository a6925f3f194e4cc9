import type { HttpAnswer } from '../../src/books/http.js';
import type { Fault } from './faults.js';
import type { Random } from './random.js';

/** Answers from a proxy in place of the service, or from the service and spoilt on the way. */

type Headers = Record<string, string>;

export function page(status: number, headers: Headers): HttpAnswer {
  const moved = status >= 300 && status < 400;
  const more: Headers = moved ? { location: 'https://login.example/' } : {};
  return { status, headers: { ...headers, ...more }, body: `<html><body><h1>${status}</h1></body></html>` };
}

/** In the service's own words. */
export function refusal(status: number, headers: Headers): HttpAnswer {
  const body = `{"errors":{"error":{"message":"The service does not want this: ${status}."}}}`;
  return { status, headers, body };
}

export function spoilt(answer: HttpAnswer, fault: Fault | undefined, random: Random): HttpAnswer {
  const { location: _, ...headers } = answer.headers;
  const total = answer.headers['x-total-count'];
  switch (fault) {
    case 'truncated':
      return { ...answer, body: answer.body.slice(0, random.whole(0, Math.max(0, answer.body.length - 2))) };
    case 'empty':
      return { ...answer, body: '' };
    case 'garbage':
      return { ...answer, ...(random.chance(0.5) ? { headers } : {}), body: '<<< this is not JSON {' };
    case 'without_location':
      return { ...answer, headers, body: answer.body.slice(0, 10) };
    case 'miscounted':
      return total === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, 'x-total-count': String(Number(total) + 1) } };
    case 'no_list':
      return { ...answer, body: '{"maintenance":true}' };
    default:
      return answer;
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Changes the Date header: far ahead, behind, absent, or not a date. */
export function misdated(answer: HttpAnswer, now: Date, random: Random): HttpAnswer {
  const { date: _, ...headers } = answer.headers;
  const offMs = random.weighted<number | string | undefined>([
    [3, 11 * minuteMs],
    [2, 6 * hourMs],
    [2, -11 * minuteMs],
    [2, -6 * hourMs],
    [1, Date.UTC(2099, 0, 1) - now.getTime()],
    [1, 'soon'],
    [2, undefined],
  ]);
  if (offMs === undefined) return { ...answer, headers };
  const date = typeof offMs === 'string' ? offMs : new Date(now.getTime() + offMs).toUTCString();
  return { ...answer, headers: { ...headers, date } };
}
