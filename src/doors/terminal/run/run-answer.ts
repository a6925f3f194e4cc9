import { sourceIn } from '../../../journal/nouns/identity.js';
import { runId } from '../../../views/lists/run-id.js';
import { holdWords } from '../../../views/words/words.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';

/** One run of any kind, as `runs --json` answers it. */
export function runAnswer(row: PayRunRecord, company: string) {
  const fromSource = sourceIn(row.tag);
  return {
    id: runId(row),
    company,
    // To a program that reads kinds, an allowance from a return is one of the others.
    kind: row.kind === 'allowance' ? 'other' : row.kind,
    ...(fromSource !== undefined && { source: fromSource }),
    year: row.year,
    period: row.period,
    datedOn: row.datedOn,
    state: row.state,
    tag: row.tag,
    ...(row.journalSet ? { journalSet: row.journalSet } : {}),
    holds: (row.mapped?.holds ?? []).map(withoutFigures),
    warnings: row.mapped?.warnings ?? [],
  };
}

const withoutFigures = ({ figures: _, ...hold }: NonNullable<PayRunRecord['mapped']>['holds'][number]) => hold;

/** Why it waits, in words: its holds if it has any. */
export function whyOf({ holdCodes = [], reason }: { holdCodes?: readonly string[]; reason: string | null }): string {
  if (holdCodes.length === 0) return reason ?? '';
  return holdCodes.map((code) => holdWords[code] ?? code.replaceAll('_', ' ')).join(', ');
}
