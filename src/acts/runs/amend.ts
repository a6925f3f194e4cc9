import { BooksRead } from '../../record/books-read.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { figuresDecidedOn } from './figures-decided-on.js';
import { notNow } from '../not-now.js';
import { runNow, whyNot } from './why-not.js';

/** Changes the set in the books to what payroll has now. */
export async function amend(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  let before: PayRunRecord | undefined;
  const acted = await decided(tools, { ref, act, name: 'amend' }, (run) => {
    before = run;
    return toAmend(ref.company.name, run);
  });
  // Payroll may have gone back to what is posted: then nothing was amended, and nobody looked.
  const isLookedAt = before?.state === 'drift' || (acted.sync?.amended ?? 0) > 0;
  if (acted.run.state === 'posted' && isLookedAt) await booksSeenAmended(tools, acted.run);
  return acted;
}

/** The books were looked at and answered the amendment: what an earlier recheck found is put right. */
async function booksSeenAmended({ database }: RunTools, { companyId, tag: runTag }: PayRunRecord): Promise<void> {
  await database.work(async (rows) => {
    const read = { companyId, runTag, readAt: await database.now(rows), finding: null };
    await rows.upsert(BooksRead, read, ['companyId', 'runTag']);
  });
}

export function toAmend(company: string, run: PayRunRecord): readonly ToDecide[] {
  const against = whyNot.amend(runNow(run));
  if (against !== undefined) throw notNow(company, run, 'amend', against);
  return [{ kind: 'amend', fingerprint: figuresDecidedOn(run) }];
}
