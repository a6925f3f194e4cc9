import { addDays, taxMonthOf, taxMonthRange } from '../../journal/nouns/dates.js';
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
  const cis = new Map<number, Money>();
  for (const { payslips, allowanceAmount, cisDeduction } of periods) {
    const own = payslips.filter(({ datedOn }) => pays(datedOn));
    const [first] = own;
    if (first === undefined) continue;
    const month = taxMonthOf(first.datedOn);
    cis.set(month, cisDeduction);
    const ni = Money.sum(own.map((slip) => slip.figures.get('employer_ni') ?? Money.zero));
    classOne.set(month, { ni, allowance: allowanceAmount });
    for (const slip of own) {
      paid.set(slip.userPath, [...(paid.get(slip.userPath) ?? []), elsewhereOf(slip)]);
      if ([...slip.figures.keys()].some(isRecovered)) statutory.add(month);
    }
  }
  if (paid.size === 0) return undefined;
  return { paid, classOne, returned: soFar({ statutory, cis, recorded, months: paidAlone(periods, pays) }) };
}

/** The tax months in which no one else pays on any day, up to the last one that it pays. */
function paidAlone(periods: readonly PayPeriod[], pays: Paid['pays']): ReadonlySet<number> {
  const own = periods.filter(({ payslips }) => payslips.some(({ datedOn }) => pays(datedOn)));
  const last = Math.max(...own.map(({ period }) => period + 1));
  const [{ year } = { year: 0 }] = own;
  const isAlone = (month: number) => daysBetween(taxMonthRange(year, month)).every(pays);
  return new Set(Array.from({ length: last }, (_, at) => at + 1).filter(isAlone));
}

function daysBetween({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

interface Said {
  /** The months with pay of which HMRC repays part. */
  readonly statutory: ReadonlySet<number>;
  /** By tax month. */
  readonly cis: ReadonlyMap<number, Money>;
  readonly recorded: RecordedReturns;
  readonly months: ReadonlySet<number>;
}

function soFar({ statutory, cis, recorded: { recovered, levy }, months }: Said): ReturnedSoFar {
  const sum = (of: ReadonlyMap<number, Money>, isMeant: (month: number) => boolean) =>
    Money.sum([...of].flatMap(([month, amount]) => (isMeant(month) ? [amount] : [])));
  return {
    months,
    paid: new Set(cis.keys()),
    between: (after, month) => {
      const isOwn = (one: number) => after < one && one < month && (months.has(one) || cis.has(one));
      return {
        // What it recovered with its compensation: a return has them apart, and only their sum is posted.
        recovered: sum(recovered, isOwn),
        compensation: Money.zero,
        cisSuffered: sum(cis, (one) => after < one && one <= month),
        levy: sum(levy, isOwn),
      };
    },
    isWhole: [...statutory].every((month) => recovered.has(month) || !months.has(month)),
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
