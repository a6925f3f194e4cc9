import { IsNull, LessThan, Not } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { eraseOldNextToPayroll } from '../acts/erasing/erase-old.js';
import { addDays } from '../journal/dates.js';
import { keptFrom } from '../journal/kept-from.js';
import type { Carried } from '../record/log/carried.js';
import { PayPeriodRecord } from '../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { Posting } from '../record/runs/posting.entity.js';
import { PostingLog } from '../record/log/posting-log.js';
import { noSet, Write } from '../record/runs/write.entity.js';
import { SyncRecord } from '../record/runs/sync-record.entity.js';
import { giveUpSyncs } from './left-syncs.js';
import { eraseRetiredNames } from './retired-names.js';
import { today } from '../ground/clock.js';

/** Rows of past syncs are kept this long; the log keeps what they did. */
const syncsKeptDays = 92;
const dayMs = 86_400_000;
/** No sync takes longer, and no queue keeps one longer. */
const syncDaysMax = 1;

/** Erases names and pay when the law no longer requires them; the log, which never held any, stays whole. */
export class Retention {
  constructor(
    private readonly db: Database,
    /** Counted from the end of the company's accounting period. */
    private readonly years: number,
  ) {}

  async erase(): Promise<void> {
    const endedBefore = new Date(this.db.clock.now().getTime() - syncsKeptDays * dayMs);
    const givenUpBefore = new Date(this.db.clock.now().getTime() - syncDaysMax * dayMs);
    await this.db.work(async (rows) => {
      await giveUpSyncs(this.db, rows, { queuedAt: LessThan(givenUpBefore) });
      await rows.delete(SyncRecord, { endedAt: LessThan(endedBefore) });
    });
    const day = today(this.db.clock);
    // The latest cut-off that any company can have: the one whose accounting year ended yesterday.
    const latest = keptFrom(day, this.years, addDays(day, -1).slice(5));
    for (const { id, yearEnd } of await this.db.read((rows) => companiesWithPayBefore(rows, latest)))
      await this.db.work((rows) => this.#eraseBefore(rows, id, keptFrom(day, this.years, yearEnd)));
    await eraseRetiredNames(this.db, new Date(keptFrom(day, this.years, null)));
  }

  async #eraseBefore(rows: Rows, companyId: string, before: string): Promise<void> {
    const ofPayroll = await toErase(rows, companyId, before);
    if (ofPayroll.length === 0) return;
    const carries = [...ofPayroll, ...(await eraseOldNextToPayroll(rows, companyId, before))];
    const old = { companyId, datedOn: LessThan(before) };
    await rows.update(PayPeriodRecord, { ...old, document: Not(IsNull()) }, { document: null as never });
    await rows.update(
      PayRunRecord,
      { ...old, mapped: Not(IsNull()) },
      { mapped: null as never, plan: null, roles: {} },
    );
    await rows.update(Posting, old, { lines: [], roles: {} });
    await rows.update(Write, old, { before: null as never, roles: {}, target: noSet });
    // The log carries the erased rows' new hashes; without them each row would look tampered with.
    await new PostingLog(this.db).append(rows, {
      ...{ companyId, trigger: 'schedule', actor: 'schedule', act: 'erase', outcome: 'done' },
      answer: `names and pay from before ${before}`,
      carries,
    });
  }
}

const noSetText = JSON.stringify(noSet);

async function companiesWithPayBefore(
  rows: ReadRows,
  before: string,
): Promise<readonly { readonly id: string; readonly yearEnd: string | null }[]> {
  const place = rows.kind === 'postgres' ? (at: number) => `$${at}` : () => '?';
  return rows.query(
    `SELECT c.id, c.accounting_year_end AS "yearEnd" FROM companies c WHERE
      EXISTS (SELECT 1 FROM pay_periods p WHERE p.company_id = c.id AND p.dated_on < ${place(1)} AND p.document IS NOT NULL)
      OR EXISTS (SELECT 1 FROM postings p WHERE p.company_id = c.id AND p.dated_on < ${place(2)} AND (p.lines <> '[]' OR p.roles <> '{}'))
      OR EXISTS (SELECT 1 FROM writes w WHERE w.company_id = c.id AND w.dated_on < ${place(3)} AND (w.target <> ${place(4)} OR w.roles <> '{}'))
      ORDER BY c.id`,
    [before, before, before, noSetText],
  );
}

/** Rows that still hold names or pay and are to lose them, as the log refers to them. */
async function toErase(rows: ReadRows, companyId: string, before: string): Promise<readonly Carried[]> {
  const given = { companyId, before, noSet: noSetText };
  const periods = await rows
    .createQueryBuilder(PayPeriodRecord, 'p')
    .select(['p.companyId', 'p.year', 'p.period'])
    .where('p.companyId = :companyId AND p.datedOn < :before AND p.document IS NOT NULL', given)
    .getMany();
  const postings = await rows
    .createQueryBuilder(Posting, 'p')
    .select(['p.id', 'p.runTag'])
    .where(`p.companyId = :companyId AND p.datedOn < :before AND (p.lines <> '[]' OR p.roles <> '{}')`, given)
    .getMany();
  const writes = await rows
    .createQueryBuilder(Write, 'w')
    .select(['w.id', 'w.runTag'])
    .where(`w.companyId = :companyId AND w.datedOn < :before AND (w.target <> :noSet OR w.roles <> '{}')`, given)
    .getMany();
  const tagsOf = (rows: readonly { readonly runTag: string }[]) => [...new Set(rows.map(({ runTag }) => runTag))];
  return [
    ...periods.map(({ year, period }) => ['period', `${year}-${period}`] as const),
    ...tagsOf(postings).map((tag) => ['postings', tag] as const),
    ...tagsOf(writes).map((tag) => ['writes', tag] as const),
  ];
}
