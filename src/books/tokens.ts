import type { Clock } from '../ground/clock.js';
import { Limited, LookupFailed, Unauthorised } from './errors.js';
import type { Throttle } from './throttle.js';
import type { TokenAnswer, TokenEndpoint, TokenPair } from './token-endpoint.js';

export interface HeldTokens {
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly expiresAt?: Date;
  /** Set when the service refused the refresh token: the connection must be made again. */
  readonly refused?: string;
}

/** Where a connection's tokens are kept, for all processes. */
export interface TokenStore {
  /** Whose tokens they are, for messages. */
  readonly who: string;
  read(): Promise<HeldTokens>;
  /** Whether this process may refresh now; for this long no other process does. */
  claim(seconds: number): Promise<boolean>;
  release(): Promise<void>;
  /** Stores the new pair before it is used. */
  commit(pair: TokenPair): Promise<void>;
  /** The connection must be made again. */
  refused(words: string): Promise<void>;
}

/** Requests to the token endpoint are counted apart. */
export const refreshScopeOf = (scope: string): string => `refresh/${scope}`;

const refreshAheadMs = 120_000;
const pollMs = 250;
const refreshesPerMinute = 15;
const limitedWaitMaxMs = 120_000;
const lostAnswersMax = 2;

/** The tokens of one connection: refreshed once for all who wait, in any process, and stored before they are used. */
export class Tokens {
  #held?: HeldTokens;
  #refreshAheadMs = refreshAheadMs;
  #refreshing?: Promise<HeldTokens>;
  /** The token that the service did not accept. It is not sent again, even if no other can be had for now. */
  #stale: string | undefined;

  constructor(
    private readonly scope: string,
    private readonly store: TokenStore,
    private readonly endpoint: TokenEndpoint,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
    private readonly deadlineSeconds: number,
  ) {}

  /** A token that is not about to expire. */
  async access(): Promise<string> {
    const held = (this.#held ??= await this.#read());
    const isStale = held.refreshToken !== undefined && held.accessToken === this.#stale;
    if (held.accessToken && !isStale && !this.#expiresSoon(held)) return held.accessToken;
    return this.after(held.accessToken);
  }

  /** Another token than `stale`, which the service did not accept. */
  async after(stale: string | undefined): Promise<string> {
    if (this.#held?.accessToken && this.#held.accessToken !== stale) return this.#held.accessToken;
    this.#stale = stale;
    this.#refreshing ??= this.#refresh(stale).finally(() => {
      this.#refreshing = undefined;
    });
    this.#held = await this.#refreshing;
    return accessTokenOf(this.#held, this.store.who);
  }

  /** Forgets what is cached after the connection was changed. */
  forget(): void {
    this.#held = undefined;
  }

  #expiresSoon({ expiresAt, refreshToken }: HeldTokens): boolean {
    // A token without a known expiry was entered by hand: the service refuses it once it has expired.
    if (!expiresAt || !refreshToken) return false;
    return expiresAt.getTime() - this.#refreshAheadMs < this.clock.now().getTime();
  }

  async #refresh(stale: string | undefined): Promise<HeldTokens> {
    for (;;) {
      const held = await this.#read();
      if (held.accessToken && held.accessToken !== stale) return held;
      if (!held.refreshToken)
        throw new Unauthorised(`${this.store.who}: the access token is not accepted, and there is no refresh token.`);
      const answered = await this.#refreshAlone(stale);
      if (answered) return answered;
      await this.clock.sleep(pollMs);
    }
  }

  /** Undefined while another process is refreshing. */
  async #refreshAlone(stale: string | undefined): Promise<HeldTokens | undefined> {
    if (!(await this.store.claim(this.deadlineSeconds * (lostAnswersMax + 2)))) return undefined;
    try {
      // Another process may have committed between our reading and our claim.
      const held = await this.#read();
      if (!held.refreshToken || held.accessToken !== stale) return held;
      const done = await this.throttle.take(this.#turn());
      const answer = await this.#ask(held.refreshToken).finally(done);
      return await this.#settle(held.refreshToken, answer);
    } finally {
      await this.store.release();
    }
  }

  /** If an answer was lost, the token may have been rotated or not: the old one is tried once more. */
  async #ask(refreshToken: string): Promise<TokenAnswer> {
    for (let lost = 1; ; lost++) {
      try {
        return await this.endpoint.refresh(refreshToken);
      } catch (error) {
        if (!(error instanceof LookupFailed) || lost >= lostAnswersMax) throw error;
      }
    }
  }

  async #settle(refreshToken: string, answer: TokenAnswer): Promise<HeldTokens | undefined> {
    switch (answer.kind) {
      case 'granted': {
        const pair = { ...answer.pair, refreshToken: answer.pair.refreshToken ?? refreshToken };
        await this.store.commit(pair);
        this.#refreshAheadMs = Math.min(refreshAheadMs, (pair.expiresAt.getTime() - this.clock.now().getTime()) / 2);
        return pair;
      }
      case 'limited': {
        const seconds = await this.throttle.limited({
          scope: this.#turn().scope,
          retryAfterSeconds: answer.retryAfterSeconds,
        });
        if (seconds * 1000 > limitedWaitMaxMs)
          throw new Limited(`${this.store.who}: tokens are not refreshed for now.`, seconds);
        return undefined;
      }
      case 'refused': {
        // It may no longer be ours: this process slept, and another has refreshed in the meantime.
        const held = await this.#read();
        if (held.refreshToken !== refreshToken) return held;
        await this.store.refused(answer.words);
        throw mustReconnect(this.store.who, answer.words);
      }
    }
  }

  async #read(): Promise<HeldTokens> {
    const held = await this.store.read();
    if (held.refused !== undefined) throw mustReconnect(this.store.who, held.refused);
    return held;
  }

  #turn() {
    const rates = { perMinute: refreshesPerMinute, perHour: refreshesPerMinute * 60 };
    return {
      scope: refreshScopeOf(this.scope),
      who: this.store.who,
      rates,
      write: true,
      waitMaxMs: this.deadlineSeconds * 1000,
    };
  }
}

function mustReconnect(who: string, words: string): Unauthorised {
  return new Unauthorised(`${who}: the accounting service does not accept the tokens any more (${words}).`);
}

function accessTokenOf({ accessToken }: HeldTokens, who: string): string {
  if (accessToken) return accessToken;
  throw new Unauthorised(`${who}: no access token is stored.`);
}
