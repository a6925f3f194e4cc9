import * as z from 'zod';
import { Money } from '../../journal/nouns/money.js';
import type { ReportRow } from './columns.js';

/** A row of a report, on its pay date. */
export interface PaidRow extends ReportRow {
  readonly paidOn: string;
}

/** What is kept of a report's rows, as JSON: the columns that its map names, amounts as text, and nothing else. */
export function keptRows(rows: readonly ReportRow[], paidOn: string): readonly unknown[] {
  return rows.map((row) => ({ ...row, paidOn, figures: Object.fromEntries(row.figures) }));
}

const money = z.string().transform((text) => Money.parse(text));
const row: z.ZodType<PaidRow> = z.strictObject({
  payId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  paidOn: z.string(),
  figures: z.record(z.string(), money).transform((read) => new Map(Object.entries(read))),
  net: z.strictObject({ column: z.string(), shown: money }).optional(),
});

/** Reads them back; erased parts are null. We wrote what is stored, so anything else is a fault and throws. */
export const rowsKept = (stored: readonly unknown[]): readonly PaidRow[] =>
  z.array(row).parse(stored.filter((one) => one !== null));
