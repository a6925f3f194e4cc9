import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';
import { mapPeriod } from '../../../journal/mapping/mapper.js';
import { isDate, taxYearOf } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import type { DecidedField } from '../../../journal/policy/decided.js';
import { undocumentedPay } from '../../../journal/policy/treatments.js';
import { settings } from '../../../journal/policy/settings.js';
import { defaultPolicy, parseDecision } from '../../../journal/policy/policy.js';
import { headingsOf, payslipsInColumns } from '../../../payrolls/files/columns.js';
import { allowanceWorked, niBeforeFiles } from '../../../payrolls/files/allowance-worked.js';
import { type Eps, monthOfDay, monthsOf } from '../../../payrolls/files/eps.js';
import { documentsOf, type FileDocument, payslipsOf } from '../../../payrolls/files/file-documents.js';
import type { Fps } from '../../../payrolls/files/fps.js';
import { isSameScheme } from '../../../payrolls/files/hmrc-return.js';
import { orRefuse, refused } from '../../../payrolls/files/or-refuse.js';
import { readReturn } from '../../../payrolls/files/payroll-file.js';
import type { FileAnswers, ReadContext } from '../../../payrolls/files/file-answers.js';
import { returnedIn } from '../../../payrolls/files/returned.js';
import { linesOfReport } from '../../../payrolls/files/report-lines.js';
import { yearOf } from '../../../payrolls/files/year-to-date.js';
import { parsePayPeriod, peopleByPath } from '../../../payrolls/service/wire.js';
import { wrongUsage } from '../run/run-options.js';
import { type Answer, answerOf, prefix } from './journal-answer.js';
import { parseGiven } from './journal-given.js';
import { columnMapIn, isReport, notRead, readJson } from './journal-inputs.js';

export interface FileOptions {
  readonly people?: string;
  readonly answers?: string;
  readonly columns?: string;
  readonly paid?: string;
  readonly before?: readonly string[];
}

/** What an EPS says about its month: there is no journal until it is posted as an adjustment. */
export interface ReturnAnswer {
  readonly outcome: 'return';
  readonly month?: number;
  readonly recovered: string;
  readonly compensation: string;
  readonly cis_suffered: string;
  readonly levy: string;
}

/** Maps a payroll file: one answer for each tax month in it. */
export async function answersToFile(file: string, options: FileOptions): Promise<readonly (Answer | ReturnAnswer)[]> {
  const bytes = await bytesOf(file);
  const people = new Map(Object.entries(await jsonOf(options.people, '--people', peopleShape)));
  const answers = await jsonOf(options.answers, '--answers', answersShape);
  const context = { people, answers: fileAnswers(answers) };
  const decisions = decisionsOn(answers.other_deductions, people);
  if (isReport(file)) return ofColumns(file, bytes, options, { ...context, decisions });
  const read = orRefuse(file, () => readReturn(bytes));
  const before = await Promise.all((options.before ?? []).map(async (one) => [one, await bytesOf(one)] as const));
  const known = <Return extends Fps | Eps>(one: Return) => before.map((given) => sentBefore(one, ...given));
  if (read.is === 'eps') return orRefuse(file, () => returnAnswers(ofItsMonth(file, read, options.paid), known(read)));
  const files = [...known(read), read];
  const documents = documentsOf(payslipsOf(yearOf(files), { ...context, year: read.year }), {
    ...context,
    year: read.year,
  });
  const paid = new Set(read.payments.map(({ paidOn }) => paidOn));
  return documents.filter((one) => isOf(one, paid)).map((one) => answerToDocument(one, decisions));
}

/** A year of payroll from the FPS of its pay dates, in the order in which they were sent, and from its EPS if there are any. */
export async function payrollOfFiles(files: readonly string[], options: Pick<FileOptions, 'people' | 'answers'>) {
  const people = new Map(Object.entries(await jsonOf(options.people, '--people', peopleShape)));
  const answers = await jsonOf(options.answers, '--answers', answersShape);
  const read: (Fps | Eps)[] = [];
  for (const file of files) {
    const bytes = await bytesOf(file);
    const one = orRefuse(file, () => readReturn(bytes));
    const [first = one] = read;
    if (one.year !== first.year || !isSameScheme(one.scheme, first.scheme))
      throw wrongUsage(
        `${basename(file)} is of another tax year or PAYE reference.`,
        'Give files of one scheme and year.',
      );
    read.push(one);
  }
  const year = read[0]?.year ?? 0;
  const context = { people, year, answers: fileAnswers(answers) };
  const known = yearOf(read.filter((one) => one.is === 'fps'));
  const payslips = payslipsOf(known, context);
  const returned = returnedIn(
    year,
    read.filter((one) => one.is === 'eps'),
  );
  const allowance = allowanceWorked(year, payslips, niBeforeFiles(known, context.answers));
  const documents = documentsOf(payslips, context, { returned, allowance });
  return { year, documents, decided: [...knownAsPay, ...decisionsOn(answers.other_deductions, people)] };
}

/** Of the months that were known before, only those that the new file is about. */
const isOf = ({ json }: FileDocument, paid: ReadonlySet<string>) =>
  (json.payslips as readonly { dated_on: string }[]).some((one) => paid.has(one.dated_on));

async function ofColumns(
  file: string,
  bytes: Uint8Array,
  { columns, paid }: FileOptions,
  context: Pick<ReadContext, 'people' | 'answers'> & { readonly decisions: readonly DecidedField[] },
): Promise<readonly Answer[]> {
  const map = columns === undefined ? undefined : await columnMapIn(columns);
  // Faults of the file itself are reported before its columns are asked for.
  const headings = map === undefined ? () => 0 : headingsOf(map);
  const lines = await linesOfReport(bytes, headings).catch((error: unknown) => refused(file, error));
  if (map === undefined || paid === undefined)
    throw wrongUsage(
      'A payslip report needs its columns and its pay date.',
      'Give --columns MAP.json and --paid DATE.',
    );
  if (!isDate(paid)) throw wrongUsage('--paid is no date.', 'Give it as 2025-10-31.');
  const year = taxYearOf(paid);
  const payslips = orRefuse(file, () => payslipsInColumns(lines, map, paid, { ...context, year }));
  return documentsOf(payslips, { year, people: context.people }).map((one) => answerToDocument(one, context.decisions));
}

function answerToDocument({ year, json, people }: FileDocument, decisions: readonly DecidedField[]): Answer {
  const period = parsePayPeriod(json, year);
  const decided = [...knownAsPay, ...decisions];
  const policy = defaultPolicy;
  const mapped = mapPeriod(period, { prefix, policy, people: peopleByPath(people), decided, offline: true });
  return answerOf({ period, mapped, given: parseGiven({}, policy) });
}

/** A file names shared parental pay, and Northern Ireland's bereavement pay, as pay: no one need be asked. */
const knownAsPay: readonly DecidedField[] = undocumentedPay.map(({ field }) => ({
  field,
  as: 'pay',
  scope: 'practice',
}));

function decisionsOn(others: Answers['other_deductions'], people: ReadContext['people']): readonly DecidedField[] {
  return Object.entries(others).map(([key, as]) => {
    const user = pathOf(people.get(key)?.user ?? `payroll:${key}`);
    return { field: 'other_deductions', as: orRefuse('--answers', () => parseDecision(as)), scope: 'person', user };
  });
}

/** An EPS that names no tax month is of the month that the day tells on which it is sent. */
function ofItsMonth(file: string, eps: Eps, paid: string | undefined): Eps {
  if (eps.monthByDay === undefined) return eps;
  const recoveredTo = isDate(paid) ? monthOfDay(eps.year, paid) : undefined;
  if (recoveredTo !== undefined) return { ...eps, recoveredTo };
  throw wrongUsage(
    `${basename(file)} does not name the tax month of what it recovers (TaxMonth).`,
    'Give --paid DATE, the day on which it is sent: to the 19th it is of the month that ended on the 5th, later of the running one.',
  );
}

function returnAnswers(eps: Eps, known: readonly Eps[]): readonly ReturnAnswer[] {
  return monthsOf(eps, known).map(({ month, recovered, compensation, cisSuffered, levy }) => ({
    ...{ outcome: 'return', month },
    ...{ recovered: recovered.toString(), compensation: compensation.toString() },
    ...{ cis_suffered: cisSuffered.toString(), levy: levy.toString() },
  }));
}

/** What was sent before is of the same kind, tax year and PAYE scheme: anything else is of other people or amounts. */
function sentBefore<Return extends Fps | Eps>(read: Return, name: string, bytes: Uint8Array): Return {
  const before = orRefuse(name, () => readReturn(bytes));
  if (before.is === read.is && before.year === read.year && isSameScheme(before.scheme, read.scheme))
    return before as Return;
  const kind = read.is.toUpperCase();
  throw wrongUsage(
    `${basename(name)} is no ${kind} of the same tax year and PAYE reference.`,
    `Give --before the ${kind} files sent before this one.`,
  );
}

const money = z
  .string()
  .refine((text) => Money.tryParse(text) !== undefined, 'an amount such as "71.40" is expected')
  .transform((text) => Money.parse(text));
const peopleShape = z.record(z.string(), z.strictObject({ user: z.string().min(1), role: z.string() })).default({});
const answersShape = z
  .strictObject({
    employer_pension: settings.employerPensions.schema.default({}),
    relief_at_source_in_deductions: z.boolean().optional(),
    other_deductions: z.record(z.string(), z.unknown()).default({}),
    both_shares: z.union([z.boolean(), z.literal('employee')]).default(false),
    ni_tables: z.boolean().default(false),
    without_ni: z.array(z.string()).default([]),
    paid_before: z.record(z.string(), z.record(z.string(), money)).default({}),
  })
  .prefault({});
type Answers = z.output<typeof answersShape>;

const fileAnswers = (given: Answers): FileAnswers => ({
  employerPension: given.employer_pension,
  reliefInDeductions: given.relief_at_source_in_deductions,
  bothShares: given.both_shares === true,
  bothAsEmployees: given.both_shares === 'employee',
  niTables: given.ni_tables,
  withoutNi: given.without_ni,
  paidBefore: given.paid_before,
});

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw notRead(error, 'Give the path of a payroll file.');
  }
}

async function jsonOf<Out>(file: string | undefined, option: string, shape: z.ZodType<Out>): Promise<Out> {
  const read = shape.safeParse(file === undefined ? undefined : await readJson(file, option));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrongUsage(
    `${option}: ${[...(issue?.path ?? []), issue?.message].join(': ')}`,
    'See counterfoil journal --help.',
  );
}
