import type { FaultInput } from '../controls/fault-options.js';

/** One trouble that a client's command meets. */
export interface FaultCase {
  readonly name: string;
  /** What happens, for a person who reads the table. */
  readonly words: string;
  readonly faults: readonly FaultInput[];
  /** How many runs of the command it lasts (1): then faults end, and what was to be booked late is booked. */
  readonly lasts?: number;
  /** The command is killed (SIGKILL) where a delay acts. */
  readonly kills?: true;
  /** Faults that begin where a delay acts: a list that was looked at before must not meet them. */
  readonly afterwards?: readonly FaultInput[];
  /** How often the command is started at once (1). */
  readonly atOnce?: number;
  /** No client can prevent it: a command that then says that something is wrong has done all it can. */
  readonly telling?: true;
}

const post = { method: 'POST', path: '/v2/journal_sets' };
const lists = { method: 'GET', path: '/v2/journal_sets' };
const refusedByGateway = '<html><body><h1>502 Bad Gateway</h1></body></html>';
/** Longer than the kit ever runs. */
const ALWAYS_SECONDS = 86_400;
/** How far the sandbox's clock moves after each run since the trouble ended, and so how late a late commit is. */
export const LATE_SECONDS = 300;
const late = { kind: 'late_commit', match: post, afterSeconds: LATE_SECONDS } as const;
const answerLost = { kind: 'drop_after', match: post } as const;
const lostWithDelay: readonly FaultInput[] = [{ kind: 'delay_after', match: post }, answerLost];

const journalSets: readonly FaultCase[] = [
  { name: 'answer-lost', words: 'booked, the connection breaks before the answer', faults: [answerLost] },
  { name: 'request-lost', words: 'not booked, the connection breaks', faults: [{ kind: 'drop_before', match: post }] },
  {
    name: 'second-answer-lost',
    words: 'the second set is booked, its answer is lost',
    faults: [{ ...answerLost, nth: 2 }],
  },
  {
    name: 'error-500-booked',
    words: 'booked, answered 500 with a page',
    faults: [{ kind: 'status', status: 500, acts: true, match: post }],
  },
  {
    name: 'error-502-not-booked',
    words: 'not booked, answered 502 with a page',
    faults: [{ kind: 'status', status: 502, body: refusedByGateway, match: post }],
  },
  { name: 'late', words: 'answered 504, booked before the next run', faults: [late] },
  { name: 'later', words: 'answered 504, booked after the next run', faults: [late], lasts: 2 },
  { name: 'answer-cut', words: 'booked, 201, the body breaks off', faults: [{ kind: 'truncate', match: post }] },
  { name: 'answer-empty', words: 'booked, 201 without a body', faults: [{ kind: 'empty', match: post }] },
  { name: 'answer-garbled', words: 'booked, 201, the body is no JSON', faults: [{ kind: 'garbage', match: post }] },
  {
    name: 'answer-slow',
    words: 'booked, the answer takes 8 seconds',
    faults: [{ kind: 'delay_after', delayMs: 8_000, match: post }],
  },
  {
    name: 'limited',
    words: 'not booked, 429 with Retry-After: 1',
    faults: [{ kind: 'rate_limit', retryAfter: 1, match: post }],
  },
  {
    name: 'limited-booked',
    words: 'booked, answered 429 by a proxy that passed it on',
    faults: [
      { kind: 'status', status: 429, acts: true, body: 'Rate limit exceeded', contentType: 'text/plain', match: post },
    ],
  },
  {
    name: 'token-ends',
    words: 'not booked, 401: the token has ended',
    faults: [{ kind: 'expire_token', match: post }],
  },
  {
    name: 'list-lags',
    words: 'booked, the answer is lost, and lists do not show it until after the next run',
    faults: lostWithDelay,
    afterwards: [{ kind: 'hide_new', match: lists, seconds: ALWAYS_SECONDS }],
    lasts: 2,
  },
  {
    name: 'list-fails',
    words: 'booked, the answer is lost, and lists answer 503 until after the next run',
    faults: lostWithDelay,
    afterwards: [{ kind: 'status', status: 503, match: lists, count: 'always' }],
    lasts: 2,
  },
  {
    name: 'killed-before',
    words: 'killed as it posts, not booked',
    faults: [
      { kind: 'delay_before', match: post },
      { kind: 'drop_before', match: post },
    ],
    kills: true,
  },
  {
    name: 'killed-after',
    words: 'killed as it posts, booked',
    faults: [{ kind: 'delay_after', match: post }],
    kills: true,
  },
  {
    name: 'killed-between',
    words: 'killed as it posts the second set, which is booked',
    faults: [{ kind: 'delay_after', match: post, nth: 2 }],
    kills: true,
  },
  { name: 'two-at-once', words: 'the command is started twice at once', faults: [], atOnce: 2 },
  {
    name: 'request-doubled',
    words: 'a proxy sends the request twice: no client can prevent it, but it can tell',
    faults: [{ kind: 'repeat', match: post }],
    telling: true,
  },
];

export const SUITES: Readonly<Record<string, readonly FaultCase[]>> = { 'journal-sets': journalSets };
