import { type Amounts, halfOf, together } from './amounts.js';
import type { CauseName } from './causes.js';
import type { Fit } from './fit.js';
import type { Sides } from './layout.js';
import { type NoteName, notesOf } from './notes.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

export const verdicts = ['right', 'wrong', 'corrected', 'doubled', 'missing', 'elsewhere', 'not_judged'] as const;
export type Verdict = (typeof verdicts)[number];

const wrong: Readonly<Record<Verdict, boolean>> = {
  right: false,
  wrong: true,
  corrected: false,
  doubled: true,
  missing: true,
  elsewhere: true,
  not_judged: false,
};
/** The books differ from payroll, and no later set has put it right. */
export const isWrong = ({ verdict }: { readonly verdict: Verdict }): boolean => wrong[verdict];

export type JudgedName = NoteName | CauseName | 'doubled' | 'missing' | 'elsewhere';

/** What a run's books say otherwise, found less should. */
export interface JudgedCause {
  readonly cause: JudgedName;
  readonly amounts: Amounts;
  readonly correctedBy?: string;
  readonly figures?: readonly [bigint, bigint];
}

export interface JudgedRun {
  readonly run: AuditRun;
  readonly verdict: Verdict;
  readonly sets: readonly BookedSet[];
  readonly causes: readonly JudgedCause[];
  readonly hints: readonly (readonly CauseName[])[];
}

const notes: ReadonlySet<JudgedName> = new Set<NoteName>([
  'other_accounts',
  'allowance_split',
  'costs_in_one_account',
  'sacrifice_placed',
  'net_pay_to_own_account',
  'rounding',
]);
export const isNote = ({ cause }: JudgedCause): boolean => notes.has(cause);

/** What is wrong, in pounds: notes cost nothing. */
export const amountOf = (causes: readonly JudgedCause[]): bigint =>
  halfOf(together(...causes.filter((one) => !isNote(one)).map(({ amounts }) => amounts)));

/** Each run of a fit: its notes and its share of the causes; what belongs to none of them is the latest's. */
export function judgedRuns(fit: Fit, sides: Sides): readonly JudgedRun[] {
  const { runs, sets, layout, explanation, misdated } = fit;
  const latest = runs.length - 1;
  return runs.map((run, index): JudgedRun => {
    const causes: JudgedCause[] = [...notesOf(run.parts, layout, sides)];
    if (index === latest && explanation.rounding) causes.push({ cause: 'rounding', amounts: explanation.rounding });
    for (const { cause, byRun, figures } of explanation.told) {
      const amounts = byRun.get(index);
      if (amounts !== undefined) causes.push({ cause, amounts, ...(figures && { figures }) });
    }
    if (misdated.has(index)) causes.push({ cause: 'wrong_date', amounts: new Map() });
    if (index === latest && explanation.other) causes.push({ cause: 'other', amounts: explanation.other });
    const verdict = causes.every(isNote) ? 'right' : 'wrong';
    return { run, verdict, sets, causes, hints: verdict === 'wrong' ? explanation.hints : [] };
  });
}
