import type { ReadRows } from '../../ground/rows.js';
import { practiceRefused } from '../../access/refusals.js';
import type { Company } from '../../companies/company.js';
import { type Problem, problem } from '../../ground/problem.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { usersIn } from '../../journal/nouns/users-with.js';
import { type FieldTreatment, parseDecision, WrongPolicy } from '../../journal/policy/policy.js';
import {
  accountsNamed,
  type DecisionScope,
  isOfOnePerson,
  isOfOneRun,
  kindOf,
  type Treatment,
} from '../../journal/policy/decision.js';
import { fieldRow, mayBe, parts, wordsOf } from '../../journal/policy/treatments.js';
import { companyWithPolicy } from '../../record/log/carried.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import type { PayRunRecord, StoredRemark } from '../../record/runs/pay-run.entity.js';
import { mustBeInChart, mustBeInCharts } from '../accounts-in-chart.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { boundToWhatWasSeen } from './bound-to-what-was-seen.js';
import { carriedOut } from './carried-out.js';
import { decided, type ToDecide } from './decided.js';
import { notNow } from '../not-now.js';
import { mustBeSecond } from '../approval/second-person.js';
import { notInRun, personNamed, whichPerson } from './person-named.js';
import { acting } from '../acting.js';
import { runLine } from './run-line.js';

export interface FieldAct extends Act {
  readonly field: string;
  readonly as: FieldTreatment;
  readonly scope: DecisionScope;
  /** A user's url or path, or the name of someone paid in this run; only if the scope is one person. */
  readonly user?: string;
}

/**
 * How a payslip field is treated. For the company it is a new version of its policy; otherwise a decision of its own.
 */
export async function decideField(tools: RunTools, ref: RunRef, given: FieldAct): Promise<Acted> {
  const { company } = ref;
  // It would apply to companies that are not theirs.
  if (given.scope === 'practice' && given.who.companies !== null) throw practiceRefused({ name: given.who.actor });
  const act = { ...given, as: treatmentOf(company.name, given.as) };
  if (act.scope === 'company') return inPolicy(tools, ref, act);
  return decided(tools, { ref, act, name: 'decide' }, async (run, rows) => {
    const asked = toDecide({ company, run, have: await usersWith(rows, run, act.field) }, act);
    await mustHaveAccounts(rows, company, act);
    return asked;
  });
}

function mustHaveAccounts(rows: ReadRows, company: Company, { as, scope }: FieldAct): Promise<void> {
  const check = scope === 'practice' ? mustBeInCharts : mustBeInChart;
  return check(rows, company, accountsNamed(as));
}

/** A pay run, and the users whose payslips have the field. */
interface Deciding {
  readonly company: Company;
  readonly run: PayRunRecord;
  readonly have: ReadonlySet<string>;
}

/** A decision of its own, outside the policy. */
export function toDecide(deciding: Deciding, act: FieldAct): readonly ToDecide[] {
  const { company, run } = deciding;
  const { field, as, scope } = act;
  mustBeDecidable(deciding, act);
  const user = isOfOnePerson(scope) ? personIn(deciding, act) : undefined;
  if (isOfOneRun(scope)) mustNotBePosted(company.name, run, { field, user });
  return [
    {
      kind: 'treatment',
      scope,
      field,
      treatment: as,
      userPath: user === undefined ? null : pathOf(user),
      tag: isOfOneRun(scope) ? run.tag : null,
      companyId: scope === 'practice' ? null : company.id,
      connectionId: scope === 'practice' ? company.connectionId : null,
    },
  ];
}

/** The person that a decision is for. */
function personIn({ company: { name }, run, have }: Deciding, { field, scope, user: named }: FieldAct): string {
  const held = heldWith(run, field);
  const user = named === undefined ? onlyOne(run, field, have) : personNamed(name, run, named);
  if (user === undefined)
    throw held.size + have.size === 0
      ? notInRun(`${name}: no one has ${field} in this pay run.`)
      : whichPerson(`${name}: several people have ${field} in this pay run.`);
  // From now on it may apply to someone who gets the item later.
  if (scope === 'payslip' && ![...held, ...have].some((one) => pathOf(one) === pathOf(user)))
    throw notInRun(`${name}: the user at ${pathOf(user)} has no ${field} in this pay run.`);
  return user;
}

function notOfOne(company: string, scope: DecisionScope): Problem {
  const whom = { run: 'in this pay run', company: 'of the company', practice: 'of the practice' } as const;
  return problem('one-or-everybody', {
    detail: `${company}: it was to be decided for everybody ${whom[scope as keyof typeof whom]} who has the pay item, and one person was named.`,
    todo: 'For that person, choose `payslip` (this pay run only) or `person` (from now on). For everybody, name no one.',
  });
}

async function inPolicy(tools: RunTools, ref: RunRef, act: FieldAct): Promise<Acted> {
  const { company } = ref;
  const { value: run, sending } = await acting(tools, act.who, async (rows) => {
    const seen = await boundToWhatWasSeen(rows, ref, act);
    await mustBeSecond(tools, rows, { ref, run: seen, who: act.who });
    mustBeDecidable({ company, run: seen, have: await usersWith(rows, seen, act.field) }, act);
    await mustHaveAccounts(rows, company, act);
    const { policyVersion } = await tools.companies.setPolicy(company.id, {
      policy: { ...company.policy, treatments: { ...company.policy.treatments, [act.field]: act.as } },
      actor: act.who.actor,
      reason: act.reason,
      expectedVersion: company.policyVersion,
    });
    const carries = companyWithPolicy(company.id, policyVersion);
    return { value: seen, line: runLine(ref, seen, { name: 'decide', about: `policy ${policyVersion}`, carries }) };
  });
  return { ...(await carriedOut(tools, { ref, run, act })), sending };
}

/** The users whose payslips have the field; none if the payslips are no longer kept. */
async function usersWith(rows: ReadRows, run: PayRunRecord, field: string): Promise<ReadonlySet<string>> {
  const { companyId, year, period } = run;
  const row = await rows.findOneBy(PayPeriodRecord, { companyId, year, period });
  return new Set(row?.document ? usersIn(row.document.period(year), run, field) : []);
}

/** The person meant if no one is named: the only one held by the field, or else the only one who has it. */
export function onlyOne(
  run: Pick<PayRunRecord, 'mapped'>,
  field: string,
  have: ReadonlySet<string>,
): string | undefined {
  const held = heldWith(run, field);
  const users = held.size > 0 ? held : have;
  const [only] = users;
  return users.size === 1 ? only : undefined;
}

/** The users whose payslips are held by the field. */
const heldWith = ({ mapped }: Pick<PayRunRecord, 'mapped'>, field: string): ReadonlySet<string> =>
  new Set(mapped?.holds.flatMap((hold) => (hold.field === field ? (hold.payslip ?? []) : [])));

/** Any field may be decided, held or not; an unknown field that is on no payslip is a typing mistake. */
function mustBeDecidable({ company, run, have }: Deciding, { field, as, scope, user }: FieldAct): void {
  if (user !== undefined && !isOfOnePerson(scope)) throw notOfOne(company.name, scope);
  if (!mayBe(field, kindOf(as))) throw owedByPayroll(company.name, field, kindOf(as));
  const holds = run.mapped?.holds.filter((hold) => hold.field === field) ?? [];
  const onNoPayslip = holds.length > 0 && holds.every((hold) => hold.payslip === undefined);
  if (onNoPayslip && as !== 'information')
    throw notNow(company.name, run, 'decide', `${field} is on no payslip, so it can only be information`);
  if (holds.length === 0 && have.size === 0 && fieldRow(field) === undefined)
    throw notNow(company.name, run, 'decide', `none of its payslips has a field named ${field}`);
}

function owedByPayroll(company: string, field: string, as: Treatment): Problem {
  const own = parts[fieldRow(field)?.part ?? 'undecided'].treatment;
  const moved = own === undefined ? 'name that in the policy (accounts)' : `keep it as ${own} and name the account`;
  return problem('owed-by-payroll', {
    detail: `${company}: ${wordsOf(field)} is owed by payroll itself, so it cannot be treated as ${as}: the books would no longer owe what payroll reports.`,
    todo: `If the amount is wrong, correct it in payroll. To post it to another account, ${moved}.`,
  });
}

/** A posted run keeps the decisions it was posted with; an item that payroll added since may be decided. */
function mustNotBePosted(
  company: string,
  run: PayRunRecord,
  { field, user }: { readonly field: string; readonly user: string | undefined },
): void {
  const isAsked = ({ payslip = '' }: StoredRemark) => user === undefined || pathOf(payslip) === pathOf(user);
  const held = run.mapped?.holds.some((hold) => hold.field === field && isAsked(hold));
  if (run.journalSet === null || held) return;
  const instead = 'its journal is in the books already. Decide for the person or the company, or reverse it first';
  throw notNow(company, run, 'decide', instead);
}

export function treatmentOf(company: string, given: FieldTreatment): FieldTreatment {
  try {
    return parseDecision(given);
  } catch (error) {
    if (!(error instanceof WrongPolicy)) throw error;
    throw problem('wrong-decision', {
      detail: `${company}: ${error.problems.join('; ')}.`,
      todo: 'Name one of the treatments, and a nominal code such as 816 where another account is meant; or split it: fixed amounts first, then the rest.',
    });
  }
}
