import * as z from 'zod';
import { fieldCodes } from '../ground/problem.js';

/** RFC 9457, with what to do now. */
export const problemAnswer = z
  .object({
    type: z.string().meta({
      description:
        'Its kind: `/problems/…`, which is also the address of a page about it; stable, even when the texts change.',
    }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    todo: z.string().meta({ description: 'What to do now.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              'The field, as a JSON pointer (RFC 6901); a parameter of the address or the query by its name. Empty: the whole body.',
            examples: ['/runs/0/fingerprint', '/company'],
          }),
          code: z.enum(fieldCodes).meta({ description: 'More may be added: treat an unknown one as `invalid`.' }),
          detail: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Of a request that is not valid: each field that is wrong, the first hundred of them.' }),
  })
  .meta({ id: 'Problem' });
