import { type Amounts, codeIn, isPersons, type KindOf, less, size, times, userIn } from './amounts.js';
import { isCost, type Layout, laidOut, placeIn } from './layout.js';
import type { AuditRun, Part, Role } from './run.js';

/** In the order of likelihood: of two explanations as small, the one that is higher here is told. */
export const causeNames = [
  'allowance_missing',
  'employer_ni_missing',
  'allowance_twice',
  'employer_pension_missing',
  'employee_pension_missing',
  'loans_missing',
  'other_deductions_missing',
  'pension_gross_of_relief',
  'person_missing',
  'person_twice',
  'director_as_employee',
  'employee_as_director',
  'net_pay_elsewhere',
  'liability_in_costs',
  'cost_in_liabilities',
  'wrong_side',
  'wrong_date',
  'digits',
  'payroll_changed',
  'recovery_missing',
  'other',
] as const;
export type CauseName = (typeof causeNames)[number];
export const placeInTable = (cause: CauseName): number => causeNames.indexOf(cause);

/** One way in which a journal goes wrong, in pounds: what is found less what should be there. */
export interface Sign {
  readonly cause: CauseName;
  /** What it is about: the same thing in several runs of one set is one cause. */
  readonly about: string;
  readonly amounts: Amounts;
}

/** A run, laid out as this year's journals are, and what its journal differs by. */
export interface Case {
  readonly run: AuditRun;
  readonly layout: Layout;
  readonly should: Amounts;
  readonly found: Amounts;
  readonly rest: Amounts;
  readonly kindOf: KindOf;
  /** No other run shares its sets. */
  readonly isAlone: boolean;
  /** The figures of the journal: of each line, and what each account comes to. */
  readonly figures: Figures;
}

export type Figures = ReadonlyMap<string, readonly bigint[]>;

type Amount = readonly [about: string, amounts: Amounts];
interface CauseRow {
  readonly cause: CauseName;
  readonly signs: (of: Case) => Iterable<Amount>;
}

/** Places that differ are tried with each other up to this many; with more, only where the amounts are equal at once. */
const differingMax = 24;

const fieldsOf =
  (...fields: readonly string[]) =>
  (part: Part) =>
    fields.includes(part.field);
const loans = ['student_loan_deduction', 'postgrad_loan_deduction'];
const employeePensions = [
  'employee_pension',
  'employee_pension_not_under_net_pay',
  'employee_pension_salary_sacrifice',
];
const underRelief = 'employee_pension_not_under_net_pay';
const others = [
  'attachments',
  'payroll_giving',
  'other_deductions_from_net_pay',
  'other_deductions',
  'deductions_subject_to_nic_but_not_paye',
  'other_salary_sacrifice_deductions',
];
const isAllowance = ({ role }: Part) => role === 'allowance' || role === 'allowanceOwed';
const isEmployerNi = fieldsOf('employer_ni');

/** What these parts come to, as this year's journals have them. */
const of = ({ run, layout }: Case, is: (part: Part) => boolean, sign: 1n | -1n = 1n): Amounts =>
  times(sign, laidOut(run.parts.filter(is), layout));

/** All of these fields together, and each alone. */
const missing = (fields: readonly string[]) =>
  function* (one: Case): Iterable<Amount> {
    const there = fields.filter((field) => one.run.parts.some((part) => part.field === field));
    yield ['', of(one, fieldsOf(...there), -1n)];
    if (there.length > 1) for (const field of there) yield [field, of(one, fieldsOf(field), -1n)];
  };

const moved = (from: string, pence: bigint, to: string): Amounts =>
  new Map([
    [from, -pence],
    [to, pence],
  ]);

export const causeRows: readonly CauseRow[] = [
  { cause: 'allowance_missing', signs: (one) => [['', of(one, isAllowance, -1n)]] },
  {
    cause: 'employer_ni_missing',
    signs: (one) => [
      ['net', of(one, (part) => isEmployerNi(part) || isAllowance(part), -1n)],
      ['gross', of(one, isEmployerNi, -1n)],
    ],
  },
  { cause: 'allowance_twice', signs: (one) => [['', of(one, isAllowance)]] },
  { cause: 'employer_pension_missing', signs: missing(['employer_pension']) },
  { cause: 'employee_pension_missing', signs: missing(employeePensions) },
  { cause: 'loans_missing', signs: missing(loans) },
  { cause: 'other_deductions_missing', signs: missing(others) },
  { cause: 'pension_gross_of_relief', signs: grossOfRelief },
  { cause: 'person_missing', signs: (one) => persons(one, -1n) },
  { cause: 'person_twice', signs: (one) => persons(one, 1n) },
  { cause: 'director_as_employee', signs: (one) => otherRole(one, true) },
  { cause: 'employee_as_director', signs: (one) => otherRole(one, false) },
  { cause: 'net_pay_elsewhere', signs: netElsewhere },
  { cause: 'liability_in_costs', signs: (one) => underOtherKind(one, 'liability') },
  { cause: 'cost_in_liabilities', signs: (one) => underOtherKind(one, 'cost') },
  { cause: 'wrong_side', signs: wrongSide },
  {
    cause: 'payroll_changed',
    signs: ({ run, layout, should }) =>
      run.before === undefined ? [] : [['', less(laidOut(run.before, layout), should)]],
  },
];

export function signsOf(one: Case): readonly Sign[] {
  const all: Sign[] = [];
  for (const { cause, signs } of causeRows)
    for (const [about, amounts] of signs(one)) if (amounts.size > 0) all.push({ cause, about, amounts });
  return all;
}

/** The provider takes the contribution grossed up, and someone posted that: a quarter of it more, by the penny a person. */
function* grossOfRelief({ run, rest, layout, kindOf }: Case): Iterable<Amount> {
  const owed = run.parts.filter(({ role, field }) => role === 'employeePensionOwed' && field === underRelief);
  const sum = owed.reduce((all, { pence }) => all - pence, 0n);
  const [first] = owed;
  if (first === undefined || sum <= 0n) return;
  const place = placeIn(layout, first);
  const people = BigInt(new Set(owed.map(({ person }) => person)).size);
  const found = -(rest.get(place) ?? 0n);
  const spread = people > 3n ? 3n : people;
  const tried = new Set([found]);
  for (let by = -spread; by <= spread; by++) tried.add(sum / 4n + by);
  for (const pence of tried) {
    if (size(4n * pence - sum) > 4n * people) continue;
    for (const cost of differing(rest, kindOf, 'cost')) yield [cost, moved(place, pence, cost)];
  }
}

/** One payslip's amounts; its share of the allowance stays. Of one person this is the whole run, which is told otherwise. */
function* persons(one: Case, sign: 1n | -1n): Iterable<Amount> {
  if (one.run.people.size < 2) return;
  const byPerson = new Map<string, Part[]>();
  for (const part of one.run.parts)
    if (part.person !== undefined) byPerson.set(part.person, [...(byPerson.get(part.person) ?? []), part]);
  for (const [person, parts] of byPerson) yield [person, times(sign, laidOut(parts, one.layout))];
}

/** One person's pay and employer's NI with the other role, or that of all. */
function* otherRole({ run, layout }: Case, director: boolean): Iterable<Amount> {
  const people = [...run.people].filter(([, is]) => is === director).map(([person]) => person);
  const all = people.length > 1 ? [people] : [];
  for (const some of [...all, ...people.map((person) => [person])]) {
    for (const inAllTheMonth of [true, false]) {
      const turned = run.withOtherRole(new Set(some), inAllTheMonth);
      yield [`${some.join()} ${inAllTheMonth}`, laidOut(turned, layout)];
    }
  }
}

function differing(rest: Amounts, kindOf: KindOf, kind: 'cost' | 'liability'): readonly string[] {
  return [...rest.keys()].filter((place) => kindOf(codeIn(place)) === kind);
}

function* netElsewhere({ run, layout, rest }: Case): Iterable<Amount> {
  const targets = [...rest.keys()].filter(isPersons);
  for (const [person, parts] of netsOf(run)) {
    const [first] = parts;
    if (first === undefined) continue;
    const place = placeIn(layout, first);
    const pence = parts.reduce((sum, part) => sum + part.pence, 0n);
    if (!rest.has(place) || (targets.length > differingMax && rest.get(place) !== -pence)) continue;
    for (const target of targets)
      if (target !== place && userIn(target) !== person) yield [`${person} ${target}`, moved(place, pence, target)];
  }
}

function netsOf(run: AuditRun): ReadonlyMap<string, readonly Part[]> {
  const nets = new Map<string, Part[]>();
  for (const part of run.parts)
    if (part.role === 'net' && part.person !== undefined)
      nets.set(part.person, [...(nets.get(part.person) ?? []), part]);
  return nets;
}

/** An amount under an account of the other kind: what is on one account, one thing on it, or everyone's net pay. */
function* underOtherKind(one: Case, from: 'cost' | 'liability'): Iterable<Amount> {
  const { run, layout, rest, kindOf } = one;
  const targets = differing(rest, kindOf, from === 'cost' ? 'liability' : 'cost').slice(0, differingMax);
  if (targets.length === 0) return;
  const parts = run.parts.filter((part) => isCost(part, kindOf) === (from === 'cost'));
  const groups = new Map<string, Part[]>();
  const add = (name: string, part: Part) => groups.set(name, [...(groups.get(name) ?? []), part]);
  for (const part of parts) {
    const place = placeIn(layout, part);
    if (!rest.has(place)) continue;
    add(place, part);
    add(`${place} ${part.role}`, part);
    if (part.role === 'net') add('net', part);
    if (fromEmployees.has(part.role)) add(`${place} deducted`, part);
    if (ofEmployer.has(part.role)) add(`${place} employer's`, part);
    if (part.person !== undefined) add(`${ofOne}${place} ${part.person}`, part);
  }
  const seen = new Set<string>();
  for (const [name, some] of groups) {
    const amounts = laidOut(some, layout);
    const text = JSON.stringify([...amounts].map(([place, pence]) => [place, String(pence)]));
    if (seen.has(text)) continue;
    seen.add(text);
    const sum = [...amounts.values()].reduce((all, pence) => all + pence, 0n);
    for (const target of targets) {
      if (amounts.has(target) || (name.startsWith(ofOne) && !isFigure(sum, target, one))) continue;
      yield [`${name} ${target}`, withTarget(amounts, target, sum)];
    }
  }
}

/** Wages and the employer's costs may be journalled apart, so what is owed of each is an amount. */
const fromEmployees: ReadonlySet<Role> = new Set(['tax', 'employeeNi', 'loans']);
const ofEmployer: ReadonlySet<Role> = new Set(['employerNiOwed', 'allowanceOwed', 'employerNi', 'allowance']);

/** What one person has on an account is tried only where a line has that amount, or the account differs by it. */
const ofOne = 'one ';
const isFigure = (pence: bigint, place: string, { figures, rest }: Case) =>
  rest.get(place) === pence || figures.get(place)?.includes(pence) === true;

const withTarget = (amounts: Amounts, target: string, sum: bigint): Amounts =>
  new Map([...times(-1n, amounts), [target, sum] as const]);

/** The whole set with the other sign, or one account and what balances it. */
function* wrongSide({ should, found, rest, isAlone, figures }: Case): Iterable<Amount> {
  yield ['', isAlone ? times(2n, found) : times(-2n, should)];
  const few = rest.size <= differingMax;
  for (const place of rest.keys()) {
    const amounts = new Set([should.get(place) ?? 0n, -(found.get(place) ?? 0n)]);
    for (const pence of amounts) {
      if (pence === 0n || (!few && rest.get(place) !== -2n * pence)) continue;
      for (const balance of rest.keys())
        if (balance !== place) yield [`${place} ${balance}`, moved(place, 2n * pence, balance)];
    }
    // One line of several on that account.
    for (const pence of new Set(figures.get(place) ?? []))
      for (const [balance, by] of rest)
        if (balance !== place && (rest.get(place) === 2n * pence || by === -2n * pence))
          yield [`${place} ${balance}`, moved(place, -2n * pence, balance)];
  }
}

/** Two digits swapped, or one digit typed otherwise. */
export function isMistyped(a: bigint, b: bigint): boolean {
  if (a === b || a < 0n !== b < 0n) return false;
  const [x, y] = [String(size(a)), String(size(b))];
  const length = Math.max(x.length, y.length);
  const [p, q] = [x.padStart(length, '0'), y.padStart(length, '0')];
  const at = [...p].flatMap((digit, index) => (digit === q[index] ? [] : [index]));
  if (at.length === 1) return x.length === y.length;
  const [first = 0, second = 0] = at;
  return at.length === 2 && second === first + 1 && p[first] === q[second] && p[second] === q[first];
}
