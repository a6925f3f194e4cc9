import type { z } from 'zod';
import type { Chart } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import { fingerprint } from '../journal/identity.js';
import { type PayPeriod, type Person, pathOf } from '../journal/pay-run.js';
import type { Attempt, WriteOutcome } from './attempt.js';
import { LookupFailed, NotFound, OtherBooks } from './errors.js';
import type { HttpAnswer } from './http.js';
import type { JournalSet, SetChange, SetToSend } from './journal-set.js';
import type {
  BankAccount,
  BankTransaction,
  CompanyRecord,
  FinalAccounts,
  PayrollYear,
  Seen,
  SeenAt,
  TrialBalanceLine,
} from './ledger.js';
import {
  absolute,
  bankAccountsWire,
  bankTransactionsWire,
  chartWire,
  companyWire,
  finalAccountsListWire,
  journalSetsWire,
  journalSetWire,
  payrollYearWire,
  trialBalanceWire,
} from './ledger-wire.js';
import { mustBeOwn, type OwnBooks } from './own-books.js';
import { hasNext, type Page, perPage, totalOf, whole } from './paging.js';
import { changePayload, setPayload } from './payload.js';
import type { Sent, ServiceSession } from './session.js';
import { dateOf, jsonOf } from './answer.js';
import { parsePayPeriod, parsePeople } from './wire.js';
import { readAs, readWith } from './wire-reading.js';

/** A hundred thousand records: no list of one company is longer. */
const pagesMax = 1000;

const isAsSent = (sent: SetToSend, got: JournalSet): boolean =>
  got.tag === sent.tag && fingerprint(got.datedOn ?? '', got.entries) === fingerprint(sent.datedOn, sent.entries);

/** Whether the record's own address, if it has one, is that of this period. */
const isPlaceOf = (url: string | undefined, year: number, period: number): boolean => {
  const place = /\/payroll\/(\d+)\/(\d+)\/?$/.exec(url ?? '');
  return place === null || (Number(place[1]) === year && Number(place[2]) === period);
};

/** One company's books for whoever only reads: the same object, without what changes them. */
export type ReadBooks = Omit<Books, 'post' | 'amend' | 'remove'>;

/**
 * One company's books in the accounting service. Before anything is taken from them or sent to them, it is asked once
 * whose books answer. Payroll alone may be listed and read before: whoever believes it asks `ours` first.
 */
export class Books {
  #asked: Promise<SeenAt<CompanyRecord>> | undefined;

  constructor(
    private readonly session: ServiceSession,
    /** Undefined while they are being connected. */
    private readonly own?: OwnBooks,
  ) {}

  /** How many requests have been sent so far. */
  get requests(): number {
    return this.session.requests;
  }

  /** Waits until the service accepts requests again, as it answered. */
  rest(seconds: number): Promise<void> {
    return this.session.rest(seconds);
  }

  /** Throws OtherBooks if these are not the books that were connected. */
  async company(): Promise<SeenAt<CompanyRecord>> {
    const answer = await this.session.get('/v2/company');
    const record = this.#read(companyWire, answer, 'company');
    const { origin } = this.session;
    if (this.own) mustBeOwn(this.#who, this.own, { origin, record });
    return { value: record, at: this.#seenAt(answer, 'company') };
  }

  /** The same, asked once: whoever answered for others once is not believed again, a request that failed is repeated. */
  ours(): Promise<SeenAt<CompanyRecord>> {
    this.#asked ??= this.company().catch((error: unknown) => {
      if (!(error instanceof OtherBooks)) this.#asked = undefined;
      throw error;
    });
    return this.#asked;
  }

  async users(): Promise<readonly Person[]> {
    const pages = await this.#pages('/v2/users', {}, 'users', (answer) =>
      readWith(parsePeople, this.#who, 'users', answer.body),
    );
    return whole(pages, `${this.#who}: users`);
  }

  async chart(): Promise<Chart> {
    return this.#read(chartWire, await this.#get('/v2/categories?sub_accounts=true', { long: true }), 'categories');
  }

  async payrollYear(year: number): Promise<PayrollYear> {
    const answer = await this.session.get(`/v2/payroll/${year}`);
    const read = this.#read(payrollYearWire, answer, `payroll of ${year}`);
    for (const { url, period } of read.periods)
      if (!isPlaceOf(url, year, period)) throw this.#another(`payroll of ${year}`, pathOf(url ?? ''));
    return { year, ...read };
  }

  /** `text` is the service's own `period` object, to be hashed and stored. */
  async payPeriod(year: number, period: number): Promise<{ period: PayPeriod; text: string }> {
    const answer = await this.session.get(`/v2/payroll/${year}/${period}`, { long: true });
    const read = (json: unknown) => {
      const raw = typeof json === 'object' && json !== null && 'period' in json ? json.period : undefined;
      return { period: parsePayPeriod(raw, year), text: JSON.stringify(raw) };
    };
    const got = readWith(read, this.#who, `payroll ${year}/${period}`, answer.body);
    const { url, period: number } = got.period;
    if (number !== period || !isPlaceOf(url, year, period))
      throw this.#another(`payroll ${year}/${period}`, url === undefined ? `period ${number}` : pathOf(url));
    return got;
  }

  /** The whole list, or LookupFailed. */
  async journalSets(range: DateRange & { tag?: string }): Promise<Seen<readonly JournalSet[]>> {
    const query = { from_date: range.from, to_date: range.to, ...(range.tag !== undefined && { tag: range.tag }) };
    const schema = journalSetsWire(this.session.baseUrl);
    const dates: (Date | undefined)[] = [];
    const pages = await this.#pages('/v2/journal_sets', query, 'journal sets', (answer) => {
      dates.push(dateOf(answer));
      return this.#read(schema, answer, 'journal sets');
    });
    return { value: whole(pages, `${this.#who}: journal sets`), at: dates[0] };
  }

  /** Undefined if the service answers that there is none. */
  async journalSet(url: string): Promise<Seen<JournalSet | undefined>> {
    try {
      return await this.#journalSet(url);
    } catch (error) {
      if (error instanceof NotFound) return { value: undefined, at: error.at };
      throw error;
    }
  }

  async trialBalance({ from, to }: DateRange): Promise<readonly TrialBalanceLine[]> {
    const answer = await this.#get(`/v2/accounting/trial_balance/summary?from_date=${from}&to_date=${to}`);
    return this.#read(trialBalanceWire, answer, 'trial balance');
  }

  async bankAccounts(): Promise<readonly BankAccount[]> {
    const pages = await this.#pages('/v2/bank_accounts', {}, 'bank accounts', (answer) =>
      this.#read(bankAccountsWire, answer, 'bank accounts'),
    );
    return whole(pages, `${this.#who}: bank accounts`);
  }

  /**
   * All transactions of one bank account, explained or not, with the parts of their explanations if the list has them.
   */
  async bankTransactions(bankAccount: string, { from, to }: DateRange): Promise<readonly BankTransaction[]> {
    const query = { bank_account: absolute(bankAccount, this.session.baseUrl), from_date: from, to_date: to };
    const pages = await this.#pages('/v2/bank_transactions', query, 'bank transactions', (answer) =>
      this.#read(bankTransactionsWire, answer, 'bank transactions'),
    );
    return whole(pages, `${this.#who}: bank transactions`);
  }

  async finalAccounts(): Promise<readonly FinalAccounts[]> {
    const pages = await this.#pages('/v2/final_accounts_reports', {}, 'final accounts reports', (answer) =>
      this.#read(finalAccountsListWire, answer, 'final accounts reports'),
    );
    return pages.flatMap((page) => page.records);
  }

  async post(set: SetToSend, attempt: Attempt): Promise<WriteOutcome> {
    const body = setPayload(set, this.session.baseUrl);
    const outcome = await this.#outcome(await this.#write('POST', '/v2/journal_sets', body, attempt));
    if (outcome.kind !== 'done' || !outcome.set || isAsSent(set, outcome.set)) return outcome;
    // The answer is another set, or has other content: its address is read, with this company's token.
    const there = await this.#readBack(outcome.set.url);
    if (there.kind !== 'done' || there.set?.tag === set.tag) return there;
    return { kind: 'inDoubt', why: 'the service answered with another journal set than was sent' };
  }

  async amend(url: string, change: SetChange, attempt: Attempt): Promise<WriteOutcome> {
    const body = changePayload(change, this.session.baseUrl);
    const sent = await this.#write('PUT', pathOf(url), body, attempt);
    // An update may be answered with an empty body: then the set itself is read.
    if (sent.kind === 'answered' && sent.answer.body.trim() === '') return this.#readBack(url);
    const outcome = await this.#outcome(sent);
    const another = outcome.kind === 'done' && outcome.set && pathOf(outcome.set.url) !== pathOf(url);
    return another ? this.#readBack(url) : outcome;
  }

  async remove(url: string, attempt: Attempt): Promise<WriteOutcome> {
    const sent = await this.#write('DELETE', pathOf(url), undefined, attempt);
    if (sent.kind === 'refused' && sent.status === 404) return { kind: 'done' };
    return sent.kind === 'answered' ? this.#isGone(url) : sent;
  }

  /** An answer without words may come from something in front of the service: the set's address shows what it did. */
  async #isGone(url: string): Promise<WriteOutcome> {
    try {
      const { value, at } = await this.journalSet(url);
      if (value === undefined) return { kind: 'done', at };
      return { kind: 'inDoubt', why: 'the service answered the removal, and the set is still there' };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { kind: 'inDoubt', why: `the service answered the removal, and the set could not be read: ${why}` };
    }
  }

  async #outcome(sent: Sent): Promise<WriteOutcome> {
    if (sent.kind !== 'answered') return sent;
    const { answer } = sent;
    const set = journalSetWire(this.session.baseUrl).safeParse(jsonOf(answer.body));
    if (set.success) return { kind: 'done', set: set.data, at: dateOf(answer) };
    const { location } = answer.headers;
    if (answer.status === 201 && location !== undefined)
      return this.#readBack(absolute(location, this.session.baseUrl));
    return { kind: 'inDoubt', why: `the service answered ${answer.status} with something unreadable` };
  }

  async #readBack(url: string): Promise<WriteOutcome> {
    try {
      const { value, at } = await this.#journalSet(url);
      return { kind: 'done', set: value, at };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { kind: 'inDoubt', why: `the answer was unreadable, and so was the set itself: ${why}` };
    }
  }

  async #journalSet(url: string): Promise<Seen<JournalSet>> {
    const answer = await this.#get(pathOf(url));
    const value = this.#read(journalSetWire(this.session.baseUrl), answer, 'journal set');
    if (pathOf(value.url) !== pathOf(url)) throw this.#another(pathOf(url), pathOf(value.url));
    return { value, at: dateOf(answer) };
  }

  /** Pages are counted by number: a `Link` could name another host, and tokens go only to ours. */
  async #pages<T>(
    path: string,
    query: Record<string, string>,
    what: string,
    read: (answer: HttpAnswer) => readonly T[],
  ) {
    const pages: Page<T>[] = [];
    let before: string | undefined;
    for (let page = 1; page <= pagesMax; page++) {
      const search = new URLSearchParams({ ...query, page: String(page), per_page: String(perPage) });
      const answer = await this.#get(`${path}?${search}`, { long: true });
      pages.push({ records: read(answer), total: totalOf(answer) });
      if (!hasNext(answer)) return pages;
      if (answer.body === before) throw new LookupFailed(`${this.#who}: ${what}: the list never ends.`);
      before = answer.body;
    }
    throw new LookupFailed(`${this.#who}: ${what}: the list has more than ${pagesMax} pages.`);
  }

  /** What is in the books themselves. */
  async #get(path: string, options?: { readonly long?: boolean }): Promise<HttpAnswer> {
    await this.#mustBeOwn();
    return this.session.get(path, options);
  }

  async #write(...sent: Parameters<ServiceSession['write']>): Promise<Sent> {
    await this.#mustBeOwn();
    return this.session.write(...sent);
  }

  async #mustBeOwn(): Promise<void> {
    if (this.own) await this.ours();
  }

  #read<S extends z.ZodType>(schema: S, answer: HttpAnswer, what: string): z.output<S> {
    return readAs(schema, this.#who, what, answer.body);
  }

  #seenAt(answer: HttpAnswer, what: string): Date {
    const at = dateOf(answer);
    if (at) return at;
    throw new LookupFailed(`${this.#who}: ${what}: the answer has no Date header.`);
  }

  /** What was read is not what was asked for: it is not used, and will be asked for again. */
  #another(asked: string, got: string): LookupFailed {
    return new LookupFailed(`${this.#who}: the service was asked for ${asked} and answered with ${got}.`);
  }

  get #who(): string {
    return this.session.caller.who;
  }
}
