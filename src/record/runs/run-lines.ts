import { In } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import type { PayRunRecord, StoredMapping } from './pay-run.entity.js';
import { Posting, type StoredLine } from './posting.entity.js';

type OfRun = Pick<PayRunRecord, 'companyId' | 'journalSet' | 'mapped'>;

/** A journal is stored once: the lines of a run that is posted as mapped are in its posting only. */
export function runLines({ mapped, journalSet }: OfRun, postings: readonly Readonly<Posting>[]): readonly StoredLine[] {
  if (!mapped?.inPosting) return mapped?.lines ?? [];
  return postings.find((one) => one.journalSet === journalSet)?.lines ?? [];
}

/** Adds its lines to each run. */
export async function withLines<Run extends OfRun>(rows: ReadRows, runs: readonly Run[]): Promise<readonly Run[]> {
  const sets = runs.flatMap(({ mapped, journalSet }) => (mapped?.inPosting && journalSet ? [journalSet] : []));
  if (sets.length === 0) return runs;
  const companyIds = [...new Set(runs.map(({ companyId }) => companyId))];
  const postings = await rows.findBy(Posting, { companyId: In(companyIds), journalSet: In(sets) });
  const byCompany = new Map<string, Posting[]>();
  for (const one of postings) {
    const own = byCompany.get(one.companyId);
    if (own) own.push(one);
    else byCompany.set(one.companyId, [one]);
  }
  return runs.map((run) => {
    const own = byCompany.get(run.companyId) ?? [];
    const mapped: StoredMapping | null = run.mapped && { ...run.mapped, lines: runLines(run, own) };
    return { ...run, mapped };
  });
}
