import { parsePayPeriod, parsePeople, peopleByPath } from '../src/books/wire.js';
import { mapPeriod } from '../src/journal/mapper.js';
import { parsePolicy } from '../src/journal/policy.js';
import { fieldRows } from '../src/journal/treatments.js';

/** Reading, validating and mapping a payroll document, against a bare JSON.parse of the same bytes. */
export interface MappingMeasurement {
  readonly name: 'mapping';
  readonly ratio: number;
  readonly target: number;
  readonly payslips: number;
  readonly bytes: number;
  readonly parseMicroseconds: number;
  readonly mapMicroseconds: number;
}

const ratioMax = 5;
const rounds = 31;
const roundMicroseconds = 40_000;
const callsBetweenLooks = 10;

export function measureMapping(payslips = 10): MappingMeasurement {
  const bytes = Buffer.from(JSON.stringify(documentOf(payslips)));
  const parse = () => JSON.parse(bytes.toString('utf8')) as ReturnType<typeof documentOf>;
  const map = () => {
    const { year, users, policy, period } = parse();
    return mapPeriod(parsePayPeriod(period, year), {
      prefix: 'counterfoil',
      policy: parsePolicy(policy),
      people: peopleByPath(parsePeople(users)),
      offline: true,
    });
  };
  if (map().runs[0]?.outcome !== 'post')
    throw new Error('The measured document is not posted: the measure means nothing');
  // Turn by turn, so that a busy machine is busy for both.
  const times = Array.from({ length: rounds }, () => ({ parse: timeOf(parse), map: timeOf(map) }));
  // The quickest round is the one least disturbed.
  const parseMicroseconds = Math.min(...times.map((time) => time.parse));
  const mapMicroseconds = Math.min(...times.map((time) => time.map));
  return {
    name: 'mapping',
    ratio: mapMicroseconds / parseMicroseconds,
    target: ratioMax,
    payslips,
    bytes: bytes.length,
    parseMicroseconds,
    mapMicroseconds,
  };
}

/** As the service answers it: every field there, most of them zero. */
function documentOf(payslips: number) {
  const zeros = Object.fromEntries(fieldRows.map(({ field }) => [field, '0.0']));
  const numbers = Array.from({ length: payslips }, (_, index) => index + 1);
  return {
    year: 2026,
    users: numbers.map((n) => ({
      url: userUrl(n),
      role: 'Employee',
      first_name: 'Employee',
      last_name: `Number ${n}`,
    })),
    policy: {},
    period: {
      url: 'https://api.example.test/v2/payroll/2026/6',
      period: 6,
      frequency: 'Monthly',
      dated_on: '2025-10-31',
      status: 'filed',
      employment_allowance_claimed: false,
      employment_allowance_amount: '0.0',
      construction_industry_scheme_deduction: '0.0',
      payslips: numbers.map((n) => ({
        user: userUrl(n),
        tax_code: '1257L',
        dated_on: '2025-10-31',
        ...zeros,
        basic_pay: `${2000 + n}.0`,
        tax_deducted: '275.2',
        employee_ni: '167.76',
        employer_ni: '194.71',
        employee_pension: '100.0',
        employer_pension: '50.0',
        ni_calc_type: 'Employee',
        frequency: 'Monthly',
        ni_letter: 'A',
        deduct_student_loan: false,
        deduct_postgrad_loan: false,
        week_1_month_1_basis: false,
        leaving_payslip: false,
        created_at: '2025-10-20T10:00:00.000Z',
        updated_at: '2025-10-20T10:00:00.000Z',
      })),
    },
  };
}

function userUrl(n: number): string {
  return `https://api.example.test/v2/users/${n}`;
}

/**
 * Microseconds of processor time for one call, over enough calls to trust the clock: other processes do not count.
 * A round is as long in processor time: on a busy machine one by the wall's clock ends before the code is compiled.
 */
function timeOf(act: () => unknown): number {
  const before = process.cpuUsage();
  let calls = 0;
  let used = 0;
  while (used < roundMicroseconds) {
    for (let call = 0; call < callsBetweenLooks; call += 1) act();
    calls += callsBetweenLooks;
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  return used / calls;
}
