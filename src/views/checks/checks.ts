import type { ReadRows } from '../../ground/rows.js';
import type { BooksFinding } from '../../record/runs/posting.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { type BooksAsRead, booksAsRead, leastSure, readKey } from './books-as-read.js';
import { type HmrcTie, yearsOf } from './paye-tie.js';
import { aboutOf, type Of, togetherOf } from './phase.js';
import { type Employer, ofFilesAmong } from './scheme-years.js';

export const checkNames = ['balanced', 'items', 'books', 'paye'] as const;
export type CheckName = (typeof checkNames)[number];

/** What was not looked at is not known: neither yes nor no. */
export type Answer = 'yes' | 'no' | 'not_known';

interface Checked {
  readonly answer: Answer;
  readonly of: Of;
  /** When that was so; for what is still to be posted there is nothing to read. */
  readonly asAt?: Date;
}

export interface RunChecks {
  readonly balanced: Checked;
  /** With the payslip fields that have no line. */
  readonly items: Checked & { readonly open: readonly string[] };
  readonly books: Checked & { readonly finding?: BooksFinding };
  /** Of its whole tax month. Without the amounts if they may not be seen. */
  readonly paye: Checked & {
    readonly tie?: HmrcTie;
    /** It is worked out from returns: there is nothing to compare it with. */
    readonly isWorkedOut?: true;
  };
}

/** What has to be read of a run to check it. */
export type ToCheck = Pick<PayRunRecord, 'companyId' | 'tag' | 'year' | 'period' | 'state' | 'journalSet' | 'judged'>;

interface Known {
  readonly run: ToCheck;
  readonly read?: BooksAsRead;
  readonly tie?: HmrcTie;
}

/**
 * Every check of a run. Pages, lists, files, API and tax year show these answers, and none of them judges by itself: a
 * tick that one door gives and another does not is worth nothing.
 */
export const runChecks: {
  readonly [Name in CheckName]: { readonly question: string; readonly judge: (known: Known) => RunChecks[Name] };
} = {
  balanced: { question: 'Does each journal balance?', judge: balanced },
  items: { question: 'Is every pay item in the journal, or decided to be information?', judge: items },
  books: { question: 'Is the journal in the books once, and as it was posted?', judge: books },
  paye: { question: 'Do the journals of its tax month agree to the PAYE due?', judge: paye },
};

function balanced({ run, read }: Known): RunChecks['balanced'] {
  const of = aboutOf(run);
  if (of === 'payroll' || run.judged === null) return { answer: 'not_known', of };
  return { answer: run.judged.balances ? 'yes' : 'no', of, asAt: read?.at };
}

function items({ run, read }: Known): RunChecks['items'] {
  const of = aboutOf(run);
  const open = run.judged?.openItems ?? undefined;
  if (of === 'payroll' || open === undefined) return { answer: 'not_known', of, open: [] };
  return { answer: open.length === 0 ? 'yes' : 'no', of, asAt: read?.at, open };
}

function books({ run: { state, journalSet }, read }: Known): RunChecks['books'] {
  const of = aboutOf({ state, journalSet });
  // The last write may be there or not, also if it was refused, until we have looked for it.
  if (state === 'in_doubt' || read?.beingChecked) return { answer: 'not_known', of };
  if (of === 'to_be_posted') return { answer: 'no', of };
  if (state === 'agrees' || state === 'differs') return { answer: state === 'agrees' ? 'yes' : 'no', of };
  if (of === 'payroll' || read === undefined) return { answer: 'not_known', of };
  const finding = read.finding ?? (state === 'drift' ? 'edited' : undefined);
  return { answer: finding === undefined ? 'yes' : 'no', of, asAt: read.at, finding };
}

const verdicts: Readonly<Record<HmrcTie['verdict'], Answer>> = {
  agrees: 'yes',
  explained: 'yes',
  unexplained: 'no',
  cannot_tell: 'not_known',
  not_due_yet: 'not_known',
  worked_out: 'not_known',
};

function paye({ run, tie }: { readonly run: ToTie; readonly tie?: HmrcTie }): RunChecks['paye'] {
  if (tie === undefined) return { answer: 'not_known', of: aboutOf(run) };
  const { of, asAt, verdict } = tie;
  // Payroll agreeing with itself proves nothing about a journal.
  return {
    answer: of === 'payroll' ? 'not_known' : verdicts[verdict],
    of,
    asAt,
    tie,
    ...(verdict === 'worked_out' && { isWorkedOut: true }),
  };
}

function check(known: Known): RunChecks {
  const of = <Name extends CheckName>(name: Name): RunChecks[Name] => runChecks[name].judge(known);
  return { balanced: of('balanced'), items: of('items'), books: of('books'), paye: of('paye') };
}

/** The checks of runs of any companies and months, by company and tag (`readKey`); `employers`: theirs, if known. */
export async function checksOf(
  rows: ReadRows,
  runs: readonly ToCheck[],
  employers?: ReadonlyMap<string, Employer>,
): Promise<ReadonlyMap<string, RunChecks>> {
  const read = await booksAsRead(rows, runs);
  const tieOf = await tiesOf(rows, runs, employers);
  return new Map(runs.map((run) => [readKey(run), check({ run, read: read.get(readKey(run)), tie: tieOf(run) })]));
}

/** The one check that a run which is not in the books can fail: nothing else is read. */
export async function payeChecksOf<Run extends ToTie>(
  rows: ReadRows,
  runs: readonly Run[],
  employers: ReadonlyMap<string, Employer>,
): Promise<(run: Run) => RunChecks['paye']> {
  const tieOf = await tiesOf(rows, runs, employers);
  return (run) => paye({ run, tie: tieOf(run) });
}

/** What has to be read of a run to find its month's tie. */
export type ToTie = Pick<ToCheck, 'companyId' | 'year' | 'period' | 'state' | 'journalSet'>;

async function tiesOf(
  rows: ReadRows,
  runs: readonly ToTie[],
  employers?: ReadonlyMap<string, Employer>,
): Promise<(run: ToTie) => HmrcTie | undefined> {
  const ofFiles = employers && ofFilesAmong(employers);
  const years = new Map<number, Awaited<ReturnType<typeof yearsOf>>>();
  for (const year of new Set(runs.map((run) => run.year))) {
    const ofYear = runs.filter((run) => run.year === year);
    const ids = [...new Set(ofYear.map(({ companyId }) => companyId))];
    years.set(year, await yearsOf(rows, ids, year, { ofFiles, periods: new Set(ofYear.map(({ period }) => period)) }));
  }
  return (run) =>
    years
      .get(run.year)
      ?.get(run.companyId)
      ?.find(({ period }) => period === run.period);
}

export async function checksOfOne(rows: ReadRows, run: ToCheck): Promise<RunChecks> {
  const checks = await checksOf(rows, [run]);
  return checks.get(readKey(run)) as RunChecks;
}

type OfMonth = Pick<PayRunRecord, 'companyId' | 'tag' | 'holdCodes'>;

/** What a person entered and then reversed is not missing. */
export const isToStand = ({ holdCodes }: Pick<OfMonth, 'holdCodes'>): boolean => !holdCodes.includes('reversed');

/** Those of a company's tax month: of its runs, and of what is posted in addition to them. */
export function monthChecks(
  checks: ReadonlyMap<string, RunChecks>,
  { runs, adjustments }: { readonly runs: readonly OfMonth[]; readonly adjustments: readonly OfMonth[] },
): RunChecks | undefined {
  return together([...runs, ...adjustments.filter(isToStand)].flatMap((run) => checks.get(readKey(run)) ?? []));
}

/** As good as the worst of them. */
function together(all: readonly RunChecks[]): RunChecks | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const ours = all.filter(({ books: { of } }) => of !== 'payroll');
  const some = ours.length > 0 ? ours : all;
  const reads = some.flatMap(({ books: { asAt: at, finding } }) => (at === undefined ? [] : [{ at, finding }]));
  const sure = reads.reduce<BooksAsRead | undefined>(leastSure, undefined);
  return {
    balanced: worst(some.map((one) => one.balanced)),
    items: { ...worst(some.map((one) => one.items)), open: [...new Set(some.flatMap((one) => one.items.open))] },
    books: { ...worst(some.map((one) => one.books)), asAt: sure?.at, finding: sure?.finding },
    paye: first.paye,
  };
}

const worstFirst: readonly Answer[] = ['no', 'not_known', 'yes'];

function worst(all: readonly Checked[]): Checked {
  const answers = new Set(all.map(({ answer }) => answer));
  const times = all.flatMap(({ asAt }) => asAt?.getTime() ?? []);
  return {
    answer: worstFirst.find((answer) => answers.has(answer)) ?? 'not_known',
    of: togetherOf(all.map(({ of }) => of)),
    ...(times.length === 0 ? {} : { asAt: new Date(Math.min(...times)) }),
  };
}

/** Without what a person is paid, for someone who may not see this run's totals. */
export const withoutAmounts = (checks: RunChecks): RunChecks => ({
  ...checks,
  paye: { ...checks.paye, tie: undefined },
});

/** Agreed to the PAYE due, not due yet, or worked out from returns, with nothing to compare. If we cannot know, it does not count as agreed. */
export const isAgreedOrNotDue = ({ paye: { answer, tie, isWorkedOut } }: Pick<RunChecks, 'paye'>): boolean =>
  answer === 'yes' || tie?.verdict === 'not_due_yet' || isWorkedOut === true;
