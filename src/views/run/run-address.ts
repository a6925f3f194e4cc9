import * as z from 'zod';
import { date, period, word, year } from '../lists.js';

/** The part of a path that names a pay run. */
export const runAddress = z.object({
  company: word.meta({ description: 'Id, name or subdomain.' }),
  year,
  period,
  paidOn: date.meta({ description: 'The pay date.' }),
});
export type RunAddress = z.infer<typeof runAddress>;
