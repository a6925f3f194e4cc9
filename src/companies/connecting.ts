import { randomUUID } from 'node:crypto';

import type { ReadRows, Rows } from '../ground/rows.js';
import { Forbidden, LookupFailed, NotFound } from '../books/errors.js';
import { type CompanyRecord, isOfUk, type SeenAt } from '../books/ledger.js';
import { booksIdOf } from '../books/own-books.js';
import type { Database } from '../ground/database.js';
import { isDuplicate } from '../ground/database-problem.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../journal/nouns/dates.js';
import { defaultPolicy, type Policy } from '../journal/policy/policy.js';
import { dayInLondon } from '../ground/london.js';
import { oneLine } from '../ground/printable.js';
import { Problem, problem } from '../ground/problem.js';
import { type Companies, destroyUnusedKeys } from './companies.js';
import type { Company } from './company.js';
import { CompanyRow } from './company.entity.js';
import type { ConnectDetails, GivenTokens } from './connect-details.js';
import { Connection } from './connection.entity.js';
import type { Connections } from './connections.js';
import { PolicyVersion } from './policy-version.entity.js';

/** What was connected: a company, or a practice whose clients can now be imported. */
export type Connected =
  | { readonly kind: 'company'; readonly company: Company; readonly created: boolean }
  | {
      readonly kind: 'practice';
      readonly practice: { readonly name: string; readonly subdomain: string };
      readonly created: boolean;
    };

/** Writes further rows in the unit of work that adds a company or connects it again. */
export type Alongside = (rows: Rows, company: Pick<CompanyRow, 'id' | 'policyVersion'>, actor: string) => Promise<void>;

interface ConnectedBy {
  readonly actor: string;
  readonly alongside?: Alongside;
}

interface NewCompany extends ConnectedBy {
  readonly details: ConnectDetails;
  readonly seen: SeenAt<CompanyRecord>;
}

/** The tag's prefix, fixed for a company when it is connected. */
const tagPrefix = 'counterfoil';

/** Adds companies and practices. The same books are never added twice. */
export class Connecting {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
    private readonly companies: Companies,
  ) {}

  /** The tokens are tried before any existing row is changed. */
  async byTokens(
    details: ConnectDetails,
    tokens: GivenTokens,
    actor: string,
    alongside?: Alongside,
  ): Promise<Connected> {
    if (details.practice && details.reach) throw beyondReach();
    const kind = details.practice || details.subdomain !== undefined ? 'practice' : 'company';
    const fresh = await this.connections.create({ kind, name: details.name, tokens });
    try {
      return details.practice ? await this.#practice(fresh) : await this.#company(fresh, details, { actor, alongside });
    } catch (error) {
      await this.connections.remove(fresh);
      throw error instanceof LookupFailed ? notConnected(error) : error;
    }
  }

  /** Adds new books to a working connection, as an import does for each client. */
  async addCompany(connection: Connection, made: NewCompany): Promise<Company> {
    const { value: record } = made.seen;
    if (!isOfUk(record)) throw new NoUkPayroll(record);
    const id = randomUUID();
    const add = () => this.database.work((rows) => this.#insert(rows, { ...made, id, connection }));
    // Another client of the same name may have been added a moment ago: the second attempt sees it and chooses another
    // name.
    await add().catch((error: unknown) => (isDuplicate(error) ? add() : Promise.reject(error)));
    return this.companies.find(id);
  }

  /** The company with these books, if it is connected. */
  async known(record: CompanyRecord): Promise<CompanyRow | null> {
    return this.database.read((rows) => rows.findOneBy(CompanyRow, { booksId: this.#booksId(record) }));
  }

  async #company(made: Connection, details: ConnectDetails, by: ConnectedBy): Promise<Connected> {
    const practice = made.kind === 'practice' ? await this.#practiceOf(made) : undefined;
    const fresh = made.kind === 'practice' && !practice ? await this.connections.ofCompany(made) : made;
    const seen = await this.connections.books(fresh, details).company();
    mustBe(details.subdomain, seen.value);
    const known = await this.known(seen.value);
    if (details.reach && !(known && details.reach.includes(known.id))) throw beyondReach();
    if (known) mustChooseNothing(known, details);
    if (known) return this.#reconnect(fresh, { known, booksName: oneLine(seen.value.name) }, by);
    const kept = practice && (await this.connections.practiceNamed(practice.subdomain));
    if (!kept) {
      if (practice) await this.#name(fresh, practice);
      return { kind: 'company', company: await this.addCompany(fresh, { details, seen, ...by }), created: true };
    }
    const company = await this.addCompany(kept, { details, seen, ...by });
    // Working tokens are kept: the ones given may be older, and a refresh would then fail for every client.
    if (kept.state === 'working') await this.connections.remove(fresh);
    else await this.connections.moveTokens(fresh, kept);
    return { kind: 'company', company, created: true };
  }

  /** Undefined when these are one company's tokens, given together with its own subdomain. */
  async #practiceOf(fresh: Connection): Promise<{ name: string; subdomain: string } | undefined> {
    try {
      return await this.connections.practice(fresh).record();
    } catch (error) {
      if (error instanceof Forbidden || error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Books that are known already get new tokens and work again if they were left; everything else stays. */
  async #reconnect(
    fresh: Connection,
    { known, booksName }: { readonly known: CompanyRow; readonly booksName: string },
    { actor, alongside }: ConnectedBy,
  ): Promise<Connected> {
    const before = await this.connections.find(known.connectionId);
    const sameKind = before.kind === fresh.kind;
    if (sameKind) await this.connections.moveTokens(fresh, before);
    const connectionId = sameKind ? before.id : fresh.id;
    await this.database.work(async (rows) => {
      const life = known.life === 'left' ? 'working' : known.life;
      await rows.update(CompanyRow, { id: known.id }, { connectionId, booksName, life, leftAt: null });
      await destroyUnusedKeys(rows, before.id, this.database.clock.now());
      await alongside?.(rows, known, actor);
    });
    await this.connections.forgetWaits({ connectionId, subdomain: known.subdomain });
    return { kind: 'company', company: await this.companies.find(known.id), created: false };
  }

  async #practice(fresh: Connection): Promise<Connected> {
    const practice = await this.connections.practice(fresh).record();
    const known = await this.connections.practiceNamed(practice.subdomain);
    if (known) await this.connections.moveTokens(fresh, known);
    else await this.#name(fresh, practice);
    return { kind: 'practice', practice, created: !known };
  }

  async #insert(rows: Rows, made: NewCompany & { id: string; connection: Connection }): Promise<void> {
    const { id, connection, details, actor } = made;
    const { value: record, at } = made.seen;
    const createdAt = this.database.clock.now();
    const postFrom = details.postFrom ?? startOfTaxMonth(at);
    await rows.insert(CompanyRow, {
      id,
      connectionId: connection.id,
      name: await freeName(rows, details, { id, record }),
      subdomain: record.subdomain ?? details.subdomain ?? null,
      booksId: this.#booksId(record),
      booksName: oneLine(record.name),
      prefix: tagPrefix,
      life: 'working',
      startDate: record.startDate ?? null,
      accountingYearEnd: record.accountingYearEnd ?? null,
      type: record.type,
      policyVersion: 1,
      problem: null,
      lastSyncedAt: null,
      lastVerifiedAt: null,
      verifyFindings: null,
      createdAt,
      leftAt: null,
    });
    const policy: Policy = { ...defaultPolicy, mode: details.mode, postFrom };
    await rows.insert(PolicyVersion, { companyId: id, version: 1, policy, actor, reason: 'Connected', createdAt });
    await made.alongside?.(rows, { id, policyVersion: 1 }, actor);
  }

  async #name({ id }: Connection, { name, subdomain }: { name: string; subdomain: string }): Promise<void> {
    await this.database.work((rows) => rows.update(Connection, { id }, { name, practice: subdomain }));
  }

  #booksId(record: CompanyRecord): string {
    return booksIdOf(this.connections.service.origin, record);
  }
}

/**
 * A chosen name is kept or refused. An imported name is made unique when it is taken, so that no client is kept out by
 * another company's name; its subdomain still finds this company, because `find` tries subdomains before names.
 */
async function freeName(rows: ReadRows, details: ConnectDetails, made: { id: string; record: CompanyRecord }) {
  const { id, record } = made;
  const name = oneLine(details.name);
  const taken = await companyOf(rows, name, 'name', 'id', 'subdomain');
  if (!taken) return name;
  const subdomain = record.subdomain ?? details.subdomain;
  if (details.imported) {
    const distinct = `${name} (${subdomain})`;
    const isFree = !(await companyOf(rows, distinct, 'name', 'id', 'subdomain'));
    return isFree ? distinct : `${name} (${subdomain}, ${id})`;
  }
  throw problem('company-name-taken', {
    detail: `"${name}" is the name, id or subdomain of the company "${taken.name}" already, and these tokens are for other books (${record.name}).`,
    todo: 'Choose another --name, or use the tokens of that company.',
  });
}

/** Ignores case, because people and scripts type any of these words to name a company. */
function companyOf(rows: ReadRows, word: string, ...columns: readonly ('name' | 'id' | 'subdomain')[]) {
  const same = columns.map((column) => `LOWER(c.${column}) = LOWER(:word)`).join(' OR ');
  return rows.createQueryBuilder(CompanyRow, 'c').where(same, { word }).getOne();
}

/** Connecting again changes no setting: what was chosen would be dropped without a word. */
function mustChooseNothing({ name }: Pick<CompanyRow, 'name'>, { chosen = [], mode, postFrom }: ConnectDetails): void {
  if (chosen.length === 0) return;
  const sets = [
    ...(chosen.includes('--mode') ? [`mode=${mode}`] : []),
    ...(postFrom === undefined ? [] : [`postFrom=${postFrom}`]),
  ];
  throw problem('already-connected', {
    detail: `These books are connected already, as ${name}. Connecting them again renews the connection and changes no setting, so ${chosen.join(' and ')} ${chosen.length > 1 ? 'are' : 'is'} refused. Nothing was changed.`,
    todo: `To renew the connection, leave ${chosen.length > 1 ? 'them' : 'it'} out. To change the setting: \`counterfoil policy "${name}" ${sets.map((one) => `--set ${one}`).join(' ')}\`. If its payroll comes from elsewhere: \`counterfoil payroll move\`.`,
  });
}

function mustBe(subdomain: string | undefined, record: CompanyRecord): void {
  if (subdomain === undefined || record.subdomain === undefined || record.subdomain === subdomain) return;
  throw problem('other-books', {
    detail: `--subdomain is ${subdomain}, and the tokens are for the books of ${record.name} (${record.subdomain}).`,
    todo: 'Use the tokens of that company, or those of its practice.',
  });
}

/** Names neither the books nor their company, which may be someone else's. */
export function beyondReach(): Problem {
  return problem('not-allowed', {
    detail: 'A token that is limited to some companies can renew their connections, and add no other.',
    todo: 'Authorise as a user of one of your companies, or ask someone who reaches every company.',
  });
}

function startOfTaxMonth(at: Date): string {
  const today = dayInLondon(at);
  return taxMonthRange(taxYearOf(today), taxMonthOf(today)).from;
}

export class NoUkPayroll extends Problem {
  constructor({ name, type }: CompanyRecord) {
    super('no-uk-payroll', {
      detail: `${name} is of type ${type}. Payroll exists for UK companies only.`,
      todo: 'Nothing was stored. Connect the UK company whose payroll is to be posted.',
    });
  }
}

/** Nothing was connected, so nothing will be tried again, whatever the original message promises. */
function notConnected({ detail, cause }: LookupFailed): Problem {
  return problem('books-unreadable', {
    detail,
    cause,
    todo: 'Nothing was connected. Connect again; if it fails again, check the network and the status of the service.',
  });
}
