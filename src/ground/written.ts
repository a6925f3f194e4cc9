import * as z from 'zod';

/** How answers write what is more than text, in JSON for programs, and so in OpenAPI. */

export const money = z.string().meta({
  description: 'Pounds and pence, exact.',
  pattern: String.raw`^-?\d+\.\d{2}$`,
  examples: ['1557.04'],
});
export const day = z.string().meta({ format: 'date' });
/** RFC 3339, UTC. */
export const moment = z.string().meta({ format: 'date-time' });
