import { allowanceOfYear } from './allowance.js';
import { dateOf, lastDayOfPeriod, taxYearOf } from '../engine/calendar.js';
import { FIRST_ID, firstIdOf, IDS_PER_COMPANY } from '../engine/ids.js';
import { makeCompany } from './company-maker.js';
import type { PayrollSource } from '../payroll/payroll.js';
import { makePayslip } from '../payroll/payslip-maker.js';
import { decimalText, parsePence } from '../engine/pence.js';
import { Practice } from '../practice/practice.js';
import { littleOfEach } from './little-of-each.js';
import { readCompany } from '../scenario.js';
import type { CompanySeed, Scene } from '../world.js';
import { timestamp } from '../engine/table.js';

const PERIODS_PER_YEAR = 12;
const PAYSLIPS_MAX = 10;
const MANAGERS = { first: FIRST_ID, second: FIRST_ID + 1 };
const STARTED_ON = '2021-04-01';

const SURNAMES =
  'Abbott Ashby Barlow Bell Blake Booth Bramley Brook Burton Carter Chapel Clifton Cole Cooper Craven Dale Denby Drake Eaton Ellis Farrow Fisher Ford Garner Gibson Grange Hale Hardy Hart Holt Hurst Kemp Kirby Lane Lloyd Lowe Marsh Mason Moss Nash Norton Oakley Osborne Park Pike Poole Reed Ridley Rowe Sharp Shaw Slater Stone Swift Thorne Vale Wade Ward Webb York'.split(
    ' ',
  );
const TRADES =
  'Bakery Plumbing Electrical Design Landscapes Catering Motors Print Dental Fitness Interiors Travel Software Joinery Roofing Florists Optics Media Kitchens Logistics Glazing Brewing Ceramics Tutoring Cleaning Security Surveying Veterinary Flooring Music'.split(
    ' ',
  );

interface PracticeSize {
  readonly clients: number;
  /** How many filed months, up to the latest that is already paid. */
  readonly months: number;
  /** The number of payslips a month; by default one to ten, depending on the client. */
  readonly payslips?: number;
}

/** N generated clients: the same N, clock month and size give the same companies. */
export function practiceScene(size: PracticeSize, now: number): Scene {
  const practice = new Practice('Dale & Partners', 'dalepartners');
  practice.addManager(MANAGERS.first, { name: 'Ruth Dale', email: 'ruth@dalepartners.example' }, true, now);
  practice.addManager(MANAGERS.second, { name: 'Amir Shah', email: 'amir@dalepartners.example' }, false, now);
  const paid = paidMonths(size.months, dateOf(new Date(now)));
  const companies = Array.from({ length: size.clients }, (_, number): CompanySeed => {
    const { name, subdomain } = clientName(number);
    const createdAt = Date.parse(`${STARTED_ON}T09:00:00Z`) + number * 60_000;
    practice.clients.put({
      key: String(number + 1),
      values: {
        id: number + 1,
        name,
        subdomain,
        type: 'UkLimitedCompany',
        status: 'Active Licence',
        account_manager: `/v2/account_managers/${number % 4 === 3 ? MANAGERS.second : MANAGERS.first}`,
        account_owner: {
          first_name: 'Director',
          last_name: surnameOf(number, 0),
          last_logged_in_at: timestamp(createdAt),
        },
        company_start_date: STARTED_ON,
        freeagent_start_date: STARTED_ON,
        country: 'United Kingdom',
        cis_enabled: false,
      },
      createdAt,
      updatedAt: createdAt,
    });
    return { name, subdomain, make: () => makeClient(number, name, subdomain, size, paid, now) };
  });
  return { companies, practice };
}

function clientName(number: number): { name: string; subdomain: string } {
  const round = Math.floor(number / SURNAMES.length);
  const surname = SURNAMES[number % SURNAMES.length]!;
  const trade = TRADES[(number + round) % TRADES.length]!;
  const again = Math.floor(round / TRADES.length);
  const name = `${surname} ${trade}${again > 0 ? ` ${again + 1}` : ''} Ltd`;
  return { name, subdomain: `${surname}-${trade}${again > 0 ? `-${again + 1}` : ''}`.toLowerCase() };
}

interface PaidMonth {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
}

/** The latest months whose pay day is not after today, oldest first. */
function paidMonths(count: number, today: string): PaidMonth[] {
  const months: PaidMonth[] = [];
  for (let year = taxYearOf(today); months.length < count; year -= 1) {
    for (let period = PERIODS_PER_YEAR - 1; period >= 0 && months.length < count; period -= 1) {
      const datedOn = lastDayOfPeriod(year, period);
      if (datedOn <= today) months.unshift({ year, period, datedOn });
    }
  }
  return months;
}

/** A well-mixed 32-bit number from a seed: the same for the same seed, on every machine. */
function mixed(seed: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function surnameOf(number: number, position: number): string {
  return SURNAMES[mixed(number * 31 + position) % SURNAMES.length]!;
}

function makeClient(
  number: number,
  name: string,
  subdomain: string,
  size: PracticeSize,
  paid: readonly PaidMonth[],
  now: number,
) {
  const staff = size.payslips ?? 1 + (mixed(number) % PAYSLIPS_MAX);
  const scenario = readCompany({
    name,
    subdomain,
    fields: { company_start_date: STARTED_ON },
    records: littleOfEach(new Date(now), number * IDS_PER_COMPANY, firstIdOf(number)),
    users: Array.from({ length: staff }, (_, position) => ({
      first_name: position === 0 ? 'Director' : 'Employee',
      last_name: surnameOf(number, position),
      role: position === 0 ? 'Director' : 'Employee',
      permission_level: position === 0 ? 8 : 2,
    })),
  });
  return makeCompany(scenario, { number, practiceManaged: true, now, payroll: generatedPayroll(number, staff, paid) });
}

/** Only the allowance left before each month is kept: payslips are generated at every read. */
function generatedPayroll(number: number, staff: number, paid: readonly PaidMonth[]): PayrollSource {
  const claims = number % 2 === 0;
  const find = (year: number, period: number) => paid.find((month) => month.year === year && month.period === period);
  const payslipsOf = (month: PaidMonth) =>
    Array.from({ length: staff }, (_, position) => clientPayslip(number, position, month));
  let allowances: Map<PaidMonth, bigint> | undefined;
  const allowanceOf = (month: PaidMonth) => {
    allowances ??= allowancesOf(paid, payslipsOf);
    return allowances.get(month)!;
  };
  return {
    period(year, period) {
      const month = find(year, period);
      if (!month) return undefined;
      const sentAt = timestamp(Date.parse(`${month.datedOn}T07:00:00Z`));
      return {
        frequency: 'Monthly',
        dated_on: month.datedOn,
        status: 'filed',
        employment_allowance_claimed: claims,
        employment_allowance_amount: claims ? decimalText(allowanceOf(month)) : '0.0',
        construction_industry_scheme_deduction: '0.0',
        payslips: payslipsOf(month),
        created_at: sentAt,
        updated_at: sentAt,
      };
    },
  };
}

function allowancesOf(paid: readonly PaidMonth[], payslipsOf: (month: PaidMonth) => ReturnType<typeof makePayslip>[]) {
  const allowances = new Map<PaidMonth, bigint>();
  let left = 0n;
  let year: number | undefined;
  for (const month of paid) {
    if (month.year !== year) left = allowanceOfYear(month.year);
    year = month.year;
    const employerNi = payslipsOf(month).reduce((sum, payslip) => sum + parsePence(payslip['employer_ni'])!, 0n);
    const allowance = employerNi < left ? employerNi : left;
    left -= allowance;
    allowances.set(month, allowance);
  }
  return allowances;
}

function clientPayslip(number: number, position: number, month: PaidMonth) {
  const seed = mixed(number * 1_009 + position);
  const basic = BigInt(115_000 + (seed % 330_000));
  const extra = mixed(seed + month.year * 12 + month.period);
  return makePayslip({
    userId: firstIdOf(number) + position,
    datedOn: month.datedOn,
    director: position === 0,
    pay: { basic_pay: basic, ...(extra % 5 === 0 && { overtime: BigInt(2_000 + (extra % 9_000)) }) },
    ...(seed % 3 !== 0 && {
      pension: { kind: seed % 3 === 1 ? 'relief_at_source' : 'net_pay', employee: 500n, employer: 300n },
    }),
    ...(seed % 7 === 0 && { studentLoan: 'Plan 2' }),
  });
}
