import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { accountsOf } from '../../../audit/accounts-of.js';
import { type Kind, usualKind } from '../../../audit/amounts.js';
import { type AuditAnswer, answerOf } from '../../../audit/answer.js';
import { audit } from '../../../audit/audit.js';
import { runsOf } from '../../../audit/run.js';
import { type BookedSet, bookedSet } from '../../../audit/set.js';
import { peopleByPath, parsePayPeriod } from '../../../payrolls/service/wire.js';
import { linesOfReport } from '../../../payrolls/files/report-lines.js';
import { orRefuse, refused } from '../../../payrolls/files/or-refuse.js';
import { nameOf, type Person } from '../../../journal/nouns/pay-run.js';
import { defaultPolicy, type Policy } from '../../../journal/policy/policy.js';
import { prefix } from '../journal/journal-answer.js';
import { payrollOfFiles } from '../journal/journal-file.js';
import { notRead, readJson } from '../journal/journal-inputs.js';
import { wrongUsage } from '../run/run-options.js';
import { yearEnd } from './audit-document.js';
import { columnsShape, headingsIn } from './ledger-columns.js';
import { type ExportLine, linesInExport } from './ledger-export.js';

export interface ExportOptions {
  readonly payroll?: readonly string[];
  readonly people?: string;
  readonly answers?: string;
  readonly journals?: string;
  readonly accounts?: string;
  readonly columns?: string;
  readonly accountingYearEnd?: string;
}

type AccountName = keyof Policy['accounts'];
const accountNames = Object.keys(defaultPolicy.accounts) as [AccountName, ...AccountName[]];
const accountsShape = z.record(z.string().min(1), z.enum([...accountNames, 'cost', 'liability', 'bank']));
type Accounts = z.output<typeof accountsShape>;

/** Whose accounts do for these where a ledger has none of their own. */
const insteadOf: Readonly<Partial<Record<AccountName, AccountName>>> = {
  directorsSalaries: 'salaries',
  directorsEmployerNics: 'employerNics',
  directorsPensions: 'staffPensions',
  staffPensions: 'salaries',
  employerNics: 'salaries',
};

/** Books of any kind: payroll as its FPS, journals as the export of a ledger. */
export async function auditOfExport(options: ExportOptions): Promise<AuditAnswer> {
  const { payroll = [], journals, accounts: file } = options;
  if (payroll.length === 0 || journals === undefined || file === undefined || options.people === undefined)
    throw wrongUsage(
      'Books of another ledger need payroll, its people, journals and accounts.',
      'Give --payroll FPS…, --people F, --journals FILE.csv and --accounts F.',
    );
  const ledger = ledgerOf(shaped(accountsShape, await readJson(file, '--accounts'), '--accounts'));
  const columns = shaped(columnsShape, options.columns && (await readJson(options.columns, '--columns')), '--columns');
  const { year, documents, decided } = await payrollOfFiles(payroll, options);
  const persons = documents.flatMap(({ people }) => people);
  const lines = await exportLines(journals, columns);
  refuseUnknown(journals, lines, ledger);
  const sets = setsOf(lines, ledger, persons);
  const isByPerson = sets.some((set) => set.lines.some(({ user }) => user !== undefined));
  const policy = ledger.policy(isByPerson);
  const runs = runsOf({
    periods: documents.map(({ json, year: ofYear }) => parsePayPeriod(json, ofYear)),
    people: peopleByPath(persons),
    policy,
    prefix,
    decided,
  });
  const { accounts, chart, paye } = accountsOf(policy);
  const kindOf = ledger.kindOf;
  const accountingYearEnd = shaped(yearEnd.optional(), options.accountingYearEnd, '--accounting-year-end');
  const audited = audit({
    year,
    runs,
    sets,
    prefix,
    accountingYearEnd,
    paye,
    accounts: { ...accounts, kindOf },
    chart: { ...chart, kindOf },
  });
  return named(answerOf(year, audited, urlsOf(persons)), ledger);
}

function shaped<Out>(shape: z.ZodType<Out>, json: unknown, option: string): Out {
  const read = shape.safeParse(json === '' ? undefined : json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrongUsage(
    `${option}: ${[...(issue?.path ?? []), issue?.message].join(': ')}`,
    'See counterfoil audit --help.',
  );
}

async function exportLines(file: string, columns: z.output<typeof columnsShape>): Promise<readonly ExportLine[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw notRead(error, 'Give --journals the path of a ledger’s export.');
  });
  const rows = await linesOfReport(bytes, headingsIn(columns)).catch((error: unknown) => refused(file, error));
  return orRefuse(file, () => linesInExport(rows, columns));
}

interface Ledger {
  /** Our account for theirs, by whatever it is called; one of no role keeps its name. */
  readonly codeOf: (names: readonly string[]) => string;
  readonly isKnown: (names: readonly string[]) => boolean;
  /** Theirs for ours: several of one role are one. */
  readonly nameOf: (code: string) => string;
  readonly kindOf: (code: string) => Kind;
  readonly policy: (isByPerson: boolean) => Policy;
}

function ledgerOf(accounts: Accounts): Ledger {
  const usual = defaultPolicy.accounts;
  const roles = new Set(Object.values(accounts));
  const codes = new Map<string, string>();
  const names = new Map<string, string[]>();
  const kinds = new Map<string, Kind>();
  for (const [account, role] of Object.entries(accounts)) {
    const isOurs = role !== 'cost' && role !== 'liability' && role !== 'bank';
    // Directors' pensions are usually on the account of all pensions: 409 is where they have one of their own.
    const code = isOurs ? (role === 'directorsPensions' ? '409' : usual[role]) : account;
    codes.set(account.trim().toLowerCase(), code);
    names.set(code, [...(names.get(code) ?? []), account]);
    kinds.set(code, isOurs ? usualKind(code) : role);
  }
  const has = (role: AccountName): AccountName => {
    const other = insteadOf[role];
    return roles.has(role) || other === undefined ? role : has(other);
  };
  const own = accountNames.map((role) => {
    const used = has(role);
    return [role, used === 'directorsPensions' ? '409' : usual[used]] as const;
  });
  const codeOf = (called: readonly string[]) =>
    called
      .flatMap(namesIn)
      .map((name) => codes.get(name.toLowerCase()))
      .find((code) => code !== undefined);
  return {
    codeOf: (called) => codeOf(called) ?? (called[0] as string),
    isKnown: (called) => codeOf(called) !== undefined,
    nameOf: (code) => names.get(code)?.join('+') ?? code,
    kindOf: (code) => kinds.get(code) ?? (Object.values(usual).includes(code) ? usualKind(code) : 'other'),
    policy: (isByPerson) => ({
      ...defaultPolicy,
      accounts: Object.fromEntries(own) as Policy['accounts'],
      layout: isByPerson ? 'itemised' : { merged: { liabilityCategory: usual.netPay } },
    }),
  };
}

/** "7000 - Gross wages", "7000: Gross wages" and "Gross wages (7000)" are called both. */
function namesIn(account: string): readonly string[] {
  const [first = '', ...rest] = account.split(' ');
  const after = rest.filter((word, at) => at > 0 || (word !== '-' && word !== '–')).join(' ');
  const code = first.endsWith(':') ? first.slice(0, -1) : first;
  const opened = account.lastIndexOf('(');
  const inBrackets = opened > 0 && account.endsWith(')');
  return [
    account,
    ...(isCode(code) && after !== '' ? [code, after] : []),
    ...(inBrackets ? [account.slice(opened + 1, -1), account.slice(0, opened).trim()] : []),
  ];
}

const isCode = (text: string) => /\d/.test(text);

/** With accounts that no line is on, all of payroll would seem to be missing. */
function refuseUnknown(file: string, lines: readonly ExportLine[], ledger: Ledger): void {
  if (lines.some(({ accounts }) => ledger.isKnown(accounts))) return;
  const some = [...new Set(lines.map(({ accounts }) => accounts.join(' ')))].slice(0, 5).join(', ');
  throw wrongUsage(
    lines.length === 0
      ? `${file} has no lines with an account and an amount.`
      : `${file} has none of the accounts in --accounts.`,
    lines.length === 0 ? 'Export the journals or transactions of the year.' : `Its accounts are called: ${some}.`,
  );
}

/** Lines of one day and one journal number or reference are a set. */
function setsOf(lines: readonly ExportLine[], { codeOf }: Ledger, people: readonly Person[]): readonly BookedSet[] {
  const paths = new Map(people.map((person) => [nameOf(person).toLowerCase(), person.path]));
  const sets = new Map<string, ExportLine[]>();
  for (const line of lines) {
    const key = `${line.date} ${line.journal}`.trim();
    sets.set(key, [...(sets.get(key) ?? []), line]);
  }
  return [...sets].map(([key, some]) =>
    bookedSet({
      url: key,
      datedOn: some[0]?.date ?? '',
      description: some[0]?.description ?? '',
      lines: some.map(({ accounts, person = '', pence }) => {
        const code = codeOf(accounts);
        const user = code === defaultPolicy.accounts.netPay ? paths.get(person.toLowerCase()) : undefined;
        return { code, ...(user !== undefined && { user }), pence };
      }),
    }),
  );
}

const urlsOf = (people: readonly Person[]) => {
  const urls = new Map(people.map(({ path, url }) => [path, url]));
  return (path: string) => urls.get(path) ?? path;
};

/** The same answer, with the ledger's own account names. */
function named(answer: AuditAnswer, { nameOf: nameOfCode }: Ledger): AuditAnswer {
  const all = <One extends { readonly account: string }>(accounts: readonly One[]): One[] =>
    accounts.map((one) => ({ ...one, account: nameOfCode(one.account) }));
  return {
    ...answer,
    runs: answer.runs.map((run) => ({
      ...run,
      causes: run.causes.map((cause) => ({ ...cause, accounts: all(cause.accounts) })),
    })),
    other: answer.other.map((set) => ({ ...set, accounts: all(set.accounts) })),
    accounts: all(answer.accounts),
  };
}
