import { z } from 'zod';
import { date, period, word, year } from './lists.js';

/** How a pay run is named in a path. */
export const runAddress = z.object({
  company: word.meta({ description: 'Id, name or subdomain.' }),
  year,
  period,
  paidOn: date.meta({ description: 'The pay date.' }),
});
export type RunAddress = z.infer<typeof runAddress>;
