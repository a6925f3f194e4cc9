import { isOfPersons } from '../nouns/chart.js';
import type { DecisionScope, FieldTreatment, Treatment } from './decision.js';
import type { Policy } from './policy.js';
import type { SplitPart } from '../nouns/split.js';
import {
  type AccountRole,
  isRecovered,
  type LineKind,
  type Part,
  type PartRow,
  parts,
  fieldRow,
} from './treatments.js';

/** A reviewer's decision about a field, in addition to the company's policy. */
export type DecidedField = { readonly field: string; readonly as: FieldTreatment } & Reach;

/** Whom a decision is for: `user` is a user path, `tag` names a pay run. */
export type Reach =
  | { readonly scope: 'payslip'; readonly tag: string; readonly user: string }
  | { readonly scope: 'run'; readonly tag: string }
  | { readonly scope: 'person'; readonly user: string }
  | { readonly scope: 'practice' };

/** A line made from a figure, with the code of its account. */
export interface PlannedLine {
  readonly account: string;
  readonly sign: 1 | -1;
  readonly kind: LineKind;
  /** On an account of persons: the line names the payslip's user, and stays that person's in every layout. */
  readonly ofUser: boolean;
  /** A decision names the account, so this cost is not allocated. */
  readonly named?: true;
  /** A decision names several accounts. */
  readonly split?: readonly SplitPart[];
}

/** What is done with a field: its part, and its lines for an employee and for a director. */
export interface FieldPlan {
  readonly part: PartRow;
  readonly lines: readonly PlannedLine[];
  readonly directorLines: readonly PlannedLine[];
  /** Owed to the tax authority by nature, but not credited to the PAYE/NI account. */
  readonly elsewhere: boolean;
  /** HMRC repays part of it. Only if it is paid as pay: a field decided to be something else was not statutory pay. */
  readonly recovered: boolean;
}

export type Planner = (field: string, userPath: string) => FieldPlan;

/** The narrowest decision wins: for this payslip, this run, this person, this company, the practice, then the table. */
export function plannerOf(policy: Policy, decided: readonly DecidedField[], tag: string): Planner {
  const countingOn = decisionsIn(policy, decided, tag);
  const personal = decided.some((one) => 'user' in one);
  const plans = new Map<string, FieldPlan>();
  return (field, userPath) => {
    const key = personal ? `${field} ${userPath}` : field;
    let plan = plans.get(key);
    if (plan === undefined) {
      plan = planOf(field, countingOn(field, userPath)?.as, policy);
      plans.set(key, plan);
    }
    return plan;
  };
}

/** The decision that counts for a field of a person, and how far it reaches. */
export interface Counting {
  readonly scope: DecisionScope;
  readonly as: FieldTreatment;
}

/** Which decision counts in this pay run; undefined where there is none, and the table says what the field is. */
export function decisionsIn(
  { treatments }: Pick<Policy, 'treatments'>,
  decided: readonly DecidedField[],
  tag: string,
): (field: string, userPath: string) => Counting | undefined {
  const concerning = decided.filter((one) => !('tag' in one) || one.tag === tag);
  return (field, userPath) => {
    const latest = (scope: DecidedField['scope']) =>
      concerning.findLast(
        (one) => one.scope === scope && one.field === field && (!('user' in one) || one.user === userPath),
      );
    const as = Object.hasOwn(treatments, field) ? treatments[field] : undefined;
    const company = as && { scope: 'company' as const, as };
    // "hold" in the policy is the question, not an answer: the practice's answer still counts.
    const answered = as === 'hold' ? undefined : company;
    return latest('payslip') ?? latest('run') ?? latest('person') ?? answered ?? latest('practice') ?? company;
  };
}

function planOf(field: string, decision: FieldTreatment | undefined, policy: Policy): FieldPlan {
  const as = typeof decision === 'object' ? decision.as : decision;
  const named = namedBy(decision);
  const usual = fieldRow(field)?.part ?? 'undecided';
  const part = parts[partOf(usual, as, policy)];
  const linesFor = (director: boolean): PlannedLine[] =>
    part.lines.map(({ account: usualAccount, sign, kind }, index) => {
      // A decision names the account or accounts of the first line; the second line keeps its usual one.
      const by = index === 0 ? named : undefined;
      const account = by?.account ?? codeOf(usualAccount, director, policy);
      const ofUser = usualAccount === 'netPay' || isOfPersons(account);
      return { account, sign, kind, ofUser, named: by?.named, split: by?.split };
    });
  const lines = linesFor(false);
  const onPayeNi = lines.some(({ kind, account: code }) => kind === 'taxAuthority' && code === policy.accounts.payeNi);
  const elsewhere = owedToTaxAuthority(usual) && !onPayeNi && part.treatment !== 'hold';
  const recovered = part.sum === 'gross' && isRecovered(field);
  return { part, lines, directorLines: linesFor(true), elsewhere, recovered };
}

/** By the table itself, without anyone's decision. */
function owedToTaxAuthority(part: Part): boolean {
  return part !== 'undecided' && parts[part].lines.some((line) => line.kind === 'taxAuthority');
}

/** What the decision names for the first line in place of the usual account. */
function namedBy(
  decision: FieldTreatment | undefined,
): Pick<PlannedLine, 'named' | 'split'> & { readonly account?: string } {
  if (typeof decision !== 'object') return {};
  if ('account' in decision) return { named: true, account: decision.account };
  const { split } = decision;
  return { named: true, split, account: split.at(-1)?.account as string };
}

const decidedParts: Readonly<Record<Treatment, Part>> = {
  hold: 'undecided',
  pay: 'pay',
  deduct: 'deduction',
  deduct_to_tax_authority: 'taxAuthorityDeduction',
  employer_cost_to_tax_authority: 'employerCost',
  information: 'information',
};

function partOf(usual: Part, as: Treatment | undefined, policy: Policy): Part {
  if (as !== undefined) return parts[usual].treatment === as ? usual : decidedParts[as];
  if (usual === 'loan' && policy.studentLoans === 'otherDeductions') return 'loanOnOtherDeductions';
  if (usual === 'sacrificedPension' && policy.sacrificedPension === 'staffPensions') {
    return 'sacrificedPensionOnStaffPensions';
  }
  return usual;
}

export function codeOf(account: AccountRole, director: boolean, { accounts }: Policy): string {
  switch (account) {
    case 'salary':
      return director ? accounts.directorsSalaries : accounts.salaries;
    case 'employerNics':
      return director ? accounts.directorsEmployerNics : accounts.employerNics;
    case 'staffPensions':
      return director ? accounts.directorsPensions : accounts.staffPensions;
    default:
      return accounts[account];
  }
}
