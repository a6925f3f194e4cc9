import type { ColumnOptions, ValueTransformer } from 'typeorm';
import { Money } from '../journal/nouns/money.js';

/** Pence in a bigint: exact on both databases, and SQL can sum them. PostgreSQL returns a bigint as text. */
const money: ValueTransformer = {
  to: (value: Money | null | undefined) => (value == null ? value : value.toPence().toString()),
  from: (value: string | number | null) => (value == null ? null : Money.pence(BigInt(value))),
};

export const moneyColumn = (options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type: 'bigint',
  transformer: money,
});
