import type { ColumnOptions, ValueTransformer } from 'typeorm';
import { Money } from '../journal/money.js';

/** How values that the two databases know differently are written and read. Money is pence, times are UTC, JSON is text. */

const money: ValueTransformer = {
  to: (value: Money | null | undefined) => (value == null ? value : value.toPence().toString()),
  from: (value: string | number | null) => (value == null ? null : Money.pence(BigInt(value))),
};

const time: ValueTransformer = {
  to: (value: Date | null | undefined) => (value == null ? value : value.toISOString()),
  from: (value: string | Date | null) => (value == null ? null : new Date(value)),
};

const json: ValueTransformer = {
  to: (value: unknown) => (value == null ? value : JSON.stringify(value)),
  from: (value: string | null) => (value == null ? null : JSON.parse(value)),
};

export const moneyColumn = (options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type: 'bigint',
  transformer: money,
});

/** `varchar` only for TypeORM: the column itself is timestamptz on PostgreSQL and ISO text on SQLite. */
export const timeColumn = (options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type: 'varchar',
  transformer: time,
});

export const jsonColumn = (options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type: 'text',
  transformer: json,
});
