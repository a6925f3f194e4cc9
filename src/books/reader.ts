import type { z } from 'zod';
import { dateOf } from './answer.js';
import { LookupFailed, OtherBooks } from './errors.js';
import type { HttpAnswer } from './http.js';
import type { CompanyRecord, SeenAt } from './ledger.js';
import { companyWire } from './ledger-wire.js';
import { mustBeOwn, type OwnBooks } from './own-books.js';
import { hasNext, type Page, perPage, totalOf } from './paging.js';
import type { Sent, ServiceSession } from './session.js';
import { readAs } from './wire-reading.js';

/** A hundred thousand records: no list of one company is longer. */
const pagesMax = 1000;

/**
 * How one company's ledger and payroll are read. Before anything is taken from them or sent to them, the service is
 * asked once whose books answer. Payroll alone may be listed and read before that: ask `ours` before you trust it.
 */
export class Reader {
  #asked: Promise<SeenAt<CompanyRecord>> | undefined;

  constructor(
    readonly session: ServiceSession,
    /** Undefined while they are being connected. */
    private readonly own?: OwnBooks,
  ) {}

  get who(): string {
    return this.session.caller.who;
  }

  /** Throws OtherBooks if these are not the books that were connected. */
  async company(): Promise<SeenAt<CompanyRecord>> {
    const answer = await this.session.get('/v2/company');
    const record = this.parsed(companyWire, answer, 'company');
    const { origin } = this.session;
    if (this.own) mustBeOwn(this.who, this.own, { origin, record });
    return { value: record, at: this.#seenAt(answer, 'company') };
  }

  /** The same, asked once: an answer from other books is final, a request that failed is repeated. */
  ours(): Promise<SeenAt<CompanyRecord>> {
    this.#asked ??= this.company().catch((error: unknown) => {
      if (!(error instanceof OtherBooks)) this.#asked = undefined;
      throw error;
    });
    return this.#asked;
  }

  /** What is in the books themselves. */
  async get(path: string, options?: { readonly long?: boolean }): Promise<HttpAnswer> {
    await this.#mustBeOwn();
    return this.session.get(path, options);
  }

  async write(...sent: Parameters<ServiceSession['write']>): Promise<Sent> {
    await this.#mustBeOwn();
    return this.session.write(...sent);
  }

  /** Pages are counted by number: a `Link` could name another host, and tokens go only to ours. */
  async pages<T>(
    path: string,
    query: Record<string, string>,
    what: string,
    read: (answer: HttpAnswer) => readonly T[],
  ): Promise<readonly Page<T>[]> {
    const pages: Page<T>[] = [];
    let before: string | undefined;
    for (let page = 1; page <= pagesMax; page++) {
      const search = new URLSearchParams({ ...query, page: String(page), per_page: String(perPage) });
      const answer = await this.get(`${path}?${search}`, { long: true });
      pages.push({ records: read(answer), total: totalOf(answer) });
      if (!hasNext(answer)) return pages;
      if (answer.body === before) throw new LookupFailed(`${this.who}: ${what}: the list never ends.`);
      before = answer.body;
    }
    throw new LookupFailed(`${this.who}: ${what}: the list has more than ${pagesMax} pages.`);
  }

  parsed<S extends z.ZodType>(schema: S, answer: HttpAnswer, what: string): z.output<S> {
    return readAs(schema, this.who, what, answer.body);
  }

  /** What was read is not what was asked for: it is not used, and will be asked for again. */
  another(asked: string, got: string): LookupFailed {
    return new LookupFailed(`${this.who}: the service was asked for ${asked} and answered with ${got}.`);
  }

  async #mustBeOwn(): Promise<void> {
    if (this.own) await this.ours();
  }

  #seenAt(answer: HttpAnswer, what: string): Date {
    const at = dateOf(answer);
    if (at) return at;
    throw new LookupFailed(`${this.who}: ${what}: the answer has no Date header.`);
  }
}
