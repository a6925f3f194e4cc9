import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { byName } from '../../companies/companies.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { Connection } from '../../companies/connection.entity.js';
import type { Life } from '../../companies/life.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { searched } from './board-lists.js';
import { type Mode, policyOfMode } from '../lists/of-mode.js';
import { type Page, type PageAsked, seek } from '../../ground/seek.js';

export interface CompanyListed extends CompanyRow {
  readonly inForce: PolicyVersion;
  readonly connection: Connection;
}

export interface CompaniesFilter {
  readonly life?: Life;
  readonly mode?: Mode;
  /** Part of a name, whatever the case. */
  readonly search?: string;
}

/** Companies sorted by name, each with its current policy and its connection. */
export function companiesListed(
  rows: ReadRows,
  viewer: Pick<Viewer, 'companies'>,
  { life, mode, search }: CompaniesFilter,
  page: PageAsked,
): Promise<Page<CompanyListed>> {
  const query = rows
    .createQueryBuilder(CompanyRow, 'c')
    .innerJoinAndMapOne('c.inForce', PolicyVersion, 'p', 'p.companyId = c.id AND p.version = c.policyVersion')
    .innerJoinAndMapOne('c.connection', Connection, 'k', 'k.id = c.connectionId')
    .where('1 = 1');
  onlyAmong(query, 'c.id', viewer.companies);
  if (life !== undefined) query.andWhere('c.life = :life', { life });
  if (mode !== undefined) query.andWhere('p.policy LIKE :mode', { mode: policyOfMode(mode) });
  const read = async () => (await query.getMany()) as CompanyListed[];
  return seek({ query: searched(query, search), keys: byName, read }, page);
}
