import { dayInLondon } from '../../ground/london.js';
import { taxMonthOf } from '../../journal/nouns/dates.js';
import { sentByOf } from '../../journal/paye/due-days.js';
import { sendingSaidUntil } from '../../journal/policy/hmrc-account.js';
import type { Policy } from '../../journal/policy/policy.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { returnsKept } from '../../payrolls/files/returned.js';
import type { PayrollFile } from '../../record/runs/payroll-file.entity.js';

type Came = Pick<PayrollFile, 'kind' | 'year' | 'taken' | 'bytes' | 'receivedAt' | 'withdrawnAt'>;

/**
 * Whether a file came after the 19th of a month that it is about, and no one has said yet when it was sent to HMRC. What
 * came late need not have been sent late: most often a year's files are brought at once. `all`: the client's files.
 */
export function isSendingAsked(
  file: Came,
  all: readonly Came[],
  { controls, hmrcAccount }: Pick<Policy, 'controls' | 'hmrcAccount'>,
): boolean {
  const { year, receivedAt } = file;
  // No file came with a difference that was posted, and a report is not sent to HMRC.
  if (file.withdrawnAt !== null || file.bytes === 0 || file.kind === 'report') return false;
  if (receivedAt.toISOString() <= (sendingSaidUntil(hmrcAccount) ?? '')) return false;
  const day = dayInLondon(receivedAt);
  return monthsOf(file, all).some((month) => sentByOf({ year, period: month - 1 }, controls) < day);
}

/** Tax months, 1 to 12. A new claim of the allowance, or its end, is about all of the year. */
function monthsOf(file: Came, all: readonly Came[]): readonly number[] {
  if (file.kind === 'fps') return paidKept(file).map(({ paidOn }) => taxMonthOf(paidOn));
  const before = all.filter((one) => isEpsOf(file, one) && one.receivedAt < file.receivedAt);
  const claimed = before.flatMap(claimIn).at(-1);
  const isNew = claimIn(file).some((claim) => claim !== (claimed ?? false));
  const months = returnsKept(file.taken).flatMap(({ recoveredTo, levyTo }) => [recoveredTo ?? [], levyTo ?? []].flat());
  return isNew ? [1, ...months] : months;
}

const isEpsOf = ({ year }: Came, one: Came): boolean =>
  one.kind === 'eps' && one.year === year && one.withdrawnAt === null;

const claimIn = ({ taken }: Came): readonly boolean[] =>
  returnsKept(taken).flatMap(({ allowanceClaimed }) => allowanceClaimed ?? []);
