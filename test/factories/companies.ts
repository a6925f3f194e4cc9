import { CompanyRow } from '../../src/companies/company.entity.js';
import { Connection } from '../../src/companies/connection.entity.js';
import { PolicyVersion } from '../../src/companies/policy-version.entity.js';
import type { Database } from '../../src/ground/database.js';
import { defaultPolicy, type Policy } from '../../src/journal/policy/policy.js';

const connectedAt = new Date('2025-03-01T09:00:00Z');
const origin = 'https://books.example';

export async function insertConnection(
  database: Database,
  given: Partial<Connection> & { id: string },
): Promise<Connection> {
  const connection: Connection = {
    kind: 'company',
    name: given.id,
    origin,
    practice: null,
    state: 'working',
    approval: 'one',
    decided: 0,
    accessToken: null,
    refreshToken: null,
    accessExpiresAt: null,
    refreshingBy: null,
    refreshingUntil: null,
    problem: null,
    createdAt: connectedAt,
    updatedAt: connectedAt,
    ...given,
  };
  await database.work((rows) => rows.insert(Connection, connection));
  return connection;
}

/** A company with a connection of its own, unless another is given. */
export async function insertCompany(
  database: Database,
  given: Partial<CompanyRow> & { name: string },
  policy: Partial<Policy> = {},
): Promise<CompanyRow> {
  const id = given.id ?? given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const connectionId = given.connectionId ?? `connection-${id}`;
  if (given.connectionId === undefined) await insertConnection(database, { id: connectionId, name: given.name });
  const row: CompanyRow = {
    connectionId,
    subdomain: null,
    booksId: `${origin}/${id}`,
    booksName: null,
    prefix: 'counterfoil',
    life: 'working',
    startDate: null,
    accountingYearEnd: null,
    type: 'UkLimitedCompany',
    policyVersion: 1,
    problem: null,
    lastSyncedAt: null,
    lastVerifiedAt: null,
    verifyFindings: null,
    decided: 0,
    createdAt: connectedAt,
    leftAt: null,
    ...given,
    id,
  };
  await database.work(async (rows) => {
    await rows.insert(CompanyRow, row);
    await rows.insert(PolicyVersion, {
      companyId: id,
      version: 1,
      policy: { ...defaultPolicy, mode: 'auto', ...policy },
      actor: 'test',
      reason: 'Connected',
      createdAt: connectedAt,
    });
  });
  return row;
}
