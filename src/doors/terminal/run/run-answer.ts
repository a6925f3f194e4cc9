import { sourceIn } from '../../../journal/nouns/identity.js';
import { runId } from '../../../views/lists/run-id.js';
import { approvable, type HoldCode, isDecidedByField } from '../../../journal/nouns/holds.js';
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

type StoredHold = NonNullable<PayRunRecord['mapped']>['holds'][number];

/** What is asked, and the command that answers it: that alone names field and hold as programs do. */
export function holdInWords({ code, field, message }: StoredHold): string {
  const words = `${wordsOfHold(code)}: ${message}`;
  if (field !== undefined && isDecidedByField(code)) return `${words}\n  Answer: counterfoil decide ${field}`;
  return approvable(code as HoldCode) ? `${words}\n  Answer: counterfoil approve ${code}` : words;
}

const wordsOfHold = (code: string) => holdWords[code] ?? code.replaceAll('_', ' ');

const withoutFigures = ({ figures: _, ...hold }: StoredHold) => hold;

/** Why it waits, in words: its holds if it has any. */
export function whyOf({ holdCodes = [], reason }: { holdCodes?: readonly string[]; reason: string | null }): string {
  if (holdCodes.length === 0) return reason ?? '';
  return holdCodes.map(wordsOfHold).join(', ');
}
