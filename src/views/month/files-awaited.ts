import { In, IsNull } from 'typeorm';
import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { payDateIn, sourceIn } from '../../journal/nouns/identity.js';
import { paidInMonth, pays } from '../../journal/policy/moves.js';
import { paysEveryMonth, sourceOf, sourceInWords } from '../../payrolls/files/file-source.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { returnedIn, returnsKept } from '../../payrolls/files/returned.js';
import { TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';

import { policiesOfFiles } from '../checks/scheme-years.js';
import { runsSeen } from '../lists/run-row.js';
import type { TaxMonth } from './board-lists.js';

/** A client who sends payroll files, and has not sent this month's. */
export interface FileAwaited {
  readonly companyId: string;
  readonly company: string;
  /** "weekly", "monthly": those that paid lately, and not in this month. None is known of a client whose first file is awaited. */
  readonly sources: readonly string[];
}

interface FilesOfMonth {
  readonly awaited: readonly FileAwaited[];
  /** Clients whose return says that no one is paid in the month: no file will come. */
  readonly noPayment: ReadonlySet<string>;
}

/** A source that paid in one of the months before is expected in this one; one that paid longer ago has ended. */
const monthsBefore = 3;

/** In which month a source paid: `of` is undefined for the company's first. */
interface Paid {
  readonly companyId: string;
  readonly month: number;
  readonly of: string | undefined;
  readonly paidOn: string;
}

/**
 * Whose file of a month has not come. Ash pays weekly and monthly: its weekly file of October came and its monthly one
 * did not, so Ash is named, with "monthly". A month that has not begun awaits nothing.
 */
export async function filesAwaited(
  rows: ReadRows,
  viewer: Viewer,
  month: TaxMonth,
  today: string,
): Promise<FilesOfMonth> {
  const { from, to } = taxMonthRange(month.year, month.period + 1);
  const ofFiles = from > today ? [] : [...(await policiesOfFiles(rows, viewer.companies, `c.life = 'working'`))];
  const clients = ofFiles.filter(
    ([, { policy }]) => (policy.postFrom === null || policy.postFrom <= to) && paidInMonth(policy, month).files,
  );
  if (clients.length === 0) return { awaited: [], noPayment: new Set() };
  const companyIds = clients.map(([id]) => id);
  const noPayment = await noPaymentIn(rows, companyIds, month);
  const paid = [...(await paidInRuns(rows, viewer, companyIds, month)), ...(await paidSinceSync(rows, companyIds))];
  const first = await firstMonths(rows, companyIds);
  const awaited = clients.flatMap(([companyId, { company, policy }]): FileAwaited[] => {
    if (noPayment.has(companyId) || monthNumber(month) < (first.get(companyId) ?? 0)) return [];
    // Not what the accounting service paid before payroll moved, nor a source that ended.
    const isOfFiles = ({ of, paidOn }: Paid) => pays(policy, sourceInWords(of), paidOn);
    const goesOn = ({ of }: Paid) => pays(policy, sourceInWords(of), to);
    const sources = sourcesAwaited(
      paid.filter(
        (one) => one.companyId === companyId && isOfFiles(one) && (one.month === monthNumber(month) || goesOn(one)),
      ),
      monthNumber(month),
    );
    return sources === undefined ? [] : [{ companyId, company, sources }];
  });
  return { awaited, noPayment };
}

/** The month of each client's first file: of the months before it none is missing, whatever the cut-over. */
async function firstMonths(rows: ReadRows, companyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const months = new Map<string, number>();
  const add = (companyId: string, month: number) =>
    months.set(companyId, Math.min(month, months.get(companyId) ?? month));
  const years = await rows
    .createQueryBuilder(PayrollFile, 'f')
    .select('f.companyId', 'companyId')
    .addSelect('MIN(f.year)', 'year')
    .where(`f.companyId IN (:...companyIds) AND f.withdrawnAt IS NULL AND f.kind <> 'eps'`, { companyIds })
    .groupBy('f.companyId')
    .getRawMany<{ companyId: string; year: number }>();
  for (const { companyId, year } of years) {
    const where = { companyId, year, withdrawnAt: IsNull(), kind: In(['fps', 'report'] as const) };
    for (const file of await rows.find(PayrollFile, { where }))
      for (const { paidOn } of paidKept(file)) add(companyId, monthOfDay(paidOn));
  }
  return months;
}

/** Undefined: nothing is awaited. */
export function sourcesAwaited(
  paid: readonly Pick<Paid, 'month' | 'of'>[],
  month: number,
): readonly string[] | undefined {
  const now = new Set(paid.filter((one) => one.month === month).map(({ of }) => of));
  const lately = paid.filter((one) => one.month < month && one.month >= month - monthsBefore);
  const expected = [...new Set(lately.map(({ of }) => of).filter(paysEveryMonth))];
  const missing = expected.filter((source) => !now.has(source));
  if (missing.length > 0) return missing.map(sourceInWords).sort();
  // Who is paid once a quarter or a year has months without a file.
  const isSeldom = lately.length > 0 && expected.length === 0;
  return now.size > 0 || expected.length > 0 || isSeldom ? undefined : [];
}

const monthNumber = ({ year, period }: TaxMonth): number => year * 12 + period;
const monthOfDay = (day: string): number => monthNumber({ year: taxYearOf(day), period: taxMonthOf(day) - 1 });

async function paidInRuns(
  rows: ReadRows,
  viewer: Viewer,
  companyIds: readonly string[],
  month: TaxMonth,
): Promise<readonly Paid[]> {
  const first = monthNumber(month) - monthsBefore;
  const found = await runsSeen(rows, viewer)
    .select('r.companyId', 'companyId')
    .addSelect('r.tag', 'tag')
    .addSelect('r.year', 'year')
    .addSelect('r.period', 'period')
    .andWhere('r.companyId IN (:...companyIds) AND NOT r.gone', { companyIds })
    .andWhere('(r.year, r.period) >= (:firstYear, :firstPeriod) AND (r.year, r.period) <= (:year, :period)', {
      firstYear: Math.floor(first / 12),
      firstPeriod: first % 12,
      year: month.year,
      period: month.period,
    })
    .getRawMany<{ companyId: string; tag: string; year: number; period: number }>();
  return found.map(({ companyId, tag, ...at }) => ({
    companyId,
    month: monthNumber(at),
    of: sourceIn(tag),
    paidOn: payDateIn(tag),
  }));
}

/** Of files of a year in which one came since it was last listed: no run shows that one yet. */
async function paidSinceSync(rows: ReadRows, companyIds: readonly string[]): Promise<readonly Paid[]> {
  const files = await rows
    .createQueryBuilder(PayrollFile, 'f')
    .leftJoin(TaxYearRecord, 't', 't.companyId = f.companyId AND t.year = f.year')
    .where('f.companyId IN (:...companyIds) AND f.withdrawnAt IS NULL', { companyIds })
    .andWhere(`f.kind <> 'eps' AND t.listedAt IS NULL`)
    .getMany();
  return files.flatMap((file) =>
    paidKept(file).map(({ frequency, paidOn }) => ({
      companyId: file.companyId,
      of: frequency && sourceOf(frequency),
      month: monthOfDay(paidOn),
      paidOn,
    })),
  );
}

async function noPaymentIn(
  rows: ReadRows,
  companyIds: readonly string[],
  { year, period }: TaxMonth,
): Promise<ReadonlySet<string>> {
  const files = await rows.find(PayrollFile, {
    where: { companyId: In([...companyIds]), kind: 'eps', year, withdrawnAt: IsNull() },
    order: { receivedAt: 'ASC', id: 'ASC' },
  });
  const saysSo = (companyId: string) => {
    const said = files.filter((file) => file.companyId === companyId).flatMap(({ taken }) => returnsKept(taken));
    return returnedIn(year, said).noPayment.has(period + 1);
  };
  return new Set([...new Set(files.map(({ companyId }) => companyId))].filter(saysSo));
}
