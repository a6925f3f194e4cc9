import { adjustmentWords } from '../../journal/nouns/adjustment.js';
import { monthInWords, taxYearInWords } from '../../journal/nouns/dates.js';
import type { HmrcDue } from './hmrc-due.js';

export const dueWords = ({ what }: Pick<HmrcDue, 'what'>): string =>
  what === 'paye' ? 'PAYE and NI' : adjustmentWords[what];

export const billedInWords = ({ year, period }: HmrcDue['month']): string =>
  period === undefined ? taxYearInWords(year) : monthInWords(year, period);

/** An amount that payroll does not give. */
export const workedOutWords = 'worked out from the files received';

/** An amount that may still grow. */
export const soFarWords = 'so far: payroll is not filed yet';
