import { In } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import type { Books, ReadBooks } from '../books/books.js';
import type { Database } from '../ground/database.js';
import { everyPage, type SeekKeys, seek } from '../ground/seek.js';
import { nearest } from '../journal/nouns/nearest.js';
import { type Policy, parsePolicy } from '../journal/policy/policy.js';
import { type Problem, problem } from '../ground/problem.js';
import { type Company, companyFrom } from './company.js';
import type { Life } from './life.js';
import { CompanyRow } from './company.entity.js';
import { Connection } from './connection.entity.js';
import { inTurns } from './turns.js';
import type { Connections, Waiting } from './connections.js';
import { PolicyVersion } from './policy-version.entity.js';

export interface PolicyChange {
  readonly policy: Policy;
  readonly actor: string;
  readonly reason: string;
  /** Refused when the policy has changed since this version was read. */
  readonly expectedVersion?: number;
}

const rowsPerRead = 200;
export const byName: SeekKeys<Pick<CompanyRow, 'name'>> = [{ column: 'c.name', of: ({ name }) => name }];

interface CompanyFilter {
  readonly life?: Life | readonly Life[];
  readonly payeReference?: string;
}

/** The companies we post for: their state and their policy. */
export class Companies {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
  ) {}

  /** Sorted by name and read a page at a time, so that thousands are never in memory at once. */
  async *all(filter: CompanyFilter = {}): AsyncGenerator<Company> {
    const pages = everyPage((after) =>
      this.database.read(async (rows) => {
        const query = rows.createQueryBuilder(CompanyRow, 'c').where('1 = 1');
        if (filter.life !== undefined) query.andWhere('c.life IN (:...lives)', { lives: [filter.life].flat() });
        // As text: to parse 1,000 policies would keep everybody waiting for 20 to 80 ms, for each file that is brought.
        if (filter.payeReference !== undefined)
          query.andWhere(
            'EXISTS (SELECT 1 FROM policies p WHERE p.company_id = c.id AND p.version = c.policy_version AND p.policy LIKE :said)',
            { said: `%"payeReference":"${filter.payeReference}"%` },
          );
        const page = await seek({ query, keys: byName, read: () => query.getMany() }, { after, size: rowsPerRead });
        return { ...page, rows: await withPolicies(rows, page.rows) };
      }),
    );
    for await (const page of pages) yield* page;
  }

  async count(life?: readonly Life[]): Promise<number> {
    return this.database.read((rows) => rows.countBy(CompanyRow, life === undefined ? {} : { life: In(life) }));
  }

  /** The first client of every practice, then the second of every practice: no one waits behind a large practice. */
  async *inTurns(life: Life): AsyncGenerator<Company> {
    const all = await this.database.read((rows) =>
      rows.select(CompanyRow, ['id', 'connectionId'], { where: { life }, order: { name: 'ASC' } }),
    );
    const ids = inTurns(all, ({ connectionId }) => connectionId).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += rowsPerRead) {
      const some = ids.slice(from, from + rowsPerRead);
      const page = await this.database.read(async (rows) =>
        withPolicies(rows, await rows.find(CompanyRow, { where: { life, id: In(some) } })),
      );
      const byId = new Map(page.map((company) => [company.id, company]));
      yield* some.flatMap((id) => byId.get(id) ?? []);
    }
  }

  /**
   * By id, else by subdomain, else by name, so that no company can hide another by taking its id or subdomain for a
   * name. Limited to `reach` if given. Throws a Problem: with similar names when nothing matches, with all matches when
   * there are several.
   */
  async find(named: string, reach: readonly string[] | null = null): Promise<Company> {
    const found = await this.database.read(async (rows) => {
      for (const column of ['id', 'subdomain', 'name'] as const) {
        const found = await rows.findBy(CompanyRow, { [column]: named });
        const reached = found.filter(({ id }) => reach === null || reach.includes(id));
        if (reached.length > 1) throw ambiguous(named, reached);
        if (reached.length === 1) return withPolicies(rows, reached);
      }
      return [];
    });
    if (found[0]) return found[0];
    const names = await this.database.read((rows) => rows.select(CompanyRow, ['name']));
    throw unknownCompany(
      named,
      names.map(({ name }) => name),
    );
  }

  async policyAt(companyId: string, version: number): Promise<Policy> {
    const [found] = await this.database.read((rows) => policiesOf(rows, [{ id: companyId, policyVersion: version }]));
    return policyFrom(found?.policy, { company: companyId, version });
  }

  /** The versions of a policy, newest first: who changed it, when and why. */
  async policyHistory(companyId: string): Promise<readonly PolicyVersion[]> {
    return this.database.read((rows) => rows.find(PolicyVersion, { where: { companyId }, order: { version: 'DESC' } }));
  }

  /** Adds a new version unless nothing differs. Postings keep the version they were made with. */
  async setPolicy(companyId: string, change: PolicyChange): Promise<Company> {
    const policy = parsePolicy(change.policy);
    return this.database.work(async (rows) => {
      const { company: before } = await this.#locked(rows, companyId);
      if (change.expectedVersion !== undefined && change.expectedVersion !== before.policyVersion)
        throw policyChanged(before);
      if (JSON.stringify(policy) === JSON.stringify(before.policy)) return before;
      const version = before.policyVersion + 1;
      const { actor, reason } = change;
      await rows.insert(PolicyVersion, {
        companyId,
        version,
        policy,
        actor,
        reason,
        createdAt: await this.database.now(rows),
      });
      await rows.update(CompanyRow, { id: companyId }, { policyVersion: version });
      return (await this.#locked(rows, companyId)).company;
    });
  }

  books(company: Company): Promise<ReadBooks> {
    return this.booksToWrite(company);
  }

  /** For a sync alone: the lint refuses it to the doors. */
  async booksToWrite(company: Company): Promise<Books> {
    return this.connections.books(await this.connections.find(company.connectionId), company);
  }

  /** Which of its requests wait because the service, or a page in front of it, asked for it. */
  waiting(company: Company): Promise<readonly Waiting[]> {
    return this.connections.waiting(company);
  }

  /** Whether we still hold keys to its books. */
  async mayAsk({ connectionId }: Company): Promise<boolean> {
    return (await this.connections.find(connectionId)).state !== 'left';
  }

  /** Records when a sync ended and what kept it from completing (null: nothing). */
  async noteSynced(companyId: string, note: { at: Date; problem: string | null }): Promise<void> {
    const { at, problem } = note;
    const done = problem === null ? { lastSyncedAt: at } : {};
    await this.database.work((rows) => rows.update(CompanyRow, { id: companyId }, { ...done, problem }));
  }

  async noteVerified(companyId: string, note: { at: Date; findings: string | null }): Promise<void> {
    const { at: lastVerifiedAt, findings: verifyFindings } = note;
    await this.database.work((rows) => rows.update(CompanyRow, { id: companyId }, { lastVerifiedAt, verifyFindings }));
  }

  /** Nothing is fetched or posted until it is resumed. */
  pause(companyId: string): Promise<Company> {
    return this.#live(companyId, 'paused');
  }

  resume(companyId: string): Promise<Company> {
    return this.#live(companyId, 'working');
  }

  /** Sets how many approvals the practice requires for all its companies, over their own policies. */
  async setApproval({ connectionId }: Company, approval: Policy['approval']): Promise<void> {
    await this.database.work((rows) => rows.update(Connection, { id: connectionId }, { approval }));
  }

  /** Destroys the keys unless other clients of the practice need them; what was recorded stays. */
  async leave(companyId: string): Promise<Company> {
    return this.database.work(async (rows) => {
      const { row, company } = await this.#locked(rows, companyId);
      if (company.life === 'left') return company;
      const leftAt = this.database.clock.now();
      const left = { life: 'left', leftAt, problem: null } as const;
      await rows.update(CompanyRow, { id: companyId }, left);
      await destroyUnusedKeys(rows, company.connectionId, leftAt);
      await this.connections.forgetWaits(company);
      return companyFrom({ ...row, ...left }, () => company.policy);
    });
  }

  async #live(companyId: string, life: 'paused' | 'working'): Promise<Company> {
    return this.database.work(async (rows) => {
      const { row, company } = await this.#locked(rows, companyId);
      if (company.life === 'left') throw alreadyLeft(company);
      await rows.update(CompanyRow, { id: companyId }, { life });
      return companyFrom({ ...row, life, problem: company.problem ?? null }, () => company.policy);
    });
  }

  async #locked(rows: Rows, id: string): Promise<{ row: CompanyRow; company: Company }> {
    const [row] = await rows.find(CompanyRow, { where: { id }, forUpdate: true });
    if (!row) throw unknownCompany(id, []);
    const [company] = await withPolicies(rows, [row]);
    return { row, company: company as Company };
  }
}

/** For a caller that reads other rows of it at the same moment. */
export async function companyById(rows: ReadRows, id: string): Promise<Company> {
  const [found] = await withPolicies(rows, await rows.findBy(CompanyRow, { id }));
  if (found === undefined) throw unknownCompany(id, []);
  return found;
}

async function withPolicies(rows: ReadRows, found: readonly CompanyRow[]): Promise<Company[]> {
  // TypeORM would take an empty list as no condition at all.
  if (found.length === 0) return [];
  const policies = await policiesOf(rows, found);
  const ids = In([...new Set(found.map((row) => row.connectionId))]);
  const connections = await rows.select(Connection, ['id', 'state', 'approval'], {
    where: [
      { id: ids, state: 'reconnect' },
      { id: ids, approval: 'two' },
    ],
  });
  const policyOf = new Map(policies.map(({ companyId, policy }) => [companyId, policy]));
  const broken = new Set(connections.filter(({ state }) => state === 'reconnect').map(({ id }) => id));
  const approvalOf = new Map(connections.map(({ id, approval }) => [id, approval]));
  return found.map((row) => {
    const problem = broken.has(row.connectionId) ? 'The connection must be made again.' : row.problem;
    const text = policyOf.get(row.id);
    return companyFrom(
      { ...row, problem },
      () => policyFrom(text, { company: row.name, version: row.policyVersion }),
      approvalOf.get(row.connectionId),
    );
  });
}

/** Read as text and parsed later, so that one unreadable policy does not keep the other companies from being listed. */
async function policiesOf(rows: ReadRows, found: readonly Pick<CompanyRow, 'id' | 'policyVersion'>[]) {
  const place = rows.kind === 'postgres' ? (at: number) => `$${at}` : () => '?';
  const any = found.map((_, at) => `(company_id = ${place(2 * at + 1)} AND version = ${place(2 * at + 2)})`);
  return rows.query<{ companyId: string; policy: string }[]>(
    `SELECT company_id AS "companyId", policy FROM policies WHERE ${any.join(' OR ')}`,
    found.flatMap(({ id, policyVersion }) => [id, policyVersion]),
  );
}

function policyFrom(text: string | undefined, of: { readonly company: string; readonly version: number }): Policy {
  try {
    if (text !== undefined) return parsePolicy(JSON.parse(text));
  } catch {
    throw noPolicy(of, 'cannot be read');
  }
  throw noPolicy(of, 'is not in the database');
}

/** Keys are destroyed as soon as no company needs them. */
export async function destroyUnusedKeys(rows: Rows, connectionId: string, now: Date): Promise<void> {
  if (await rows.existsBy(CompanyRow, { connectionId, life: In(['setup', 'working', 'paused']) })) return;
  const keys = { accessToken: null, refreshToken: null, accessExpiresAt: null };
  const notRefreshing = { refreshingBy: null, refreshingUntil: null };
  await rows.update(
    Connection,
    { id: connectionId },
    { ...keys, ...notRefreshing, state: 'left', problem: null, updatedAt: now },
  );
}

/** Happens only when someone has changed the database directly. */
function noPolicy({ company, version }: { company: string; version: number }, what: string): Problem {
  return problem('policy-gone', {
    detail: `${company}: policy version ${version} ${what}. Nothing is posted for this company without it.`,
    todo: 'Find out what was changed with `counterfoil log verify`, and restore the database from a backup.',
  });
}

function unknownCompany(named: string, names: readonly string[]): Problem {
  const near = nearest(named, names);
  return problem('no-such-company', {
    detail: `No company has the name, id or subdomain "${named}".${near.length > 0 ? ` Near it: ${near.map((name) => `"${name}"`).join(', ')}.` : ''}`,
    todo: '`counterfoil companies` lists them all.',
  });
}

function ambiguous(named: string, rows: readonly CompanyRow[]): Problem {
  return problem('several-companies', {
    detail: `"${named}" is the subdomain of ${rows.map(({ name, id }) => `"${name}" (${id})`).join(' and of ')}.`,
    todo: 'Name the company by the id in brackets.',
  });
}

export function policyChanged({ name, policyVersion }: Company): Problem {
  return problem('policy-changed', {
    detail: `${name} is now on version ${policyVersion}. Nothing was changed.`,
    todo: 'Read the policy again, and make your change to that.',
  });
}

function alreadyLeft({ name }: Company): Problem {
  return problem('company-left', {
    detail: `${name} was left: its keys were destroyed, and only its record is kept.`,
    todo: `Connect it again with \`counterfoil connect --name "${name}"\`.`,
  });
}
