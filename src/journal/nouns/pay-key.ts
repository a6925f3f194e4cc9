import { dayInWords, isDate } from './dates.js';
import { sourceIn, sourceName } from './identity.js';

/** Whether this payslip is of that pay run. */
export const isPaidIn = (
  { datedOn, tag }: Run,
  slip: { readonly datedOn: string; readonly source?: string },
): boolean => slip.datedOn === datedOn && slip.source === sourceIn(tag);

interface Run {
  readonly datedOn: string;
  readonly tag: string;
}

/** What names a pay run within its month: its pay date, and its source where that has tags of its own. */
export const payKey = (datedOn: string, source: string | undefined): string =>
  source === undefined ? datedOn : `${datedOn}.${source}`;
export const payKeyOf = ({ datedOn, tag }: Run): string => payKey(datedOn, sourceIn(tag));

/** "2025-10-31", "2025-10-31.weekly" */
export function isPayKey(text: string): boolean {
  const [day = '', source, ...more] = text.split('.');
  return isDate(day) && (source === undefined || sourceName.test(source)) && more.length === 0;
}

export const dayInKey = (key: string): string => key.slice(0, 10);

/** "31 Oct 2025", "31 Oct 2025 (weekly)" */
export function keyInWords(key: string): string {
  const [day = '', source] = key.split('.');
  return `${dayInWords(day)}${source === undefined ? '' : ` (${source})`}`;
}

export const paidInWords = (run: Run): string => keyInWords(payKeyOf(run));

/** Of the runs of a month, the one that the key names; the day alone is the company's first source, or the only one. */
export function namedByKey<One extends Run>(key: string, runs: readonly One[]): readonly One[] {
  const exact = runs.filter((run) => payKeyOf(run) === key);
  return exact.length > 0 || key.includes('.') ? exact : runs.filter(({ datedOn }) => datedOn === key);
}
