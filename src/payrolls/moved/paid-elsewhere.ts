import { taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { PayPeriod, Payslip } from '../../journal/nouns/pay-run.js';
import { fieldRow, isRecovered } from '../../journal/policy/treatments.js';
import type { ClassOneElsewhere } from '../files/allowance-worked.js';
import type { YearElsewhere } from '../files/files-payroll.js';
import type { ReturnedSoFar } from '../files/returned.js';
import type { Elsewhere } from '../files/year-to-date.js';

/** What is known of a year's returns from the record: nothing of it is in payslips. */
export interface RecordedReturns {
  /** By tax month, 1 to 12: what its recovery came to. */
  readonly recovered: ReadonlyMap<number, Money>;
  /** By tax month: the levy that someone entered. */
  readonly levy: ReadonlyMap<number, Money>;
}

interface Paid {
  /** Of the accounting service's own payroll, in the order of their months. */
  readonly periods: readonly PayPeriod[];
  readonly pays: (day: string) => boolean;
  readonly recorded: RecordedReturns;
}

/** What the accounting service's own payroll paid in a year, for the files that go on from there. */
export function paidElsewhere({ periods, pays, recorded }: Paid): YearElsewhere | undefined {
  const paid = new Map<string, Elsewhere[]>();
  const classOne = new Map<number, ClassOneElsewhere>();
  const statutory = new Set<number>();
  let cis = Money.zero;
  let last = 0;
  for (const { payslips, allowanceAmount, cisDeduction } of periods) {
    const own = payslips.filter(({ datedOn }) => pays(datedOn));
    const [first] = own;
    if (first === undefined) continue;
    const month = taxMonthOf(first.datedOn);
    last = Math.max(last, month);
    cis = cis.plus(cisDeduction);
    const ni = Money.sum(own.map((slip) => slip.figures.get('employer_ni') ?? Money.zero));
    classOne.set(month, { ni, allowance: allowanceAmount });
    for (const slip of own) {
      paid.set(slip.userPath, [...(paid.get(slip.userPath) ?? []), elsewhereOf(slip)]);
      if ([...slip.figures.keys()].some(isRecovered)) statutory.add(month);
    }
  }
  if (paid.size === 0) return undefined;
  return { paid, classOne, returned: soFar(last, { statutory, cis, recorded }) };
}

interface Said {
  /** The months with pay of which HMRC repays part. */
  readonly statutory: ReadonlySet<number>;
  readonly cis: Money;
  readonly recorded: RecordedReturns;
}

/** `last`: the last tax month that it paid. */
function soFar(last: number, { statutory, cis, recorded: { recovered, levy } }: Said): ReturnedSoFar {
  const upToThen = (months: ReadonlyMap<number, Money>) =>
    Money.sum([...months].flatMap(([month, amount]) => (month <= last ? [amount] : [])));
  return {
    month: last,
    // What it recovered with its compensation: a return has them apart, and only their sum is posted.
    toDate: { recovered: upToThen(recovered), compensation: Money.zero, cisSuffered: cis, levy: upToThen(levy) },
    isWhole: [...statutory].every((month) => recovered.has(month)),
  };
}

/** As its year to date in a return would grow. */
function elsewhereOf({ datedOn: paidOn, figures }: Payslip): Elsewhere {
  const sum = (is: (field: string) => boolean) =>
    Money.sum([...figures].flatMap(([field, amount]) => (is(field) ? [amount] : [])));
  return {
    paidOn,
    taxable: sum((field) => fieldRow(field)?.part === 'pay' && !untaxed.has(field)).minus(
      sum((field) => beforeTax.has(field)),
    ),
    tax: figures.get('tax_deducted') ?? Money.zero,
    statutory: new Map([...figures].filter(([field]) => isRecovered(field))),
  };
}

const untaxed: ReadonlySet<string> = new Set(['deduction_free_pay']);
/** Given up, or deducted before tax. */
const beforeTax: ReadonlySet<string> = new Set([
  ...['employee_pension', 'employee_pension_salary_sacrifice', 'other_salary_sacrifice_deductions'],
  ...['payroll_giving', 'deductions_subject_to_nic_but_not_paye'],
]);
