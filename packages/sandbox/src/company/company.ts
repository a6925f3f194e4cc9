import type { Chart } from '../accounting/chart.js';
import { type Balance, Ledger } from '../accounting/ledger.js';
import type { JsonObject } from '../engine/json.js';
import { firstIdOf } from '../engine/ids.js';
import { type Row, Table } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import type { Payroll } from '../payroll/payroll.js';

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
  readonly payroll: Payroll;
}

/** One set of books, in memory. */
export class Company {
  readonly number: number;
  readonly subdomain: string;
  readonly practiceManaged: boolean;
  readonly record: JsonObject;
  /** Still on its free trial, which limits what a contact may hold. */
  readonly freeTrial: boolean;
  readonly chart: Chart;
  readonly ledger = new Ledger();
  readonly payroll: Payroll;
  locks: readonly Lock[] = [];
  #tables = new Map<string, Table>();
  #sequences = new Map<string, number>();

  constructor(parts: CompanyParts) {
    this.number = parts.number;
    this.subdomain = parts.subdomain;
    this.practiceManaged = parts.practiceManaged;
    const { free_trial: trial, ...record } = parts.record;
    this.record = record;
    this.freeTrial = trial === true;
    this.chart = parts.chart;
    this.payroll = parts.payroll;
  }

  /** The records of one kind, by the plural of their resource. */
  table(plural: string): Table {
    let table = this.#tables.get(plural);
    if (!table) {
      table = new Table();
      this.#tables.set(plural, table);
    }
    return table;
  }

  /** The record a URI names; categories and their sub accounts are looked up in the chart. */
  find(plural: string, uri: unknown): unknown {
    const key = idIn(uri, plural);
    if (key === undefined) return undefined;
    return plural === 'categories' ? this.chart.get(key.split('-', 1)[0]!) : this.table(plural).get(key);
  }

  /** The next number for a kind of record. */
  nextId(kind: string): number {
    const next = this.#lastId(kind) + 1;
    this.#sequences.set(kind, next);
    return next;
  }

  /** Takes a number that was chosen by the caller; later ones are greater. */
  reserveId(kind: string, id: number): void {
    this.#sequences.set(kind, Math.max(id, this.#lastId(kind)));
  }

  #lastId(kind: string): number {
    return this.#sequences.get(kind) ?? firstIdOf(this.number) - 1;
  }

  get users(): Table {
    return this.table('users');
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

  /** Counts the opening balances on the start date, and postings dated on or after it. */
  balances(from: string | undefined, to: string | undefined): readonly Balance[] {
    const start = String(this.record['freeagent_start_date']);
    const opens = (from === undefined || from <= start) && (to === undefined || start <= to);
    return this.ledger.balances(from !== undefined && from > start ? from : start, to, opens);
  }
}
