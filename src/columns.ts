import type { ColumnOptions, ValueTransformer } from 'typeorm';
import { Money } from './journal/money.js';

type ColumnChange = Pick<ColumnOptions, 'nullable' | 'name' | 'primary'>;

/** Pence in a bigint on both databases, Money in the program. */
export function moneyColumn(options: ColumnChange = {}): ColumnOptions {
  return { ...options, type: 'bigint', transformer: pence };
}

/** timestamptz on PostgreSQL, ISO UTC text on SQLite, a Date in the program. */
export function timeColumn(options: ColumnChange = {}): ColumnOptions {
  // Declared as text for both: PostgreSQL reads ISO text into its timestamptz, and the real type is the migration's.
  return { ...options, type: 'text', transformer: isoTime };
}

/** JSON as text on both databases: it is read whole, never searched. */
export function jsonColumn(options: ColumnChange = {}): ColumnOptions {
  return { ...options, type: 'text', transformer: json };
}

const pence: ValueTransformer = {
  to: (money?: Money | null) => money?.toPence().toString() ?? money,
  from: (stored: string | number | null) => (stored === null ? null : Money.pence(BigInt(stored))),
};

const isoTime: ValueTransformer = {
  to: (time?: Date | null) => time?.toISOString() ?? time,
  from: (stored: string | Date | null) => (stored === null ? null : new Date(stored)),
};

const json: ValueTransformer = {
  to: (value: unknown) => (value === undefined || value === null ? value : JSON.stringify(value)),
  from: (stored: string | null) => (stored === null ? null : JSON.parse(stored)),
};
