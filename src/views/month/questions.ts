import { sourceIn } from '../../journal/nouns/identity.js';
import { isDecidedByField } from '../../journal/nouns/holds.js';
import type { StoredRemark } from '../../record/runs/pay-run.entity.js';
import type { HeldRun } from './board-lists.js';

type Run = Pick<HeldRun['row'], 'companyId' | 'tag'>;

/** A question of another client that one answer may settle too. */
export interface SameQuestion {
  readonly row: HeldRun['row'];
  readonly question: StoredRemark;
}

export const isSameRun = (a: Run, b: Run): boolean => a.companyId === b.companyId && a.tag === b.tag;

/** The held run that is asked about after this one: the next of the list, or its first again. */
export function nextHeld(held: readonly HeldRun[], run: Run): HeldRun | undefined {
  const at = held.findIndex(({ row }) => isSameRun(row, run));
  const after = [...held.slice(at + 1), ...held.slice(0, Math.max(0, at))];
  return after.find(({ row }) => !isSameRun(row, run));
}

/** How many questions the held runs come to. */
export const questionsIn = (held: readonly HeldRun[]): number =>
  held.reduce((sum, { questions }) => sum + questions.length, 0);

/**
 * The same question of other clients: about the same pay item, asked for the same reason, of payroll of the same
 * program. Payroll that comes as files is asked about client by client. Neither a return nor a report says which
 * program counted what into it: “deductions from net pay” of a return is one figure for a union here, a loan there and
 * a pension with the next. That is why it is asked for each person (payroll-in.md), and no tick may answer it for others.
 */
export function sameQuestions(
  held: readonly HeldRun[],
  run: Run,
  { code, field }: Pick<StoredRemark, 'code' | 'field'>,
): readonly SameQuestion[] {
  if (field === undefined || !isDecidedByField(code) || sourceIn(run.tag) !== undefined) return [];
  return held
    .filter(({ row }) => row.companyId !== run.companyId && sourceIn(row.tag) === undefined)
    .flatMap(({ row, questions }) =>
      questions.flatMap((question) =>
        question.code === code && question.field === field && question.payslip !== undefined ? [{ row, question }] : [],
      ),
    );
}
