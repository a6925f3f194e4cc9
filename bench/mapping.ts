import { parsePayPeriod, parsePeople, peopleByPath } from '../src/payrolls/service/wire.js';
import { type MappedPeriod, mapPeriod } from '../src/journal/mapping/mapper.js';
import { parsePolicy } from '../src/journal/policy/policy.js';
import { fieldRows } from '../src/journal/policy/treatments.js';

/** Reading, validating and mapping a payroll document, compared with a bare JSON.parse of the same bytes. */
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
/** How long it is measured: the quickest of so many rounds of so many microseconds. */
export interface Effort {
  readonly rounds: number;
  readonly roundMicroseconds: number;
}

export const fullEffort: Effort = { rounds: 31, roundMicroseconds: 40_000 };
/** Reading the clock takes a microsecond, so a short act is called this often between two readings. */
const callsOfShortAct = 10;

export function measureMapping(effort = fullEffort, payslips = 10): MappingMeasurement {
  const bytes = bytesOf(documentOf(payslips));
  const [parseMicroseconds, mapMicroseconds] = timesOf(effort, callsOfShortAct, [() => parse(bytes), () => map(bytes)]);
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

/** Microseconds of a bare JSON.parse of so many payslips. */
export function timeOfParsing(payslips: number, { rounds, roundMicroseconds } = fullEffort): number {
  const bytes = bytesOf(documentOf(payslips));
  return Math.min(...Array.from({ length: rounds }, () => timeOf(() => parse(bytes), 1, roundMicroseconds)));
}

/** A journal set of a thousand people, each one's cost split three ways, compared with the same set without splits. */
export interface AllocationMeasurement {
  readonly name: 'allocation';
  readonly ratio: number;
  readonly target: number;
  readonly payslips: number;
  readonly plainMicroseconds: number;
  readonly allocatedMicroseconds: number;
}

const allocationRatioMax = 4;

export function measureAllocation(effort = fullEffort, payslips = 1000): AllocationMeasurement {
  const document = documentOf(payslips);
  const [plain, allocated] = [
    bytesOf(document),
    bytesOf({ ...document, policy: { allocations: threeWays(payslips) } }),
  ];
  const lines = (bytes: Buffer) => map(bytes).runs[0]?.journal?.entries.length ?? 0;
  // Pay, employer's NI and pension have two more lines each.
  if (lines(allocated) !== lines(plain) + payslips * 6) throw new Error('The costs did not go three ways');
  const [plainMicroseconds, allocatedMicroseconds] = timesOf(effort, 1, [() => map(plain), () => map(allocated)]);
  const ratio = allocatedMicroseconds / plainMicroseconds;
  return {
    name: 'allocation',
    ratio,
    target: allocationRatioMax,
    payslips,
    plainMicroseconds,
    allocatedMicroseconds,
  };
}

function threeWays(people: number): Record<string, unknown> {
  const parts = [
    { percent: '33.33', accounts: { salaries: '150', employerNics: '152', staffPensions: '154' } },
    { percent: '33.33', accounts: { salaries: '151', employerNics: '153', staffPensions: '155' } },
    { percent: '33.34', accounts: {} },
  ];
  const numbers = Array.from({ length: people }, (_, index) => index + 1);
  return Object.fromEntries(numbers.map((n) => [userUrl(n), [{ from: '2025-04-06', parts }]]));
}

function bytesOf(document: object): Buffer {
  return Buffer.from(JSON.stringify(document));
}

function parse(bytes: Buffer): ReturnType<typeof documentOf> {
  return JSON.parse(bytes.toString('utf8')) as ReturnType<typeof documentOf>;
}

function map(bytes: Buffer): MappedPeriod {
  const { year, users, policy, period } = parse(bytes);
  const mapped = mapPeriod(parsePayPeriod(period, year), {
    prefix: 'counterfoil',
    policy: parsePolicy(policy),
    people: peopleByPath(parsePeople(users)),
    offline: true,
  });
  if (mapped.runs[0]?.outcome !== 'post')
    throw new Error('The measured document is not posted: the measure means nothing');
  return mapped;
}

/** Measures two acts in turn, so that a busy machine slows both; the quickest round is the one least disturbed. */
function timesOf(
  { rounds, roundMicroseconds }: Effort,
  calls: number,
  [one, other]: readonly [() => unknown, () => unknown],
): readonly [number, number] {
  const of = (act: () => unknown) => timeOf(act, calls, roundMicroseconds);
  const times = Array.from({ length: rounds }, () => [of(one), of(other)] as const);
  return [Math.min(...times.map(([time]) => time)), Math.min(...times.map(([, time]) => time))];
}

/** A document as the service sends it: every field is there, and most are zero. */
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
 * Microseconds of processor time for one call, so that other processes do not count. A round is measured in processor
 * time too: by the wall clock, it would end on a busy machine before the code is compiled.
 */
function timeOf(act: () => unknown, callsBetweenLooks: number, roundMicroseconds: number): number {
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
