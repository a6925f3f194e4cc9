import type { Company } from '../../companies/company.js';
import { type AdjustmentKind, parseAdjustmentTag, returnedKinds } from '../../journal/nouns/adjustment.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { taxMonthRange } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { adjustmentDueOn } from '../../journal/paye/bills.js';
import type { SchemeMonth, SchemeYear } from '../../journal/paye/scheme-year.js';
import { type Adjustment, isTakenBack } from '../../record/runs/adjustment.js';
import type { RunState } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { runLines } from '../../record/runs/run-lines.js';
import type { TaxMonth, WaitingAdjustment } from '../judge/facts.js';
import { lineOf } from './lines.js';

interface Around {
  readonly company: Company;
  readonly start: string;
  readonly on: string;
  /** Where payroll gives no figure. */
  readonly years?: readonly SchemeYear[] | undefined;
}

/** Adjustments that are not in the books, or not as they are now: each is a cause, and no payment that is short. */
export function waitingOf(
  rows: readonly Adjustment[],
  postings: readonly Posting[],
  around: Around,
): readonly WaitingAdjustment[] {
  const { years, start, on } = around;
  const isThere = ({ tag }: Adjustment) => postings.some(({ runTag }) => runTag === tag);
  const pending = rows.filter(
    (row) => isPending(row.state) && !isThere(row) && !isTakenBack(row) && start <= row.datedOn && row.datedOn <= on,
  );
  if (years === undefined) return pending.map((row) => pendingOf(row, around.company));
  return [
    ...pending.filter((row) => row.entered !== null).map((row) => pendingOf(row, around.company)),
    ...years.flatMap((year) =>
      year.months.flatMap((month) => ofReturns({ year: year.year, month }, { rows, postings }, around)),
    ),
  ];
}

/** Why it is not in the books, and what to do. */
const waits: Partial<Record<RunState, readonly [string, string]>> = {
  held: ['it is held', 'Decide on it what is held.'],
  ready: ['it waits for a person to post it', 'Post it.'],
  refused: ['the books refused it', 'Its page says why, and what to do.'],
  drift: ['its journal is missing', 'Put it back.'],
  changed: ['payroll or a return has changed since it was posted', 'Amend or reverse it.'],
  in_doubt: ['the service did not answer', 'Nothing to do: we are looking for it.'],
  ignored: ['it was ignored', 'Post it in the books by hand, or post it anyway.'],
};
/** One that was ignored, or that may be there, is not counted. */
const isPending = (state: RunState): boolean => state in waits && state !== 'ignored' && state !== 'in_doubt';
const asked = ['someone has to say how much', 'Answer what its pay run asks.'] as const;
const notYet = ['it is not posted yet', 'Post the pay runs of its month; the next sync posts it.'] as const;

function pendingOf(row: Adjustment, { policy }: Company): WaitingAdjustment {
  const { year, period, kind, tag, entered, inPayment, dueOn, state } = row;
  const [why, todo] = waits[state] ?? notYet;
  const lines = (entered ?? runLines(row, [])).map(lineOf);
  const due = adjustmentDueOn({ year, period, kind, ...(dueOn !== null && { dueOn }) }, policy.controls);
  return {
    year,
    period,
    kind,
    lines,
    waits: why,
    todo,
    ...(kind !== 'recovery' && !inPayment && { apart: { tag, dueOn: due } }),
    isIgnored: false,
  };
}

interface Recorded {
  readonly rows: readonly Adjustment[];
  readonly postings: readonly Posting[];
}

/** What returns come to for a month, less what our sets of it put on PAYE and NI. */
function ofReturns(
  { year, month }: { readonly year: number; readonly month: SchemeMonth },
  { rows, postings }: Recorded,
  { company, start, on }: Around,
): readonly WaitingAdjustment[] {
  const of: TaxMonth = { year, period: month.period };
  const { accounts } = company.policy;
  const { to } = taxMonthRange(year, month.period + 1);
  if (to < start) return [];
  return (['recovery', ...returnedKinds] as const).flatMap((kind): WaitingAdjustment[] => {
    const ofKind = rows.filter((row) => row.kind === kind && row.year === year && row.period === month.period);
    const worked = ofKind.filter(({ entered }) => entered === null);
    const row = worked.find((one) => !isTakenBack(one)) ?? worked[0];
    // The month of a claim may still grow, and its journal is made when it is over.
    if (to >= on && row === undefined) return [];
    const byPerson = new Set(ofKind.flatMap(({ entered, tag }) => (entered === null ? [] : [tag])));
    const own = postings.filter(({ tag, runTag }) => {
      const parsed = parseAdjustmentTag(company.prefix, tag);
      return parsed?.kind === kind && parsed.year === year && parsed.period === month.period && !byPerson.has(runTag);
    });
    const lines = own.flatMap((one) => one.lines).filter(({ category }) => withoutSuffix(category) === accounts.payeNi);
    const posted = Money.sum(lines.map(({ debit }) => Money.parse(debit))).negated();
    const amount = expected(kind, month, company).minus(posted);
    if (amount.isZero()) return [];
    const [why, todo] = (row && waits[row.state]) ?? (kind === 'recovery' ? asked : notYet);
    const isIgnored = row?.state === 'ignored';
    return [
      { ...of, kind, lines: [{ account: accounts.payeNi, amount }], isIgnored, waits: why, todo, ...isInDoubt(row) },
    ];
  });
}

const isInDoubt = (row: Adjustment | undefined): Pick<WaitingAdjustment, 'isInDoubt'> =>
  row?.state === 'in_doubt' ? { isInDoubt: true } : {};

function expected(kind: AdjustmentKind, month: SchemeMonth, { policy }: Company): Money {
  const { accounts, controls } = policy;
  switch (kind) {
    case 'recovery':
      return month.recovered.negated();
    case 'levy':
      return month.levy;
    case 'allowance':
      return month.allowance.negated();
    case 'cis':
      // Sales receipts debit PAYE and NI itself: there is no journal of ours.
      return controls.cisSuffered === accounts.payeNi ? Money.zero : month.cisSuffered.negated();
    default:
      return Money.zero;
  }
}
