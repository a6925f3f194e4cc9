import type { Hold, HoldCode, Warning } from '../../journal/nouns/holds.js';
import { inWords, monthName, taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { FileAnswers, ReadContext } from './file-answers.js';
import type { FiledPayment } from './fps.js';
import { isUntold } from './namesakes.js';
import { type KnownPayment, keyOf } from './year-to-date.js';

export const nameOf = ({ firstName, lastName }: Pick<FiledPayment, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

export const hold = (code: HoldCode, message: string, rest: Pick<Hold, 'field' | 'amount'> = {}): Hold => ({
  code,
  message,
  ...rest,
});

/** Net pay is owed to a person of the books. */
export function unmapped(
  filed: Pick<FiledPayment, 'payId' | 'firstName' | 'lastName'>,
  { people }: Pick<ReadContext, 'people'>,
): readonly Hold[] {
  if (people.has(keyOf(filed))) return [];
  const id = filed.payId === undefined ? 'without a payroll id' : `payroll id ${filed.payId}`;
  return [
    hold(
      'person_unmapped',
      `${nameOf(filed)} (${id}) is not matched to anyone in the books, so there is no one to owe the net pay to. Say who it is.`,
      { field: 'user' },
    ),
  ];
}

/** Two people of one name, and no payroll id that tells them apart: whatever else could be asked rests on that. */
export function namesakeHolds(filed: FiledPayment): readonly Hold[] {
  const [name, id] = [nameOf(filed), keyOf(filed)];
  const both = `Two people called ${name} are in one file, neither with a payroll id`;
  const ask = isUntold(filed)
    ? `${both}, and their figures do not tell which of them this is. Give each a payroll id in the payroll program, take this file back, and receive the one that comes of it.`
    : `${both}, so they are told apart by their year to date. Say who the one is that was paid ${filed.taxable.inPounds()} on ${inWords(filed.paidOn)} and has ${filed.toDate.taxable.inPounds()} of pay this tax year: “${id}”.`;
  return [hold('who_is_who', ask, { field: 'PayId' })];
}

/** Tax, NI and loans are the difference between taxable pay and pay after statutory deductions. */
export function netPayHolds(filed: FiledPayment, employeeNi: Money): readonly Hold[] {
  if (filed.afterStatutory === undefined) return [];
  const expected = Money.sum([filed.tax, employeeNi, filed.studentLoan, filed.postgradLoan])
    .negated()
    .plus(filed.taxable);
  if (expected.equals(filed.afterStatutory)) return [];
  const off = filed.afterStatutory.minus(expected);
  return [
    hold(
      'net_pay_differs',
      `The file contradicts itself about ${nameOf(filed)}: taxable pay ${filed.taxable.inPounds()} less tax, NI and loans is ${expected.inPounds()}, and its pay after statutory deductions is ${filed.afterStatutory.inPounds()}. Check the payslip, and send the file again once it is corrected.`,
      { field: 'PayAfterStatDedns', amount: off.toString() },
    ),
  ];
}

/** Pay as the figures for tax have it, before what NI disregards. */
export const payForTax = ({ taxable, benefits, pensionNetPay, niOnly }: FiledPayment): Money =>
  Money.sum([taxable, benefits.negated(), pensionNetPay, niOnly]);

/** Pay for tax and pay for NI are the same pay, except for what the file names. */
export function taxableHolds(filed: FiledPayment): readonly Hold[] {
  const letters = filed.ni.filter((one) => one.letter !== 'X');
  if (letters.length === 0) return [];
  const forNi = Money.sum(letters.map((one) => one.earnings));
  const forTax = payForTax(filed);
  if (forNi.equals(forTax)) return [];
  const off = forTax.minus(forNi);
  const because = off.isNegative()
    ? 'Less taxable pay than NI pay: payroll giving, perhaps, which no file shows'
    : 'More taxable pay than NI pay: an award at the end of employment, tips or shares, perhaps';
  return [
    hold(
      'taxable_and_ni_pay_differ',
      `${nameOf(filed)} has ${forTax.inPounds()} of pay by the figures for tax and ${forNi.inPounds()} by those for NI. ${because}. Compare with the payslip before it is posted.`,
      { field: 'GrossEarningsForNICsInPd', amount: off.toString() },
    ),
  ];
}

export function deductionHolds(filed: FiledPayment, answers: FileAnswers): readonly Hold[] {
  const { deductedFromNet, pensionRelief } = filed;
  if (pensionRelief.isZero()) return [];
  if (answers.reliefInDeductions === undefined && !deductedFromNet.isZero())
    return [
      hold(
        'relief_at_source_unknown',
        `${nameOf(filed)} has ${pensionRelief.inPounds()} of pension by relief at source, and ${deductedFromNet.inPounds()} of deductions from net pay. Say once for this program whether the one is part of the other: net pay depends on it.`,
        { field: 'DednsFromNetPay', amount: deductedFromNet.toString() },
      ),
    ];
  if (answers.reliefInDeductions !== true || deductedFromNet.compare(pensionRelief) >= 0) return [];
  return [
    hold(
      'relief_at_source_unknown',
      `${nameOf(filed)} has ${deductedFromNet.inPounds()} of deductions from net pay, less than the ${pensionRelief.inPounds()} of pension that this program is said to count among them. Compare with the payslip.`,
      { field: 'DednsFromNetPay', amount: deductedFromNet.minus(pensionRelief).toString() },
    ),
  ];
}

export function yearToDateHolds({ filed, differs, differencePosted }: KnownPayment): readonly Hold[] {
  if (differs === undefined) return [];
  const about = { field: 'FiguresToDate', amount: differs.sent.minus(differs.known).toString() };
  const figures = `${nameOf(filed)}’s year to date is ${differs.sent.inPounds()} in the file of ${inWords(filed.paidOn)}; with what was received before it would be ${differs.known.inPounds()}.`;
  if (differencePosted === undefined)
    return [
      hold(
        'year_to_date_differs',
        `${figures} A file is missing, or one was corrected in another way: receive what is missing, or compare with payroll. Approved, the payment is posted as it stands, and later ones go on from its year to date.`,
        about,
      ),
    ];
  // Once approved it would be paid twice, and no later file would show that: with the difference its year to date agrees.
  return [
    hold(
      'paid_by_difference',
      `${figures} A difference goes with the pay of ${inWords(differencePosted)}, and may pay this already. If it does, take this file back. If the difference stood for this file, take the difference back, after reversing that pay run if it is posted, and sync.`,
      about,
    ),
  ];
}

export function yearNotes({ filed, unchecked }: KnownPayment): readonly Warning[] {
  if (unchecked === undefined) return [];
  return [
    {
      code: 'check_not_made',
      message: `${nameOf(filed)}’s year to date was not checked: this is the first file of a year that had begun.`,
      field: 'year_to_date',
    },
  ];
}

/** What is taxed through payroll and is not an employee's wage, or not cash. */
export function kindHolds(filed: FiledPayment): readonly Hold[] {
  const holds: Hold[] = [];
  if (filed.lateReason === 'A' || filed.lateReason === 'B' || filed.lateReason === 'C')
    holds.push(
      hold(
        'notional_pay',
        `${nameOf(filed)}’s payment is notional (late reason ${filed.lateReason}): someone else paid it, or it was shares. What of it was paid in cash is not in the file.`,
        { field: 'LateReason' },
      ),
    );
  if (filed.offPayroll)
    holds.push(
      hold(
        'off_payroll_worker',
        `${nameOf(filed)} is an off-payroll worker: what is paid settles a supplier’s invoice, and is no salary.`,
        { field: 'OffPayrollWorker' },
      ),
    );
  return holds;
}

/** Weeks and months of the file are compared with the pay date, which decides. */
export function periodNotes(filed: FiledPayment): readonly Warning[] {
  const month = taxMonthOf(filed.paidOn);
  if (filed.month === undefined || filed.month === month) return [];
  return [
    {
      code: 'period_differs',
      message: `${nameOf(filed)} was paid on ${inWords(filed.paidOn)}, in tax month ${month} (${monthName(month - 1)}); the file says month ${filed.month}.`,
      field: 'MonthNo',
    },
  ];
}
