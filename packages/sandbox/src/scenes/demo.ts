import { allowanceOfYear } from './allowance.js';
import { addDays, dateOf, lastDayOfPeriod, taxYearOf, dayOf } from '../engine/calendar.js';
import { demoPayslips, demoUserId, type Month } from './demo-people.js';
import type { PayrollSource, PeriodDocument } from '../payroll/payroll.js';
import { decimalText, parsePence } from '../engine/pence.js';
import type { JsonObject } from '../engine/json.js';
import { timestamp } from '../engine/table.js';
import type { CompanyInput } from '../scenario.js';
import { littleOfEach } from './little-of-each.js';

const PERIODS_PER_YEAR = 12;
const LAST_DAY_OF_TAX_YEAR = '04-05';
const SENT_DAYS_BEFORE_PAY = 3;
/** The month after the leaver's last: a nil payslip with a pay date of its own makes a pay run with nothing to post. */
const NIL_MONTH = 8;

/** One company whose payroll shows every outcome once, whatever the clock says. */
export function demoCompany(now: Date): CompanyInput {
  const thisYear = taxYearOf(dateOf(now));
  return {
    name: 'Marlow & Finch Joinery Ltd',
    subdomain: 'marlowfinch',
    fields: { company_registration_number: '00000000', contact_email: 'office@marlowfinch.example' },
    users: [
      { first_name: 'Harriet', last_name: 'Marlow', role: 'Director', permission_level: 8 },
      { first_name: 'Owen', last_name: 'Finch', role: 'Director', permission_level: 8 },
      { first_name: 'Priya', last_name: 'Nair', permission_level: 2 },
      { first_name: 'Tomasz', last_name: 'Zielinski', permission_level: 2 },
      { first_name: 'Grace', last_name: 'Adeyemi', permission_level: 2 },
      { first_name: 'Callum', last_name: 'Reid', permission_level: 1 },
      { first_name: 'Sian', last_name: 'Pritchard', permission_level: 2 },
      { first_name: 'Dev', last_name: 'Chauhan', permission_level: 0, hidden: true },
      { first_name: 'Ruth', last_name: 'Dale', role: 'Accountant', permission_level: 7 },
    ],
    opening_balances: {
      description: 'Opening balances',
      journal_entries: [
        { category: '681', debit_value: '4200.00', description: 'Trade debtors' },
        { category: '796', debit_value: '-3100.00', description: 'Trade creditors' },
        { category: '970', debit_value: '-100.00', description: 'Share capital' },
        { category: '999', debit_value: '-13500.00', description: 'Profit brought forward' },
      ],
      bank_accounts: [{ description: 'Current account', debit_value: '12500.00' }],
    },
    journal_sets: [dayOf(thisYear - 2, 6, 30), dayOf(thisYear - 2, 12, 31)].map((datedOn) => ({
      dated_on: datedOn,
      description: 'Accountancy fees accrued for the half year',
      journal_entries: [
        { category: '292', debit_value: '620.00' },
        { category: '660', debit_value: '-620.00' },
      ],
    })),
    records: littleOfEach(now, 0, demoUserId(0)),
    final_accounts_reports: accountsYears(now).map((year) => ({
      period_ends_on: `${year}-03-31`,
      filing_status: year < 2024 ? 'marked_as_filed' : 'unfiled',
    })),
  };
}

function accountsYears(now: Date): number[] {
  const years: number[] = [];
  for (let year = 2022; `${year}-03-31` < dateOf(now); year += 1) years.push(year);
  return years;
}

/** The whole of the previous tax year, and this one up to the first pay date still to come. */
export function demoMonths(now: Date): Month[] {
  const today = dateOf(now);
  const thisYear = taxYearOf(today);
  const months: Month[] = [];
  const add = (year: number, period: number, datedOn: string, filed: boolean) =>
    months.push({ index: months.length, year, period, datedOn, filed });
  for (let period = 0; period < PERIODS_PER_YEAR; period += 1) {
    add(thisYear - 1, period, lastDayOfPeriod(thisYear - 1, period), true);
  }
  for (let period = 0; period < PERIODS_PER_YEAR; period += 1) {
    const payDay = lastDayOfPeriod(thisYear, period);
    const isLast = period === PERIODS_PER_YEAR - 1;
    if (payDay > today) {
      add(thisYear, period, payDay, false);
      return months;
    }
    // After the last pay date of a tax year nothing would be left to pay: the last payroll is moved to 5 April.
    if (isLast) add(thisYear, period, `${thisYear}-${LAST_DAY_OF_TAX_YEAR}`, false);
    else add(thisYear, period, payDay, true);
  }
  return months;
}

export function demoPayroll(now: Date): PayrollSource {
  const months = demoMonths(now);
  const lastFiled = months.filter((month) => month.filed).at(-1)!.index;
  const documents = new Map<string, PeriodDocument>();
  let allowanceLeft = 0n;
  for (const month of months) {
    if (month.period === 0) allowanceLeft = allowanceOfYear(month.year);
    const payslips = demoPayslips(month, lastFiled);
    if (month.index === NIL_MONTH) payslips.push(nilPayslip(month, payslips[0]!));
    const employerNi = payslips.reduce((sum, payslip) => sum + parsePence(payslip['employer_ni'])!, 0n);
    const allowance = employerNi < allowanceLeft ? employerNi : allowanceLeft;
    allowanceLeft -= allowance;
    const sentAt = Math.min(now.getTime(), Date.parse(`${addDays(month.datedOn, -SENT_DAYS_BEFORE_PAY)}T10:00:00Z`));
    documents.set(`${month.year}-${month.period}`, {
      frequency: 'Monthly',
      dated_on: month.datedOn,
      status: month.filed ? 'filed' : 'unfiled',
      employment_allowance_claimed: true,
      employment_allowance_amount: decimalText(allowance),
      construction_industry_scheme_deduction: '0.0',
      payslips,
      created_at: timestamp(sentAt),
      updated_at: timestamp(sentAt),
    });
  }
  return {
    period: (year, period) => documents.get(`${year}-${period}`),
    profiles: (year) => (months.some((month) => month.year === year) ? profilesOf(year, months[0]!.year) : []),
  };
}

const STAFF = 8;
const STARTER = demoUserId(5);
const LEAVER = demoUserId(7);
const MID_MONTH_DAY = '15';

/** A payslip of nothing in the middle of the month, after the leaver's last day. */
function nilPayslip(month: Month, like: JsonObject): JsonObject {
  const zeros = Object.fromEntries(
    Object.entries(like).map(([name, value]) => [
      name,
      typeof value === 'string' && parsePence(value) !== undefined ? '0.0' : value,
    ]),
  );
  return {
    ...zeros,
    user: `/v2/users/${LEAVER}`,
    dated_on: `${month.datedOn.slice(0, 8)}${MID_MONTH_DAY}`,
    ni_calc_type: 'Employee',
    leaving_payslip: true,
  };
}

function profilesOf(year: number, firstYear: number): JsonObject[] {
  const staff = Array.from({ length: year === firstYear ? STAFF : STAFF - 1 }, (_, position) => position);
  return staff.map((position) => ({
    user: `/v2/users/${demoUserId(position)}`,
    payroll_reference: String(position + 1),
    address_line_1: `${position + 1} Mill Lane`,
    postcode: 'SY8 1AA',
    date_of_birth: `19${71 + position}-0${position + 1}-1${position + 1}`,
    total_pay_in_previous_employment: '0.0',
    total_tax_in_previous_employment: '0.0',
    ...(demoUserId(position) === STARTER && year === firstYear && { employment_starts_on: dayOf(year - 1, 6, 9) }),
    ...(demoUserId(position) === LEAVER && { employment_ends_on: dayOf(year - 1, 11, 28) }),
    created_at: timestamp(Date.UTC(year - 1, 3, 6)),
    updated_at: timestamp(Date.UTC(year - 1, 3, 6)),
  }));
}
