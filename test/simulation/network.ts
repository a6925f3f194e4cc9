import { type HttpAnswer, type HttpRequest, NeverStarted } from '../../src/books/http.js';
import type { Random } from './random.js';
import type { Report } from './report.js';
import { programsPage, type SimulatedService } from './service.js';
import type { VirtualTime } from './virtual-time.js';

/**
 * What lies between a process and the accounting service. A write may show its effect up to `lateMaxSeconds` after it
 * was sent; the settle window is longer, as the program's promise asks.
 */
const lateMaxSeconds = 280;
const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';

export type Fault =
  | 'refused_connection'
  | 'drop_before'
  | 'drop_after'
  | 'hang_before'
  | 'hang_after'
  | 'hang_then_act'
  | 'html_before'
  | 'html_after'
  | 'html_then_act'
  | 'odd_status'
  | 'truncated'
  | 'empty'
  | 'garbage'
  | 'without_location'
  | 'limited'
  | 'limited_without_header'
  | 'token_expired'
  | 'token_expired_and_lost'
  | 'forbidden'
  | 'slow'
  | 'miscounted'
  | 'no_list';

const everywhere: readonly (readonly [number, Fault])[] = [
  [2, 'refused_connection'],
  [3, 'drop_before'],
  [4, 'drop_after'],
  [1, 'hang_before'],
  [2, 'hang_after'],
  [3, 'html_before'],
  [3, 'html_after'],
  [1, 'odd_status'],
  [2, 'truncated'],
  [1, 'empty'],
  [2, 'garbage'],
  [1, 'limited'],
  [1, 'limited_without_header'],
  [2, 'token_expired'],
  [2, 'token_expired_and_lost'],
  [0.5, 'forbidden'],
  [2, 'slow'],
];
const onWrites: readonly (readonly [number, Fault])[] = [
  ...everywhere,
  [4, 'hang_then_act'],
  [5, 'html_then_act'],
  [2, 'without_location'],
];
const onLists: readonly (readonly [number, Fault])[] = [...everywhere, [3, 'miscounted'], [2, 'no_list']];

const tagIn = (body = '') => /"tag":"([^"]*)"/.exec(body)?.[1] ?? '';

export class SimulatedNetwork {
  /** The share of requests that something befalls. */
  badness = 0;
  /** The service answers in pages of so many, whatever is asked. */
  pageMax = programsPage;
  forbiddenUntilMs = 0;
  #late = 0;

  constructor(
    private readonly service: SimulatedService,
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly report: Report,
    /** After every act on the books. */
    private readonly acted: (what: string) => Promise<void>,
  ) {}

  /** Nothing is under way that would still change the books. */
  get quiet(): boolean {
    return this.#late === 0;
  }

  async send(request: HttpRequest): Promise<HttpAnswer> {
    const { signal, mayStart } = request;
    await this.#wait(this.random.whole(2, 40), signal, true);
    const fault = this.#draw(request);
    if (fault) this.report.fault(`${fault}${request.method === 'GET' ? '' : ` ${request.method}`}`);
    if (fault === 'refused_connection') throw new NeverStarted('connect ECONNREFUSED');
    if (mayStart && !mayStart()) {
      this.report.fault('too late to send');
      throw new NeverStarted('it was too late to send');
    }
    const answer = await this.#exchange(request, fault);
    await this.#wait(this.random.whole(2, 40), signal, false);
    return answer;
  }

  #draw({ method, url }: HttpRequest): Fault | undefined {
    const token = url.endsWith('/token_endpoint');
    // Rotated tokens whose answer is lost cost a person's visit: rarer than the rest.
    const share = token || method === 'GET' ? this.badness / 4 : this.badness;
    if (!this.random.chance(share)) return undefined;
    const list = method === 'GET' && url.includes('/journal_sets?');
    if (token) return this.random.weighted(everywhere.filter(([, fault]) => !/token|forbidden/.test(fault)));
    return this.random.weighted(method === 'GET' ? (list ? onLists : everywhere) : onWrites);
  }

  async #exchange(request: HttpRequest, fault: Fault | undefined): Promise<HttpAnswer> {
    const { signal } = request;
    const acts = () => this.#deliver(request);
    switch (fault) {
      case 'drop_before':
        throw new Error('read ECONNRESET');
      case 'drop_after':
        await acts();
        throw new Error('read ECONNRESET');
      case 'hang_before':
        return this.#never(signal);
      case 'hang_after':
        await acts();
        return this.#never(signal);
      case 'hang_then_act':
        this.#later(request);
        return this.#never(signal);
      case 'html_then_act':
        this.#later(request);
        return { status: 504, headers: this.#headers('text/html'), body: html };
      case 'html_before':
        return { status: this.random.pick([500, 502, 503, 504]), headers: this.#headers('text/html'), body: html };
      case 'html_after':
        await acts();
        return { status: this.random.pick([500, 502, 504]), headers: this.#headers('text/html'), body: html };
      case 'odd_status':
        if (this.random.chance(0.5)) await acts();
        return { status: this.random.pick([302, 408, 418, 203]), headers: this.#headers('text/plain'), body: 'odd' };
      case 'limited':
        return {
          status: 429,
          headers: { ...this.#headers('text/plain'), 'retry-after': String(this.random.whole(1, 90)) },
          body: 'Rate limit exceeded',
        };
      case 'limited_without_header':
        return { status: 429, headers: this.#headers('text/plain'), body: 'Rate limit exceeded' };
      case 'forbidden':
        this.forbiddenUntilMs = this.time.ms + this.random.whole(1, 30) * 60_000;
        return this.#forbidden();
      case 'token_expired':
        await this.service.control('POST', '/tokens/expire', {});
        return acts();
      case 'token_expired_and_lost':
        await acts();
        await this.service.control('POST', '/tokens/expire', {});
        throw new Error('read ECONNRESET');
      case 'slow':
        await this.#wait(this.random.whole(1, 40) * 1000, signal, false);
        return acts();
      default:
        return this.#spoilt(await acts(), fault);
    }
  }

  #spoilt(answer: HttpAnswer, fault: Fault | undefined): HttpAnswer {
    const { location: _, ...headers } = answer.headers;
    const total = answer.headers['x-total-count'];
    switch (fault) {
      case 'truncated':
        return { ...answer, body: answer.body.slice(0, this.random.whole(0, Math.max(0, answer.body.length - 2))) };
      case 'empty':
        return { ...answer, body: '' };
      case 'garbage':
        return { ...answer, ...(this.random.chance(0.5) ? { headers } : {}), body: '<<< this is not JSON {' };
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

  async #deliver({ method, url, headers, body }: HttpRequest): Promise<HttpAnswer> {
    if (this.time.ms < this.forbiddenUntilMs && !url.endsWith('/token_endpoint')) return this.#forbidden();
    const { host, pathname, search } = new URL(url);
    const path = `${pathname}${search}`.replace(`per_page=${programsPage}`, `per_page=${this.pageMax}`);
    const paged = this.pageMax === programsPage ? path : `${path}&asked=per_page=${programsPage}`;
    const answer = await this.service.handle({
      method,
      path: search === '' ? path : paged,
      headers: { ...headers, host },
      body: body ?? '',
    });
    if (method !== 'GET' && answer.status < 300) await this.acted(`${method} ${pathname} ${tagIn(body)}`);
    return { status: answer.status, headers: answer.headers, body: answer.body };
  }

  #later(request: HttpRequest): void {
    this.#late += 1;
    void this.time
      .sleep(this.random.whole(1, lateMaxSeconds) * 1000)
      .then(() => this.#deliver(request))
      .finally(() => {
        this.#late -= 1;
      });
  }

  #forbidden(): HttpAnswer {
    const body = '{"errors":{"error":{"message":"You are not allowed to access this action."}}}';
    return { status: 403, headers: this.#headers('application/json'), body };
  }

  #headers(contentType: string): Record<string, string> {
    return { date: this.time.now().toUTCString(), 'content-type': contentType };
  }

  async #wait(ms: number, signal: AbortSignal, before: boolean): Promise<void> {
    await this.time.sleep(ms, signal).catch((error: unknown) => {
      throw before ? new NeverStarted(String(error), error) : error;
    });
  }

  #never(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
}
