import * as z from 'zod';

const charactersMax = 300;

/** One word of an address or a form; an empty one counts as not given. */
export const given = z
  .string()
  .trim()
  .max(charactersMax)
  .optional()
  .transform((text) => text || undefined)
  .catch(undefined);
