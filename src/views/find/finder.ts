import { Inject, Injectable } from '@nestjs/common';
import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import { today } from '../../ground/clock.js';
import { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { taxYearOf } from '../../journal/nouns/dates.js';
import { amountTyped, Money } from '../../journal/nouns/money.js';
import type { StoredPaid } from '../../record/runs/pay-run.entity.js';
import type { TaxMonth } from '../month/board-lists.js';
import { accountTyped, readingsWithClient } from './finder-words.js';
import { numberOf } from '../year/employee-year.js';
import { type NamedRun, type RunRow, runRow } from '../lists/run-row.js';
import { runsLookedThrough, type Sought } from '../lists/runs-looked-through.js';

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

/** An account of a client, in a month if one was typed. */
export interface AccountFound {
  readonly client: Pick<ClientFound, 'id' | 'name'>;
  readonly account: string;
  readonly month?: TaxMonth;
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
    const thisYear = taxYearOf(today(this.database.clock));
    const since = thisYear - yearsBack;
    const isNamed = clients.some((client) => isOf(client, typed));
    const within = clients.length > 0 ? nothingWithin : await this.#withClient(viewer, typed);
    // That there is such a name, or such an amount, is for those who may see pay.
    const asked = { typed, since, thisYear, isMore: viewer.pay && !isNamed && !within.isSure };
    const { accounts, ...more } = await this.#amongRuns(viewer, asked);
    const kinds = { clients, months: within.months, accounts: [...within.accounts, ...accounts], ...more };
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
        months: month === undefined || account !== undefined ? [] : clients.map((client) => ({ client, month })),
        accounts: account === undefined ? [] : clients.map((client) => ({ client, account, ...(month && { month }) })),
        isSure: mayBeName === undefined,
      };
    }
    return nothingWithin;
  }

  /** The runs are walked through once, for all that was asked, as far as can be listed of each kind. */
  async #amongRuns(viewer: Viewer, { typed, since, thisYear, isMore }: Asked) {
    const people = new Map<string, PersonFound>();
    const runs: RunRow[] = [];
    const having = new Map<string, AccountFound>();
    const [amount, account] = [amountIn(typed), accountTyped(typed)];
    const paid = amount === undefined ? ofName(typed) : ofAmount(amount);
    const isMeant = amount === undefined ? isNamedLike(typed) : isPaid(amount);
    const soughtNow = () => {
      const isFull = runs.length > listedMax || people.size > listedMax;
      const more = isMore && !isFull ? { ...paid, since } : undefined;
      return eitherOf(more, having.size > listedMax ? undefined : account && ofAccount(account, thisYear));
    };
    for await (const found of runsLookedThrough(this.database, viewer, soughtNow, atOnce)) {
      for (const named of found) {
        const { run, company, told } = named;
        if (told && account) having.set(run.companyId, { client: { id: run.companyId, name: company }, account });
        if (!isMore) continue;
        const row = runRow(named, viewer);
        if (amount !== undefined && totals(row).some((total) => total.equals(amount))) runs.push(row);
        addPeople(people, named, row, isMeant);
      }
    }
    return {
      accounts: [...having.values()].sort((a, b) => a.client.name.localeCompare(b.client.name, 'en-GB')),
      people: [...people.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-GB')),
      runs: runs.sort((a, b) => (a.datedOn < b.datedOn ? 1 : -1)),
    };
  }
}

interface Asked {
  readonly typed: string;
  /** The first tax year that is looked through for people and amounts, and that for accounts. */
  readonly since: number;
  readonly thisYear: number;
  /** People and amounts are sought: what was typed is no client's name. */
  readonly isMore: boolean;
}

type Kinds = Pick<Found, 'clients' | 'months' | 'accounts' | 'people' | 'runs'>;

/** `isSure` where it can be nothing else, such as a person's name. */
type Within = Pick<Found, 'months' | 'accounts'> & { readonly isSure: boolean };

const nothingWithin: Within = { months: [], accounts: [], isSure: false };

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
  onlyAmong(query, 'c.id', viewer.companies);
  return query.getMany();
}

const partOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const isOf = ({ name, subdomain }: ClientFound, typed: string) =>
  [name, subdomain].some((one) => one?.toLowerCase() === typed.toLowerCase());

/** "£1,693.64", "1693.64" and "1693" are amounts. */
function amountIn(typed: string): Money | undefined {
  return /^£?\s*\d[\d,]*(\.\d{1,2})?$/.test(typed) ? Money.tryParse(amountTyped(typed)) : undefined;
}

function ofName(typed: string): Sought {
  return { where: `LOWER(r.mapped) LIKE :part ESCAPE '\\'`, values: { part: partOf(typed.toLowerCase()) } };
}

function ofAmount(amount: Money): Sought {
  const run = 'r.gross = :pence OR r.net = :pence OR r.taxAuthority = :pence';
  const values = { pence: amount.toPence().toString() };
  const person = { ofGross: `%"gross":"${amount.toString()}"%`, ofNet: `%"net":"${amount.toString()}"%` };
  return { where: `${run} OR r.mapped LIKE :ofGross OR r.mapped LIKE :ofNet`, values: { ...values, ...person } };
}

/** Something is posted on the account, or is to be. */
function ofAccount(account: string, thisYear: number): Sought {
  const where = `r.year >= :thisYear AND (r.mapped LIKE :line OR EXISTS (SELECT 1 FROM postings p
    WHERE p.company_id = r.company_id AND p.run_tag = r.tag AND p.lines LIKE :line))`;
  return { where, values: { line: `%"category":"${account}%`, thisYear }, since: thisYear };
}

/** Found runs are told apart by whether they are of the account. */
function eitherOf(more: Sought | undefined, having: Sought | undefined | ''): Sought | undefined {
  if (!having) return more;
  if (more === undefined) return { ...having, tell: having.where };
  return {
    where: `(${more.where}) OR (${having.where})`,
    values: { ...more.values, ...having.values },
    since: more.since,
    tell: having.where,
  };
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
