import * as z from 'zod';
import { day } from '../ground/written.js';

/** Part of the answer to every act that can change what is sent. */
export const sending = z
  .array(
    z.object({
      company: z.string(),
      tag: z.string(),
      act: z.enum(['post', 'amend', 'reverse', 'remove']),
      datedOn: day,
    }),
  )
  .meta({
    id: 'Sending',
    description: 'What was on its way to the books when this was decided, and may take effect anyway.',
  });
