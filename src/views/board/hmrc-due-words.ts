import { adjustmentWords } from '../../journal/nouns/adjustment.js';
import { monthInWords, taxYearInWords } from '../../journal/nouns/dates.js';
import type { HmrcDue } from './hmrc-due.js';

export const dueWords = ({ what }: Pick<HmrcDue, 'what'>): string =>
  what === 'paye' ? 'PAYE and NI' : adjustmentWords[what];

export const billedInWords = ({ year, period }: HmrcDue['month']): string =>
  period === undefined ? taxYearInWords(year) : monthInWords(year, period);

/** Of an amount that no payroll says. */
export const workedOutWords = 'worked out from the files received';

/** Of an amount that may grow yet. */
export const soFarWords = 'so far: payroll is not filed yet';
