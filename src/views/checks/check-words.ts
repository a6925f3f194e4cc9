import type { Money } from '../../journal/nouns/money.js';
import type { Cause } from '../../journal/paye/causes.js';
import { wordsOf } from '../../journal/policy/treatments.js';
import { yearsCreditInParts } from '../words/years-credit.js';
import type { FigureName, Part } from '../words/figures.js';
import { signed } from '../words/words.js';
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

export const checkInWords = (name: CheckName, checks: RunChecks, say: Say): string =>
  checkInParts(name, checks, say)
    .map((part) => (typeof part === 'string' ? part : part.signed ? signed(part.of) : say.money(part.of)))
    .join('');

/** The same for a page, whose amounts say what they are. */
export function checkInParts(name: CheckName, checks: RunChecks, say: Omit<Say, 'money'>): readonly CheckPart[] {
  switch (name) {
    case 'balanced':
      return [
        { yes: 'Balanced', no: 'Out of balance', not_known: 'Not known whether it balances' }[checks.balanced.answer],
      ];
    case 'items':
      return [itemsInWords(checks.items)];
    case 'books':
      return [booksInWords(checks.books, say)];
    case 'paye':
      return payeInParts(checks.paye, say);
  }
}

type CheckPart = Extract<Part, string> | (Exclude<Part, string> & { readonly of: Money });

const sum = (is: FigureName, of: Money): CheckPart => ({ is, of });

function itemsInWords({ answer, of, open }: RunChecks['items']): string {
  if (answer === 'not_known') return 'Not known whether every pay item is in it';
  const isPosted = of === 'posted';
  if (answer === 'yes') return `Every pay item treated, as ${isPosted ? 'posted' : 'it will be posted'}`;
  const fields = open.map(wordsOf).join(', ');
  return isPosted ? `Posted without every pay item: ${fields}` : `Not every pay item is treated: ${fields}`;
}

function booksInWords({ answer, of, asAt, finding }: RunChecks['books'], { at }: Pick<Say, 'at'>): string {
  if (of === 'payroll' && answer !== 'not_known')
    return answer === 'yes' ? 'Agrees with the books' : 'Differs from the books';
  const when = asAt === undefined ? '' : `, as at ${at(asAt)}`;
  if (finding !== undefined) return `${foundWords[finding]}${when}`;
  if (answer === 'yes') return `In the books once and as posted${when}`;
  if (answer === 'no') return 'Not in the books yet';
  return of === 'payroll' ? 'No journal of it is posted here' : 'Not known what the books have of it';
}

function payeInParts({ answer, of, tie, isWorkedOut }: RunChecks['paye'], say: Pick<Say, 'due'>): readonly CheckPart[] {
  const isToCome = of === 'to_be_posted';
  const [agrees, differs] = isToCome
    ? ['Will agree to PAYE due', 'Will not agree to PAYE due']
    : ['Agrees to PAYE due', 'Does not agree to PAYE due'];
  if (tie === undefined && isWorkedOut) return [workedOutWords];
  if (tie === undefined) return [{ yes: agrees, no: differs, not_known: 'PAYE due not known yet' }[answer]];
  const on = say.due === undefined ? '' : ` (${say.due})`;
  const due = tie.due === undefined ? [] : [' ', sum('hmrc.due', tie.due)];
  const [come, journals] = [isToCome ? 'will come' : 'come', sum('paye.expected', tie.expected)];
  if (of === 'payroll') return ['PAYE of ', journals, `${on} is in no journal that is posted here`];
  if (tie.charged !== undefined) return chargedInParts(tie, tie.charged, on);
  switch (tie.verdict) {
    case 'worked_out':
      if (tie.withQuarter !== undefined)
        return [
          workedOutWords,
          ': ',
          sum('hmrc.ofQuarter', tie.withQuarter.amount),
          ` with the quarter’s payment${on}`,
        ];
      return tie.hmrc === undefined
        ? [workedOutWords]
        : [
            ...[workedOutWords, ': ', sum('hmrc.due', tie.hmrc.due), on, '; compare it with HMRC’s account'],
            ...(tie.hmrc.yearsCredit ? ['; ', ...yearsCreditInParts(tie.hmrc)] : []),
          ];
    case 'agrees':
      return [agrees, ...due, on, ...sumInParts(tie)];
    case 'explained':
      return [
        ...[agrees, ...due, `${on}, ${recoveryInWords(tie.recoveryRate ?? '')} of `],
        ...[differenceOf(tie), ...notOursInParts(tie)],
      ];
    case 'unexplained':
      return [
        ...[differs, ...due, `${on}: the journals ${come} to `, journals, ', ', differenceOf(tie), ' unexplained'],
        ...[...causesInParts(tie), ...notOursInParts(tie)],
      ];
    case 'cannot_tell':
      return [
        ...[`PAYE due is nil${on}, the journals ${come} to `, journals],
        ': statutory pay was recovered, at a rate that cannot be worked out',
      ];
    case 'not_due_yet':
      return ['PAYE of ', journals, ` expected; payroll has no payment for it yet${on}`];
  }
}

const workedOutWords = 'PAYE due is worked out from its returns';

/** What a person typed of a P32, or of HMRC's account. */
function chargedInParts({ hmrc, difference }: HmrcTie, charged: Money, on: string): readonly CheckPart[] {
  const figure = sum('hmrc.charged', charged);
  if (difference.isZero()) return ['Agrees to HMRC’s own figure of ', figure, on];
  const due = sum('hmrc.due', hmrc?.due ?? charged.minus(difference));
  return ['HMRC’s own figure is ', figure, on, ', and its returns come to ', due];
}

const differenceOf = ({ difference }: HmrcTie): CheckPart => ({ is: 'paye.difference', of: difference, signed: true });

/** ": 1,028.63 from pay runs − 688.82 statutory pay recovered" */
function sumInParts(tie: HmrcTie): readonly CheckPart[] {
  const parts = tie.sum;
  if (parts === undefined) return notOursInParts(tie);
  const more = (sign: string, is: FigureName, of: Money, words: string) =>
    of.isZero() ? [] : [` ${sign} `, sum(is, of), ` ${words}`];
  return [
    ...[': ', sum('paye.fromRuns', parts.payroll), ' from pay runs'],
    ...more('−', 'paye.recovered', parts.recovered, 'statutory pay recovered'),
    ...more('−', 'paye.cis', parts.cisSuffered, 'CIS suffered'),
    ...more('+', 'paye.adjusted', parts.adjustments, 'adjustments'),
    ...notOursInParts(tie),
  ];
}

const notOursInParts = ({ notOurs }: HmrcTie): readonly CheckPart[] =>
  notOurs === undefined ? [] : [', counting ', sum('paye.notOurs', notOurs), ' of pay runs that are not posted here'];

const causeWords = {
  on_other_accounts: 'what is owed to HMRC on other accounts than PAYE and NI',
  levy: 'the apprenticeship levy',
  quarterly_payer: 'HMRC being paid quarterly',
  late_correction: 'a late correction',
  nil_due: 'nil being due',
} as const;

function causesInParts({ causes, owedElsewhere }: HmrcTie): readonly CheckPart[] {
  return causes.flatMap((cause: Cause, index) => [
    index === 0 ? ', perhaps ' : ' or ',
    ...(cause === 'on_other_accounts' && owedElsewhere ? [sum('paye.elsewhere', owedElsewhere), ': '] : []),
    causeWords[cause],
  ]);
}

/** "after 92% statutory pay recovery", from the rates 0.92 or "0.92 and 1.03" */
export function recoveryInWords(rates: string): string {
  const percents = rates.split(' and ').map((rate) => `${Number((Number(rate) * 100).toFixed(1))}%`);
  return `after ${percents.join(' and ')} statutory pay recovery`;
}
