import type { Money } from '../../journal/nouns/money.js';
import type { Cause } from '../../journal/paye/causes.js';
import { wordsOf } from '../../journal/policy/treatments.js';
import { signed } from '../words.js';
import type { CheckName, RunChecks } from './checks.js';
import type { HmrcTie } from './paye-tie.js';

/** How a door writes amounts and times; the words are the same everywhere. */
export interface Say {
  readonly money: (amount: Money) => string;
  readonly at: (time: Date) => string;
  /** "due Thu 22 Jan" */
  readonly due?: string;
}

/** What a recheck of the books found about a pay run. */
export const foundWords = {
  missing: 'Gone from the books',
  edited: 'Altered in the books',
  doubled: 'In the books twice',
} as const;

export function checkInWords(name: CheckName, checks: RunChecks, say: Say): string {
  switch (name) {
    case 'balanced':
      return { yes: 'Balanced', no: 'Out of balance', not_known: 'Not known whether it balances' }[
        checks.balanced.answer
      ];
    case 'items':
      return itemsInWords(checks.items);
    case 'books':
      return booksInWords(checks.books, say);
    case 'paye':
      return payeInWords(checks.paye, say);
  }
}

function itemsInWords({ answer, of, open }: RunChecks['items']): string {
  if (answer === 'not_known') return 'Not known whether every pay item is in it';
  const isPosted = of === 'posted';
  if (answer === 'yes') return `Every pay item treated, as ${isPosted ? 'posted' : 'it will be posted'}`;
  const fields = open.map(wordsOf).join(', ');
  return isPosted ? `Posted without every pay item: ${fields}` : `Not every pay item is treated: ${fields}`;
}

function booksInWords({ answer, of, asAt, finding }: RunChecks['books'], { at }: Say): string {
  if (of === 'payroll' && answer !== 'not_known')
    return answer === 'yes' ? 'Agrees with the books' : 'Differs from the books';
  const when = asAt === undefined ? '' : `, as at ${at(asAt)}`;
  if (finding !== undefined) return `${foundWords[finding]}${when}`;
  if (answer === 'yes') return `In the books once and as posted${when}`;
  if (answer === 'no') return 'Not in the books yet';
  return of === 'payroll' ? 'No journal of it is posted here' : 'Not known what the books have of it';
}

function payeInWords({ answer, of, tie }: RunChecks['paye'], say: Say): string {
  const isToCome = of === 'to_be_posted';
  const [agrees, differs] = isToCome
    ? ['Will agree to PAYE due', 'Will not agree to PAYE due']
    : ['Agrees to PAYE due', 'Does not agree to PAYE due'];
  if (tie === undefined) return { yes: agrees, no: differs, not_known: 'PAYE due not known yet' }[answer];
  const on = say.due === undefined ? '' : ` (${say.due})`;
  const due = tie.due === undefined ? '' : ` ${say.money(tie.due)}`;
  const [come, journals] = [isToCome ? 'will come' : 'come', say.money(tie.expected)];
  if (of === 'payroll') return `PAYE of ${journals}${on} is in no journal that is posted here`;
  switch (tie.verdict) {
    case 'agrees':
      return `${agrees}${due}${on}${sumInWords(tie, say)}`;
    case 'explained':
      return `${agrees}${due}${on}, ${recoveryInWords(tie.recoveryRate ?? '')} of ${signed(tie.difference)}${notOursInWords(tie, say)}`;
    case 'unexplained':
      return `${differs}${due}${on}: the journals ${come} to ${journals}, ${signed(tie.difference)} unexplained${causesInWords(tie, say)}${notOursInWords(tie, say)}`;
    case 'cannot_tell':
      return `PAYE due is nil${on}, the journals ${come} to ${journals}: statutory pay was recovered, at a rate that cannot be worked out`;
    case 'not_due_yet':
      return `PAYE of ${journals} expected; payroll has no payment for it yet${on}`;
  }
}

/** ": 1,028.63 from pay runs − 688.82 statutory pay recovered" */
function sumInWords(tie: HmrcTie, say: Say): string {
  const { sum } = tie;
  if (sum === undefined) return notOursInWords(tie, say);
  const parts = [
    `${say.money(sum.payroll)} from pay runs`,
    ...(sum.recovered.isZero() ? [] : [`− ${say.money(sum.recovered)} statutory pay recovered`]),
    ...(sum.cisSuffered.isZero() ? [] : [`− ${say.money(sum.cisSuffered)} CIS suffered`]),
    ...(sum.adjustments.isZero() ? [] : [`+ ${say.money(sum.adjustments)} adjustments`]),
  ];
  return `: ${parts.join(' ')}${notOursInWords(tie, say)}`;
}

const notOursInWords = ({ notOurs }: HmrcTie, { money }: Say): string =>
  notOurs === undefined ? '' : `, counting ${money(notOurs)} of pay runs that are not posted here`;

const causeWords = {
  on_other_accounts: 'what is owed to HMRC on other accounts than PAYE and NI',
  levy: 'the apprenticeship levy',
  quarterly_payer: 'HMRC being paid quarterly',
  late_correction: 'a late correction',
  nil_due: 'nil being due',
} as const;

function causesInWords({ causes, owedElsewhere }: HmrcTie, { money }: Say): string {
  const words = causes.map((cause: Cause) => {
    const sum = cause === 'on_other_accounts' && owedElsewhere ? `${money(owedElsewhere)}: ` : '';
    return `${sum}${causeWords[cause]}`;
  });
  return words.length === 0 ? '' : `, perhaps ${words.join(' or ')}`;
}

/** "after 92% statutory pay recovery", from the rates 0.92 or "0.92 and 1.03" */
export function recoveryInWords(rates: string): string {
  const percents = rates.split(' and ').map((rate) => `${Number((Number(rate) * 100).toFixed(1))}%`);
  return `after ${percents.join(' and ')} statutory pay recovery`;
}
