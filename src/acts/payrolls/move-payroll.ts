import { In, IsNull } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import { companyById } from '../../companies/companies.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { unreversed } from '../../journal/decide/decide.js';
import { dayInWords, isDate } from '../../journal/nouns/dates.js';
import { parseTag, payDateIn } from '../../journal/nouns/identity.js';
import { paidInWords } from '../../journal/nouns/pay-key.js';
import { type Paying, type PayrollMove, pays } from '../../journal/policy/moves.js';
import type { Policy } from '../../journal/policy/policy.js';
import { fileSources } from '../../payrolls/files/file-source.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import { unsettledOf, Write } from '../../record/runs/write.entity.js';
import { sourceOfRun } from '../../sync/facts/run-facts.js';
import { payrollInWords } from '../../views/words/policy-in-words.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';
import { companyLine } from '../companies/company-line.js';
import { policyGiven } from '../companies/change-policy.js';
import { mustHaveReason } from '../reason.js';

export interface MoveAct {
  readonly who: Who;
  /** `service`, `files`, or a pay frequency of its files. */
  readonly to: string;
  /** The source that stops paying; needed only between two pay frequencies. */
  readonly from?: string;
  /** The first pay date that `to` pays. */
  readonly on: string;
  readonly reason: string;
}

/**
 * A client's payroll comes from elsewhere, from a pay date on. One change, both ways, in any month: runs before it stay
 * as they are, with their source. A day that was named wrongly is corrected by naming it again.
 */
export async function movePayroll(
  tools: CompanyTools,
  { id }: Pick<Company, 'id'>,
  { who, reason, ...act }: MoveAct,
): Promise<Changed> {
  const { value, sending } = await acting(tools, who, async (rows) => {
    await rows.find(CompanyRow, { where: { id }, forUpdate: true });
    const company = await companyById(rows, id);
    mustHaveReason(reason, company.name);
    const move = { ...moveGiven(company, act), madeAt: (await tools.database.now(rows)).toISOString() };
    const policy = policyWith(company, move);
    await mustBeSettled(rows, company);
    await mustBeAfterItsRuns(rows, company, { policy, move });
    const ended = await endDecisions(tools, rows, company, policy);
    const change = { policy, actor: who.actor, reason, expectedVersion: company.policyVersion };
    const changed = await tools.companies.setPolicy(id, change);
    const line = companyLine(changed, 'move_payroll');
    const answer = `from ${payrollInWords(move.from)} to ${payrollInWords(move.to)}, from ${dayInWords(move.on)}`;
    return { value: changed, line: { ...line, answer, carries: [...(line.carries ?? []), ...ended] } };
  });
  return Object.assign(value, { sending });
}

/** What came of it, for the terminal and the API. */
export function movedAnswer({ name: company, policy, policyVersion, sending }: Changed) {
  const { from, to, on } = policy.payrollMoves.at(-1) as PayrollMove;
  return { company, from, to, on, policyVersion, ...(sending.length > 0 && { sending: [...sending] }) };
}

type Given = Pick<MoveAct, 'to' | 'from' | 'on'>;

function moveGiven(
  { name, policy }: Company,
  { to, from = fromUsual(policy, to), on }: Given,
): Omit<PayrollMove, 'madeAt'> {
  const isWhole = (one: string) => one === 'service' || one === 'files';
  const names = [...['service', 'files'], ...fileSources];
  const wrong = [to, from].find((one) => !names.includes(one));
  const why =
    wrong !== undefined
      ? `“${wrong}” is none of ${names.join(', ')}`
      : to === from
        ? `it comes from ${payrollInWords(to)} already`
        : isWhole(to) !== isWhole(from)
          ? `it moves between the accounting service and files, or from one pay frequency to another; ${from} to ${to} is neither`
          : isDate(on)
            ? undefined
            : 'the first pay date is a date, such as 2025-10-31';
  if (why === undefined) return { on, from, to };
  throw problem('wrong-policy', {
    detail: `${name}: ${why}.`,
    todo: 'Name the new source, and the first pay date that it pays. Nothing was changed.',
  });
}

/** Of the accounting service and files, the other one. */
function fromUsual({ payroll }: Policy, to: string): string {
  if (to === 'service') return 'files';
  return to === 'files' ? 'service' : payroll.from;
}

/** The same move on another day takes the place of the last one. */
function policyWith(company: Company, move: PayrollMove): Policy {
  const { policy } = company;
  const last = policy.payrollMoves.at(-1);
  const isCorrected = last !== undefined && last.from === move.from && last.to === move.to;
  const before = isCorrected ? policy.payrollMoves.slice(0, -1) : policy.payrollMoves;
  const payrollMoves = [...before, move];
  const after: Paying = { payroll: policy.payroll, payrollMoves };
  const paysBefore = pays(policy, move.from === 'files' ? 'monthly' : move.from, before.at(-1)?.on ?? move.on);
  const latest = before.at(-1);
  if ((latest !== undefined && latest.on > move.on) || (!isCorrected && !paysBefore))
    throw notFrom(company, move, latest);
  const from = move.to === 'service' ? 'service' : 'files';
  return policyGiven(company, { ...policy, payroll: { ...policy.payroll, from }, payrollMoves: after.payrollMoves });
}

function notFrom({ name }: Company, { from, on }: PayrollMove, latest: PayrollMove | undefined): Problem {
  const detail =
    latest !== undefined && latest.on > on
      ? `${name}: its payroll moved to ${payrollInWords(latest.to)} from ${dayInWords(latest.on)}, which is later.`
      : `${name}: its payroll does not come from ${payrollInWords(from)}.`;
  return problem('payroll-not-moved', {
    detail,
    todo: 'See where it comes from with `counterfoil payroll sources`, and name a later pay date. Nothing was changed.',
  });
}

/** What is not known to be in the books might be paid by both. */
async function mustBeSettled(rows: ReadRows, { id: companyId, name }: Company): Promise<void> {
  const [open] = await rows.find(Write, { where: unsettledOf(companyId), order: { createdAt: 'ASC' } });
  if (open === undefined) return;
  throw problem('still-being-settled', {
    detail: `${name}: we do not know yet whether a change of the journal of ${dayInWords(payDateIn(open.runTag) || open.datedOn)} reached its books.`,
    todo: 'Wait until the next syncs have looked for it, then move its payroll. Nothing was changed.',
  });
}

/** What was posted stays with the source that paid it, so the day comes after the last of its runs. */
async function mustBeAfterItsRuns(
  rows: ReadRows,
  company: Company,
  { policy, move }: { readonly policy: Policy; readonly move: PayrollMove },
): Promise<void> {
  const standing = (await rows.findBy(Posting, { companyId: company.id })).filter(isStanding);
  const runs = new Map<string, Posting[]>();
  for (const one of standing) runs.set(one.runTag, [...(runs.get(one.runTag) ?? []), one]);
  const posted = [...runs].flatMap(([tag, sets]) => {
    const datedOn = parseTag(company.prefix, tag)?.datedOn;
    return datedOn !== undefined && unreversed(sets).length > 0 ? [{ tag, datedOn }] : [];
  });
  const [last] = posted
    .filter((run) => changesSource(run, company.policy, policy))
    .sort((a, b) => (a.datedOn > b.datedOn ? -1 : 1));
  if (last === undefined) return;
  throw problem('payroll-not-moved', {
    detail: `${company.name}: the pay run paid ${paidInWords(last)} is posted, and would no longer be paid by its source if payroll moves from ${payrollInWords(move.from)} to ${payrollInWords(move.to)} on ${dayInWords(move.on)}.`,
    todo: 'Name a first pay date after it, or reverse it first. Nothing was changed.',
  });
}

const changesSource = (
  run: { readonly tag: string; readonly datedOn: string },
  before: Policy,
  after: Policy,
): boolean => {
  const source = sourceOfRun(run, before);
  return pays(before, source, run.datedOn) !== pays(after, source, run.datedOn);
};

/** What someone decided about a run that moves was not about the run of the new source that has its day. */
async function endDecisions({ database }: CompanyTools, rows: Rows, company: Company, policy: Policy) {
  const standing = await rows.findBy(Decision, {
    companyId: company.id,
    scope: In(['run', 'payslip'] as const),
    endedAt: IsNull(),
  });
  const moved = standing.filter(({ tag }) => {
    const datedOn = tag === null ? undefined : parseTag(company.prefix, tag)?.datedOn;
    return tag !== null && datedOn !== undefined && changesSource({ tag, datedOn }, company.policy, policy);
  });
  const endedAt = await database.now(rows);
  for (const { id } of moved) await rows.update(Decision, { id }, { endedAt });
  return moved.map(({ id }) => ['decision', id] as const);
}
