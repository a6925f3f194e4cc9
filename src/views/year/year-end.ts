import { Inject, Injectable } from '@nestjs/common';

import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { Database } from '../../ground/database.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import { isAdjustment, isPayroll } from '../../record/runs/adjustment.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import { Posting, standingStates } from '../../record/runs/posting.entity.js';
import { checksOf, monthChecks, type RunChecks, withoutAmounts } from '../checks/checks.js';
import { type NamesInBooks, namesInBooks } from '../lists/names-in-books.js';
import { type HmrcTie, yearsOf } from '../checks/paye-tie.js';
import type { Viewer } from '../../access/viewer.js';

/** A company's tax year as it is in its books: twelve months × accounts. */
export interface YearEnd {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  /** Every account with a posting, sorted by code. */
  readonly accounts: readonly string[];
  readonly months: readonly YearEndMonth[];
  readonly totals: ReadonlyMap<string, Money>;
  readonly accountNames: NamesInBooks;
}

export interface YearEndMonth {
  readonly period: number;
  /** By account code; an account without a posting has no entry. Empty for a viewer who may not see pay. */
  readonly amounts: ReadonlyMap<string, Money>;
  /** Runs in the books, and runs that are due and not in the books. */
  readonly inBooks: number;
  readonly notInBooks: number;
  readonly tie?: HmrcTie;
  /** Of all its journals; undefined if none is ours. */
  readonly checks?: RunChecks;
}

/** An ignored run will not be posted; a run ignored after it was posted still counts with what is in the books. */
const notDue: ReadonlySet<RunState> = new Set(['not_ready', 'ignored']);
const apart: ReadonlySet<RunState> = new Set(['nothing', 'before_cutover', 'moved']);
const columns = [
  ...['companyId', 'tag', 'kind', 'year', 'period', 'payslips', 'taxAuthority', 'state', 'journalSet', 'judged'],
  'holdCodes',
];
const periods = Array.from({ length: 12 }, (_, period) => period);

@Injectable()
export class YearEnds {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Undefined when there is no such company that the viewer may see. */
  async find(viewer: Viewer, companyId: string, year: number): Promise<YearEnd | undefined> {
    return this.database.read(async (rows) => {
      const company = await nameOf(rows, viewer, companyId);
      if (company === undefined) return undefined;
      const all = await rows
        .createQueryBuilder(PayRunRecord, 'r')
        .select(columns.map((name) => `r.${name}`))
        .where('r.companyId = :companyId AND r.year = :year', { companyId, year })
        .getMany();
      const runs = all.filter((run) => isPayroll(run) && !apart.has(run.state));
      const adjustments = all.filter(isAdjustment);
      const monthOf = new Map([...runs, ...adjustments].map(({ tag, period }) => [tag, period]));
      const postings = await postingsOf(rows, companyId, year);
      const checks = await checksOf(rows, [...runs, ...adjustments]);
      const posted = inBooksOf(postings);
      const ties = (await yearsOf(rows, [companyId], year)).get(companyId) ?? [];
      const months = periods.map((period): YearEndMonth => {
        const ofMonth = runs.filter((run) => run.period === period);
        const isOwn = (one: { readonly period: number }) => one.period === period;
        const ofTheMonth = monthChecks(checks, { runs: ofMonth, adjustments: adjustments.filter(isOwn) });
        const sets = viewer.pay ? postings.filter(({ runTag }) => monthOf.get(runTag) === period) : [];
        return {
          period,
          amounts: amountsOf(sets),
          inBooks: ofMonth.filter((run) => posted.has(run.tag)).length,
          notInBooks: ofMonth.filter((run) => !notDue.has(run.state) && !posted.has(run.tag)).length,
          tie: viewer.pay ? ties.find((tie) => tie.period === period) : undefined,
          checks: ofTheMonth && !viewer.pay ? withoutAmounts(ofTheMonth) : ofTheMonth,
        };
      });
      const totals = sumByKey(months.flatMap(({ amounts }) => [...amounts]));
      const accountNames = await namesInBooks(rows, companyId);
      return { companyId, company, year, accounts: [...totals.keys()].sort(), months, totals, accountNames };
    });
  }
}

async function nameOf(rows: ReadRows, viewer: Viewer, companyId: string): Promise<string | undefined> {
  const query = rows
    .createQueryBuilder()
    .select('c.name', 'name')
    .from(CompanyRow, 'c')
    .where('c.id = :companyId', { companyId });
  onlyAmong(query, 'c.id', viewer.companies);
  return (await query.getRawOne<{ name: string }>())?.name;
}

/** Our sets in the books with their reversals and replacements, which together give what the books show. */
async function postingsOf(rows: ReadRows, companyId: string, year: number): Promise<readonly Posting[]> {
  return rows
    .createQueryBuilder(Posting, 'p')
    .innerJoin(PayRunRecord, 'r', 'r.companyId = p.companyId AND r.tag = p.runTag')
    .where('r.companyId = :companyId AND r.year = :year', { companyId, year })
    .andWhere('p.state IN (:...standingStates)', { standingStates })
    .getMany();
}

/** The tags of runs that the books show: a set and its reversal cancel out. */
function inBooksOf(postings: readonly Posting[]): ReadonlySet<string> {
  const byTag = new Map<string, Posting[]>();
  for (const posting of postings) byTag.set(posting.runTag, [...(byTag.get(posting.runTag) ?? []), posting]);
  const stands = (own: readonly Posting[]) => [...amountsOf(own).values()].some((amount) => !amount.isZero());
  return new Set([...byTag].flatMap(([tag, own]) => (stands(own) ? [tag] : [])));
}

function amountsOf(postings: readonly Posting[]): ReadonlyMap<string, Money> {
  const lines = postings.flatMap((posting) => posting.lines);
  // A 902 sub account belongs to its account.
  return sumByKey(lines.map(({ category, debit }) => [withoutSuffix(category), Money.parse(debit)]));
}
