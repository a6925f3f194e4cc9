import type { Chart } from './chart.js';
import type { JournalSet, Ledger } from './ledger.js';
import type { Payroll } from './payroll.js';
import type { JsonObject } from './request-body.js';
import type { Row, Table } from './row.js';
import { idIn } from './uri.js';

export interface Lock {
  readonly from?: string;
  readonly to: string;
}

export interface CompanyParts {
  readonly number: number;
  readonly subdomain: string;
  readonly practiceManaged: boolean;
  readonly record: JsonObject;
  readonly chart: Chart;
  readonly ledger: Ledger;
  readonly payroll: Payroll;
}

/** Numbers of different companies stand far apart, so that no two records of a sandbox share a URI. */
export const IDS_PER_COMPANY = 1_000_000;

/** One set of books, in memory. */
export class Company {
  readonly number: number;
  readonly subdomain: string;
  readonly practiceManaged: boolean;
  readonly record: JsonObject;
  readonly chart: Chart;
  readonly ledger: Ledger;
  readonly payroll: Payroll;
  readonly users: Table = new Map();
  readonly finalAccounts: Table = new Map();
  readonly capitalAssetTypes: Table = new Map();
  locks: readonly Lock[] = [];
  #sequences = new Map<string, number>();

  constructor(parts: CompanyParts) {
    this.number = parts.number;
    this.subdomain = parts.subdomain;
    this.practiceManaged = parts.practiceManaged;
    this.record = parts.record;
    this.chart = parts.chart;
    this.ledger = parts.ledger;
    this.payroll = parts.payroll;
  }

  /** The next number of a kind of record. */
  nextId(kind = 'record'): number {
    const next = (this.#sequences.get(kind) ?? this.number * IDS_PER_COMPANY) + 1;
    this.#sequences.set(kind, next);
    return next;
  }

  /** A user with a number of its own choice, or the next. */
  addUser(values: JsonObject, now: number, id = this.nextId()): Row {
    this.#sequences.set('record', Math.max(id, this.#sequences.get('record') ?? this.number * IDS_PER_COMPANY));
    const row: Row = { key: String(id), values, createdAt: now, updatedAt: now };
    this.users.set(row.key, row);
    this.chart.addUser(row.key);
    return row;
  }

  userOf(uri: unknown): Row | undefined {
    const key = idIn(uri, 'users');
    return key === undefined ? undefined : this.users.get(key);
  }

  nameOf(userKey: string): string {
    const values = this.users.get(userKey)?.values;
    return values ? `${String(values['first_name'])} ${String(values['last_name'])}` : `User ${userKey}`;
  }

  isUk(): boolean {
    return String(this.record['type']).startsWith('Uk');
  }

  locked(date: string): boolean {
    return this.locks.some((lock) => (lock.from === undefined || date >= lock.from) && date <= lock.to);
  }

  /** The sets that count: the opening balances on the start date, and what is dated on or after it. */
  counted(from: string | undefined, to: string | undefined): readonly JournalSet[] {
    const start = String(this.record['freeagent_start_date']);
    const sets = this.ledger.dated(from !== undefined && from > start ? from : start, to);
    const opening = this.ledger.opening;
    const opens = opening && (from === undefined || from <= start) && (to === undefined || start <= to);
    return opens ? [opening, ...sets] : sets;
  }
}
