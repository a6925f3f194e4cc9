import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** How values that the two databases store differently are written and read. Times are UTC, JSON is text. */

const time: ValueTransformer = {
  to: (value: Date | null | undefined) => (value == null ? value : value.toISOString()),
  from: (value: string | Date | null) => (value == null ? null : new Date(value)),
};

const json: ValueTransformer = {
  to: (value: unknown) => (value == null ? value : JSON.stringify(value)),
  from: (value: string | null) => (value == null ? null : JSON.parse(value)),
};

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
