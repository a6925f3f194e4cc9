import { everything } from '../access/viewer.js';
import { type Clock, today } from '../ground/clock.js';
import type { Database } from '../ground/database.js';
import { addDays } from '../journal/nouns/dates.js';
import type { Outbox } from '../record/messages/outbox.js';
import { hmrcDue } from '../views/month/hmrc-due.js';

const daysAhead = 7;

/** Announces what is due to HMRC within a week, once for each payment; from our records alone. */
export async function remindOfDue(db: Database, clock: Clock, outbox: Pick<Outbox, 'put'>): Promise<void> {
  const from = today(clock);
  await db.work(async (rows) => {
    for (const due of await hmrcDue(rows, everything, from, addDays(from, daysAhead))) {
      const { companyId, company, dueOn, payBy } = due;
      if (due.amount === undefined || !due.amount.isPositive()) continue;
      const payload = { company, to: 'HMRC', dueOn, payBy };
      await outbox.put(rows, {
        kind: 'due_this_week',
        companyId,
        once: `due_this_week:${companyId}:${dueOn}`,
        path: '/hmrc-due',
        payload,
      });
    }
  });
}
