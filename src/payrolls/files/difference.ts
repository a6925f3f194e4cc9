import { Money } from '../../journal/nouns/money.js';
import { type AlsoToDate, alsoToDateOf, type FiledPayment, type NiOfLetter } from './fps.js';
import type { KnownPayment } from './year-to-date.js';

/**
 * What a payment's year to date has and no file paid, as a payment of its own. Ada was paid 2,600.00 in October; the
 * file of November pays 2,600.00 and has 5,250.00 to date, so 50.00 is missing. It comes before November's payment, so
 * that both fit, and in the place of whatever file would explain it: that one is then held.
 *
 * Pensions, loans and benefits have a year to date too. Deductions from net pay have none, so with them its net pay
 * would be a guess; unless they are the pension by relief at source, which some programs count among them
 * (`reliefInDeductions`). Text: why it cannot be told.
 */
export function differenceOf(
  payments: readonly KnownPayment[],
  of: KnownPayment,
  reliefInDeductions: boolean,
): FiledPayment | string {
  const { filed, before } = of;
  if (of.differs === undefined || before === undefined) return 'its year to date does not differ';
  const waiting = payments.filter(({ differs }) => differs !== undefined);
  // Approved as it stands, one of a smaller year to date is paid already, whatever its pay date: it may be what is missing.
  const comesFirst = (one: FiledPayment) =>
    one.paidOn <= filed.paidOn || one.toDate.taxable.compare(filed.toDate.taxable) <= 0;
  if (waiting.some((one) => one !== of && comesFirst(one.filed)))
    return 'another payment up to that day, or up to that year to date, waits as well or was approved as it stands, and comes first';
  const known = payments.filter(({ differs }) => differs === undefined).map((one) => one.filed);
  // What that paid would count as paid too much.
  if (known.some(({ paidOn }) => paidOn > filed.paidOn))
    return 'a later payment was received already, so what this one lacks cannot be told';
  if ([...known, filed].some((one) => hasUntold(one, reliefInDeductions)))
    return 'there are deductions from net pay, or payments that are not pay, this year, and what of them is missing is in no file';
  const also = alsoMissing(known, filed);
  if (also === undefined)
    return 'there are loans, pensions or benefits this year, and a file lacks their figures to date';
  const [taxable, tax] = [filed.toDate.taxable.minus(filed.taxable), filed.toDate.tax.minus(filed.tax)];
  const missing = { taxable: taxable.minus(before.taxable), tax: tax.minus(before.tax), ...also };
  const ni = niMissing(known, filed.ni);
  const forNi = missing.taxable.minus(missing.benefits).plus(missing.pensionNetPay);
  if (ni === undefined || !Money.sum(ni.map((one) => one.earnings)).equals(forNi))
    return 'the NI to date does not move by the same pay, so what NI is missing cannot be told';
  return {
    ...filed,
    ...missing,
    deductedFromNet: reliefInDeductions ? missing.pensionRelief : Money.zero,
    // It belongs to no earnings period, and is not a correction that the file sent.
    month: undefined,
    week: undefined,
    periodsCovered: 0,
    lateReason: undefined,
    afterStatutory: undefined,
    oldPayId: undefined,
    leavingOn: undefined,
    afterLeaving: false,
    ni,
    toDate: { taxable, tax, statutory: before.statutory, class1A: before.class1A, ...alsoBefore(filed) },
    isDifference: true,
  };
}

/** Of which no file has a year to date. */
function hasUntold(one: FiledPayment, reliefInDeductions: boolean): boolean {
  const deducted = reliefInDeductions ? one.deductedFromNet.minus(one.pensionRelief) : one.deductedFromNet;
  return one.offPayroll || [one.notTaxedNorNi, one.niOnly, one.lumpSums, deducted].some((amount) => !amount.isZero());
}

type Also = Record<AlsoToDate, Money>;

/** Undefined if a payment has some of it and its file no figure to date. */
function alsoMissing(known: readonly FiledPayment[], sent: FiledPayment): Also | undefined {
  const missing: Partial<Also> = {};
  for (const name of alsoToDateOf) {
    const isSilent = (one: FiledPayment) => one.toDate.also?.[name] === undefined && !one[name].isZero();
    const last = known.at(-1);
    if (isSilent(sent) || (last !== undefined && isSilent(last))) return undefined;
    const [before, now] = [last, sent].map((one) => one?.toDate.also?.[name] ?? Money.zero) as [Money, Money];
    missing[name] = now.minus(sent[name]).minus(before);
  }
  return missing as Also;
}

function alsoBefore(sent: FiledPayment): Pick<FiledPayment['toDate'], 'also'> {
  const { also } = sent.toDate;
  if (also === undefined) return {};
  const left = alsoToDateOf.flatMap((name) => (also[name] === undefined ? [] : [[name, also[name].minus(sent[name])]]));
  return { also: Object.fromEntries(left) };
}

/**
 * What NI to date has beyond the payments; undefined if a letter was given up, since this file lacks its figures to
 * date.
 */
function niMissing(known: readonly FiledPayment[], sent: readonly NiOfLetter[]): readonly NiOfLetter[] | undefined {
  const last = new Map(known.flatMap(({ ni }) => ni.map((one) => [one.letter, one] as const)));
  if ([...last.keys()].some((letter) => sent.every((one) => one.letter !== letter))) return undefined;
  return sent.map((one) => {
    const was = last.get(one.letter);
    const toDate = {
      earningsToDate: one.earningsToDate.minus(one.earnings),
      employerToDate: one.employerToDate.minus(one.employer),
      employeeToDate: one.employeeToDate.minus(one.employee),
    };
    return {
      letter: one.letter,
      ...toDate,
      earnings: toDate.earningsToDate.minus(was?.earningsToDate ?? Money.zero),
      employer: toDate.employerToDate.minus(was?.employerToDate ?? Money.zero),
      employee: toDate.employeeToDate.minus(was?.employeeToDate ?? Money.zero),
    };
  });
}
