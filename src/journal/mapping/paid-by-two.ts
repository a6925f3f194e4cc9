import { inWords } from '../nouns/dates.js';
import type { Hold } from '../nouns/holds.js';
import { Money } from '../nouns/money.js';
import type { PayRun } from '../nouns/pay-run.js';
import type { Policy } from '../policy/policy.js';
import type { Workings } from './workings.js';

interface Worked {
  readonly payRun: PayRun;
  readonly paid: readonly Workings[];
}

/**
 * Two sources that pay one person the same in a month may be one payment in two files: the later is held. In a merged
 * layout people need not be matched, so equal totals are enough.
 */
export function paidByTwo<Run extends Worked>(
  runs: readonly Run[],
  { layout }: Policy,
): ReadonlyMap<Run, readonly Hold[]> {
  // As nearly always.
  if (runs.every(({ payRun }) => payRun.source === runs[0]?.payRun.source)) return new Map();
  return new Map(
    runs.map((run, at) => {
      const before = runs.slice(0, at).filter(({ payRun }) => payRun.source !== run.payRun.source);
      const people = run.paid.flatMap((one) => ofPerson(one, before));
      const isMerged = typeof layout === 'object' && people.length === 0;
      return [run, isMerged ? ofTotals(run, before) : people];
    }),
  );
}

function ofPerson(one: Workings, before: readonly Worked[]): readonly Hold[] {
  const other = before.find(({ paid }) => paid.some((same) => isSamePay(one, same)));
  if (other === undefined || one.sums.gross.isZero()) return [];
  return [held(`${one.name} is paid ${one.sums.gross.inPounds()} here`, other, { payslip: one.payslip.user })];
}

const isSamePay = (one: Workings, other: Workings): boolean =>
  one.payslip.userPath === other.payslip.userPath &&
  one.sums.gross.equals(other.sums.gross) &&
  one.net.equals(other.net);

function ofTotals(run: Worked, before: readonly Worked[]): readonly Hold[] {
  const { gross, net } = totalsOf(run);
  const other = before.find((one) => totalsOf(one).gross.equals(gross) && totalsOf(one).net.equals(net));
  return other === undefined || gross.isZero() ? [] : [held(`${gross.inPounds()} is paid here`, other, {})];
}

const totalsOf = ({ paid }: Worked) => ({
  gross: Money.sum(paid.map(({ sums }) => sums.gross)),
  net: Money.sum(paid.map(({ net }) => net)),
});

const held = (
  what: string,
  { payRun: { datedOn, source = 'monthly' } }: Worked,
  about: Pick<Hold, 'payslip'>,
): Hold => ({
  code: 'paid_by_two_sources',
  message: `${what}, and the same on ${inWords(datedOn)} (${source}): this may be one payment in two files. Take one back; approve if both were paid.`,
  ...about,
});
