import { Inject, Injectable } from '@nestjs/common';
import type { Viewer } from '../access/viewer.js';
import { CompanyRow } from '../companies/company.entity.js';
import { today } from '../ground/clock.js';
import { Database } from '../ground/database.js';
import type { ReadRows } from '../ground/rows.js';
import { taxYearOf } from '../journal/nouns/dates.js';
import { amountTyped, Money } from '../journal/nouns/money.js';
import type { StoredPaid } from '../record/runs/pay-run.entity.js';
import type { TaxMonth } from './board/board-lists.js';
import { accountTyped, readingsWithClient } from './finder-words.js';
import { numberOf } from './employee-year.js';
import { type NamedRun, type RunRow, runRow, seenBy } from './run/run-row.js';
import { runsLookedThrough, type Sought } from './run/runs-looked-through.js';

export interface ClientFound {
  readonly id: string;
  readonly name: string;
  readonly subdomain: string | null;
}

/** A person, and the latest pay run that was found of theirs. */
export interface PersonFound {
  /** The last part of the user's address. */
  readonly user: string;
  readonly name: string;
  readonly run: RunRow;
  readonly paid: Pick<StoredPaid, 'gross' | 'net'>;
}

/** A client's tax month, whether or not it has a pay run. */
export interface MonthFound {
  readonly client: ClientFound;
  readonly month: TaxMonth;
}

/** An account of a client. */
export interface AccountFound {
  readonly client: Pick<ClientFound, 'id' | 'name'>;
  readonly account: string;
}

export type Hit =
  | { readonly kind: 'month'; readonly found: MonthFound }
  | { readonly kind: 'account'; readonly found: AccountFound }
  | { readonly kind: 'client'; readonly client: ClientFound }
  | { readonly kind: 'person'; readonly person: PersonFound }
  | { readonly kind: 'run'; readonly run: RunRow };

export interface Found {
  readonly clients: readonly ClientFound[];
  readonly months: readonly MonthFound[];
  readonly accounts: readonly AccountFound[];
  readonly people: readonly PersonFound[];
  readonly runs: readonly RunRow[];
  /** There are more of one kind than are listed. */
  readonly isCut: boolean;
  /** The first tax year whose pay runs were looked through for people and amounts. */
  readonly since: number;
  /** What was meant: the only one of exactly this name or amount, or the only one there is. */
  readonly meant?: Hit;
}

const listedMax = 20;
/** Older years are found by their client: a practice has a million pay runs, and each is read. */
const yearsBack = 1;
/** Letters such as "net" are in the JSON of every run, which is then read whole: 5,000 payslips held the loop for 0.3 s. */
const atOnce = { runs: 200, payslips: 1000 };

/** Finds clients, their months and accounts, people and pay runs by a name, part of one, or an amount. */
@Injectable()
export class Finder {
  constructor(@Inject(Database) private readonly database: Database) {}

  async find(viewer: Viewer, typed: string): Promise<Found> {
    const clients = await this.database.read((rows) => clientsNamed(rows, viewer, typed));
    const since = taxYearOf(today(this.database.clock)) - yearsBack;
    const sought = { typed, amount: amountIn(typed), since };
    const isNamed = clients.some((client) => isOf(client, typed));
    const within = clients.length > 0 ? nothingWithin : await this.#withClient(viewer, typed);
    const more = isNamed || within.isSure ? nothingMore : await this.#amongRuns(viewer, sought);
    const account = accountTyped(typed);
    const having = account === undefined ? [] : await this.#having(viewer, account);
    const kinds = { clients, months: within.months, accounts: [...within.accounts, ...having], ...more };
    const isCut = Object.values(kinds).some(({ length }) => length > listedMax);
    return { ...listed(kinds), isCut, since, meant: isCut && !isNamed ? undefined : meantBy(kinds, typed) };
  }

  /** A client's name with a month or an account: the first way to read it by which there is a client. */
  async #withClient(viewer: Viewer, typed: string): Promise<Within> {
    for (const { name, month, account, mayBeName } of readingsWithClient(typed, today(this.database.clock))) {
      const named = await this.database.read((rows) => clientsNamed(rows, viewer, name));
      const exact = named.filter((client) => isOf(client, name));
      const clients = exact.length > 0 ? exact : named;
      if (clients.length === 0) continue;
      return {
        months: month === undefined ? [] : clients.map((client) => ({ client, month })),
        accounts: account === undefined ? [] : clients.map((client) => ({ client, account })),
        isSure: mayBeName === undefined,
      };
    }
    return nothingWithin;
  }

  /** The clients on whose account something is posted, or to be, in the current tax year, as far as can be listed. */
  async #having(viewer: Viewer, account: string): Promise<readonly AccountFound[]> {
    const line = `%"category":"${account}%`;
    const where = `r.mapped LIKE :line OR EXISTS (SELECT 1 FROM postings p
      WHERE p.company_id = r.company_id AND p.run_tag = r.tag AND p.lines LIKE :line)`;
    const sought = { where, values: { line }, since: taxYearOf(today(this.database.clock)) };
    const clients = new Map<string, AccountFound>();
    for await (const found of runsLookedThrough(this.database, viewer, sought, atOnce)) {
      for (const { run, company } of found)
        clients.set(run.companyId, { client: { id: run.companyId, name: company }, account });
      if (clients.size > listedMax) break;
    }
    return [...clients.values()].sort((a, b) => a.client.name.localeCompare(b.client.name, 'en-GB'));
  }

  /** Stops where there are more than can be listed. */
  async #amongRuns(viewer: Viewer, { typed, amount, since }: { typed: string; amount?: Money; since: number }) {
    const people = new Map<string, PersonFound>();
    const runs: RunRow[] = [];
    const sought = amount === undefined ? ofName(viewer, typed) : ofAmount(viewer, amount);
    if (sought === undefined) return nothingMore;
    const isMeant = amount === undefined ? isNamedLike(typed) : isPaid(amount);
    for await (const found of runsLookedThrough(this.database, viewer, { ...sought, since }, atOnce)) {
      for (const named of found) {
        const row = runRow(named, viewer);
        if (amount !== undefined && totals(row).some((total) => total.equals(amount))) runs.push(row);
        if (viewer.pay) addPeople(people, named, row, isMeant);
      }
      if (runs.length > listedMax || people.size > listedMax) break;
    }
    return {
      people: [...people.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-GB')),
      runs: runs.sort((a, b) => (a.datedOn < b.datedOn ? 1 : -1)),
    };
  }
}

type Kinds = Pick<Found, 'clients' | 'months' | 'accounts' | 'people' | 'runs'>;

/** `isSure` where it can be nothing else, such as a person's name. */
type Within = Pick<Found, 'months' | 'accounts'> & { readonly isSure: boolean };

const nothingWithin: Within = { months: [], accounts: [], isSure: false };
const nothingMore: Pick<Kinds, 'people' | 'runs'> = { people: [], runs: [] };

const listed = ({ clients, months, accounts, people, runs }: Kinds): Kinds => ({
  clients: clients.slice(0, listedMax),
  months: months.slice(0, listedMax),
  accounts: accounts.slice(0, listedMax),
  people: people.slice(0, listedMax),
  runs: runs.slice(0, listedMax),
});

async function clientsNamed(rows: ReadRows, viewer: Viewer, typed: string): Promise<ClientFound[]> {
  const text = typed.toLowerCase();
  const query = rows
    .createQueryBuilder(CompanyRow, 'c')
    .select(['c.id', 'c.name', 'c.subdomain'])
    .where(`(LOWER(c.name) LIKE :part ESCAPE '\\' OR LOWER(c.subdomain) LIKE :part ESCAPE '\\')`, {
      part: partOf(text),
    })
    // The one of exactly this name comes first, or it could be cut off.
    .orderBy('CASE WHEN LOWER(c.name) = :text OR LOWER(c.subdomain) = :text THEN 0 ELSE 1 END')
    .addOrderBy('c.name')
    .setParameter('text', text)
    .limit(listedMax + 1);
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  return query.getMany();
}

const partOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const isOf = ({ name, subdomain }: ClientFound, typed: string) =>
  [name, subdomain].some((one) => one?.toLowerCase() === typed.toLowerCase());

/** "£1,693.64", "1693.64" and "1693" are amounts. */
function amountIn(typed: string): Money | undefined {
  return /^£?\s*\d[\d,]*(\.\d{1,2})?$/.test(typed) ? Money.tryParse(amountTyped(typed)) : undefined;
}

/** No one's name is looked for by a viewer who may not see pay. */
function ofName(viewer: Viewer, typed: string): Sought | undefined {
  if (!viewer.pay) return undefined;
  return { where: `LOWER(r.mapped) LIKE :part ESCAPE '\\'`, values: { part: partOf(typed.toLowerCase()) } };
}

function ofAmount(viewer: Viewer, amount: Money): Sought {
  const run = 'r.gross = :pence OR r.net = :pence OR r.taxAuthority = :pence';
  const values = { pence: amount.toPence().toString() };
  if (!viewer.pay) return { where: run, values };
  const person = { ofGross: `%"gross":"${amount.toString()}"%`, ofNet: `%"net":"${amount.toString()}"%` };
  return { where: `${run} OR r.mapped LIKE :ofGross OR r.mapped LIKE :ofNet`, values: { ...values, ...person } };
}

const isNamedLike =
  (typed: string) =>
  ({ name }: StoredPaid) =>
    name.toLowerCase().includes(typed.toLowerCase());

const isPaid =
  (amount: Money) =>
  ({ gross, net }: StoredPaid) =>
    [gross, net].includes(amount.toString());

/** None where the viewer is not shown them. */
const totals = ({ totals: shown }: RunRow) => (shown ? [shown.gross, shown.net, shown.taxAuthority] : []);

function addPeople(
  people: Map<string, PersonFound>,
  { run: { companyId, mapped } }: NamedRun,
  row: RunRow,
  isMeant: (person: StoredPaid) => boolean,
): void {
  for (const person of mapped?.paid.filter(isMeant) ?? []) {
    const user = numberOf(person.user);
    const key = `${companyId} ${user}`;
    const known = people.get(key);
    if (known === undefined || known.run.datedOn < row.datedOn)
      people.set(key, { user, name: person.name, run: row, paid: person });
  }
}

function meantBy({ clients, months, accounts, people, runs }: Kinds, typed: string): Hit | undefined {
  const hits: readonly Hit[] = [
    ...clients.map((client) => ({ kind: 'client' as const, client })),
    ...months.map((found) => ({ kind: 'month' as const, found })),
    ...accounts.map((found) => ({ kind: 'account' as const, found })),
    ...people.map((person) => ({ kind: 'person' as const, person })),
    ...runs.map((run) => ({ kind: 'run' as const, run })),
  ];
  const exact = hits.filter((hit) => {
    if (hit.kind === 'client') return isOf(hit.client, typed);
    return hit.kind === 'person' && hit.person.name.toLowerCase() === typed.toLowerCase();
  });
  const meant = exact.length > 0 ? exact : hits;
  return meant.length === 1 ? meant[0] : undefined;
}
