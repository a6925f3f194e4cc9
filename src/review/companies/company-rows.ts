import type { Rows } from '../../ground/rows.js';
import type { Principal } from '../../access/principal.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { Connection } from '../../companies/connection.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { searched } from '../../views/board-lists.js';
import { seenBy } from '../../views/run-row.js';
import { cursorOf, keysOf, type Page, pageOf } from '../../views/seek.js';

export interface CompanyListed extends CompanyRow {
  readonly inForce: PolicyVersion;
  readonly connection: Connection;
}

const rowsPerPage = 50;

/** Companies sorted by name, each with its current policy and its connection. */
export async function companyRows(
  rows: Rows,
  principal: Principal,
  { search, after }: { readonly search?: string; readonly after?: string },
): Promise<Page<CompanyListed>> {
  const query = rows
    .createQueryBuilder(CompanyRow, 'c')
    .innerJoinAndMapOne('c.inForce', PolicyVersion, 'p', 'p.companyId = c.id AND p.version = c.policyVersion')
    .innerJoinAndMapOne('c.connection', Connection, 'k', 'k.id = c.connectionId')
    .where('1 = 1')
    .orderBy('c.name')
    .limit(rowsPerPage + 1);
  if (principal.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy({ ...principal }) });
  const [name] = keysOf(after, 1) ?? [];
  if (name !== undefined) query.andWhere('c.name > :name', { name });
  const found = (await searched(query, search).getMany()) as CompanyListed[];
  return pageOf(found, rowsPerPage, (row) => cursorOf(row.name));
}
