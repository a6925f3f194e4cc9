import type * as z from 'zod';
import type { Money } from '../../journal/nouns/money.js';

/**
 * A value written as JSON the way this schema says. Amounts and times write themselves, and an answer is not changed;
 * extra fields of a loose object are not named.
 */
export type Answer<Schema extends z.ZodType> = Written<z.infer<Schema>>;

type Written<T> = T extends string
  ? string extends T
    ? string | Money | Date
    : T
  : T extends readonly (infer One)[]
    ? readonly Written<One>[]
    : T extends object
      ? {
          readonly [Key in keyof T as string extends Key ? (unknown extends T[Key] ? never : Key) : Key]: Written<
            T[Key]
          >;
        }
      : T;
