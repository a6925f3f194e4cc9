import * as z from 'zod';
import { isPayKey } from '../../journal/nouns/pay-key.js';
import { period, word, year } from './lists.js';

/** The part of a path that names a pay run. */
export const runAddress = z.object({
  company: word.meta({ description: 'Id, name or subdomain.' }),
  year,
  period,
  paidOn: z
    .string()
    .refine(isPayKey, 'a date is expected, such as 2025-10-31')
    .meta({ description: 'The pay date; of a source of its own, with it: 2025-10-31.weekly.' }),
});
export type RunAddress = z.infer<typeof runAddress>;
