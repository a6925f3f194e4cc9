import * as z from 'zod';
import { oneLine } from '../../ground/printable.js';
import { isDate } from '../../journal/nouns/dates.js';
import { holdCodes, warningCodes } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import { type Flaw, type PayPeriod, type Payslip, type Person, pathOf } from '../../journal/nouns/pay-run.js';
import { periodFields, fieldRow, textFields } from '../../journal/policy/treatments.js';
import { WrongShape } from '../../books/wrong-shape.js';
import { isNumberText } from './number-text.js';

/** An unknown field may nest numbers this deep before it is held as a whole. */
const nestedLevelsMax = 8;

/** At most this many problems are named of a document that is wrong all over. */
const problemsMax = 5;

const date = z.string().refine(isDate, 'a date is expected, such as "2025-10-31"');

/** Usually the key is absent, but null is accepted too. */
const text = z.string().nullish();

const personWire = z
  .object({
    url: z.string().min(1),
    role: text,
    first_name: text,
    last_name: text,
  })
  .transform(
    ({ url, role, first_name, last_name }): Person => ({
      url,
      path: pathOf(url),
      role: role ?? '',
      firstName: oneLine(first_name ?? ''),
      lastName: oneLine(last_name ?? ''),
    }),
  );

const peopleWire = z.array(personWire);

const periodWire = z.object({
  url: text,
  period: z.int().min(0).max(11),
  frequency: text,
  dated_on: date,
  status: z.string().min(1),
  employment_allowance_claimed: z.boolean().nullish(),
  employment_allowance_amount: z.unknown().optional(),
  construction_industry_scheme_deduction: z.unknown().optional(),
  updated_at: text,
  /** Of a file's document: the service has no such field. */
  returned: z
    .strictObject({
      recovered: money(),
      compensation: money(),
      cisSuffered: money(),
      levy: money(),
      allowance: money(),
      since: z.int(),
      levySince: z.int().optional(),
      unchecked: z.literal(true).optional(),
    })
    .optional(),
  /** Of payroll that moved; the service has no such field. */
  moved: z.array(z.strictObject({ dated_on: date, source: z.string().min(1) })).optional(),
  payslips: z.array(z.unknown()),
});

/** What identifies a payslip; its other forty fields are read by one loop over the table of treatments. */
const payslipWire = z.object({
  user: z.string().min(1),
  dated_on: date,
  ni_calc_type: text,
  tax_code: text,
  leaving_payslip: z.boolean().nullish(),
  of_source: z.string().optional(),
  of_files: z.literal(true).optional(),
  asked: z.array(remark(holdCodes)).optional(),
  noted: z.array(remark(warningCodes)).optional(),
});

/** What the reader of a file had to ask or note; no document of the service has any. */
function remark<Code extends string>(codes: readonly Code[]) {
  const optional = z.string().optional();
  return z.strictObject({
    code: z.enum(codes),
    message: z.string(),
    payslip: optional,
    field: optional,
    amount: optional,
  });
}

function money() {
  return z.string().transform((text) => Money.parse(text));
}
const remarks: ReadonlySet<string> = new Set(['of_source', 'of_files', 'asked', 'noted']);

const yearWire = z.int().min(2000).max(9999);

/** The answer of `GET /v2/payroll/:year/:period`, with or without its `period` wrapper. */
export function parsePayPeriod(json: unknown, year: unknown): PayPeriod {
  const taxYear = read(yearWire, year, ['year']);
  const document = unwrapped(json, 'period');
  const wire = read(periodWire, document, ['period']);
  const flaws: Flaw[] = [];
  const found: Found = { figures: new Map(), flaws: [] };
  for (const [field, value] of Object.entries(document as Record<string, unknown>))
    if (!periodFields.has(field)) readUnknown(found, field, value, 0);
  return {
    year: taxYear,
    period: wire.period,
    datedOn: wire.dated_on,
    status: wire.status,
    allowanceClaimed: wire.employment_allowance_claimed ?? false,
    allowanceAmount: periodMoney('employment_allowance_amount'),
    cisDeduction: periodMoney('construction_industry_scheme_deduction'),
    ...(wire.returned && { returned: wire.returned }),
    ...(wire.moved && { moved: wire.moved.map(({ dated_on, source }) => ({ datedOn: dated_on, source })) }),
    payslips: wire.payslips.map((payslip, index) => readPayslip(payslip, index)),
    flaws,
    unknown: found,
    url: wire.url ?? undefined,
    frequency: wire.frequency ?? undefined,
    updatedAt: wire.updated_at ?? undefined,
  };

  function periodMoney(field: 'employment_allowance_amount' | 'construction_industry_scheme_deduction'): Money {
    const value = wire[field];
    const money = value === undefined ? Money.zero : moneyOf(value);
    if (money === undefined) flaws.push(flawOf(field, value));
    return money ?? Money.zero;
  }
}

/** A stored answer without the payslips of these users; undefined if it has none of theirs. */
export function withoutPayslips(document: string, isTheirs: (user: string) => boolean): string | undefined {
  const whole = JSON.parse(document) as { payslips: readonly { user?: unknown }[] };
  const payslips = whole.payslips.filter(({ user }) => typeof user !== 'string' || !isTheirs(user));
  return payslips.length === whole.payslips.length ? undefined : JSON.stringify({ ...whole, payslips });
}

/** The answer of `GET /v2/users`, with or without its `users` wrapper. */
export function parsePeople(json: unknown): Person[] {
  return read(peopleWire, unwrapped(json, 'users'), ['users']);
}

/** If a user is listed twice the later one counts, except that a person must settle two different roles. */
export function peopleByPath(people: readonly Person[]): ReadonlyMap<string, Person> {
  const byPath = new Map<string, Person>();
  for (const person of people) {
    const before = byPath.get(person.path);
    byPath.set(person.path, before === undefined ? person : listedAgain(before, person));
  }
  return byPath;
}

function listedAgain({ role, otherRoles: others = [] }: Person, person: Person): Person {
  const otherRoles = [...new Set([...others, role])].filter((other) => other !== person.role);
  return otherRoles.length === 0 ? person : { ...person, otherRoles };
}

/** The figures of a payslip, and the fields that should hold one and do not. */
interface Found {
  readonly figures: Map<string, Money>;
  readonly flaws: Flaw[];
}

function readPayslip(json: unknown, index: number): Payslip {
  const wire = read(payslipWire, json, ['period', 'payslips', index]);
  const found: Found = { figures: new Map(), flaws: [] };
  let wholeTexts: Map<string, Money> | undefined;
  const fields = json as Record<string, unknown>;
  for (const field in fields) {
    const value = fields[field];
    // Most fields are zero, always spelled like this.
    if (value === '0.0' || remarks.has(field)) continue;
    const row = fieldRow(field);
    if (row !== undefined) readKnown(found, field, value, row.part === 'information');
    else if (!textFields.has(field) || typeof value === 'number' || typeof value === 'object') {
      readUnknown(found, field, value, 0);
      if (typeof value === 'string' && wholeNumber.test(value) && Number(value) !== 0)
        wholeTexts = (wholeTexts ?? new Map<string, Money>()).set(field, Money.parse(value));
    }
  }
  return {
    user: wire.user,
    userPath: pathOf(wire.user),
    datedOn: wire.dated_on,
    figures: found.figures,
    flaws: found.flaws,
    leaving: wire.leaving_payslip ?? false,
    wholeTexts,
    ...(wire.of_source !== undefined && { source: wire.of_source }),
    ...(wire.of_files && { ofFiles: true }),
    asked: wire.asked,
    noted: wire.noted,
    niCalcType: wire.ni_calc_type ?? undefined,
    taxCode: wire.tax_code ?? undefined,
  };
}

/** Digits alone may be a code rather than an amount. */
const wholeNumber = /^\d{1,15}$/;

function readKnown({ figures, flaws }: Found, field: string, value: unknown, isInformation: boolean): void {
  const money = moneyOf(value);
  // Hours may have more decimals than money; they are never posted, so never held.
  if (money === undefined && !isInformation) flaws.push(flawOf(field, value));
  if (money !== undefined && !money.isZero()) figures.set(field, money);
}

/** An unknown field is money if it holds a number, however it is written or nested. */
function readUnknown(found: Found, field: string, value: unknown, level: number): void {
  const { figures, flaws } = found;
  if (typeof value === 'object' && value !== null) {
    if (level === nestedLevelsMax) flaws.push({ field, value: 'a deeply nested value' });
    else for (const [key, inner] of Object.entries(value)) readUnknown(found, `${field}.${key}`, inner, level + 1);
    return;
  }
  if (typeof value !== 'number' && (typeof value !== 'string' || !isNumberText(value))) return;
  const money = moneyOf(value);
  if (money?.isZero()) return;
  // "a.b" next to "a": { "b": … } gives two amounts with one name: neither may hide the other.
  if (money === undefined || figures.has(field)) flaws.push(flawOf(field, value));
  else figures.set(field, money);
}

/** Takes text, or a whole JSON number: a fraction has already been through binary floating point. */
function moneyOf(value: unknown): Money | undefined {
  return Money.tryParse(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value);
}

function flawOf(field: string, value: unknown): Flaw {
  const isNumber = typeof value === 'number' && Money.tryParse(String(value)) !== undefined;
  return { field, value: shown(value), ...(isNumber && { number: true }) };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? (value.trim() === '' ? 'a blank' : value) : (JSON.stringify(value) ?? 'nothing');
}

function unwrapped(json: unknown, key: string): unknown {
  const inner = typeof json === 'object' && json !== null && !Array.isArray(json) ? Reflect.get(json, key) : undefined;
  return typeof inner === 'object' && inner !== null ? inner : json;
}

function read<Out>(shape: z.ZodType<Out>, json: unknown, path: readonly (string | number)[]): Out {
  const found = shape.safeParse(json);
  if (found.success) return found.data;
  const problems = found.error.issues.map((issue) => `${pathInWords([...path, ...issue.path])}: ${issue.message}`);
  throw new WrongShape(problems.slice(0, problemsMax));
}

/** period.payslips[3].dated_on */
function pathInWords(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`))
    .join('');
}
