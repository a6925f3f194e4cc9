import * as z from 'zod';
import { payFrequencies } from './fps.js';

/** What was taken of a file that pays people: of an FPS its payments, of a report its rows. */
export interface TakenFile {
  readonly kind: 'fps' | 'eps' | 'report';
  readonly taken: readonly unknown[];
}

/** Its figures are left alone: to read all of 3,000 payments takes ten times as long. */
const paid = z.object({
  payId: z.string().optional(),
  oldPayId: z.string().optional(),
  firstName: z.string(),
  lastName: z.string(),
  paidOn: z.string(),
  /** Of an FPS. */
  frequency: z.enum(payFrequencies).optional(),
});

/** Whom it pays, and when; what was erased is left out. */
export const paidKept = ({ taken }: TakenFile): readonly Readonly<z.infer<typeof paid>>[] =>
  z.array(paid).parse(taken.filter((one) => one !== null));
