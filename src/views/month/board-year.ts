import { byName } from '../../companies/companies.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { searched } from './board-lists.js';
import { PayRunRecord, type RunState, runStates } from '../../record/runs/pay-run.entity.js';
import { type Page, seek } from '../../ground/seek.js';
import type { Viewer } from '../../access/viewer.js';

/** One company's twelve months. */
export interface CompanyYear {
  readonly companyId: string;
  readonly company: string;
  /** By period 0 to 11; undefined where there is no run. */
  readonly months: readonly (YearCell | undefined)[];
}

export interface YearCell {
  /** With several runs in a month, the state that needs a person most. */
  readonly state: RunState;
  readonly datedOn: string;
  readonly tag: string;
  readonly signedOff: boolean;
  readonly runs: number;
}

const companiesPerPage = 10;
const months = Array.from({ length: 12 }, (_, period) => period);

export async function boardYear(
  rows: ReadRows,
  viewer: Viewer,
  filter: { readonly year: number; readonly search?: string },
  after?: string,
): Promise<Page<CompanyYear>> {
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .from(CompanyRow, 'c')
    .where(`c.life <> 'left'`);
  onlyAmong(query, 'c.id', viewer.companies);
  const read = () => query.getRawMany<{ id: string; name: string }>();
  const page = await seek(
    { query: searched(query, filter.search), keys: byName, read },
    { after, size: companiesPerPage },
  );
  const runs = await runsOf(
    rows,
    page.rows.map((company) => company.id),
    filter.year,
  );
  return {
    ...page,
    rows: page.rows.map((company) => ({
      companyId: company.id,
      company: company.name,
      months: months.map((period) =>
        cellOf(runs.filter((run) => run.companyId === company.id && run.period === period)),
      ),
    })),
  };
}

async function runsOf(rows: ReadRows, companyIds: readonly string[], year: number): Promise<PayRunRecord[]> {
  if (companyIds.length === 0) return [];
  return rows
    .createQueryBuilder(PayRunRecord, 'r')
    .select(['r.companyId', 'r.tag', 'r.period', 'r.datedOn', 'r.state', 'r.signedOffAt'])
    .where(`r.kind = 'payroll' AND r.companyId IN (:...companyIds) AND r.year = :year`, { companyIds, year })
    .getMany();
}

export function cellOf(runs: readonly PayRunRecord[]): YearCell | undefined {
  const [worst] = runs.toSorted((a, b) => runStates.indexOf(a.state) - runStates.indexOf(b.state));
  if (worst === undefined) return undefined;
  return {
    state: worst.state,
    datedOn: worst.datedOn,
    tag: worst.tag,
    signedOff: runs.every((run) => run.signedOffAt !== null),
    runs: runs.length,
  };
}
