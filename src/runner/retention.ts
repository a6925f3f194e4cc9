import { IsNull, LessThan, Not } from 'typeorm';
import type { Database } from '../ground/database.js';
import { taxYearOf } from '../journal/dates.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import { Posting } from '../record/posting.entity.js';
import { Write } from '../record/write.entity.js';
import { SyncRecord } from '../record/sync-record.entity.js';
import { giveUpSyncs } from './left-syncs.js';
import { today } from '../sync/session.js';

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
      await em.update(
        Write,
        { datedOn: LessThan(before) },
        { before: null as never, roles: {}, target: { datedOn: '', description: '', tag: '', lines: [] } },
      );
    });
  }
}
