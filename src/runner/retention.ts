import { IsNull, LessThan, Not } from 'typeorm';
import type { Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { taxYearOf } from '../journal/dates.js';
import type { Carried, CarriedKind } from '../record/carried.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import { Posting } from '../record/posting.entity.js';
import { PostingLog } from '../record/posting-log.js';
import { Write } from '../record/write.entity.js';
import { SyncRecord } from '../record/sync-record.entity.js';
import { giveUpSyncs } from './left-syncs.js';
import { today } from '../ground/clock.js';

/** What a sync did stands in the log; that it ran is looked at for so long. */
const syncsKeptDays = 92;
const dayMs = 86_400_000;
/** No sync lasts longer, and no queue keeps one for longer. */
const syncDaysMax = 1;

/** Names and pay are erased when the law no longer asks for them; the log, which never held any, stays whole. */
export class Retention {
  constructor(
    private readonly db: Database,
    private readonly years: number,
  ) {}

  async erase(): Promise<void> {
    const oldest = taxYearOf(today(this.db.clock)) - this.years;
    const before = `${oldest - 1}-04-06`;
    const endedBefore = new Date(this.db.clock.now().getTime() - syncsKeptDays * dayMs);
    const givenUpBefore = new Date(this.db.clock.now().getTime() - syncDaysMax * dayMs);
    await this.db.work(async (em) => {
      const erased = await toErase(em, oldest, before);
      await giveUpSyncs(this.db, em, { queuedAt: LessThan(givenUpBefore) });
      await em.delete(SyncRecord, { endedAt: LessThan(endedBefore) });
      await em.update(
        PayPeriodRecord,
        { year: LessThan(oldest), document: Not(IsNull()) },
        { document: null as never },
      );
      await em.update(
        PayRunRecord,
        { year: LessThan(oldest), mapped: Not(IsNull()) },
        { mapped: null as never, plan: null, roles: {} },
      );
      await em.update(Posting, { datedOn: LessThan(before) }, { lines: [], roles: {} });
      await em.update(Write, { datedOn: LessThan(before) }, { before: null as never, roles: {}, target: blank });
      await this.#log(em, erased, before);
    });
  }

  /** The rows as they are from now on, or each would seem to have been tampered with. */
  async #log(em: Rows, erased: ReadonlyMap<string, Set<string>>, before: string): Promise<void> {
    const log = new PostingLog(this.db);
    for (const [companyId, keys] of erased) {
      const carries = [...keys].map((key) => JSON.parse(key) as Carried);
      const entry = { companyId, trigger: 'schedule', actor: 'schedule', act: 'erase', outcome: 'done' };
      await log.append(em, { ...entry, answer: `names and pay from before ${before}`, carries });
    }
  }
}

const blank = { datedOn: '', description: '', tag: '', lines: [] };

/** What still holds names or pay and will not: by company, as the log carries it. */
async function toErase(em: Rows, oldest: number, before: string) {
  const erased = new Map<string, Set<string>>();
  const add = (companyId: string, kind: CarriedKind, key: string) =>
    erased.set(companyId, (erased.get(companyId) ?? new Set()).add(JSON.stringify([kind, key])));
  const periods = await em
    .createQueryBuilder(PayPeriodRecord, 'p')
    .select(['p.companyId', 'p.year', 'p.period'])
    .where('p.year < :oldest AND p.document IS NOT NULL', { oldest })
    .getMany();
  for (const { companyId, year, period } of periods) add(companyId, 'period', `${year}-${period}`);
  const postings = await em
    .createQueryBuilder(Posting, 'p')
    .select(['p.id', 'p.companyId', 'p.runTag'])
    .where(`p.datedOn < :before AND (p.lines <> '[]' OR p.roles <> '{}')`, { before })
    .getMany();
  for (const { companyId, runTag } of postings) add(companyId, 'postings', runTag);
  const writes = await em
    .createQueryBuilder(Write, 'w')
    .select(['w.id', 'w.companyId', 'w.runTag'])
    .where(`w.datedOn < :before AND (w.target <> :blank OR w.roles <> '{}')`, { before, blank: JSON.stringify(blank) })
    .getMany();
  for (const { companyId, runTag } of writes) add(companyId, 'writes', runTag);
  return erased;
}
