import { In } from 'typeorm';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import { decide, type Verdicts } from '../facts/decide.js';
import type { Facts } from '../facts/facts.js';
import { fold } from '../facts/fold.js';
import { gather, gatherRecorded } from './gather.js';
import { keep } from '../keep/keep.js';
import { nextStep, type Step } from '../facts/next-step.js';
import { perform } from './perform.js';
import { adopt } from '../steps/adopt.js';
import { settle } from '../steps/settle.js';
import { planned, recordedCounts, type Summary } from '../keep/summary.js';

/** The story of a sync, under the lease of the company's books. */
export async function syncBooks(books: BooksAtWork): Promise<Summary> {
  const { record } = books;
  const failedLook = await settle(books);
  if (record.company.life !== 'working') {
    await showSettled(books);
    return { ...(await recordedCounts(record)), problem: failedLook };
  }
  let facts = await gather(books, await adopt(books));
  let verdicts = decide(facts);
  if (record.request.dryRun) return planned(facts, verdicts);
  facts = fold(facts, await keep(record, { is: 'gathered', facts }, { facts, verdicts }));
  for (let step = nextStep(facts, verdicts); step; step = nextStep(facts, verdicts)) {
    await mayGoOn(books, step, { facts, verdicts });
    const event = await perform(step, facts, books);
    facts = fold(facts, event);
    verdicts = decide(facts);
    facts = fold(facts, await keep(record, event, { facts, verdicts }));
  }
  if (facts.brokenOff) throw facts.brokenOff.error;
  return { ...(await recordedCounts(record)), problem: failedLook ?? facts.problems[0] };
}

/** Shows progress; ends the sync here if the process is stopping. */
async function mayGoOn(
  { record, progress }: Pick<BooksAtWork, 'record' | 'progress'>,
  step: Step,
  { facts, verdicts }: { readonly facts: Facts; readonly verdicts: Verdicts },
): Promise<void> {
  const run = 'tag' in step ? facts.runs.get(step.tag) : undefined;
  const left = [...verdicts.values()].filter((verdict) => verdict.do === 'post').length;
  const done = record.tally.posted;
  await progress({ step: 'posting', year: run?.year, period: run?.period, done, total: done + left });
}

/**
 * A company that is not being worked on (paused, left) still shows the outcome of its writes, from the payroll last
 * read.
 */
async function showSettled(books: BooksAtWork): Promise<void> {
  const { record } = books;
  const { db, company, writes, tally } = record;
  const open = await writes.open(company.id);
  const where = [{ state: 'in_doubt' as const }, { tag: In([...tally.settled]) }].map((one) => ({
    ...one,
    companyId: company.id,
  }));
  const found = await db.read((rows) => rows.select(PayRunRecord, ['tag', 'year'], { where }));
  const settled = found.filter((row) => !open.some((write) => write.runTag === row.tag));
  if (settled.length === 0) return;
  const facts = await gatherRecorded(books, [...new Set(settled.map(({ year }) => year))]);
  await keep(record, { is: 'gathered', facts }, { facts, verdicts: decide(facts) });
}
