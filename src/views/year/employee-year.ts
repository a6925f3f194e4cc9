import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { Money } from '../../journal/nouns/money.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { isPaidByPayroll } from '../../record/runs/month-figures.js';
import type { PayRunRecord, RunState, StoredPaid } from '../../record/runs/pay-run.entity.js';
import { namedRuns, type RunRow, runRow, selectRuns } from '../lists/run-row.js';
import type { Viewer } from '../../access/viewer.js';

/** What one person was paid in one pay run, and the journal set it was posted in. */
export interface EmployeeMonth {
  readonly run: RunRow;
  readonly journalSet?: string;
  readonly paid: Figures;
  /** Payroll no longer has it, or pays it from another source: it is in the books, and in no sum of pay. */
  readonly isReplaced: boolean;
}

export interface Figures {
  readonly gross: Money;
  readonly tax: Money;
  readonly employeeNi: Money;
  /** Pension, loans and everything else between gross and net. */
  readonly other: Money;
  readonly net: Money;
  readonly employerNi: Money;
}

export interface EmployeeYear {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly user: string;
  readonly name: string;
  readonly months: readonly EmployeeMonth[];
  readonly totals: Figures;
  /** The nearest tax years in which the company paid the person too. */
  readonly yearBefore?: number;
  readonly yearAfter?: number;
}

const planned: ReadonlySet<RunState> = new Set(['not_ready', 'overdue']);

/** Whether sums of pay count it. A planned run may still change, so no one is paid by it yet. */
export const isPaid = (run: Pick<PayRunRecord, 'gone' | 'state'>): boolean =>
  isPaidByPayroll(run) && !planned.has(run.state);

const names = ['gross', 'tax', 'employeeNi', 'other', 'net', 'employerNi'] as const;

@Injectable()
export class EmployeeYears {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Undefined if no one of that number was paid in the year, or if the viewer may not see pay. */
  async find(
    viewer: Viewer,
    { companyId, year, user }: Pick<EmployeeYear, 'companyId' | 'year' | 'user'>,
  ): Promise<EmployeeYear | undefined> {
    if (!viewer.pay) return undefined;
    const { runs, years } = await this.database.read(async (rows) => ({
      runs: await namedRuns(
        selectRuns(rows, viewer)
          .addSelect(['r.mapped', 'r.gone'])
          .andWhere('r.companyId = :companyId AND r.year = :year', { companyId, year })
          .orderBy('r.period')
          .addOrderBy('r.datedOn'),
      ),
      years: await yearsPaid(rows, viewer, { companyId, user }),
    }));
    const found = runs.flatMap((named) => {
      // Someone may have several payslips in a pay run.
      const paid = (named.run.mapped?.paid ?? []).filter((one) => numberOf(one.user) === user);
      const isShown = isPaidByPayroll(named.run) || named.run.journalSet !== null;
      return paid.length === 0 || !isShown ? [] : [{ named, paid }];
    });
    const [last] = found.slice(-1);
    if (last === undefined) return undefined;
    const months = found.map(({ named, paid }): EmployeeMonth => {
      const { journalSet } = named.run;
      return {
        run: runRow(named, viewer),
        journalSet: journalSet ?? undefined,
        paid: sumOf(paid.map(figuresOf)),
        isReplaced: !isPaidByPayroll(named.run),
      };
    });
    const toDate = months.filter(({ run, isReplaced }) => isPaid({ state: run.state, gone: isReplaced }));
    const totals = sumOf(toDate.map(({ paid }) => paid));
    const adjustment = {
      yearBefore: years.findLast((one) => one < year),
      yearAfter: years.find((one) => one > year),
    };
    return {
      companyId,
      company: last.named.company,
      year,
      user,
      name: last.paid.at(-1)?.name ?? '',
      months,
      totals,
      ...adjustment,
    };
  }
}

/** The tax years with a payslip of that number, earliest first. */
async function yearsPaid(
  rows: ReadRows,
  viewer: Viewer,
  { companyId, user }: Pick<EmployeeYear, 'companyId' | 'user'>,
): Promise<readonly number[]> {
  const number = user.replaceAll(/[\\%_]/g, '\\$&');
  const found = await selectRuns(rows, viewer)
    .select('DISTINCT r.year', 'year')
    .andWhere('r.companyId = :companyId', { companyId })
    // A name appears only in the list of people paid; a journal line has a user and no name.
    .andWhere(`r.mapped LIKE :payslip ESCAPE '\\'`, { payslip: `%/${number}","name":%` })
    .orderBy('year')
    .getRawMany<{ year: number }>();
  return found.map(({ year }) => Number(year));
}

/** The last part of a user's address, used in the page's address. */
export const numberOf = (user: string): string => pathOf(user).split('/').at(-1) ?? '';

function sumOf(all: readonly Figures[]): Figures {
  const sum = (name: (typeof names)[number]) => Money.sum(all.map((one) => one[name]));
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as unknown as Figures;
}

export function figuresOf(person: StoredPaid): Figures {
  const money = (text: string) => Money.parse(text);
  const [gross, tax, employeeNi] = [money(person.gross), money(person.tax), money(person.employeeNi)];
  const [net, employerNi] = [money(person.net), money(person.employerNi)];
  return { gross, tax, employeeNi, other: gross.minus(tax).minus(employeeNi).minus(net), net, employerNi };
}
