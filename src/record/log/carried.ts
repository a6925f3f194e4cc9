import { Money } from '../../journal/nouns/money.js';
import type { ReadRows } from '../../ground/rows.js';
import { columns } from '../columns.js';
import { jsonHash } from '../json-hash.js';
import type { LogFigures } from './log-figures.entity.js';
import { StoredDocument } from '../runs/stored-document.js';

/**
 * The rows kept elsewhere that the log vouches for. An entry carries their hashes as they are in its own unit of work,
 * and the last entry that carries a row counts. So whatever changes a hashed column also writes an entry, retention and
 * erasure included: what is left after erasing is what that entry carries. Columns are hashed as they are stored,
 * `people` by the salted hash of the person. If a key has several rows, all of them are hashed, so that an inserted row
 * shows too. Left out is what a sync works out again from these (state, plan and mapping of a pay run, amounts per
 * period) and how a write was sent.
 */
interface Kind {
  readonly table: string;
  /** Identifies a row among the company's, as text. */
  readonly key: string;
  readonly columns: readonly string[];
  /** The column that holds the row's company. */
  readonly company?: 'id' | 'company_id';
  readonly people?: readonly string[];
  readonly where?: string;
  /** Rows for a whole practice belong to no one company. */
  readonly ofNoCompany?: true;
  /** Rows that let someone sign in: the installation's own chain carries them. */
  readonly ofInstallation?: true;
  /** Rows that end by themselves, without an entry: a missing one lets no one in. */
  readonly mayGo?: true;
}

const vouched = <T extends { readonly vouched: readonly string[]; readonly actors?: readonly string[] }>({
  vouched,
  actors,
}: T) => ({
  columns: vouched as T['vouched'],
  people: actors,
});

/** A session or a link is named by so much of its secret's hash: no one can sign in with it. */
export const shownOfSecret = 12;
const short = (column: string) => `SUBSTR(${column}, 1, ${shownOfSecret})` as const;

const kinds = {
  /** The books we post into, with which keys, under which policy. */
  company: { table: 'companies', key: 'id', company: 'id', ...vouched(columns.companies) },
  decision: { table: 'decisions', key: 'id', ofNoCompany: true, ...vouched(columns.decisions) },
  policy: { table: 'policies', key: 'CAST(version AS text)', ...vouched(columns.policies) },
  /** A person's note on a pay run. */
  note: { table: 'notes', key: 'id', ...vouched(columns.notes) },
  /** What a client was asked, and answered: an answer may lead to a post. */
  client: { table: 'client_approvals', key: 'id', ...vouched(columns.client_approvals) },
  /** A payroll file: what was taken of it. */
  file: { table: 'payroll_files', key: 'id', ...vouched(columns.payroll_files) },
  /** A pay period as it was read. The document itself is compared with `content_hash`. */
  period: {
    table: 'pay_periods',
    key: `(year || '-' || period)`,
    columns: [...columns.pay_periods.vouched, 'document IS NULL', 'gone_at IS NULL'],
  },
  /** A pay run or an adjustment: its amounts, what a person entered, and who signed it off. */
  run: { table: 'pay_runs', key: 'tag', ...vouched(columns.pay_runs) },
  /** The amounts of the pay run when an entry was written, by the entry's number. */
  figures: { table: 'log_figures', key: 'CAST(seq AS text)', ...vouched(columns.log_figures) },
  /** All sets of one pay run, by its tag. */
  postings: { table: 'postings', key: 'run_tag', ...vouched(columns.postings) },
  /** All writes of one pay run whose outcome is known. */
  writes: {
    table: 'writes',
    key: 'run_tag',
    where: `state IN ('done', 'refused', 'released')`,
    ...vouched(columns.writes),
  },
  person: { table: 'people', key: 'id', ofInstallation: true, ...vouched(columns.people) },
  /** All names that one person ever had. */
  names: { table: 'person_names', key: 'person_id', ofInstallation: true, ...vouched(columns.person_names) },
  token: { table: 'api_tokens', key: 'id', ofInstallation: true, ...vouched(columns.api_tokens) },
  session: {
    table: 'sessions',
    key: short('id_hash'),
    ofInstallation: true,
    mayGo: true,
    ...vouched(columns.sessions),
  },
  link: {
    table: 'sign_in_links',
    key: short('code_hash'),
    ofInstallation: true,
    mayGo: true,
    ...vouched(columns.sign_in_links),
  },
  /** A practice that asks for two pairs of eyes. */
  approval: {
    table: 'connections',
    key: 'id',
    ofInstallation: true,
    where: `approval <> 'one'`,
    ...vouched(columns.connections),
  },
} as const satisfies Record<string, Kind>;

export type CarriedKind = keyof typeof kinds;
/** The rows that a company's chain carries, or the installation's. */
export const kindsIn = (chain: 'company' | 'installation'): readonly CarriedKind[] =>
  (Object.keys(kinds) as CarriedKind[]).filter((name) => isOfInstallation(name) === (chain === 'installation'));

const isOfInstallation = (name: CarriedKind): boolean => (kinds[name] as Kind).ofInstallation === true;

export const mayGo = (name: CarriedKind): boolean => (kinds[name] as Kind).mayGo === true;

export type Carried = readonly [kind: CarriedKind, key: string];
/** A person with all their names. */
export const wholePerson = (id: string): readonly Carried[] => [
  ['person', id],
  ['names', id],
];

/** Null: there was no such row. */
export type CarriedHash = readonly [kind: CarriedKind, key: string, hash: string | null];

export const companyWithPolicy = (id: string, policyVersion: number): readonly Carried[] => [
  ['company', id],
  ['policy', String(policyVersion)],
];

/** A pay run with its sets and writes. */
export const wholeRun = (tag: string): readonly Carried[] => [
  ['run', tag],
  ['postings', tag],
  ['writes', tag],
];

/** Rows with the people they name, who are hashed separately. */
export interface FoundRow {
  readonly key: string;
  readonly values: readonly unknown[];
  readonly people: readonly (string | null)[];
}

const keysPerRead = 200;

export async function readRows(
  rows: ReadRows,
  companyId: string,
  name: CarriedKind,
  keys: readonly string[],
): Promise<readonly FoundRow[]> {
  const { table, key, columns, company = 'company_id', people = [], where, ...of }: Kind = kinds[name];
  const place = rows.kind === 'postgres' ? (at: number) => `$${at}` : () => '?';
  const selected = [...columns, ...people].map((column, at) => `${quoted(column)} AS c${at}`);
  const found: FoundRow[] = [];
  for (let from = 0; from < keys.length; from += keysPerRead) {
    const part = keys.slice(from, from + keysPerRead);
    const own = of.ofNoCompany || of.ofInstallation ? [] : [companyId];
    const conditions = [
      ...own.map(() => `${company} = ${place(1)}`),
      `${key} IN (${part.map((_, at) => place(own.length + at + 1)).join(', ')})`,
      ...(where ? [where] : []),
    ];
    const kept = await rows.query<Record<string, unknown>[]>(
      `SELECT ${key} AS k, ${selected.join(', ')} FROM ${table}
        WHERE ${conditions.join(' AND ')}`,
      [...own, ...part],
    );
    for (const row of kept)
      found.push({
        key: String(row.k),
        values: columns.map((_, at) => plain(row[`c${at}`])),
        people: people.map((_, at) => row[`c${columns.length + at}`] as string | null),
      });
  }
  return found;
}

/** Anyone put in a row behind our back. Without it, a sign-off by an unknown person was as good as no sign-off. */
const unknown = 'no one known';

/** `hashes`: the hashes of people by name, and by id if the name was erased. */
export function hashesOf(
  kind: CarriedKind,
  keys: readonly string[],
  rows: readonly FoundRow[],
  hashes: ReadonlyMap<string, string>,
): readonly CarriedHash[] {
  const byKey = new Map<string, FoundRow[]>();
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  return keys.map((key) => {
    // Sorted here, since a database's own sort order may change with its release.
    const ofRows = byKey
      .get(key)
      ?.map(({ values, people }) =>
        jsonHash([...values, ...people.map((one) => (one === null ? null : (hashes.get(one) ?? unknown)))]),
      )
      .sort();
    return [kind, key, ofRows ? jsonHash(ofRows) : null];
  });
}

export type Figures = Pick<LogFigures, 'payslips' | 'gross' | 'net' | 'taxAuthority'>;

/** The amounts of a pay run that `readRows` found. */
export function figuresOfRun({ values }: FoundRow): Figures {
  const of = (column: (typeof kinds.run.columns)[number]) => String(values[kinds.run.columns.indexOf(column)]);
  const pence = (column: 'gross' | 'net' | 'tax_authority') => Money.pence(BigInt(of(column)));
  return {
    payslips: Number(of('payslips')),
    gross: pence('gross'),
    net: pence('net'),
    taxAuthority: pence('tax_authority'),
  };
}

/** What `readRows` and `hashesOf` would make of figures just inserted: the columns of `figures` above, as stored. */
export function hashesOfFigures(figures: Readonly<LogFigures>): readonly CarriedHash[] {
  const { seq, tag, payslips, gross, net, taxAuthority } = figures;
  const key = String(seq);
  const pence = [gross, net, taxAuthority].map((amount) => String(amount.toPence()));
  const row = { key, values: [key, tag, String(payslips), ...pence], people: [] };
  return hashesOf('figures', [key], [row], new Map());
}

/** Keys of the rows that an entry must carry. */
export async function keysOf(rows: ReadRows, companyId: string, name: CarriedKind): Promise<readonly string[]> {
  const { table, key, company = 'company_id', where = '1 = 1', ofInstallation }: Kind = kinds[name];
  const own = ofInstallation ? '' : ` AND ${company} = ${rows.kind === 'postgres' ? '$1' : '?'}`;
  const found = await rows.query<{ k: string }[]>(
    `SELECT DISTINCT ${key} AS k FROM ${table} WHERE ${where}${own}`,
    ofInstallation ? [] : [companyId],
  );
  return found.map(({ k }) => k);
}

/** `before` is a keyword of SQL. */
const quoted = (column: string) => (column === 'before' ? '"before"' : column);

/** The same text from both databases, whose drivers return times, whole numbers and booleans in different forms. */
export function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** Pay periods whose document is not the one from which `content_hash` was made. */
export async function documentBreaks(
  rows: ReadRows,
  companyId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const place = rows.kind === 'postgres' ? (at: number) => `$${at}` : () => '?';
  const { table, key } = kinds.period;
  const found = await rows.query<{ k: string; document: string; content_hash: string }[]>(
    `SELECT ${key} AS k, document, content_hash FROM ${table}
      WHERE company_id = ${place(1)} AND ${key} IN (${keys.map((_, at) => place(at + 2)).join(', ')})
        AND document IS NOT NULL`,
    [companyId, ...keys],
  );
  return found.filter((row) => !StoredDocument.from(row.document).isOf(row.content_hash)).map(({ k }) => k);
}
