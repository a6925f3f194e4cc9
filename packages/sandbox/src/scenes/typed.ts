import { firstIdOf } from '../engine/ids.js';
import { addDays, taxYearOf } from '../engine/calendar.js';
import type { CompanyInput } from '../scenario.js';

/** A company whose bookkeeper types a journal each month: without the employment allowance, and one month's twice. */

const first = firstIdOf(2);
const [holm, ida, jon] = [first, first + 1, first + 2];
const twiceEvery = 4;

/** Employer's NI is 621.98, all of it covered by the allowance. */
const payslips = [
  { user: holm, basic_pay: '1047.5', employer_ni: '94.58', ni_calc_type: 'Director' },
  {
    user: ida,
    basic_pay: '2400.0',
    tax_deducted: '270.4',
    employee_ni: '108.16',
    employer_ni: '297.45',
  },
  {
    user: jon,
    basic_pay: '1950.0',
    tax_deducted: '180.4',
    employee_ni: '72.16',
    employer_ni: '229.95',
  },
];
const allowance = '621.98';
const typed = [
  { category: '401', debit_value: '4350.00' },
  { category: '402', debit_value: '527.40' },
  { category: '407', debit_value: '1047.50' },
  { category: '408', debit_value: '94.58' },
  { category: '814', debit_value: '-1253.10' },
  { category: '902', user: holm, debit_value: '-1047.50' },
  { category: '902', user: ida, debit_value: '-2021.44' },
  { category: '902', user: jon, debit_value: '-1697.44' },
];

export function typedCompany(now: Date): CompanyInput {
  const paid = monthEnds(now.toISOString().slice(0, 10));
  const sets = paid.flatMap((day, index) => [
    { dated_on: day, description: 'Wages', journal_entries: typed },
    ...(index % twiceEvery === twiceEvery - 1
      ? [{ dated_on: addDays(day, 3), description: 'Wages', journal_entries: typed }]
      : []),
  ]);
  const years = new Map(paid.map((day) => [taxYearOf(day), paid.filter((one) => taxYearOf(one) === taxYearOf(day))]));
  return {
    name: 'Larch & Holm Ltd',
    subdomain: 'larchholm',
    users: [
      { first_name: 'Una', last_name: 'Holm', role: 'Director', permission_level: 8 },
      { first_name: 'Ida', last_name: 'Larch', permission_level: 1 },
      { first_name: 'Jon', last_name: 'Reeve', permission_level: 1 },
    ],
    payroll: Object.fromEntries([...years].map(([year, days]) => [String(year), { periods: days.map(periodOf) }])),
    journal_sets: sets,
  };
}

const periodOf = (day: string) => ({
  period: periodNumber(day),
  dated_on: day,
  status: 'filed',
  employment_allowance_claimed: true,
  employment_allowance_amount: allowance,
  payslips: payslips.map((slip) => ({ ...slip, dated_on: day })),
});

/** The last day of each month of the tax year that is over; of the year before, while there are fewer than two. */
function monthEnds(today: string): readonly string[] {
  const ends = (year: number) =>
    Array.from({ length: 12 }, (_, index) =>
      addDays(`${year - (index < 8 ? 1 : 0)}-${two(((index + 4) % 12) + 1)}-01`, -1),
    );
  const year = taxYearOf(today);
  const own = ends(year).filter((day) => day < today);
  return own.length < 2 ? ends(year - 1) : own;
}

const two = (number: number): string => String(number).padStart(2, '0');
/** A month that ends on its last day is the tax month that began on its 6th. */
const periodNumber = (day: string): number => (Number(day.slice(5, 7)) + 8) % 12;
