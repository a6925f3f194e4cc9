/** One movement of an account. Credits are negative. */
export interface Line {
  /** The top level code. */
  readonly category: string;
  /** The path of the record a sub account belongs to: a user, a bank account, a kind of asset, a stock item. */
  readonly sub?: string;
  readonly debit: bigint;
}

/** Lines of one day that sum to zero; without a day, the opening balances. */
export interface Posting {
  readonly datedOn?: string;
  readonly lines: readonly Line[];
}

export interface Balance {
  readonly code: string;
  readonly sub?: string;
  readonly total: bigint;
}

interface Account {
  readonly code: string;
  readonly sub?: string;
  /** The movement of each day; the opening balances are kept under an empty day. */
  readonly days: Map<string, bigint>;
}

const OPENING_DAY = '';

/**
 * The one ledger of a company: every record that moves an account posts here under its own path. It keeps a sum per
 * account and day, so that a trial balance reads the days of its range and not every entry.
 */
export class Ledger {
  #accounts = new Map<string, Account>();
  #postings = new Map<string, readonly Posting[]>();

  /** Replaces what a record posted before. */
  post(source: string, postings: readonly Posting[]): void {
    for (const posting of postings) refuseImbalance(source, posting);
    for (const posting of this.#postings.get(source) ?? []) this.#move(posting, -1n);
    for (const posting of postings) this.#move(posting, 1n);
    if (postings.length > 0) this.#postings.set(source, postings);
    else this.#postings.delete(source);
  }

  postingsOf(source: string): readonly Posting[] {
    return this.#postings.get(source) ?? [];
  }

  /** Totals by account and sub account over a range of days, sorted by code, with or without the opening balances. */
  balances(from: string | undefined, to: string | undefined, withOpening: boolean): readonly Balance[] {
    const balances: Balance[] = [];
    for (const { code, sub, days } of this.#accounts.values()) {
      let total: bigint | undefined;
      for (const [day, moved] of days) {
        const counts =
          day === OPENING_DAY ? withOpening : (from === undefined || day >= from) && (to === undefined || day <= to);
        if (counts) total = (total ?? 0n) + moved;
      }
      if (total !== undefined) balances.push({ code, ...(sub !== undefined && { sub }), total });
    }
    return balances.sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  }

  openingBalances(): readonly Balance[] {
    return this.balances(undefined, OPENING_DAY, true);
  }

  /** Whether anything was posted to a category, or to the sub account of a record. */
  knows(account: { readonly code: string } | { readonly sub: string }): boolean {
    for (const { code, sub, days } of this.#accounts.values()) {
      if (days.size > 0 && ('code' in account ? code === account.code : sub === account.sub)) return true;
    }
    return false;
  }

  #move({ datedOn = OPENING_DAY, lines }: Posting, sign: 1n | -1n): void {
    for (const { category, sub, debit } of lines) {
      const key = `${category}|${sub ?? ''}`;
      let account = this.#accounts.get(key);
      if (!account) {
        account = { code: category, ...(sub !== undefined && { sub }), days: new Map() };
        this.#accounts.set(key, account);
      }
      // A day that sums to zero is kept while anything is posted to it: the trial balance still shows the account.
      const entries = (this.#entries.get(`${key}|${datedOn}`) ?? 0) + Number(sign);
      this.#entries.set(`${key}|${datedOn}`, entries);
      if (entries === 0) {
        this.#entries.delete(`${key}|${datedOn}`);
        account.days.delete(datedOn);
      } else account.days.set(datedOn, (account.days.get(datedOn) ?? 0n) + sign * debit);
    }
  }

  /** How many lines make up the sum of an account's day. */
  #entries = new Map<string, number>();
}

/** Lines that do not balance are a bug in the sandbox, so nothing is moved. */
function refuseImbalance(source: string, posting: Posting): void {
  const sum = posting.lines.reduce((total, { debit }) => total + debit, 0n);
  if (sum !== 0n)
    throw new Error(`${source} posts lines that are out by ${sum} pence on ${posting.datedOn ?? 'opening'}.`);
}
