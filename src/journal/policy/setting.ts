import * as z from 'zod';
import { codeShape } from '../nouns/chart.js';
import { isDate } from '../nouns/dates.js';

/** One setting of a policy. */
export interface Setting<Value = unknown> {
  /** How a person gives it. `own`: its shape is its own, and its fields on the page are made by hand. */
  readonly field: 'choice' | 'date' | 'day' | 'account' | 'text' | 'mail' | 'list' | 'own';
  readonly schema: z.ZodType<Value>;
  /** What may be given, in the words of help and errors. */
  readonly expects: string;
  /** What it is unless someone changes it. A setting whose usual value is null may be set to null again. */
  readonly usual: Value;
  readonly label: string;
  readonly help: string;
  /** The lowest role that may change it: as this setting, or by deciding a pay item for the company. */
  readonly by: 'admin' | 'reviewer';
  /** Of a choice: what people read for each value. */
  readonly words?: Readonly<Record<string, string>>;
  /** What people read for null. */
  readonly none?: string;
  readonly example?: string;
}

type Kind<Value> = Pick<Setting<Value>, 'field' | 'schema' | 'expects'>;
type Given<Value, Usual> = Value | Extract<Usual, null>;

function setting<Value, const Usual extends Value | null>(kind: Kind<Value>, usual: Usual, label: string, help = '') {
  const schema = usual === null ? kind.schema.nullable() : kind.schema;
  return {
    ...kind,
    label,
    help,
    by: 'admin' as Setting['by'],
    none: usual === null ? 'None' : undefined,
    schema: schema as z.ZodType<Given<Value, Usual>>,
    usual: usual as Given<Value, Usual>,
  };
}

export function choice<
  const Words extends Readonly<Record<string, string>>,
  const Usual extends (keyof Words & string) | null,
>(label: string, usual: Usual, words: Words, help?: string) {
  const values = Object.keys(words) as (keyof Words & string)[];
  const kind = { field: 'choice', schema: z.enum(values), expects: values.join(', ') } as const;
  return { ...setting<keyof Words & string, Usual>(kind, usual, label, help), words };
}

export function account<const Usual extends string | null>(label: string, usual: Usual, help?: string) {
  return setting<string, Usual>({ field: 'account', schema: codeShape, expects: 'a nominal code' }, usual, label, help);
}

/** Up to the last day that every month has. */
const dayShape = z.int('a day of the month is expected, 1 to 28').min(1).max(28);

export function day<const Usual extends number | null>(label: string, usual: Usual, help?: string) {
  const expects = 'a day of the month, 1 to 28';
  return setting<number, Usual>({ field: 'day', schema: dayShape, expects }, usual, label, help);
}

/** Days after something, from 1. */
export function days<const Usual extends number | null>(label: string, usual: Usual, most: number, help?: string) {
  const expects = `a number of days, 1 to ${most}`;
  const schema = z.int(`${expects}, is expected`).min(1).max(most);
  return setting<number, Usual>({ field: 'day', schema, expects }, usual, label, help);
}

/** One address, as mail servers take it: no name, no list. */
export function mailAddress(label: string, example: string, help: string) {
  const pattern = /^[^\s@<>()",;:\\\p{C}]{1,64}@[^\s@<>()",;:\\\p{C}]{1,190}$/u;
  const schema = z.string().regex(pattern, `an e-mail address is expected, such as "${example}"`);
  const kind = { field: 'mail', schema, expects: 'an e-mail address' } as const;
  return { ...setting<string, null>(kind, null, label, help), example };
}

/** The first day of something; null: there is none. */
export function date(label: string, example: string, help: string) {
  const schema = z.string().refine(isDate, `a date is expected, such as "${example}"`);
  const row = setting<string, null>({ field: 'date', schema, expects: 'a date' }, null, label, help);
  return { ...row, none: 'The beginning', example };
}

export function reference(label: string, pattern: RegExp, example: string, help: string) {
  const expects = `${/^[AEIO]/.test(label) ? 'an' : 'a'} ${label}`;
  const schema = z.string().regex(pattern, `${expects} is expected, such as "${example}"`);
  return { ...setting<string, null>({ field: 'text', schema, expects }, null, label, help), example };
}

/** Empty only if it usually is. */
export function list(label: string, usual: readonly string[], help?: string) {
  const schema: z.ZodType<readonly string[]> = z.array(z.string().min(1)).min(Math.min(1, usual.length));
  return setting({ field: 'list', schema, expects: 'a list' }, usual, label, help);
}

/** Its schema says whether it may be null. */
export function own<Value>(
  label: string,
  usual: NoInfer<Value>,
  kind: Omit<Kind<Value>, 'field'> & { readonly help?: string },
) {
  return { help: '', ...kind, field: 'own', usual, label, by: 'admin' as Setting['by'] } as const;
}

/** Settings under one name: the parts that are left out of a policy keep their usual values. */
export function group<const Rows extends Readonly<Record<string, Setting>>>(label: string, rows: Rows) {
  type Values = { readonly [Name in keyof Rows]: Rows[Name]['usual'] };
  const schema: z.ZodType<Partial<Values>> = z.strictObject(each(rows, (row) => row.schema)).partial() as never;
  return { label, rows, schema, usual: each(rows, (row) => row.usual) as Values };
}

export function each<Row, Made>(rows: Readonly<Record<string, Row>>, made: (row: Row) => Made): Record<string, Made> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, made(row)]));
}
