import { randomUUID } from 'node:crypto';
import { IsNull } from 'typeorm';
import type { Company } from '../../companies/company.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ProblemName } from '../../ground/problems.js';
import type { ReadRows } from '../../ground/rows.js';
import { isOfPersons } from '../../journal/nouns/chart.js';
import {
  type AccountAnswer,
  type Answer,
  type Cause,
  countOpen,
  type NamedState,
  type OpenPart,
  needsAPerson,
  stateOf,
} from '../../record/control-answer.js';
import { lastReading } from '../../controls/keep/readings.js';
import { liabilitiesOf } from '../../controls/read/facts.js';
import { Money } from '../../journal/nouns/money.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { decidedUntilNow } from '../../record/decided.js';
import { ControlNoteRow, ControlReading } from '../../record/controls.entity.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';
import { mustHaveReason } from '../reason.js';

export interface NamedDifference {
  readonly who: Who;
  readonly account: string;
  readonly userPath: string;
  /** The open part, by its id. */
  readonly item: string;
  readonly as: NamedState;
  /** As it was seen: if it has changed since, nothing is accepted. */
  readonly amount: Money;
  readonly reason: string;
}

const roundingMax = Money.parse('1.00');

/** A part that a person has explained needs no one until its item or its amount changes. */
export async function nameDifference(tools: CompanyTools, company: Company, named: NamedDifference): Promise<void> {
  const { account, item, as, amount, reason, who } = named;
  const userPath = pathOf(named.userPath);
  mustHaveReason(reason, company.name);
  if (as === 'rounding' && amount.abs().compare(roundingMax) > 0)
    throw refused('more-than-rounding', company, 'Rounding comes to £1.00 at most: name it as something else.');
  await acting(tools, who, async (rows) => {
    const { id: companyId } = company;
    const reading = await lastReading(rows, companyId);
    const isHere = (one: { readonly account: string; readonly user?: string }) =>
      one.account === account && pathOf(one.user ?? '') === userPath;
    const isIt = (part: { readonly id?: string; readonly amount: string }) =>
      part.id === item && Money.parse(part.amount).equals(amount);
    const after = reading && namedIn(reading, { isHere, isIt, as, reason });
    if (!after) throw refused('difference-changed', company, 'Read the control accounts again, and look again.');
    const note = {
      id: randomUUID(),
      companyId,
      account,
      userPath,
      kind: 'accepted' as const,
      item,
      namedAs: as,
      amount,
    };
    const when = { dueOn: null, createdAt: tools.database.clock.now(), endedAt: null, endedWhy: null };
    await rows.insert(ControlNoteRow, { ...note, ...when, reason, actor: who.actor });
    const { causes, accounts } = after;
    const counted = { state: stateOf(causes, accounts), exceptions: countOpen(after) };
    await rows.update(ControlReading, { companyId, asOn: reading.asOn }, { ...after, ...counted });
    const line = { companyId, act: 'controls', outcome: 'accepted', answer: `${account} ${as}`, ref: note.id } as const;
    return { value: undefined, line };
  });
}

type Counted = Pick<Answer, 'causes' | 'accounts'>;

interface Naming {
  readonly isHere: (one: { readonly account: string; readonly user?: string }) => boolean;
  readonly isIt: (part: { readonly id?: string; readonly amount: string }) => boolean;
  readonly as: NamedState;
  readonly reason: string;
}

/** The answer with the part named: one that is open, or one that a cause holds, which then is no part of the cause. */
function namedIn({ causes, accounts }: Counted, { isHere, isIt, as, reason }: Naming): Counted | undefined {
  const named = { state: as, hints: [], reason };
  const isOpen = (part: OpenPart) => isIt(part) && needsAPerson(part);
  if (accounts.some((one) => isHere(one) && one.open.some(isOpen))) {
    const open = (all: readonly OpenPart[]) => all.map((part) => (isOpen(part) ? { ...part, ...named } : part));
    return { causes, accounts: accounts.map((one) => (isHere(one) ? { ...one, open: open(one.open) } : one)) };
  }
  const isHeld = (one: Cause['accounts'][number]) => isHere(one) && isIt(one);
  const held = causes.flatMap((cause) => cause.accounts).find(isHeld);
  if (held === undefined) return undefined;
  const { id = '', item = '', due = '', amount } = held;
  const withIt = (one: AccountAnswer): AccountAnswer => ({
    ...one,
    known: Money.parse(one.known).minus(Money.parse(amount)).toString(),
    open: [...one.open, { id, item, due, amount, ...named }],
  });
  return {
    causes: causes.flatMap((cause) => {
      const left = cause.accounts.filter((one) => !isHeld(one));
      if (left.length === cause.accounts.length) return [cause];
      return left.length === 0 ? [] : [{ ...cause, accounts: left }];
    }),
    accounts: accounts.map((one) => (isHere(one) ? withIt(one) : one)),
  };
}

export interface BroughtForward {
  readonly who: Who;
  readonly account: string;
  readonly userPath: string;
  readonly amount: Money;
  /** Absent if a journal clears it. */
  readonly dueOn?: string;
  readonly reason: string;
}

/** A debt from before the first known pay run. It counts from the next reading on. */
export async function bringForward(tools: CompanyTools, company: Company, debt: BroughtForward): Promise<void> {
  const { account, amount, dueOn = null, reason, who } = debt;
  // Spelled as payslips and balances name a person: under another spelling it would count nowhere, and outlive an
  // erasure.
  const userPath = pathOf(debt.userPath);
  mustHaveReason(reason, company.name);
  if (amount.isZero()) throw refused('amount-missing', company, 'Enter what was owed at the beginning.');
  if (isOfPersons(account) && userPath === '')
    throw refused('debtor-missing', company, `Name the person: account ${account} has a balance for each.`);
  await acting(tools, who, async (rows) => {
    // Of two at the same moment the second sees what the first entered.
    await decidedUntilNow(rows, company.id);
    const note = { id: randomUUID(), companyId: company.id, account, userPath, kind: 'brought_forward' as const };
    await mustBeControlAccount(rows, company, account);
    const standing = await rows.findBy(ControlNoteRow, { ...debtsOf(company.id), account, userPath });
    const sameDay = standing.filter((one) => one.dueOn === dueOn);
    const equal = sameDay.filter((one) => one.amount.equals(amount));
    // A mistake is undone by its opposite, after which it may be entered again.
    const undone = sameDay.filter((one) => one.amount.equals(amount.negated()));
    if (equal.length > undone.length) throw broughtForwardAlready(company);
    const when = { dueOn, createdAt: tools.database.clock.now(), endedAt: null, endedWhy: null };
    await rows.insert(ControlNoteRow, {
      ...note,
      ...when,
      item: `forward ${note.id}`,
      namedAs: 'brought_forward',
      amount,
      reason,
      actor: who.actor,
    });
    const answer = `${account} brought forward`;
    return { value: undefined, line: { companyId: company.id, act: 'bring_forward', answer, ref: note.id } };
  });
}

const debtsOf = (companyId: string) => ({ companyId, kind: 'brought_forward' as const, endedAt: IsNull() });

const broughtForwardAlready = (company: Company) =>
  refused(
    'debt-entered-already',
    company,
    'There is nothing to do if you mean that one. To correct an amount, enter the opposite first. If two are of the same amount, enter the second with its own day.',
  );

/** Another account is never looked at, so the debt would count nowhere. */
async function mustBeControlAccount(rows: ReadRows, company: Company, account: string): Promise<void> {
  const known = liabilitiesOf(company.policy);
  // An account of an earlier policy is listed while it has a balance.
  const reading = await lastReading(rows, company.id);
  if (known.has(account) || reading?.accounts.some((one) => one.account === account)) return;
  const accounts = [...known.keys()].sort().join(', ');
  throw refused(
    'not-a-control-account',
    company,
    `Name one of those that payroll owes on: ${accounts}.`,
    `account ${account} is none, and nothing was changed`,
  );
}

/** A refused request changes nothing here. */
function refused(kind: ProblemName, { name }: Company, todo: string, why = 'nothing was changed'): Problem {
  return problem(kind, { detail: `${name}: ${why}.`, todo });
}
