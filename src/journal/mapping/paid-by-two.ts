import { inWords } from '../nouns/dates.js';
import type { Hold } from '../nouns/holds.js';
import { Money } from '../nouns/money.js';
import type { PayRun } from '../nouns/pay-run.js';
import type { Policy } from '../policy/policy.js';
import type { Workings } from './workings.js';

interface Worked {
  readonly tag: string;
  readonly payRun: PayRun;
  readonly paid: readonly Workings[];
}

interface Rules {
  readonly layout: Policy['layout'];
  /** By tag: in the books, or on its way. */
  readonly posted: ReadonlySet<string>;
}

/** An earlier run that may have paid the same. */
interface Before extends Worked {
  readonly isPosted: boolean;
}

/**
 * Two sources that pay one person the same in a month may be one payment in two files: the one that is not posted is
 * held; of two that are alike in that, the later. In a merged layout people need not be matched, so equal totals are
 * enough.
 */
export function paidByTwo<Run extends Worked>(
  runs: readonly Run[],
  { layout, posted }: Rules,
): ReadonlyMap<Run, PaidByTwo> {
  // As nearly always.
  if (runs.every(({ payRun }) => payRun.source === runs[0]?.payRun.source)) return new Map();
  const all = runs.map((run) => ({ ...run, isPosted: posted.has(run.tag) }));
  // Posted ones first; both keep the order of their pay dates.
  const inOrder = [...all.filter(({ isPosted }) => isPosted), ...all.filter(({ isPosted }) => !isPosted)];
  return new Map(
    runs.map((run) => {
      const at = inOrder.findIndex(({ tag }) => tag === run.tag);
      const before = inOrder.slice(0, at).filter(({ payRun }) => payRun.source !== run.payRun.source);
      const people = run.paid.flatMap((one) => ofPerson(one, before));
      const isMerged = typeof layout === 'object' && people.length === 0;
      const others = all.filter(({ payRun }) => isOtherOfDay(payRun, run.payRun));
      const asked = posted.has(run.tag)
        ? []
        : others.filter(({ isPosted }) => isPosted).flatMap((one) => askedOf(one, run));
      const answered = posted.has(run.tag)
        ? others.filter(({ isPosted }) => !isPosted).flatMap((one) => askedOf(run, one))
        : [];
      const own = isMerged ? ofTotals(run, before) : people;
      return [run, { holds: own.length > 0 ? own : asked, elsewhere: new Set(answered.map(({ payslip }) => payslip)) }];
    }),
  );
}

interface PaidByTwo {
  readonly holds: readonly Hold[];
  /** The payslips whose own question, asked by the reader of a report, is asked of another run. */
  readonly elsewhere: ReadonlySet<string | undefined>;
}

const isOtherOfDay = (one: PayRun, other: PayRun): boolean =>
  one.datedOn === other.datedOn && one.source !== other.source;

/** What the reader of a report asked about someone whom the other run pays, too. */
const askedOf = ({ paid }: Worked, other: Worked): readonly Hold[] =>
  paid
    .filter(({ payslip }) => other.paid.some((one) => one.payslip.userPath === payslip.userPath))
    .flatMap(({ payslip }) => payslip.asked?.filter(({ code }) => code === 'paid_by_two_sources') ?? []);

function ofPerson(one: Workings, before: readonly Before[]): readonly Hold[] {
  const other = before.find(({ paid }) => paid.some((same) => isSamePay(one, same)));
  if (other === undefined || one.sums.gross.isZero()) return [];
  return [held(`${one.name} is paid ${one.sums.gross.inPounds()} here`, other, { payslip: one.payslip.user })];
}

const isSamePay = (one: Workings, other: Workings): boolean =>
  one.payslip.userPath === other.payslip.userPath &&
  one.sums.gross.equals(other.sums.gross) &&
  one.net.equals(other.net);

function ofTotals(run: Worked, before: readonly Before[]): readonly Hold[] {
  const { gross, net } = totalsOf(run);
  const other = before.find((one) => totalsOf(one).gross.equals(gross) && totalsOf(one).net.equals(net));
  return other === undefined || gross.isZero() ? [] : [held(`${gross.inPounds()} is paid here`, other, {})];
}

const totalsOf = ({ paid }: Pick<Worked, 'paid'>) => ({
  gross: Money.sum(paid.map(({ sums }) => sums.gross)),
  net: Money.sum(paid.map(({ net }) => net)),
});

const held = (
  what: string,
  { payRun: { datedOn, source = 'monthly' }, isPosted }: Before,
  about: Pick<Hold, 'payslip'>,
): Hold => ({
  code: 'paid_by_two_sources',
  message: `${what}, and the same on ${inWords(datedOn)} (${source})${isPosted ? ', which is posted' : ''}: this may be one payment in two files. Take ${isPosted ? 'this one’s file' : 'one'} back; approve if both were paid.`,
  ...about,
});
