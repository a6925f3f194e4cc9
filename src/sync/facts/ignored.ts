import type { Company } from '../../companies/company.js';
import { sameTotals } from '../../journal/nouns/diff.js';
import { parseTag } from '../../journal/nouns/identity.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import { runLines } from '../../record/runs/run-lines.js';
import { linesOf } from './content.js';
import { effectivePosting, periodIndex, type RunFacts } from './run-facts.js';

type Runs = ReadonlyMap<string, RunFacts>;

interface Known {
  readonly company: Company;
  readonly runs: Runs;
  /** Runs with a write that may still take effect, by tag. */
  readonly unsettled: ReadonlySet<string>;
}

/** A run stays ignored when its pay date moves: the decision passes to the run that took its place. */
export function inheritedIgnores(
  company: Company,
  runs: Runs,
  decisions: readonly Readonly<Decision>[],
  unsettled: ReadonlySet<string>,
): readonly Readonly<Decision>[] {
  const ignores = decisions.filter(({ kind, companyId }) => kind === 'ignore' && companyId === company.id);
  return ignores.reduce<readonly Readonly<Decision>[]>((inherited, decision) => {
    const to = successor({ company, runs, unsettled }, decision, [...ignores, ...inherited]);
    return to ? [...inherited, { ...decision, tag: to.tag }] : inherited;
  }, []);
}

/**
 * The one run that appeared in its period when it left, or in a neighbouring one with the same lines. What appears
 * later is another month's pay, even if it agrees to the penny.
 */
function successor(
  { company, runs, unsettled }: Known,
  { tag, at }: Readonly<Decision>,
  ignores: readonly Readonly<Decision>[],
): RunFacts | undefined {
  const place = parseTag(company.prefix, tag ?? undefined);
  const from = runs.get(tag ?? '');
  // A run that was never posted is still there only because its set might have turned up.
  const isPast = from?.recorded.row?.gone && from.recorded.postings.length > 0;
  if (!place || from?.payroll.inPayroll || isPast) return undefined;
  const isIgnored = (run: RunFacts) => ignores.some((one) => one.tag === run.tag);
  const isNew = ({ recorded: { row } }: RunFacts) => row === undefined || row.firstSeenAt > at;
  const came = [...runs.values()].filter(
    (run) =>
      run.payroll.inPayroll &&
      run.recorded.postings.length === 0 &&
      isNew(run) &&
      !isIgnored(run) &&
      isOnOneSide(company.policy, place.datedOn, run.datedOn),
  );
  const distance = (run: RunFacts) => Math.abs(periodIndex(run) - periodIndex(place));
  const lines = from?.recorded.row ? linesOf(runLines(from.recorded.row, from.recorded.postings)) : [];
  const isTheSame = (run: RunFacts) =>
    lines.length > 0 && sameTotals(run.payroll.mapped?.journal?.entries ?? [], lines);
  const here = came.filter((run) => distance(run) === 0);
  const near = came.filter((run) => distance(run) === 1 && isTheSame(run));
  const isUnclear = here.length > 0 && near.length > 0 && !here.some(isTheSame);
  // Either may have taken its place. If its set is in the books, or may be, both runs hold back whom it pays until a
  // person decides.
  if (isUnclear && from && (effectivePosting(from) || unsettled.has(from.tag))) return undefined;
  return only(here) ?? only(near);
}

/** What another source pays from the day of a move on is no pay run of the source before, at another date. */
const isOnOneSide = ({ payrollMoves }: Company['policy'], one: string, other: string): boolean =>
  payrollMoves.every(({ on }) => one < on === other < on);

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
