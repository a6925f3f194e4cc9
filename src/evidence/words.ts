import { usualNames, withoutSuffix } from '../journal/nouns/chart.js';
import { inWords, taxMonthRange, taxYearInWords } from '../journal/nouns/dates.js';
import type { PostingState } from '../record/runs/posting.entity.js';
import { holdWords } from '../views/words/words.js';

/** A month file is for an accountant and a client who have never seen the program, so its words are spelt out. */
export const postingWords: Readonly<Record<PostingState, string>> = {
  in_books: 'In the books',
  doubled: 'In the books twice',
  missing: 'Missing from the books',
  removed: 'Removed from the books',
};

/** A pay run's totals, in the order of their columns. */
export const totals = [
  ['gross', 'Gross'],
  ['net', 'Net pay'],
  ['taxAuthority', 'HMRC'],
  ['pension', 'Pension'],
  ['other', 'Others'],
] as const;

/** "401 Salaries" */
export function accountInWords(category: string): string {
  const code = withoutSuffix(category);
  return `${code} ${usualNames[code] ?? ''}`.trim();
}

export function holdInWords(code: string): string {
  return holdWords[code] ?? capital(code.replaceAll('_', ' '));
}

/** "October 2025 (tax month 7, 6 October 2025 to 5 November 2025)" */
export function taxMonthInWords(year: number, period: number): string {
  const { from, to } = taxMonthRange(year, period + 1);
  const [, month, ofYear] = inWords(from).split(' ');
  return `${month} ${ofYear} (tax month ${period + 1} of ${taxYearInWords(year)}, ${inWords(from)} to ${inWords(to)})`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
