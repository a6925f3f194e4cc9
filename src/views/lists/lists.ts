import * as z from 'zod';
import { earliestTaxYear, isDate, latestTaxYear } from '../../journal/nouns/dates.js';

export const pageRows = 50;
const pageRowsMax = 500;
const cursorCharactersMax = 500;
const textCharactersMax = 200;

/** A short text in a query or a path. */
export const word = z.string().trim().min(1).max(textCharactersMax);
export const date = z.string().refine(isDate, 'a date is expected, such as 2025-10-31').meta({ format: 'date' });
export const year = z.coerce
  .number()
  .int()
  .min(earliestTaxYear)
  .max(latestTaxYear)
  .meta({ description: 'The tax year by the year it ends in: 2026 is 2025/26.' });
export const period = z.coerce
  .number()
  .int()
  .min(0)
  .max(53)
  .meta({ description: 'Counted from 0: period 6 is tax month 7.' });

/** The query parameters that every list takes. */
export const paging = {
  cursor: z
    .string()
    .max(cursorCharactersMax)
    .optional()
    .meta({ description: 'What the page before answered as `next`.' }),
  limit: z.coerce.number().int().min(1).max(pageRowsMax).default(pageRows),
};

/** The answer of every list. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    items: z.array(row),
    next: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last one.' }),
  });
}
