import type { SandboxRequest } from '../answer.js';
import type { SandboxClock } from '../engine/clock.js';
import { isObject, type JsonObject } from '../engine/json.js';
import { type FaultInput, type FaultKind, type FaultMatch, faultMistakes } from './fault-options.js';
import { fits } from './pattern.js';

export interface Fault {
  readonly id: number;
  readonly kind: FaultKind;
  readonly match: FaultMatch;
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

/** A fault as it was added, and what came of it. */
export type FaultState = FaultInput & {
  readonly id: number;
  readonly nth: number;
  /** How many requests it matched, and how many of those it acted on. */
  readonly seen: number;
  readonly acted: number;
};

/** A fault that cannot be added; the message names what is wrong with it. */
export class FaultError extends Error {}

export function stateOf({ id, nth, seen, acted, options }: Fault): FaultState {
  return { ...(options as unknown as FaultInput), id, nth, seen, acted };
}

/** Adds all, or none when one of them is wrong. */
export function addFaults(faults: Faults, inputs: readonly FaultInput[]): readonly FaultState[] {
  const sent = inputs.map((input): JsonObject => ({ ...input }));
  const mistakes = sent.flatMap(faultMistakes);
  if (mistakes.length > 0) throw new FaultError(mistakes.join('; '));
  return sent.map((options) => stateOf(faults.add(options)));
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

function matchOf(match: JsonObject): FaultMatch {
  return {
    ...(match['method'] !== undefined && { method: String(match['method']).toUpperCase() }),
    ...(match['path'] !== undefined && { path: String(match['path']) }),
    ...(match['query'] !== undefined && { query: String(match['query']) }),
    ...(match['subdomain'] !== undefined && { subdomain: String(match['subdomain']) }),
  };
}
