import { Money } from '../../journal/nouns/money.js';
import type { Policy } from '../../journal/policy/policy.js';
import { dayInLondon } from '../../ground/london.js';
import { addDays, type DateRange, dayInWords, taxYearRange, within } from '../../journal/nouns/dates.js';
import { causeWords } from '../../audit/words.js';
import type { FileColumn } from '../files/csv.js';
import type { NamesInBooks } from '../lists/names-in-books.js';
import type { AuditKept, AuditSeen } from './audits.js';

type Run = AuditSeen['runs'][number];

/** Posted by whom it may be: right or wrong, these pay runs are in the books. */
const carried: readonly Run['verdict'][] = ['right', 'wrong', 'corrected', 'doubled', 'elsewhere'];

/**
 * The first pay date that would be ours: the day after the last one that anything carries. Months that are wrong are
 * corrected, and never posted again. Undefined while nothing carries any, or where these are ours already.
 */
export function takeOverFrom(
  { runs }: Pick<AuditSeen, 'runs'>,
  { mode, postFrom }: Pick<Policy, 'mode' | 'postFrom'>,
): string | undefined {
  const days = runs.filter(({ verdict }) => carried.includes(verdict)).map(({ datedOn }) => datedOn);
  const last = days.sort().at(-1);
  if (last === undefined) return undefined;
  // We post these already: there is nothing to take over, and a later cut-over would leave out what waits.
  if (mode !== 'check' && (postFrom === null || postFrom <= last)) return undefined;
  return addDays(last, 1);
}

/**
 * Whether what was read reaches to now. Someone may have posted since, or in a later year than the audit's: a cut-over
 * before that would bring those pay runs here once more.
 */
export function reachesToNow({ readAt, answer }: Pick<AuditKept, 'readAt' | 'answer'>, now: Date): boolean {
  const isLastYear = taxYearRange(answer.year).to >= addDays(dayInLondon(now), -sinceYearEnd);
  return isLastYear && now.getTime() - readAt.getTime() <= readLately;
}

/** In days: the first pay runs of a new tax year. */
const sinceYearEnd = 31;
const readLately = 7 * 24 * 60 * 60 * 1000;

/** A line of the journal that puts a pay run right. */
export interface Correction {
  readonly paid: string;
  readonly account: string;
  readonly user?: string;
  /** A debit; below nil, a credit. */
  readonly amount: Money;
  readonly description: string;
  /** When the journal can be dated: the day that was paid, or the first one after filed accounts. */
  readonly datedOn: string;
}

export interface CorrectionOfRun {
  readonly run: Run;
  readonly lines: readonly Correction[];
  readonly datedOn: string;
  /** It is dated after the filed accounts that it belongs to. */
  readonly isPriorYear: boolean;
}

/**
 * What each pay run lacks, the other way about; not what a later journal has corrected. Never for what was posted another
 * way, which a journal would double, nor for what only lies elsewhere among accounts of its kind; nor for a pay run that
 * we post, amend or restore ourselves, on its own page: a journal by hand as well would be twice.
 */
export function correctionsOf(
  { answer, should }: Pick<AuditKept, 'answer' | 'should'>,
  policy: Pick<Policy, 'mode' | 'postFrom'>,
): readonly CorrectionOfRun[] {
  return answer.runs
    .filter(({ verdict, datedOn }) =>
      isPostedHere(datedOn, policy) ? verdict === 'doubled' : correctable.includes(verdict),
    )
    .map((run) => {
      const datedOn = firstOpenDay(run.datedOn, should?.closed);
      const isPriorYear = datedOn !== run.datedOn;
      return { run, datedOn, isPriorYear, lines: linesOf(run, { datedOn, isPriorYear }) };
    })
    .filter(({ lines }) => lines.length > 0);
}

const correctable: readonly Run['verdict'][] = ['wrong', 'doubled', 'missing'];

const isPostedHere = (datedOn: string, { mode, postFrom }: Pick<Policy, 'mode' | 'postFrom'>): boolean =>
  mode !== 'check' && (postFrom === null || datedOn >= postFrom);

/** Accounts of one year after another may be filed. */
function firstOpenDay(day: string, closed: readonly DateRange[] = []): string {
  const filed = closed.find((accounts) => within(day, accounts));
  return filed === undefined ? day : firstOpenDay(addDays(filed.to, 1), closed);
}

function linesOf(
  { datedOn: paid, causes }: Run,
  { datedOn, isPriorYear }: Pick<CorrectionOfRun, 'datedOn' | 'isPriorYear'>,
): readonly Correction[] {
  const open = causes.filter(({ correctedBy, amount }) => correctedBy === undefined && amount !== '0.00');
  const places = new Map<string, { readonly account: string; readonly user?: string; readonly amount: Money }>();
  for (const { account, user, amount } of open.flatMap(({ accounts }) => accounts)) {
    const place = `${account} ${user ?? ''}`;
    const before = places.get(place)?.amount ?? Money.zero;
    places.set(place, { account, user, amount: before.minus(Money.parse(amount ?? '0.00')) });
  }
  const words = open.map(({ cause }) => causeWords[cause]).join('; ');
  return [...places.values()]
    .filter(({ amount }) => !amount.isZero())
    .map((line) => ({
      ...line,
      paid,
      datedOn,
      description: `${isPriorYear ? 'Prior-year correction' : 'Correction'} of payroll paid ${dayInWords(paid)}: ${words}`,
    }));
}

export const correctionColumns = (
  names: NamesInBooks,
  { should }: Pick<AuditKept, 'should'>,
): readonly FileColumn<Correction>[] => [
  { heading: 'Date paid', value: ({ paid }) => ({ day: paid }) },
  { heading: 'Account', value: ({ account }) => account },
  { heading: 'Name', value: ({ account }) => names.account(account) },
  { heading: 'Person', value: ({ user }) => (user === undefined ? undefined : personNamed(names, should, user)) },
  { heading: 'Debit', value: ({ amount }) => (amount.isNegative() ? undefined : amount) },
  { heading: 'Credit', value: ({ amount }) => (amount.isNegative() ? amount.negated() : undefined) },
  { heading: 'Description', value: ({ description }) => description },
  { heading: 'Date of journal', value: ({ datedOn }) => ({ day: datedOn }) },
];

/** As the books name them, else as they were named when the audit was made. */
export const personNamed = (names: NamesInBooks, should: AuditKept['should'], user: string): string =>
  names.person(user) ?? should?.people[user] ?? user.slice(user.lastIndexOf('/') + 1);
