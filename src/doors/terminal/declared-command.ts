import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { Declared } from '../../answers/answer.js';
import { named } from '../../answers/named.js';
import { momentInWords } from '../../ground/london.js';
import { dayInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { mustBeSure } from './asking.js';
import { terminalPrincipal, withRooms } from './boot.js';
import { type Column, json, print, table } from './output.js';
import { wrongUsage } from './run/run-options.js';

type Fields = Readonly<Record<string, unknown>>;

interface Shown<Takes extends z.ZodObject, Gives extends z.ZodType> {
  /** Arguments, in this order. All else that it takes is an option of that name. */
  readonly words?: readonly (keyof Takes['shape'] & string)[];
  /** Options that are written by hand, by the field that they give; without a value the field is no option. */
  readonly options?: Readonly<Record<string, readonly Option[]>>;
  /** What options written by hand come to. */
  readonly given?: (options: Fields) => Fields;
  readonly ask?: (given: z.output<Takes>) => { readonly question: string; readonly otherwise: string };
  readonly print: (answer: z.output<Gives>, given: z.output<Takes>) => string;
}

type Parts = Parameters<Parameters<typeof withRooms>[0]>[0];

/** A command of a declared row: its arguments and options are what the row takes, its `--json` what the row gives. */
export function declared<Takes extends z.ZodObject, Gives extends z.ZodType>(
  command: Command,
  row: Declared<Takes, Gives>,
  { words = [], options = {}, given, ask, print: inWords }: Shown<Takes, Gives>,
): Command {
  if (command.description() === '') command.description(row.summary);
  for (const name of words) command.argument(argumentOf(name, row.takes), describe(row.takes.shape[name]));
  const own = isPaged(row.takes) ? ['cursor', 'limit'] : [];
  for (const [name, field] of Object.entries(row.takes.shape)) {
    if (own.includes(name)) continue;
    for (const option of options[name] ?? (words.includes(name) ? [] : [optionOf(name, field as z.ZodType)]))
      command.addOption(option);
  }
  if (ask !== undefined) command.option('--yes', 'do not ask');
  return command.option('--json', `answer ${shapeInWords(row.gives)}`).action(async (...all: unknown[]) => {
    const typed = command.opts<Fields & { readonly json?: boolean; readonly yes?: boolean }>();
    const { json: asJson, yes, ...flags } = typed;
    const places = Object.fromEntries(words.map((name, at) => [name, all[at]]));
    const asked = { ...places, ...(given === undefined ? flags : given(flags)) };
    const read = parsed(row.takes, asked);
    if (ask !== undefined) await mustBeSure({ yes, json: asJson }, ask(read));
    await withRooms(async (rooms) => {
      const answer = await everyPage(await answersIn(rooms), row, asked);
      if (asJson) return json(answer);
      print(inWords(answer, read));
    });
  });
}

type Answers = Awaited<ReturnType<typeof answersIn>>;

/** What the API would answer, for a command that asks for one thing or for several. */
export async function answersIn(parts: Parts) {
  const { Database } = await import('../../ground/database.js');
  const who = await terminalPrincipal(parts.get(Database));
  return async <Takes extends z.ZodObject, Gives extends z.ZodType>(
    row: Declared<Takes, Gives>,
    given: Fields,
    seen?: number,
  ): Promise<z.output<Gives>> => named(row.gives, await row.does({ parts, who, seen }, parsed(row.takes, given)));
}

const rowsAtOnce = 500;

/** A terminal pages by itself. */
async function everyPage<Takes extends z.ZodObject, Gives extends z.ZodType>(
  ask: Answers,
  row: Declared<Takes, Gives>,
  given: Fields,
): Promise<z.output<Gives>> {
  if (!isPaged(row.takes)) return ask(row, given);
  const items: unknown[] = [];
  for (let cursor: unknown; ; ) {
    const page = (await ask(row, { ...given, limit: rowsAtOnce, cursor })) as { items: unknown[]; next?: string };
    items.push(...page.items);
    cursor = page.next;
    if (cursor === undefined) return { items } as z.output<Gives>;
  }
}

const isPaged = ({ shape }: z.ZodObject): boolean => 'cursor' in shape;

/** Rows of a list as a table: each column is a field, written as its schema says, or words made of the row. */
export function listed<Row extends z.ZodObject>(
  { shape: { items } }: z.ZodObject<{ items: z.ZodArray<Row> }>,
  none: string | ((given: Fields) => string),
  columns: Readonly<Record<string, (keyof Row['shape'] & string) | ((row: z.output<Row>) => string | undefined)>>,
): (answer: { readonly items: readonly z.output<Row>[] }, given?: Fields) => string {
  const { shape } = items.element as z.ZodObject;
  const written = Object.entries(columns).map(([heading, of]): Column<z.output<Row>> => {
    if (typeof of === 'function') return { heading, value: of };
    const field = inner(shape[of] as z.ZodType);
    return { heading, value: (row) => inWords(field, (row as Fields)[of]), right: isMoney(field) };
  });
  return ({ items }, given) => {
    if (items.length > 0) return table(items, written);
    return typeof none === 'string' ? none : none(given ?? {});
  };
}

const isMoney = (field: z.ZodType) => field.meta()?.pattern !== undefined;

function inWords(field: z.ZodType, value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const { format } = field.meta() ?? {};
  if (format === 'date-time') return momentInWords(new Date(String(value)));
  if (format === 'date') return dayInWords(String(value));
  return isMoney(field) ? Money.parse(String(value)).inPounds() : String(value);
}

function parsed<Takes extends z.ZodObject>(takes: Takes, given: Fields): z.output<Takes> {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const read = takes.safeParse(known);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw wrongUsage(`${wrong.join('; ')}.`, 'Correct what is named; --help shows what is expected.');
}

const inner = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault
    ? inner(field.def.innerType as z.ZodType)
    : field;

/** As `--help` writes: it begins small, where the API's description begins a sentence. */
const describe = (field: z.ZodType | undefined): string =>
  (field?.description ?? (field && inner(field).description) ?? '').replace(/^[A-Z](?=[a-z])/, (letter) =>
    letter.toLowerCase(),
  );

const argumentOf = (name: string, { shape }: z.ZodObject) =>
  shape[name] instanceof z.ZodOptional ? `[${name}]` : `<${name}>`;

function optionOf(name: string, field: z.ZodType): Option {
  const kind = inner(field);
  const option = new Option(`--${kebab(name)}${valueOf(name, kind)}`, describe(field));
  if (kind instanceof z.ZodEnum) option.choices(kind.options.map(String));
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault ? option : option.makeOptionMandatory();
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A field that is true or left out is a flag. */
function valueOf(name: string, kind: z.ZodType): string {
  if (kind instanceof z.ZodBoolean || kind instanceof z.ZodLiteral) return '';
  if (kind instanceof z.ZodArray) return ` <${name}...>`;
  return kind instanceof z.ZodISODate ? ' <date>' : ` <${kebab(name)}>`;
}

/** For `--help`: {"items": [{"id", "name", "email"?}], "next"?} */
export function shapeInWords(schema: z.ZodType): string {
  const kind = inner(schema);
  if (kind instanceof z.ZodArray) return `[${shapeInWords(kind.def.element as z.ZodType)}]`;
  if (!(kind instanceof z.ZodObject)) return '…';
  const fields = Object.entries(kind.shape).map(([name, field]) => {
    const of = inner(field as z.ZodType);
    const isList = of instanceof z.ZodArray && inner(of.def.element as z.ZodType) instanceof z.ZodObject;
    return `"${name}"${isList ? `: ${shapeInWords(of)}` : ''}${field instanceof z.ZodOptional ? '?' : ''}`;
  });
  return `{${fields.join(', ')}}`;
}
