import { usualNames, withoutSuffix } from '../journal/chart.js';
import { inWords, taxMonthRange, taxYearInWords } from '../journal/dates.js';
import { type Money, thousands } from '../journal/money.js';
import type { PostingState } from '../record/posting.entity.js';
import { holdWords } from '../views/words.js';

/** What a month file calls things: for an accountant and a client who have never seen the program, so spelt out. */
export const postingWords: Readonly<Record<PostingState, string>> = {
  in_books: 'In the books',
  doubled: 'In the books twice',
  missing: 'Missing from the books',
  removed: 'Removed from the books',
};

/** "401 Salaries" */
export function accountInWords(category: string): string {
  const code = withoutSuffix(category);
  return `${code} ${usualNames[code] ?? ''}`.trim();
}

const actWords: Readonly<Record<string, string>> = {
  fetch: 'Payroll read',
  map: 'Pay runs worked out',
  post: 'Posted',
  amend: 'Amended',
  reverse: 'Reversed',
  remove: 'Removed',
  adopt: 'Found in books',
  settle: 'Checked whether it posted',
  hold: 'Held',
  ready: 'Ready to post',
  drift: 'Books altered since posting',
  changed: 'Payroll changed since posting',
  refused: 'Refused by the books',
  approve: 'Approved',
  decide: 'Decided',
  ignore: 'Ignored',
  rerun: 'Read again',
  sign_off: 'Signed off',
  policy: 'Policy changed',
  pause: 'Paused',
  resume: 'Resumed',
  leave: 'Left',
  connect: 'Connected',
  verify: 'Books rechecked',
  month_close: 'Month closed',
  erase: 'Names and pay erased',
  client_approval: 'Client approval',
};

export function actInWords(act: string): string {
  return actWords[act] ?? capital(act.replaceAll('_', ' '));
}

const outcomeWords: Readonly<Record<string, string>> = {
  done: 'Done',
  asked: 'Asked for',
  found: 'Found something',
  in_doubt: 'Awaiting confirmation',
  refused: 'Refused',
  released: 'Was not posted',
  failed: 'Failed',
  held: 'Held',
  approved: 'Approved',
  query: 'Query',
};

export function outcomeInWords(outcome: string): string {
  return outcomeWords[outcome] ?? capital(outcome.replaceAll('_', ' '));
}

export function holdInWords(code: string): string {
  return holdWords[code] ?? capital(code.replaceAll('_', ' '));
}

/** "October 2025 (tax month 7, 6 October 2025 to 5 November 2025)" */
export function monthInWords(year: number, period: number): string {
  const { from, to } = taxMonthRange(year, period + 1);
  const [, month, ofYear] = inWords(from).split(' ');
  return `${month} ${ofYear} (tax month ${period + 1} of ${taxYearInWords(year)}, ${inWords(from)} to ${inWords(to)})`;
}

const londonMoment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "2 Jan 2026 05:31", in London. */
export function momentInWords(iso: string): string {
  const parts = new Map(londonMoment.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${of('day')} ${of('month').slice(0, 3)} ${of('year')} ${of('hour')}:${of('minute')}`;
}

/** "31 Oct 2025" */
export function dayInWords(day: string): string {
  const [number, month = '', year] = inWords(day).split(' ');
  return `${number} ${month.slice(0, 3)} ${year}`;
}

/** "14,220.00", in a column under a heading that names the currency. */
export function amountInWords(decimal: string): string {
  const [pounds = '', pence] = decimal.replace('-', '').split('.');
  return `${decimal.startsWith('-') ? '-' : ''}${thousands.format(BigInt(pounds))}.${pence}`;
}

export const signedPounds = (money: Money) => (money.isNegative() ? money.inPounds() : `+${money.inPounds()}`);

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
