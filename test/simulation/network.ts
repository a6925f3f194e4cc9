import { type HttpAnswer, type HttpRequest, NeverStarted } from '../../src/books/http.js';
import { type Fault, faultOf, lateRefusals, ownRefusals, pageStatuses } from './faults.js';
import type { Random } from './random.js';
import type { Report } from './report.js';
import { programsPage, type SimulatedService } from './service.js';
import { misdated, page, refusal, spoilt } from './spoilt.js';
import type { VirtualTime } from './virtual-time.js';

/**
 * The network between a process and the accounting service. A write may take effect up to `lateMaxSeconds` after it was
 * sent; the program's promise needs a settle window that is longer.
 */
const lateMaxSeconds = 280;
/** After a refusal in its own words the service acts within seconds, if at all. */
const refusedLateMaxSeconds = 40;
/** A run may be posted again a minute after its post was refused; a second for what is under way. */
const minuteSeconds = 59;
const longLimitHours = [25, 40] as const;

/** The process that sends a request. */
export interface Sender {
  /** It only verifies, and must not change the books. */
  readonly verifying: boolean;
  /** Until when the service last asked it to wait, in true time. */
  limitedUntilMs: number;
}

/** Checks what is sent, and what it does. */
export interface Watch {
  /** The service said no to a write, in its own words. */
  refused(request: HttpRequest): void;
  befell(what: string): void;
  /** A refused post is about to be made, so late that its run may have been posted again. */
  comesAfterItsMinute(tag: string): void;
  /** Returns a check for after the act. `notBeforeMs` is the earliest time that the service allowed. */
  sent(request: HttpRequest, sender: Sender, notBeforeMs: number): (what: string) => Promise<void>;
}

const withoutGeneration = (tag: string): string => tag.replace(/:(?:r\d+|reversal-\d+)$/, '');

/** The list of another year from another client, when this one has no payroll in it. */
const aYearOff = (list: string, by: number): string =>
  list.replaceAll(/\b20\d\d(?=-\d\d-\d\d|\/\d+")/g, (year) => String(Number(year) + by));

export class SimulatedNetwork {
  /** The share of requests with a fault. */
  badness = 0;
  /** The share of reads and writes that are answered with a wrong record. */
  mixing = 0;
  /** The share of answers with a wrong `Date`. */
  misdating = 0;
  /** How far the service's own clock is off. */
  clockOffMs = 0;
  /** The service's page size, whatever was asked for. */
  pageMax = programsPage;
  forbiddenUntilMs = 0;
  /** The latest time until which the service asked anybody to wait, and the one it gave last. */
  limitedUntilMs = 0;
  latestLimitMs = 0;
  /** The faults of the next writes, one after the other. */
  readonly onNextWrites: Fault[] = [];
  /** The same for the next amendments and removals; undefined for one that goes well. */
  readonly onNextChanges: (Fault | undefined)[] = [];
  /** How late the next refused write is made; drawn if undefined. */
  refusedLateSeconds?: number;
  /** Made-up addresses, answered with exactly the content that was sent: nothing shows that they are wrong. */
  readonly passedOff = new Set<string>();
  /** Told of each request before it is sent. */
  onRequest?: (request: HttpRequest) => void;
  /** A gateway before two companies: the request as it passes it on, perhaps to the other one. */
  gateway?: (request: HttpRequest) => HttpRequest;
  /** What others do in the books after a read. */
  meanwhile?: (request: HttpRequest) => Promise<void>;
  #late = 0;

  constructor(
    private readonly service: SimulatedService,
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly report: Report,
    private readonly watch: Watch,
  ) {}

  /** Whether nothing is under way that could still change the books. */
  get quiet(): boolean {
    return this.#late === 0;
  }

  async send(asked: HttpRequest, sender: Sender): Promise<HttpAnswer> {
    this.onRequest?.(asked);
    const request = this.gateway?.(asked) ?? asked;
    const { signal, mayStart } = request;
    // A request that was already on its way when another was asked to wait cannot be called back.
    const notBeforeMs = Math.min(sender.limitedUntilMs, this.latestLimitMs);
    await this.#wait(this.random.whole(2, 40), signal, true);
    const fault = this.#draw(request);
    if (fault) this.#note(`${fault}${request.method === 'GET' ? '' : ` ${request.method}`}`, request);
    if (fault === 'refused_connection') throw new NeverStarted('connect ECONNREFUSED');
    if (mayStart && !mayStart()) {
      this.report.fault('too late to send');
      throw new NeverStarted('it was too late to send');
    }
    const acted = this.watch.sent(request, sender, notBeforeMs);
    const answer = this.#dated(await this.#exchange(request, fault, acted));
    if (request.method !== 'GET' && isRefusal(answer)) this.watch.refused(request);
    await this.#wait(this.random.whole(2, 40), signal, false);
    if (answer.status === 429) this.#limits(sender, answer);
    if (request.method === 'GET' && !sender.verifying) await this.meanwhile?.(request);
    return answer;
  }

  #note(fault: string, { method, url, body }: HttpRequest): void {
    this.report.fault(fault);
    this.watch.befell(`${fault}: ${method} ${url.replace(/^[^/]*\/\/[^/]*/, '')} ${tagIn(body)}`);
  }

  #draw(request: HttpRequest): Fault | undefined {
    const kind = kindOf(request);
    const forced = kind === 'write' ? this.onNextWrites.shift() : undefined;
    if (forced) return forced;
    const isChange = kind === 'write' && request.method !== 'POST';
    if (isChange && this.onNextChanges.length > 0) return this.onNextChanges.shift();
    const mixesUp = this.mixing > 0 && (kind === 'read' || kind === 'write');
    if (mixesUp && this.random.chance(this.mixing)) return 'another_record';
    // A lost answer with rotated tokens makes a person connect again, so it is rarer than other faults.
    if (!this.random.chance(kind === 'write' ? this.badness : this.badness / 4)) return undefined;
    return faultOf(kind, this.random);
  }

  async #exchange(request: HttpRequest, fault: Fault | undefined, acted: Acted): Promise<HttpAnswer> {
    const { signal, method } = request;
    const { random } = this;
    const acts = () => this.#deliver(request, acted);
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
        this.#later(request, acted);
        return this.#never(signal);
      case 'html_then_act':
        this.#later(request, acted);
        return this.#page(504);
      case 'html_before':
        return this.#page(random.pick([500, 502, 503, 504]));
      case 'html_after':
        await acts();
        return this.#page(random.pick([500, 502, 504]));
      case 'page_before':
        return this.#page(random.pick(pageStatuses));
      case 'page_after':
        await acts();
        return this.#page(random.pick(pageStatuses));
      case 'page_then_act':
        this.#later(request, acted);
        return this.#page(random.pick(pageStatuses));
      case 'odd_status':
        if (random.chance(0.5)) await acts();
        return { status: random.pick([302, 408, 418, 203]), headers: this.#headers('text/plain'), body: 'odd' };
      case 'limited':
      case 'limited_without_header':
      case 'limited_after':
      case 'limited_then_act':
        if (fault === 'limited_after') await acts();
        if (fault === 'limited_then_act') this.#later(request, acted);
        return this.#limited(fault !== 'limited_without_header');
      case 'unauthorised_after':
        await acts();
        return refusal(401, this.#headers('application/json'));
      case 'refused_before':
      case 'refused_after':
        if (fault === 'refused_after') await acts();
        return refusal(random.pick(ownRefusals[method as 'POST']), this.#headers('application/json'));
      case 'refused_then_act':
        this.#later(request, acted, this.refusedLateSeconds ?? random.whole(1, refusedLateMaxSeconds));
        this.refusedLateSeconds = undefined;
        return refusal(random.pick(lateRefusals), this.#headers('application/json'));
      case 'forbidden':
        this.forbiddenUntilMs = this.time.ms + random.whole(1, 30) * 60_000;
        return refusal(403, this.#headers('application/json'));
      case 'token_expired':
        await this.service.control('POST', '/tokens/expire', {});
        return acts();
      case 'token_expired_and_lost':
        await acts();
        await this.service.control('POST', '/tokens/expire', {});
        throw new Error('read ECONNRESET');
      case 'slow':
        await this.#wait(random.whole(1, 40) * 1000, signal, false);
        return acts();
      case 'another_record':
        return method === 'GET' ? this.#another(request, acted) : this.#anotherSet(request, acted);
      default:
        return spoilt(await acts(), fault, random);
    }
  }

  async #deliver({ method, url, headers, body }: HttpRequest, acted: Acted): Promise<HttpAnswer> {
    if (this.time.ms < this.forbiddenUntilMs && !url.endsWith('/token_endpoint'))
      return refusal(403, this.#headers('application/json'));
    const { host, pathname, search } = new URL(url);
    const path = `${pathname}${search}`.replace(`per_page=${programsPage}`, `per_page=${this.pageMax}`);
    const paged = this.pageMax === programsPage ? path : `${path}&asked=per_page=${programsPage}`;
    const answer = await this.service.handle({
      method,
      path: search === '' ? path : paged,
      headers: { ...headers, host },
      body: body ?? '',
    });
    if (method !== 'GET' && answer.status < 300 && !pathname.endsWith('/token_endpoint'))
      await acted(`${method} ${pathname} ${tagIn(body)} (${answer.status})`);
    return { status: answer.status, headers: answer.headers, body: answer.body };
  }

  #later(request: HttpRequest, acted: Acted, refusedSeconds?: number): void {
    this.#late += 1;
    void this.time
      .sleep((refusedSeconds ?? this.random.whole(1, lateMaxSeconds)) * 1000)
      .then(() => {
        if ((refusedSeconds ?? 0) >= minuteSeconds) this.watch.comesAfterItsMinute(tagIn(request.body));
        return this.#deliver(request, acted);
      })
      .finally(() => {
        this.#late -= 1;
      });
  }

  /** A proxy mixes up two requests: the answer is complete but of another record. */
  async #another(request: HttpRequest, acted: Acted): Promise<HttpAnswer> {
    const url = request.url.replace(/(\/payroll\/)(\d+)(\/\d+)?$/, (_, path: string, year: string, period?: string) => {
      if (period && this.random.chance(0.7)) return `${path}${year}/${this.random.whole(0, 11)}`;
      return `${path}${Number(year) + this.random.pick([-1, 1])}${period ?? ''}`;
    });
    const set = /\/journal_sets\/\d+$/.test(url) ? await this.service.anySet(this.random) : undefined;
    const answer =
      url === request.url && !set ? undefined : await this.#deliver({ ...request, url: set ?? url }, acted);
    const empty = answer?.body.includes('"periods":[]') === true;
    if (answer?.status === 200 && !empty) return answer;
    const own = await this.#deliver(request, acted);
    return empty ? { ...own, body: aYearOff(own.body, this.random.pick([-1, 1])) } : own;
  }

  /** The same for a write: whether it acted or not, the answer names another set, perhaps another client's. */
  async #anotherSet(request: HttpRequest, acted: Acted): Promise<HttpAnswer> {
    const own = this.random.chance(0.7) ? await this.#deliver(request, acted) : undefined;
    if (request.method === 'DELETE' || (own && own.status >= 300)) return own ?? this.#page(502);
    const foreign = `${new URL(request.url).origin}/v2/journal_sets/${this.random.whole(70_000, 80_000)}`;
    const other = this.random.chance(0.6) ? undefined : await this.service.anySet(this.random);
    const url = other ?? foreign;
    const acting = this.mixing === 0 ? own?.headers['location'] : undefined;
    const content = other ?? acting ?? (await this.service.sets())[0]?.url;
    const read = content === undefined ? undefined : await this.service.read(content);
    // An earlier set of the same run may have the same content.
    const isOfRun = JSON.stringify(read ?? '').includes(`"tag":"${withoutGeneration(tagIn(request.body))}`);
    if (isOfRun || (own && content === own.headers['location'])) this.passedOff.add(foreign);
    const text = read === undefined ? '' : JSON.stringify(read);
    const named = text.replaceAll(/\/journal_sets\/\d+/g, new URL(url).pathname.slice(3));
    // Another client's set of the same pay date has the same tag.
    const body = other ? named : named.replace(/"tag":"[^"]*"/, `"tag":"${tagIn(request.body)}"`);
    const headers = { ...this.#headers('application/json'), location: url };
    return { status: request.method === 'POST' ? 201 : 200, headers, body };
  }

  #limited(withHeader: boolean): HttpAnswer {
    const long = this.random.chance(0.04);
    const seconds = long ? this.random.whole(...longLimitHours) * 3600 : this.random.whole(1, 90);
    const headers = { ...this.#headers('text/plain'), ...(withHeader ? { 'retry-after': String(seconds) } : {}) };
    return { status: 429, headers, body: 'Rate limit exceeded' };
  }

  #limits(sender: Sender, { headers }: HttpAnswer): void {
    // No one has to wait longer than an hour, whatever is asked for.
    const seconds = Math.min(3600, Number(headers['retry-after'] ?? 0));
    sender.limitedUntilMs = this.time.ms + seconds * 1000;
    this.latestLimitMs = sender.limitedUntilMs;
    this.limitedUntilMs = Math.max(this.limitedUntilMs, this.time.ms + Math.max(seconds, 60) * 1000);
  }

  #page(status: number): HttpAnswer {
    this.watch.befell(`a page: ${status}`);
    return page(status, this.#headers('text/html'));
  }

  #dated(answer: HttpAnswer): HttpAnswer {
    const now = new Date(this.time.now().getTime() + this.clockOffMs);
    const own = this.clockOffMs === 0 ? answer : { ...answer, headers: { ...answer.headers, date: now.toUTCString() } };
    if (!this.random.chance(this.misdating)) return own;
    const dated = misdated(own, now, this.random);
    this.report.fault('Date');
    this.watch.befell(`Date: ${dated.headers['date'] ?? 'none'}`);
    return dated;
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

type Acted = ReturnType<Watch['sent']>;

const isRefusal = ({ status, body }: HttpAnswer) => status >= 400 && status < 500 && body.startsWith('{"error');

function kindOf({ method, url }: HttpRequest): 'token' | 'list' | 'read' | 'write' {
  if (url.endsWith('/token_endpoint')) return 'token';
  if (method !== 'GET') return 'write';
  return url.includes('/journal_sets?') ? 'list' : 'read';
}

export const tagIn = (body = '') => /"tag":"([^"]*)"/.exec(body)?.[1] ?? '';
