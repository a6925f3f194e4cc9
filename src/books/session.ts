import type { Attempt, WriteOutcome } from './attempt.js';
import { withDeadline } from './deadline.js';
import { Problem } from '../ground/problem.js';
import { Forbidden, Limited, LookupFailed, NotFound, Unauthorised } from './errors.js';
import { type HttpAnswer, type HttpRequest, NeverStarted } from './http.js';
import { dateOf, isOwnError, retryAfterOf } from './answer.js';
import type { Service } from './service.js';
import { type Form, formsOf } from './struck-out.js';
import type { Tokens } from './tokens.js';
import { cleaned, wordsOf } from './words.js';

/** On whose behalf requests are made. */
export interface Caller {
  /** The company, or the practice, for messages. */
  readonly who: string;
  /** Whose requests the service counts together. */
  readonly scope: string;
  /** The client on whose behalf a practice acts. */
  readonly subdomain?: string;
  readonly tokens: Tokens;
}

/** An answer to a write that still has to be read, or another outcome. */
export type Sent = { readonly kind: 'answered'; readonly answer: HttpAnswer } | Exclude<WriteOutcome, { kind: 'done' }>;

type Write = 'POST' | 'PUT' | 'DELETE';

const readTriesMax = 5;
const readWaitMaxMs = 120_000;
const backoffFirstMs = 250;
const backoffMaxMs = 8000;
const writeStatusesRefused: ReadonlySet<number> = new Set([400, 403, 404, 409, 422]);

/** Authorised, throttled requests of one caller. Reads are tried again, writes never. */
export class ServiceSession {
  requests = 0;
  /** A write with this token was answered 401: the next request gets another token first. */
  #stale: string | undefined;
  #struck: { readonly token: string; readonly forms: readonly Form[] } | undefined;

  constructor(
    private readonly service: Service,
    readonly caller: Caller,
  ) {}

  get baseUrl(): string {
    return this.service.baseUrl;
  }

  get origin(): string {
    return this.service.origin;
  }

  /** A 2xx answer, or one of the errors of errors.ts. `path` may have a query. `long`: the answer may be. */
  async get(path: string, { long = false } = {}): Promise<HttpAnswer> {
    let stale: string | undefined;
    for (let tries = 1; ; tries++) {
      const token = await this.#token(stale);
      const answer = await this.#tryToRead(path, token, long);
      if (answer instanceof Error || isPassing(answer)) {
        if (tries >= readTriesMax) throw this.#failure(path, answer);
        await this.#backOff(tries);
      } else if (answer.status === 429) {
        await this.#waitAfterLimit(answer, tries);
      } else if (answer.status === 401) {
        if (stale !== undefined) throw new Unauthorised(`${this.caller.who}: ${wordsOf(401, answer.body)}.`);
        stale = token;
      } else if (answer.status >= 200 && answer.status < 300) {
        return answer;
      } else {
        throw this.#failure(path, answer);
      }
    }
  }

  rest(seconds: number): Promise<void> {
    return this.service.throttle.rest(seconds * 1000);
  }

  /** Sent once. The caller decides whether to send again, after a look. */
  async write(method: Write, path: string, body: string | undefined, attempt: Attempt): Promise<Sent> {
    let token: string;
    let over: () => void;
    try {
      token = await this.#token(undefined);
      over = await this.service.throttle.take(this.#turn(true, this.service.deadlineSeconds * 1000));
    } catch (error) {
      return neverSent(error);
    }
    const sent = await this.#begin(method, path, { token, body, attempt }).finally(over);
    if (sent.kind === 'unauthorised') this.#stale = token;
    return sent;
  }

  #token(stale: string | undefined): Promise<string> {
    const refused = stale ?? this.#stale;
    return refused === undefined ? this.caller.tokens.access() : this.caller.tokens.after(refused);
  }

  async #tryToRead(path: string, token: string, long: boolean): Promise<HttpAnswer | Error> {
    const { throttle } = this.service;
    const over = await throttle.take(this.#turn(false, readWaitMaxMs));
    const mayStart = () => !throttle.isRefused(this.caller.scope);
    try {
      return await this.#transmit('GET', path, token, { mayStart, long });
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      over();
    }
  }

  async #begin(method: Write, path: string, write: { token: string; body?: string; attempt: Attempt }): Promise<Sent> {
    const { clock } = this.service;
    const sendBy = await write.attempt.begin();
    if (!sendBy) return { kind: 'notSent', why: 'the lease on these books was lost' };
    const mayStart = () => clock.now() <= sendBy.wall && clock.monotonicMs() <= sendBy.monotonicMs;
    if (!mayStart()) return { kind: 'notSent', why: 'its time to be sent had passed' };
    try {
      return await this.#classify(await this.#transmit(method, path, write.token, { body: write.body, mayStart }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { kind: error instanceof NeverStarted ? 'notSent' : 'inDoubt', why };
    }
  }

  async #classify(answer: HttpAnswer): Promise<Sent> {
    const { status, body } = answer;
    if (status === 200 || status === 201 || status === 204) return { kind: 'answered', answer };
    const own = isOwnError(body);
    if (status === 401 && own) return { kind: 'unauthorised', answered: true };
    // Plain text is the service's own form, and a proxy's too, which may have passed the request on.
    if (status === 429) await this.#limited(answer);
    if (writeStatusesRefused.has(status) && own) return { kind: 'refused', status, words: wordsOf(status, body) };
    return { kind: 'inDoubt', why: `the service answered ${status}: ${wordsOf(status, body)}` };
  }

  async #transmit(
    method: HttpRequest['method'],
    path: string,
    token: string,
    more: Partial<HttpRequest> = {},
  ): Promise<HttpAnswer> {
    const { baseUrl, userAgent, deadlineSeconds, transport, serviceClock, clock, secrets } = this.service;
    const { subdomain } = this.caller;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'user-agent': userAgent,
    };
    if (subdomain !== undefined) headers['x-subdomain'] = subdomain;
    if (more.body !== undefined) headers['content-type'] = 'application/json';
    this.requests++;
    const sentMs = clock.monotonicMs();
    const answer = await withDeadline(clock, deadlineSeconds, (signal) =>
      transport({ method, url: `${baseUrl}${path}`, headers, signal, ...more }),
    );
    const at = dateOf(answer);
    if (at) serviceClock.learn(at, sentMs, clock.monotonicMs());
    return cleaned(answer, this.#formsWith(token, secrets));
  }

  /** Worked out once for each token, which serves many requests. */
  #formsWith(token: string, secrets: readonly string[]): readonly Form[] {
    if (this.#struck?.token !== token) this.#struck = { token, forms: formsOf([token, ...secrets]) };
    return this.#struck.forms;
  }

  async #backOff(tries: number): Promise<void> {
    const backoffMs = Math.min(backoffFirstMs * 2 ** (tries - 1), backoffMaxMs);
    await this.service.clock.sleep(backoffMs * (0.5 + this.service.random() / 2));
  }

  /** The throttle makes the next try wait, to the second. */
  async #waitAfterLimit(answer: HttpAnswer, tries: number): Promise<void> {
    const seconds = await this.#limited(answer);
    if (seconds * 1000 <= readWaitMaxMs && tries < readTriesMax) return;
    throw new Limited(`${this.caller.who}: the accounting service takes no more requests for now.`, seconds);
  }

  #limited(answer: HttpAnswer): Promise<number> {
    return this.service.throttle.limited({
      scope: this.caller.scope,
      retryAfterSeconds: retryAfterOf(answer, this.service.clock.now()),
    });
  }

  #turn(write: boolean, waitMaxMs: number) {
    const { who, scope } = this.caller;
    return { scope, who, rates: this.service.rates, write, waitMaxMs };
  }

  #failure(path: string, answer: HttpAnswer | Error): Error {
    const { who } = this.caller;
    const resource = path.replace(/\?.*/, '');
    if (answer instanceof Error) return new LookupFailed(`${who}: ${resource}: ${answer.message}.`, answer);
    const words = `${who}: ${resource}: ${wordsOf(answer.status, answer.body)}.`;
    if (answer.status === 403) return new Forbidden(words);
    if (answer.status === 404 && isOwnError(answer.body)) return new NotFound(words, dateOf(answer));
    return new LookupFailed(`${words} (HTTP ${answer.status})`);
  }
}

/** Trouble of the service that may pass by itself. */
function isPassing({ status }: HttpAnswer): boolean {
  return status >= 500 || status === 408;
}

/** Trouble before `begin()`: with the tokens, or with our own quota. */
function neverSent(error: unknown): Sent {
  if (error instanceof Unauthorised) return { kind: 'unauthorised', answered: false };
  if (error instanceof Limited) return { kind: 'limited', retryAfterSeconds: error.retryAfterSeconds };
  if (error instanceof Problem) return { kind: 'notSent', why: error.detail };
  throw error;
}
