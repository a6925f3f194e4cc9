import { randomUUID } from 'node:crypto';
import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import type { AcceptedState } from '../journal/controls/control.js';
import { isClear } from '../journal/controls/control.js';
import { Money } from '../journal/money.js';
import { ControlAccount, ControlNoteRow, ControlReading } from '../record/control-account.entity.js';
import type { Who } from './act.js';
import type { CompanyTools } from './act-tools.js';
import { mustFit } from './reason.js';

export interface NamedDifference {
  readonly who: Who;
  readonly account: string;
  readonly userPath: string;
  readonly as: AcceptedState;
  /** As it was seen: if it has changed since, nothing is accepted. */
  readonly amount: Money;
  readonly reason: string;
}

const roundingMax = Money.parse('1.00');

/** A difference that a person has explained needs nobody until it changes. */
export async function nameDifference(tools: CompanyTools, company: Company, named: NamedDifference): Promise<void> {
  const { account, userPath, as, amount, reason, who } = named;
  if (reason.trim() === '') throw refused(company, 'A reason is needed', 'Write why the difference is accepted.');
  mustFit(reason, company.name);
  if (as === 'rounding' && amount.abs().compare(roundingMax) > 0)
    throw refused(company, 'Too much to be rounding', 'Rounding comes to £1.00 at most: name it as something else.');
  await tools.database.work(async (rows) => {
    const { id: companyId } = company;
    const reading = await rows.findOneBy(ControlReading, { companyId });
    const place = { companyId, asOn: reading?.asOn ?? '', account, userPath };
    const row = await rows.findOneBy(ControlAccount, place);
    if (row === null || !row.difference.equals(amount) || isClear(row))
      throw refused(company, 'The difference is another one by now', 'Read the control accounts again, and look anew.');
    const note = { id: randomUUID(), companyId, account, userPath, kind: 'accepted' as const, namedAs: as, amount };
    const when = { dueOn: null, createdAt: tools.database.clock.now(), endedAt: null, endedWhy: null };
    await rows.insert(ControlNoteRow, { ...note, ...when, reason, actor: who.actor });
    const because = [{ what: reason, amount: amount.toString() }];
    await rows.update(ControlAccount, place, { state: as, because, alternatives: null });
    await rows.update(ControlReading, { companyId }, { exceptions: Math.max(0, (reading?.exceptions ?? 1) - 1) });
    const answer = `${account} ${as}`;
    await tools.log.append(rows, {
      companyId,
      actor: who.actor,
      trigger: who.trigger,
      act: 'controls',
      outcome: 'accepted',
      answer,
      ref: note.id,
    });
  });
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
  const { account, userPath, amount, dueOn = null, reason, who } = debt;
  if (reason.trim() === '') throw refused(company, 'A reason is needed', 'Write what the amount is for.');
  mustFit(reason, company.name);
  if (amount.isZero()) throw refused(company, 'An amount is needed', 'Enter what was owed at the beginning.');
  await tools.database.work(async (rows) => {
    const note = { id: randomUUID(), companyId: company.id, account, userPath, kind: 'brought_forward' as const };
    const when = { dueOn, createdAt: tools.database.clock.now(), endedAt: null, endedWhy: null };
    await rows.insert(ControlNoteRow, {
      ...note,
      ...when,
      namedAs: 'brought_forward',
      amount,
      reason,
      actor: who.actor,
    });
    const answer = `${account} brought forward`;
    const line = {
      companyId: company.id,
      actor: who.actor,
      trigger: who.trigger,
      act: 'bring_forward',
      outcome: 'done',
    };
    await tools.log.append(rows, { ...line, answer, ref: note.id });
  });
}

function refused({ name }: Company, title: string, todo: string): Problem {
  return new Problem({ title, detail: `${name}: nothing was changed.`, todo, status: 409, exitCode: 2 });
}
