import type { Clock } from '../ground/clock.js';
import { Limited } from './errors.js';
import { type Closed, type Grant, minuteMs, type Quotas, type Rates } from './quotas.js';
import type { ServiceClock } from './service-clock.js';
import { Waits } from './waits.js';

/** A request's turn at the service. */
export interface Turn {
  /** Whose requests the service counts together. */
  readonly scope: string;
  /** The company or connection, for messages. */
  readonly who: string;
  readonly rates: Rates;
  /** A write goes before all waiting reads. */
  readonly write: boolean;
  readonly waitMaxMs: number;
}

interface Waiting extends Turn {
  readonly untilMs: number;
  go(): void;
  refuse(error: unknown): void;
}

/** One scope, as this process sees it. */
interface Gate {
  /** Requests reserved and not yet used, in the minute of `grant`. */
  left: number;
  batch: number;
  grant?: Grant;
  /** The grant was made before the service's time was known, so perhaps for a minute other than the row's. */
  guessed: boolean;
  underWay: number;
  readonly queue: Waiting[];
  pumping: boolean;
  /** How many refusals are being written to the database: until then it knows less than this process. */
  closing: number;
  /** Ends the wait of every caller, when the wait is forgotten. */
  wake?: AbortController;
  /** By our monotonic clock; nothing is sent before. */
  closedUntilMs: number;
  /** The same, where the service itself asked for it: not even a request that already has its turn is sent. */
  refusedUntilMs: number;
}

/** The first reservation of a minute is small, for commands that need few requests; then they double. */
const firstBatch = 4;
const batchesPerMinute = 10;

/**
 * Keeps within the service's limits, so that the service need not refuse. One queue per scope: a scope that waits holds
 * up no other. Requests are reserved in batches, to save a round trip to the database for each.
 */
export class Throttle {
  readonly waits = new Waits();
  readonly #gates = new Map<string, Gate>();
  #probing = false;

  constructor(
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly serviceClock: ServiceClock,
  ) {}

  /**
   * Waits for a turn; call the returned function when the request is over. Throws Limited if that would take too long.
   */
  async take(turn: Turn): Promise<() => void> {
    const gate = this.#gate(turn.scope);
    if (gate.queue.length === 0 && !gate.pumping && this.#mayGo(gate)) return this.#enter(gate);
    const nowMs = this.clock.monotonicMs();
    if (gate.closedUntilMs > nowMs + turn.waitMaxMs && !(await this.#isForgotten(turn.scope, gate)))
      throw limited(turn, gate.closedUntilMs - nowMs);
    return new Promise((resolve, refuse) => {
      const go = () => resolve(this.#enter(gate));
      enqueue(gate.queue, { ...turn, untilMs: nowMs + turn.waitMaxMs, go, refuse });
      void this.#pump(gate);
    });
  }

  /**
   * After a 429: nothing of this scope is sent before the service accepts requests again. Returns in how many seconds
   * that is.
   */
  async limited({ scope, retryAfterSeconds }: { scope: string; retryAfterSeconds?: number }): Promise<number> {
    const now = this.serviceClock.latest();
    // Without the header, until the next minute, when the service's windows begin.
    const waitMs = (retryAfterSeconds ?? 0) * 1000 || minuteMs - (now.getTime() % minuteMs);
    // Here too, and not only in the database: a reservation on its way may still be granted.
    const gate = this.#gate(scope);
    gate.refusedUntilMs = Math.max(gate.refusedUntilMs, this.clock.monotonicMs() + waitMs);
    closeFor(gate, gate.refusedUntilMs);
    gate.closing++;
    try {
      await this.quotas.close(scope, waitMs, now);
    } finally {
      gate.closing--;
    }
    return Math.ceil(waitMs / 1000);
  }

  /** Connected again, or left: what the service asked for before is no reason to wait any longer. */
  async forget(scopes: readonly string[]): Promise<void> {
    await this.quotas.open(scopes);
    for (const scope of scopes) {
      const gate = this.#gates.get(scope);
      if (gate) open(gate);
    }
  }

  /** Whether another process has ended the wait: the `connect` at a terminal is not the service that waits. */
  async #isForgotten(scope: string, gate: Gate): Promise<boolean> {
    if (gate.closing > 0 || (await this.quotas.closed([scope])).length > 0 || gate.closing > 0) return false;
    open(gate);
    return true;
  }

  /** Which of these wait because the service asked for it. */
  waiting(scopes: readonly string[]): Promise<readonly Closed[]> {
    return this.quotas.closed(scopes);
  }

  /** Whether the service refused another request since this one had its turn: one that waits for a socket is not sent. */
  isRefused(scope: string): boolean {
    return this.clock.monotonicMs() < this.#gate(scope).refusedUntilMs;
  }

  /** Waits because the service would not accept requests. */
  rest(ms: number, wake?: AbortSignal): Promise<void> {
    return this.waits.during(this.clock.sleep(ms, wake));
  }

  #gate(scope: string): Gate {
    let gate = this.#gates.get(scope);
    if (!gate) {
      const closed = { closedUntilMs: 0, refusedUntilMs: 0 };
      gate = {
        left: 0,
        batch: firstBatch,
        underWay: 0,
        guessed: false,
        queue: [],
        pumping: false,
        closing: 0,
        ...closed,
      };
      this.#gates.set(scope, gate);
    }
    return gate;
  }

  /** While the service's time is unknown, one request at a time is sent, to learn it. */
  #mayGo(gate: Gate): boolean {
    if (gate.left <= 0 || !gate.grant || this.clock.monotonicMs() < gate.closedUntilMs) return false;
    if (!this.serviceClock.known) return !this.#probing;
    const fromMs = gate.grant.minuteFrom.getTime();
    return this.serviceClock.earliest().getTime() >= fromMs && this.serviceClock.latest().getTime() < fromMs + minuteMs;
  }

  #enter(gate: Gate): () => void {
    gate.left--;
    gate.underWay++;
    const probe = !this.serviceClock.known;
    if (probe) this.#probing = true;
    return () => {
      gate.underWay--;
      if (!probe) return;
      this.#probing = false;
      for (const other of this.#gates.values()) void this.#pump(other);
    };
  }

  async #pump(gate: Gate): Promise<void> {
    if (gate.pumping) return;
    gate.pumping = true;
    try {
      while (gate.queue.length > 0) {
        const closedMs = gate.closedUntilMs - this.clock.monotonicMs();
        if (closedMs > 0) await this.#wait(gate, closedMs);
        else if (this.#mayGo(gate)) gate.queue.shift()?.go();
        else if (this.#probing) return;
        else await this.#refill(gate);
      }
    } catch (error) {
      for (const waiting of gate.queue.splice(0)) waiting.refuse(error);
    } finally {
      gate.pumping = false;
    }
  }

  async #refill(gate: Gate): Promise<void> {
    const [first] = gate.queue;
    if (!first) return;
    const ended = await this.#endOfMinute(gate);
    const carried = ended ? mayCountAgain(gate) : 0;
    const batchMax = Math.max(1, Math.floor(first.rates.perMinute / batchesPerMinute));
    gate.batch = ended ? firstBatch : gate.batch * 2;
    const requests = Math.min(Math.max(gate.batch, gate.queue.length), batchMax) + carried;
    const now = this.serviceClock.earliest();
    const { scope, rates } = first;
    const certain = this.serviceClock.known;
    gate.grant = await this.quotas.reserve({ scope, rates, requests, now, certain });
    gate.guessed = !certain;
    gate.left = Math.max(0, gate.grant.granted - carried);
    if (gate.left === 0 && gate.grant.granted === 0) await this.#wait(gate, gate.grant.againInMs);
  }

  /** While it may be either of two minutes at the service, a request could be counted in the wrong one: it waits. */
  async #endOfMinute(gate: Gate): Promise<boolean> {
    if (!gate.grant || !this.serviceClock.known) return false;
    const fromMs = gate.grant.minuteFrom.getTime();
    const endMs = fromMs + minuteMs;
    const [earliestMs, latestMs] = [this.serviceClock.earliest().getTime(), this.serviceClock.latest().getTime()];
    if (earliestMs < endMs && latestMs >= endMs) await this.clock.sleep(endMs - earliestMs);
    return latestMs >= endMs || earliestMs < fromMs;
  }

  async #wait(gate: Gate, ms: number): Promise<void> {
    const waitMs = Math.max(ms, 1);
    closeFor(gate, this.clock.monotonicMs() + waitMs);
    const tooLong = gate.queue.filter((waiting) => waiting.untilMs < gate.closedUntilMs);
    for (const waiting of tooLong) {
      gate.queue.splice(gate.queue.indexOf(waiting), 1);
      waiting.refuse(limited(waiting, waitMs));
    }
    if (gate.queue.length === 0) return;
    const wake = (gate.wake = new AbortController());
    await this.rest(waitMs, wake.signal).catch((error: unknown) => {
      if (!wake.signal.aborted) throw error;
    });
  }
}

/** Requests counted in the minute that is over, which the service may count in the one that begins. */
function mayCountAgain({ guessed, grant, left, underWay }: Gate): number {
  return guessed && grant ? grant.granted - left : underWay;
}

/** What is left of the grant is dropped: the next reservation asks how much there is by then. */
function closeFor(gate: Gate, untilMs: number): void {
  gate.left = 0;
  gate.closedUntilMs = Math.max(gate.closedUntilMs, untilMs);
}

function open(gate: Gate): void {
  gate.closedUntilMs = gate.refusedUntilMs = 0;
  gate.wake?.abort();
}

function enqueue(queue: Waiting[], waiting: Waiting): void {
  const firstRead = waiting.write ? queue.findIndex((other) => !other.write) : -1;
  queue.splice(firstRead < 0 ? queue.length : firstRead, 0, waiting);
}

function limited({ who }: Turn, waitMs: number): Limited {
  return new Limited(`${who}: the accounting service takes no more requests for now.`, Math.ceil(waitMs / 1000));
}
