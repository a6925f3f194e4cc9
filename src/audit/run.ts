import { payeeOf } from '../journal/allocation/payee.js';
import { addYears, type MapContext, type MappedRun, mapPeriod, nothingYet } from '../journal/mapping/mapper.js';
import { workOut } from '../journal/mapping/workings.js';
import { isOfPersons } from '../journal/nouns/chart.js';
import type { Entry } from '../journal/nouns/journal.js';
import { type PayPeriod, type Payslip, type Person, pathOf } from '../journal/nouns/pay-run.js';
import { codeOf, type DecidedField, plannerOf } from '../journal/policy/decided.js';
import type { Policy } from '../journal/policy/policy.js';
import { fieldRow, type LineKind } from '../journal/policy/treatments.js';
import { type Amounts, gathered, less, placeOf } from './amounts.js';

/** What a part of a journal is: others may have an account for each. */
export type Role =
  | 'pay'
  | 'sacrifice'
  | 'employerNi'
  | 'allowance'
  | 'employerPension'
  | 'tax'
  | 'employeeNi'
  | 'employerNiOwed'
  | 'loans'
  | 'allowanceOwed'
  | 'employeePensionOwed'
  | 'employerPensionOwed'
  | 'salarySacrifice'
  | 'attachments'
  | 'payrollGiving'
  | 'otherDeductions'
  | 'net'
  | 'named';

/** The least that a journal is made of: what one field of one payslip posts to one account. */
export interface Part {
  readonly role: Role;
  readonly code: string;
  /** Whose account it is. */
  readonly user?: string;
  /** Whose payslip it comes from; the allowance comes from none. */
  readonly person?: string;
  readonly field: string;
  readonly pence: bigint;
}

/** A pay run as the mapper has it, taken apart. */
export interface AuditRun {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly tag: string;
  readonly parts: readonly Part[];
  /** Those who are paid, and whether each is a director. */
  readonly people: ReadonlyMap<string, boolean>;
  /** What these people's having the other role would change in the parts. */
  readonly withOtherRole: (people: ReadonlySet<string>, inAllTheMonth: boolean) => readonly Part[];
  /** The run as it was before payroll changed. */
  readonly before?: readonly Part[];
  /** Why it cannot be judged. */
  readonly why?: readonly string[];
}

export interface Payroll {
  readonly periods: readonly PayPeriod[];
  readonly people: ReadonlyMap<string, Person>;
  readonly policy: Policy;
  readonly prefix: string;
  /** What people decided about fields that payroll leaves open. */
  readonly decided?: readonly DecidedField[];
  /** Runs, by tag, whose every hold a person has approved. */
  readonly approved?: ReadonlySet<string>;
}

/** Every pay run of a year, oldest first. The cut-over is no matter here: an audit is of what came before it too. */
export function runsOf({
  periods,
  people,
  policy: given,
  prefix,
  decided = [],
  approved,
}: Payroll): readonly AuditRun[] {
  const policy = { ...given, postFrom: null, layout: 'itemised' as const };
  const context = { prefix, policy, people, decided, offline: true };
  let yearToDate = nothingYet;
  const runs: AuditRun[] = [];
  for (const period of [...periods].sort((a, b) => a.period - b.period)) {
    const mapped = mapPeriod(period, { ...context, yearToDate });
    yearToDate = addYears(yearToDate, mapped.adds);
    const isReady = policy.statuses.includes(period.status);
    const bearer = mapped.runs.findLast(({ outcome }) => outcome === 'post');
    for (const run of mapped.runs) {
      const apart = run === bearer ? mapped.apart?.entries : undefined;
      runs.push(
        auditRun(run, { period, context, layout: given.layout, isReady, isApproved: approved?.has(run.tag), apart }),
      );
    }
  }
  return runs.sort((a, b) => (a.datedOn < b.datedOn ? -1 : a.datedOn > b.datedOn ? 1 : 0));
}

interface Within {
  readonly period: PayPeriod;
  readonly context: MapContext;
  readonly layout: Policy['layout'];
  readonly isReady: boolean;
  readonly isApproved?: boolean;
  /** An allowance that follows from returns: others journal it with the month's last wages. */
  readonly apart?: readonly Entry[];
}

function auditRun(run: MappedRun, within: Within): AuditRun {
  const { payRun, tag, holds } = run;
  const { year, period, datedOn } = payRun;
  const notReady = within.isReady ? [] : [`Payroll of this month is ${within.period.status}, not filed.`];
  const why = [...notReady, ...(within.isApproved ? [] : holds).map(({ message }) => message)];
  const parts = why.length > 0 ? [] : partsOf(run, within);
  const turns = remembered((slip: Payslip) => turnOf(slip, tag, within));
  const ofPeople = payRun.payslips.map((slip) => [slip.userPath, isDirector(slip, within)] as const);
  return {
    year,
    period,
    datedOn,
    tag,
    parts,
    people: new Map(ofPeople),
    withOtherRole: (people, inAllTheMonth) =>
      parts.length === 0 ? [] : otherRoles(parts, run, within, { people, inAllTheMonth, turns }),
    ...(why.length > 0 && { why: [...new Set(why)] }),
  };
}

const isDirector = (slip: Payslip, { context }: Within) => payeeOf(slip, context, undefined).director === true;

/** Taken apart by field; what fields together make (an allocation's pennies) is a part of its own. */
function partsOf({ payRun, tag, journal }: MappedRun, within: Within): readonly Part[] {
  const parts = payRun.payslips.flatMap((slip) => partsOfSlip(slip, tag, within, isDirector(slip, within)));
  const entries = [...(journal?.entries ?? []), ...(within.apart ?? [])];
  const allowance = entries
    .filter(({ from, payslip }) => payslip === undefined && from.includes('employment_allowance_amount'))
    .map(({ category, debit }) => allowancePart(category, debit.toPence(), within.context.policy));
  const whole = gathered(
    entries.map(
      ({ category, user, debit }) =>
        [
          placeOf(category, user === undefined || !isOfPersons(category) ? undefined : pathOf(user)),
          debit.toPence(),
        ] as const,
    ),
  );
  const rest = less(whole, sumOf([...parts, ...allowance]));
  const left = [...rest].map(([place, pence]): Part => {
    const [code = '', user] = place.split(' ');
    return { role: 'named', code, ...(user !== undefined && { user }), field: '', pence };
  });
  return [...parts, ...allowance, ...left].map((part) => merged(part, within.layout));
}

const allowancePart = (code: string, pence: bigint, { accounts }: Policy): Part => ({
  role: code === accounts.payeNi ? 'allowanceOwed' : 'allowance',
  code,
  field: 'employment_allowance_amount',
  pence,
});

export const sumOf = (parts: readonly Part[]): Amounts =>
  gathered(parts.map(({ code, user, pence }) => [placeOf(code, user), pence] as const));

/** Where policy merges net pay, it is owed on one account. */
function merged(part: Part, layout: Policy['layout']): Part {
  if (part.role !== 'net' || typeof layout === 'string') return part;
  const into = layout.merged;
  return 'controlUser' in into
    ? { ...part, user: pathOf(into.controlUser) }
    : { ...part, user: undefined, code: into.liabilityCategory };
}

function partsOfSlip(slip: Payslip, tag: string, { context }: Within, director: boolean): readonly Part[] {
  const { policy, decided = [] } = context;
  const { person } = payeeOf(slip, context, undefined);
  const plan = plannerOf(policy, decided, tag);
  const parts: Part[] = [];
  for (const [field, amount] of slip.figures) {
    const alone = { ...slip, figures: new Map([[field, amount]]) };
    for (const { account, kind, amount: money, user } of workOut(alone, { person, director }, plan, policy).pieces) {
      if (money.isZero()) continue;
      const whose = user === undefined ? undefined : pathOf(user);
      const role = whose !== undefined && !isNet(kind) ? 'named' : roleOf(kind, field);
      const user_ = isOfPersons(account) ? whose : undefined;
      parts.push({ role, code: account, user: user_, person: slip.userPath, field, pence: money.toPence() });
    }
    if (field === 'employee_pension_salary_sacrifice' && policy.sacrificedPension !== 'staffPensions')
      parts.push(...givenUp(slip.userPath, field, codeOf('salary', director, policy), amount.toPence()));
  }
  return parts;
}

/** A pension that is given up from pay stays in pay; others show it among pensions, so it is a part of its own. */
const givenUp = (person: string, field: string, code: string, pence: bigint): readonly Part[] => [
  { role: 'pay', code, person, field, pence: -pence },
  { role: 'sacrifice', code, person, field, pence },
];

const isNet = (kind: LineKind) => kind === 'net' || kind === 'employeePension';

function roleOf(kind: LineKind, field: string): Role {
  switch (kind) {
    case 'gross':
      return 'pay';
    case 'employerNi':
    case 'employerCost':
      return 'employerNi';
    case 'employerPension':
      return field === 'employee_pension_salary_sacrifice' ? 'sacrifice' : 'employerPension';
    case 'net':
    case 'employeePension':
      return 'net';
    case 'studentLoans':
      return 'loans';
    case 'taxAuthority':
      return owedRole(field);
    default:
      return kind;
  }
}

function owedRole(field: string): Role {
  const part = fieldRow(field)?.part;
  if (part === 'employeeNi') return 'employeeNi';
  if (part === 'loan') return 'loans';
  return part === 'employerNi' ? 'employerNiOwed' : 'tax';
}

/** Worked out once each. */
function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** What one payslip's parts would be with the other role, and, taken away, what they are. */
function turnOf(slip: Payslip, tag: string, within: Within): readonly Part[] {
  const is = isDirector(slip, within);
  const as = (director: boolean) => partsOfSlip(slip, tag, within, director).map((part) => merged(part, within.layout));
  return [...as(!is), ...as(is).map((part) => ({ ...part, pence: -part.pence }))];
}

/**
 * As the mapper would post them with the other role: pay, employer's NI and directors' pension on the other accounts,
 * and the allowance shared again by the employer NI of the period.
 */
function otherRoles(parts: readonly Part[], { payRun }: MappedRun, within: Within, turning: Turning): readonly Part[] {
  const { policy } = within.context;
  const turned = payRun.payslips.filter(({ userPath }) => turning.people.has(userPath)).flatMap(turning.turns);
  const allowance = parts.filter(({ person, role }) => person === undefined && role === 'allowance');
  const claimed = allowance.reduce((sum, { pence }) => sum + pence, 0n);
  const [ofDirectors, whole] = niOf(within, turning, payRun.datedOn);
  if (claimed === 0n || whole <= 0n) return turned;
  // Half up, of a credit: as the mapper rounds the directors' share.
  const directors = -((-claimed * ofDirectors * 2n + whole) / (whole * 2n));
  const share = (director: boolean, pence: bigint) =>
    allowancePart(codeOf('employerNics', director, policy), pence, policy);
  return [
    ...turned,
    ...allowance.map((part) => ({ ...part, pence: -part.pence })),
    ...[share(true, directors), share(false, claimed - directors)].filter(({ pence }) => pence !== 0n),
  ];
}

interface Turning {
  readonly people: ReadonlySet<string>;
  /** Else in this run alone: by whose employer NI the allowance is shared is told by either. */
  readonly inAllTheMonth: boolean;
  readonly turns: (slip: Payslip) => readonly Part[];
}

/** Employer NI of the period's directors, if these people had the other role, and of all. */
function niOf(
  within: Within,
  { people, inAllTheMonth }: Omit<Turning, 'turns'>,
  paid: string,
): readonly [bigint, bigint] {
  let [directors, all] = [0n, 0n];
  for (const slip of within.period.payslips) {
    const ni = slip.figures.get('employer_ni')?.toPence() ?? 0n;
    all += ni;
    const isTurned = people.has(slip.userPath) && (inAllTheMonth || slip.datedOn === paid);
    if (isDirector(slip, within) !== isTurned) directors += ni;
  }
  return [directors, all];
}
