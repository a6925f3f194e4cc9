import * as z from 'zod';
import type { Money } from '../journal/nouns/money.js';

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
          readonly [Key in keyof T as string extends Key
            ? unknown extends T[Key]
              ? never
              : Key
            : Key]: undefined extends T[Key] ? Written<T[Key]> | null : Written<T[Key]>;
        }
      : T;

/** What the schema names of a value, and nothing else: what is absent is absent, never null. */
export function named<Schema extends z.ZodType>(schema: Schema, value: Answer<Schema>): z.output<Schema> {
  return picked(schema, value) as z.output<Schema>;
}

function picked(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return picked(schema.def.innerType, value);
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((one) => picked(schema.def.element, one));
  if (schema instanceof z.ZodObject) return fieldsOf(schema, value as Row);
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, picked(schema.def.valueType, one)]));
  if (schema instanceof z.ZodUnion) {
    const fitting = schema.def.options.find((option) => fits(option, value));
    return fitting === undefined ? undefined : picked(fitting, value);
  }
  // Amounts and times write themselves as text.
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
}

type Row = Readonly<Record<string, unknown>>;

function fieldsOf({ shape, def }: z.ZodObject, value: Row): Row {
  const known = Object.entries(shape).flatMap(([name, one]) => {
    const field = picked(one as z.core.$ZodType, value[name]);
    return field === undefined ? [] : [[name, field]];
  });
  // A loose object is handed on whole.
  return def.catchall instanceof z.ZodUnknown ? { ...value, ...Object.fromEntries(known) } : Object.fromEntries(known);
}

/** Of several shapes, the first that has its words right and all that it needs. */
function fits(schema: z.core.$ZodType, value: unknown): boolean {
  if (!(schema instanceof z.ZodObject)) return z.safeParse(schema, JSON.parse(JSON.stringify(value))).success;
  const row = value as Row;
  return Object.entries(schema.shape).every(([name, field]) => {
    if (field instanceof z.ZodOptional) return true;
    if (field instanceof z.ZodLiteral || field instanceof z.ZodEnum) return z.safeParse(field, row[name]).success;
    return row[name] !== undefined;
  });
}
