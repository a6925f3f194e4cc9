import type { ListedYear } from '../../payrolls/source.js';
import type { Rows } from '../../ground/rows.js';
import { filesStanding } from '../../record/runs/files-of-year.js';
import { PayPeriodRecord, type StoredPayment, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { type RecordAtWork, logLine } from '../at-work/record-at-work.js';
import { periodIndex } from '../facts/run-facts.js';
import type { FetchedYear, PayPeriodRow } from '../facts/fetched.js';

/**
 * Stored only together with what was decided from it: if a process ended in between, no later sync would notice the
 * change. `figured`: the same periods with the figures worked out from them.
 */
export async function keepYear(
  rows: Rows,
  record: RecordAtWork,
  { year, listed, files, periods, known, readAll, whole }: FetchedYear,
  figured: ReadonlyMap<number, PayPeriodRow>,
): Promise<void> {
  const { db, company, log } = record;
  const now = await db.now(rows);
  const payments = listed.payments.map(storedPayment);
  // A changed payment marks periods to read again: it is stored only once all of them have been read.
  const used = whole ? { payments } : {};
  const fullReadAt = readAll && whole ? { fullReadAt: now } : {};
  const companyId = company.id;
  // A file that came meanwhile is in no list yet: of a year that is over, no one else would look.
  const isListed = files === undefined || files === (await filesStanding(rows, { companyId, year }));
  const listedAt = isListed ? now : null;
  await rows.upsert(TaxYearRecord, { companyId, year, listedAt, ...used, ...fullReadAt }, ['companyId', 'year']);
  const changed = changedPeriods({ periods, known });
  const figuredToo = changed.map((row) => figured.get(periodIndex(row)) ?? row);
  await rows.upsertAll(PayPeriodRecord, figuredToo, ['companyId', 'year', 'period']);
  const carries = changed
    .filter((row) =>
      isOther(
        known.find(({ period }) => period === row.period),
        row,
      ),
    )
    .map(({ period }) => ['period', `${year}-${period}`] as const);
  if (carries.length > 0) await log.append(rows, { ...logLine(record), act: 'fetch', outcome: 'done', carries });
}

export const changedPeriods = ({ periods, known }: Pick<FetchedYear, 'periods' | 'known'>): readonly PayPeriodRow[] =>
  periods.filter((row) => !known.includes(row));

/** Whether anything that the log vouches for in a period has changed. */
function isOther(before: PayPeriodRow | undefined, now: PayPeriodRow): boolean {
  const vouched = ({ datedOn, status, allowance, cis, contentHash, goneAt }: PayPeriodRow) =>
    [datedOn, status, allowance.toString(), cis.toString(), contentHash, goneAt === null].join();
  return before === undefined || vouched(before) !== vouched(now);
}

export const storedPayment = ({ dueOn, amountDue, status }: ListedYear['payments'][number]): StoredPayment => ({
  dueOn,
  amountDue: amountDue?.toString(),
  status,
});
