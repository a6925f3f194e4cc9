import * as z from 'zod';
import { reasonCharactersMax } from './reason.js';

export const reason = z
  .string()
  .trim()
  .min(1, 'a reason is needed')
  .max(reasonCharactersMax)
  .meta({ description: 'Why, in your words. It is kept with the decision.' });

export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a fingerprint is expected, as shown by the pay run')
  .meta({ description: 'The fingerprint that you saw. Refused with 409 when payroll has changed since.' });
