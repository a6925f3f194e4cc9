import type { AuditAnswer } from '../../src/audit/answer.js';
import { noteNames } from '../../src/audit/notes.js';
import type { Drawn, Fault } from './years.js';

const notes: ReadonlySet<string> = new Set(noteNames);
const nameOf = (fault: Fault): string =>
  fault === 'wrong_side of one' ? 'wrong_side' : fault === 'corrected' ? 'allowance_missing' : fault;

/**
 * Told as drawn: each run has the causes that were drawn of it, and no other has any. Or an explanation as small: no more
 * things said than drawn, and nothing unexplained. (That causes add up to the difference is its own test.)
 */
export function told(answer: AuditAnswer, { faults, layout }: Drawn): { readonly ok: boolean; readonly why: string } {
  const isShared = layout === 'several pay dates in one set';
  const counts = ({ cause }: { readonly cause: string }) => !notes.has(cause) && !(isShared && cause === 'wrong_date');
  const said = answer.runs.flatMap(({ datedOn, causes }) =>
    causes.filter(counts).map(({ cause }) => `${datedOn} ${cause}`),
  );
  const drawn = faults.flatMap(({ fault, paid }) => paid.map((day) => `${day} ${nameOf(fault)}`));
  const corrected = answer.runs.flatMap(({ causes }) => causes.filter(({ correctedBy }) => correctedBy !== undefined));
  const isCorrected = corrected.length >= faults.filter(({ fault }) => fault === 'corrected').length;
  if (
    said.toSorted().join() ===
    drawn
      .filter((one) => counts({ cause: one.slice(11) }))
      .toSorted()
      .join()
  )
    return { ok: answer.other.length === 0 && isCorrected, why: isCorrected ? 'other sets' : 'not corrected' };
  // A cause over several runs of one set is one thing.
  const things = new Set(
    answer.runs.flatMap(({ sets, causes, datedOn }) =>
      causes.filter(counts).map(({ cause }) => `${isShared && sets.length > 0 ? sets.join() : datedOn} ${cause}`),
    ),
  );
  const unexplained = answer.runs.some(({ causes }) => causes.some(({ cause }) => cause === 'other'));
  const isSmall = things.size <= drawn.length && !unexplained && answer.other.length === 0;
  return { ok: isSmall, why: `said ${said.toSorted().join()}` };
}
