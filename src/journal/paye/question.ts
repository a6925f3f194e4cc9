import { taxYearInWords } from '../nouns/dates.js';
import { Money } from '../nouns/money.js';
import { type Class1OfYear, smallEmployerClass1Max } from './class1.js';
import { isInFull, takenOff } from './month.js';
import type { MonthPaid, Proposal } from './proposal.js';
import { compensationOn } from './recovery-rates.js';
import type { StatutoryPay } from '../mapping/statutory-pay.js';
import { claimsTriedMax, type DecidedRate, openClaims } from './ways.js';

export interface Known extends MonthPaid {
  /** Why the payment says nothing, although there may be one. */
  readonly unknown?: 'paid by the quarter' | 'rate of an earlier month';
  /** Of each tax year that may be the one before the qualifying week. */
  readonly class1?: readonly Class1OfYear[];
}

/** What a person is asked about the rate, with all that is known of it side by side. */
export function questionOf(
  pays: readonly StatutoryPay[],
  decided: DecidedRate,
  proposal: Proposal,
  known: Known,
): string {
  const { recovery, rates } = proposal;
  const asked = recovery ? pays : pays.filter((pay) => decided(pay) === undefined);
  const paid = `${Money.sum(asked.map((pay) => pay.amount)).inPounds()} of statutory parental pay was paid`;
  const threshold = thresholdIn(asked, known.class1 ?? []);
  if (!recovery) return `${paid}, and ${reasonOf(asked, decided, proposal, known)} ${threshold} Decide which it is.`;
  const total = recovery.total.inPounds();
  if (rates === 'from the payment due') {
    const percents = [
      ...new Set(recovery.shares.flatMap(({ because, rate }) => (because === 'recovery' ? [rate] : []))),
    ];
    const more = percents.includes('100') ? " with the small employer's compensation" : '';
    return `${paid}. The payment due to HMRC shows ${total} taken off it, ${percents.join(' % and ')} % of the pay${more}. ${threshold} Confirm it, and the recovery is posted.`;
  }
  const given = `${paid}. At the rate decided HMRC repays ${total}`;
  if (proposal.verdict === 'unexplained' && known.paye)
    return `${given}, but ${takenOff(known.paye).inPounds()} was taken off the payment due to HMRC. ${threshold} Decide which it is.`;
  return `${given}. ${threshold} Confirm it, and the recovery is posted.`;
}

function thresholdIn(pays: readonly StatutoryPay[], class1: readonly Class1OfYear[]): string {
  const { percent } = compensationOn((pays.at(-1) as StatutoryPay).datedOn);
  const known = class1.map(({ year, amount, months = 12 }) => {
    const span = taxYearInWords(year);
    if (!amount) return ` Payroll of ${span} was not read here.`;
    const part = months < 12 ? `, in the ${months} month${months === 1 ? '' : 's'} that payroll has of it` : '';
    return ` In ${span} it came to ${amount.inPounds()}${part}.`;
  });
  return `HMRC repays 92 %, or 100 % and ${percent} % on top to a small employer: one whose Class 1 NI, employees' and employer's before the employment allowance, came to ${smallEmployerClass1Max.inPounds()} or less in the last complete tax year before the qualifying week.${known.join('')}`;
}

function reasonOf(
  pays: readonly StatutoryPay[],
  decided: DecidedRate,
  { found }: Proposal,
  { paye, next, unknown }: Known,
): string {
  if (found === 'several') return 'the payment due to HMRC fits more than one way of claiming it.';
  if (found === 'too_many') {
    const claims = openClaims([...pays, ...(paye && isInFull(paye) ? (next?.pays ?? []) : [])], decided).length;
    return `its ${claims} claims are too many to find their rates from the payment due (at most ${claimsTriedMax} are tried).`;
  }
  if (unknown === 'paid by the quarter')
    return 'HMRC is paid by the quarter, so the payment shows the rate of no single month.';
  if (unknown === 'rate of an earlier month')
    return 'what comes off the payment due to HMRC depends on the rate of an earlier month, which is not decided.';
  if (paye === undefined) return 'the payment due to HMRC is not known.';
  if (!paye.due.isPositive()) return 'nothing is due to HMRC, which proves no rate.';
  if (!isInFull(paye)) return `${takenOff(paye).inPounds()} was taken off the payment due to HMRC, which fits no rate.`;
  const later = next?.paye.due.isPositive() ? ', and the next one fits no rate.' : ': it may come off the next one.';
  return `nothing was taken off the payment due to HMRC${later}`;
}
