import { dayInWords } from '../journal/dates.js';
import { placeInTag } from '../journal/identity.js';
import { BooksRead } from '../record/books-read.entity.js';
import type { PayRunRecord } from '../record/pay-run.entity.js';
import type { Act, Acted, RunRef } from './act.js';
import type { RunTools } from './act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { figuresDecidedOn } from './figures-decided-on.js';
import { notNow } from './not-now.js';

/** Changes the set in the books to what payroll has now. */
export async function amend(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  const acted = await decided(tools, { ref, act, name: 'amend' }, (run) => toAmend(ref.company.name, run));
  if (acted.run.state === 'posted') await booksSeenAmended(tools, acted.run);
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
  const against = whyNot(run);
  if (against !== undefined) throw notNow(company, run, 'amend', against);
  return [{ kind: 'amend', fingerprint: figuresDecidedOn(run) }];
}

function whyNot({ plan }: PayRunRecord): string | undefined {
  if (plan?.kind === 'drift') return undefined;
  if (plan?.kind !== 'changed') return 'neither payroll nor the books have changed since it was posted';
  if (plan.why === 'neighbour') {
    const instead = plan.mayCome ? 'its journal may still reach the books, and is looked for' : 'deal with that first';
    return `it only waits for ${runsInWords(plan.waitsFor)}: ${instead}`;
  }
  const nothingToAmendTo = plan.redateTo === undefined && plan.why !== 'amount';
  return nothingToAmendTo ? 'payroll has nothing to amend it to; reverse it' : undefined;
}

/** "the pay run paid 30 Sep 2025 and that paid 31 Oct 2025" */
function runsInWords(tags: readonly string[] = []): string {
  const days = new Set(tags.flatMap((tag) => placeInTag(tag)?.datedOn ?? []));
  const paid = [...days].map((day) => `paid ${dayInWords(day)}`);
  return paid.length === 0 ? 'the pay run beside it' : `the pay run ${paid.join(' and that ')}`;
}
