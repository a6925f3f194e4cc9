import type { SandboxRequest } from '../answer.js';
import type { SandboxClock } from '../engine/clock.js';
import { isObject, type JsonObject } from '../engine/json.js';
import type { FaultKind } from './fault-options.js';

interface Match {
  readonly method?: string;
  /** `*` matches anything. */
  readonly path?: string;
  readonly query?: string;
  readonly subdomain?: string;
}

export interface Fault {
  readonly id: number;
  readonly kind: FaultKind;
  readonly match: Match;
  /** The first matching request it acts on, counted from 1. */
  readonly nth: number;
  /** How many requests it acts on. */
  readonly count: number;
  /** Sandbox time at which it stops. */
  readonly until: number;
  readonly options: JsonObject;
  seen: number;
  acted: number;
}

/** The faults that the controls have asked for. */
export class Faults {
  #faults: Fault[] = [];
  #lastId = 0;
  #late: { readonly at: number; readonly commit: () => void }[] = [];
  readonly #clock: SandboxClock;

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  /** The options have been checked (fault-options.ts). */
  add(options: JsonObject): Fault {
    const kind = options['kind'] as FaultKind;
    const seconds = Number(options['forSeconds'] ?? Number.POSITIVE_INFINITY);
    const lasting =
      options['count'] === 'always' ||
      (options['count'] === undefined && (kind === 'hide_new' || Number.isFinite(seconds)));
    const fault: Fault = {
      id: ++this.#lastId,
      kind,
      match: matchOf(isObject(options['match']) ? options['match'] : {}),
      nth: Number(options['nth'] ?? 1),
      count: lasting ? Number.POSITIVE_INFINITY : Number(options['count'] ?? 1),
      until: this.#clock.ms() + seconds * 1_000,
      options,
      seen: 0,
      acted: 0,
    };
    this.#faults.push(fault);
    return fault;
  }

  all(): readonly Fault[] {
    return this.#faults;
  }

  clear(id?: number): void {
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
  }

  /** The faults that act on this request; each counts the request as one it acted on. */
  take(request: SandboxRequest, path: string, query: string): readonly Fault[] {
    if (this.#faults.length === 0) return [];
    const now = this.#clock.ms();
    return this.#faults.filter((fault) => {
      const { match } = fault;
      if (now >= fault.until || (match.method !== undefined && match.method !== request.method)) return false;
      if (match.path !== undefined && !fits(match.path, path)) return false;
      if (match.query !== undefined && !query.includes(match.query)) return false;
      if (match.subdomain !== undefined && match.subdomain !== request.headers['x-subdomain']) return false;
      fault.seen += 1;
      if (fault.seen < fault.nth || fault.acted >= fault.count) return false;
      fault.acted += 1;
      return true;
    });
  }

  /** Puts off a commit: its request fails now, and its effect shows later. */
  later(afterMs: number, commit: () => void): void {
    this.#late.push({ at: this.#clock.ms() + afterMs, commit });
  }

  commitLate(): void {
    if (this.#late.length === 0) return;
    const now = this.#clock.ms();
    const due = this.#late.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    this.#late = this.#late.filter(({ at }) => at > now);
    for (const { commit } of due) commit();
  }
}

function matchOf(match: JsonObject): Match {
  return {
    ...(match['method'] !== undefined && { method: String(match['method']).toUpperCase() }),
    ...(match['path'] !== undefined && { path: String(match['path']) }),
    ...(match['query'] !== undefined && { query: String(match['query']) }),
    ...(match['subdomain'] !== undefined && { subdomain: String(match['subdomain']) }),
  };
}

/** Matches each part between two `*` as early as possible, which leaves the most room for the parts after it. */
function fits(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return path === pattern;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.startsWith(first) && path.endsWith(last) && path.length - last.length >= at;
}
