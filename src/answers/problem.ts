import * as z from 'zod';

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
  })
  .meta({ id: 'Problem' });
