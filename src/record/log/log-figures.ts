import type { ReadRows } from '../../ground/rows.js';
import { adjustmentIn } from '../../journal/nouns/adjustment.js';
import { generationOf, generationTag, runTagOf } from '../../journal/nouns/identity.js';
import { type Figures, figuresOfRun, type FoundRow } from './carried.js';
import { LogEntry } from './log-entry.entity.js';
import { LogFigures } from './log-figures.entity.js';
import { PayRunRecord } from '../runs/pay-run.entity.js';

/**
 * The amounts of the pay run now, or for a reversal those that it takes back. Undefined if nothing is known of it.
 * `runs`: what was just read anyway.
 */
export async function figuresNow(
  rows: ReadRows,
  companyId: string,
  tag: string,
  runs: readonly FoundRow[],
): Promise<Figures | undefined> {
  // An adjustment pays no one.
  if (adjustmentIn(tag).adjustment !== undefined) return undefined;
  const { base, kind, generation } = generationOf(tag) ?? { base: tag, kind: 'post', generation: 1 };
  if (kind === 'reversal') {
    const posted = await lastOf(rows, companyId, generationTag(base, 'post', generation));
    if (posted !== undefined) return takenBack(posted);
  }
  const runTag = runTagOf(tag);
  const read = runs.find(({ key }) => key === runTag);
  const run = read ? figuresOfRun(read) : await runNow(rows, companyId, runTag);
  if (!run) return undefined;
  return kind === 'reversal' ? takenBack(run) : run;
}

async function runNow(rows: ReadRows, companyId: string, tag: string): Promise<Figures | undefined> {
  const [run] = await rows.select(PayRunRecord, ['payslips', 'gross', 'net', 'taxAuthority'], {
    where: { companyId, tag },
  });
  return run;
}

/** The amounts of the set as it was last written to the books, whatever payroll has had since. */
async function lastOf(rows: ReadRows, companyId: string, tag: string): Promise<LogFigures | undefined> {
  const last = await rows
    .createQueryBuilder(LogFigures, 'f')
    .innerJoin(LogEntry, 'e', 'e.companyId = f.companyId AND e.seq = f.seq')
    .where('f.companyId = :companyId AND f.tag = :tag', { companyId, tag })
    .andWhere(`e.act IN ('post', 'amend', 'adopt', 'settle') AND e.outcome IN ('done', 'recorded')`)
    .orderBy('f.seq', 'DESC')
    .limit(1)
    .getOne();
  return last ?? undefined;
}

const takenBack = ({ payslips, gross, net, taxAuthority }: Figures): Figures => ({
  payslips,
  gross: gross.negated(),
  net: net.negated(),
  taxAuthority: taxAuthority.negated(),
});
