import { adjustmentWords } from '../../journal/nouns/adjustment.js';
import { inWords, monthInWords, taxYearInWords } from '../../journal/nouns/dates.js';
import type { Part } from '../words/figures.js';
import { yearsCreditInParts } from '../words/years-credit.js';
import type { HmrcDue } from './hmrc-due.js';

export const dueWords = ({ what, underpaidSince }: Pick<HmrcDue, 'what' | 'underpaidSince'>): string => {
  if (what !== 'paye') return adjustmentWords[what];
  return underpaidSince === undefined ? 'PAYE and NI' : 'PAYE and NI, underpaid';
};

export const billedInWords = ({ year, period }: HmrcDue['month']): string =>
  period === undefined ? taxYearInWords(year) : monthInWords(year, period);

/** An amount that payroll does not give. */
export const workedOutWords = 'worked out from the files received';

/** "after 1,523.62 of credit; 35.76 is left for what is due next" */
export function creditInParts({ credit, yearsCredit }: Pick<HmrcDue, 'credit' | 'yearsCredit'>): readonly Part[] {
  if (credit === undefined) return [];
  const used: readonly Part[] = credit.used.isZero()
    ? []
    : ['after ', { is: 'hmrc.creditUsed', of: credit.used }, ' of credit'];
  if (credit.left.isZero() || yearsCredit !== undefined) return used;
  const left: Part = { is: 'hmrc.creditLeft', of: credit.left };
  return [...used, used.length > 0 ? '; ' : '', left, ' of credit is left for what is due next'];
}

/** What the amount lacks. */
export const withoutCis300Words = 'without CIS300';

/** Where there is no amount yet. */
export const unfiledWords = 'not filed yet';

/** An amount that may still grow. */
export const soFarWords = 'so far: payroll is not filed yet';

/** "underpaid since 22 June 2026: due now" */
export const underpaidWords = (since: string): string => `underpaid since ${inWords(since)}: due now`;

/** What a file says of the amount, in a column of its own. */
export const noteInWords = ({
  isSoFar,
  isUnfiled,
  isWorkedOut,
  isWithoutCis300,
  underpaidSince,
  yearsCredit,
}: HmrcDue): string =>
  [
    yearsCreditInParts({ yearsCredit })
      .map((part) => (typeof part === 'string' ? part : part.of))
      .join(''),
    isSoFar && (isUnfiled ? unfiledWords : soFarWords),
    underpaidSince && underpaidWords(underpaidSince),
    isWithoutCis300 && withoutCis300Words,
    isWorkedOut && workedOutWords,
  ]
    .filter(Boolean)
    .join('; ');
