import type { Chart } from '../journal/nouns/chart.js';
import type { DateRange } from '../journal/nouns/dates.js';
import { fingerprint } from '../journal/nouns/identity.js';
import { pathOf } from '../journal/nouns/pay-run.js';
import type { Attempt, WriteOutcome } from './attempt.js';
import { NotFound } from './errors.js';
import type { JournalSet, SetChange, SetToSend } from './journal-set.js';
import type {
  BankAccount,
  BankTransaction,
  CompanyRecord,
  FinalAccounts,
  Seen,
  SeenAt,
  TrialBalanceLine,
} from './ledger.js';
import {
  absolute,
  bankAccountsWire,
  bankTransactionsWire,
  chartWire,
  finalAccountsListWire,
  journalSetsWire,
  journalSetWire,
  trialBalanceWire,
} from './ledger-wire.js';
import { whole } from './paging.js';
import type { Reader } from './reader.js';
import { changePayload, setPayload } from './payload.js';
import type { Sent } from './session.js';
import { dateOf, jsonOf } from './answer.js';

const isAsSent = (sent: SetToSend, got: JournalSet): boolean =>
  got.tag === sent.tag && fingerprint(got.datedOn ?? '', got.entries) === fingerprint(sent.datedOn, sent.entries);

/** One company's books for anyone who only reads: the same object, without what changes them. */
export type ReadBooks = Omit<Books, 'post' | 'amend' | 'remove'>;

/** One company's ledger in the accounting service. */
export class Books {
  constructor(
    /** Its payroll is read by this too. */
    readonly reader: Reader,
  ) {}

  /** How many requests have been sent so far. */
  get requests(): number {
    return this.reader.session.requests;
  }

  /** Waits, as the service asked, until it accepts requests again. */
  rest(seconds: number): Promise<void> {
    return this.reader.session.rest(seconds);
  }

  /** Throws OtherBooks if these are not the books that were connected. */
  company(): Promise<SeenAt<CompanyRecord>> {
    return this.reader.company();
  }

  ours(): Promise<SeenAt<CompanyRecord>> {
    return this.reader.ours();
  }

  async chart(): Promise<Chart> {
    return this.reader.parsed(
      chartWire,
      await this.reader.get('/v2/categories?sub_accounts=true', { long: true }),
      'categories',
    );
  }

  /** The whole list, or LookupFailed. */
  async journalSets(range: DateRange & { tag?: string }): Promise<Seen<readonly JournalSet[]>> {
    const query = { from_date: range.from, to_date: range.to, ...(range.tag !== undefined && { tag: range.tag }) };
    const schema = journalSetsWire(this.#baseUrl);
    const dates: (Date | undefined)[] = [];
    const pages = await this.reader.pages('/v2/journal_sets', query, 'journal sets', (answer) => {
      dates.push(dateOf(answer));
      return this.reader.parsed(schema, answer, 'journal sets');
    });
    return { value: whole(pages, `${this.reader.who}: journal sets`), at: dates[0] };
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
    const answer = await this.reader.get(`/v2/accounting/trial_balance/summary?from_date=${from}&to_date=${to}`);
    return this.reader.parsed(trialBalanceWire, answer, 'trial balance');
  }

  async bankAccounts(): Promise<readonly BankAccount[]> {
    const pages = await this.reader.pages('/v2/bank_accounts', {}, 'bank accounts', (answer) =>
      this.reader.parsed(bankAccountsWire, answer, 'bank accounts'),
    );
    return whole(pages, `${this.reader.who}: bank accounts`);
  }

  /**
   * All transactions of one bank account, explained or not, with the parts of their explanations if the list has them.
   */
  async bankTransactions(bankAccount: string, { from, to }: DateRange): Promise<readonly BankTransaction[]> {
    const query = { bank_account: absolute(bankAccount, this.#baseUrl), from_date: from, to_date: to };
    const pages = await this.reader.pages('/v2/bank_transactions', query, 'bank transactions', (answer) =>
      this.reader.parsed(bankTransactionsWire, answer, 'bank transactions'),
    );
    return whole(pages, `${this.reader.who}: bank transactions`);
  }

  async finalAccounts(): Promise<readonly FinalAccounts[]> {
    const pages = await this.reader.pages('/v2/final_accounts_reports', {}, 'final accounts reports', (answer) =>
      this.reader.parsed(finalAccountsListWire, answer, 'final accounts reports'),
    );
    return pages.flatMap((page) => page.records);
  }

  async post(set: SetToSend, attempt: Attempt): Promise<WriteOutcome> {
    const body = setPayload(set, this.#baseUrl);
    const outcome = await this.#outcome(await this.reader.write('POST', '/v2/journal_sets', body, attempt));
    if (outcome.kind !== 'done' || !outcome.set || isAsSent(set, outcome.set)) return outcome;
    // The answer is another set, or has other content: its address is read, with this company's token.
    const there = await this.#readBack(outcome.set.url);
    if (there.kind !== 'done' || there.set?.tag === set.tag) return there;
    return { kind: 'inDoubt', why: 'the service answered with another journal set than was sent' };
  }

  async amend(url: string, change: SetChange, attempt: Attempt): Promise<WriteOutcome> {
    const body = changePayload(change, this.#baseUrl);
    const sent = await this.reader.write('PUT', pathOf(url), body, attempt);
    // An update may be answered with an empty body: then the set itself is read.
    if (sent.kind === 'answered' && sent.answer.body.trim() === '') return this.#readBack(url);
    const outcome = await this.#outcome(sent);
    const another = outcome.kind === 'done' && outcome.set && pathOf(outcome.set.url) !== pathOf(url);
    return another ? this.#readBack(url) : outcome;
  }

  async remove(url: string, attempt: Attempt): Promise<WriteOutcome> {
    const sent = await this.reader.write('DELETE', pathOf(url), undefined, attempt);
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
    const set = journalSetWire(this.#baseUrl).safeParse(jsonOf(answer.body));
    if (set.success) return { kind: 'done', set: set.data, at: dateOf(answer) };
    const { location } = answer.headers;
    if (answer.status === 201 && location !== undefined) return this.#readBack(absolute(location, this.#baseUrl));
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
    const answer = await this.reader.get(pathOf(url));
    const value = this.reader.parsed(journalSetWire(this.#baseUrl), answer, 'journal set');
    if (pathOf(value.url) !== pathOf(url)) throw this.reader.another(pathOf(url), pathOf(value.url));
    return { value, at: dateOf(answer) };
  }

  get #baseUrl(): string {
    return this.reader.session.baseUrl;
  }
}
