import { tooMany } from '../answer.js';
import type { SandboxClock } from './clock.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const REQUESTS_PER_MINUTE = 120;
const REQUESTS_PER_MINUTE_TEST = 5;
const REQUESTS_PER_HOUR = 3_600;
const REFRESHES_PER_MINUTE = 15;

interface Window {
  number: number;
  count: number;
}

/** Fixed windows: the counts start again with each minute and hour of the sandbox's clock. */
export class Limits {
  #windows = new Map<string, Window>();
  #clock: SandboxClock;

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  /** Counts a request of a user to a company; `test` (X-RateLimit-Test) lowers the limit per minute. */
  request(who: string, test: boolean): void {
    const perMinute = test ? REQUESTS_PER_MINUTE_TEST : REQUESTS_PER_MINUTE;
    this.#take(`minute ${who}`, perMinute, MINUTE_SECONDS, `Rate limit of ${perMinute} requests per minute exceeded`);
    this.#take(
      `hour ${who}`,
      REQUESTS_PER_HOUR,
      HOUR_SECONDS,
      `Rate limit of ${REQUESTS_PER_HOUR} requests per hour exceeded`,
    );
  }

  refresh(who: string): void {
    const limit = `${REFRESHES_PER_MINUTE} requests per ${MINUTE_SECONDS} seconds`;
    this.#take(`refresh ${who}`, REFRESHES_PER_MINUTE, MINUTE_SECONDS, `Token refresh limit of ${limit} exceeded`);
  }

  #take(key: string, limit: number, windowSeconds: number, message: string): void {
    const seconds = this.#clock.ms() / 1_000;
    const number = Math.floor(seconds / windowSeconds);
    let window = this.#windows.get(key);
    if (window?.number !== number) {
      window = { number, count: 0 };
      this.#windows.set(key, window);
    }
    if (window.count >= limit) {
      throw tooMany(message, Math.max(1, Math.ceil((number + 1) * windowSeconds - seconds)));
    }
    window.count += 1;
  }
}
