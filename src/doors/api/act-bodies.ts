import * as z from 'zod';
import { fingerprint, reason } from '../../acts/act-body.js';
import { word } from '../../views/lists/lists.js';

const runsAtOnceMax = 1000;

export const recheckBody = z.strictObject({}).default({}).meta({ id: 'Recheck', description: 'An empty object.' });

export const postManyBody = z
  .strictObject({
    runs: z
      .array(z.strictObject({ company: word, tag: word, fingerprint }))
      .min(1)
      .max(runsAtOnceMax),
    reason,
  })
  .meta({ id: 'PostMany' });
