import { In, LessThan } from 'typeorm';
import { surroundingsFact } from '../../companies/surroundings.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { Fact } from '../../ground/facts.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { taxYearOf } from '../../journal/dates.js';
import { runTagOf } from '../../journal/identity.js';
import type { Carried } from '../../record/log/carried.js';
import { ControlAccount } from '../../record/control-account.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { LogFigures } from '../../record/log/log-figures.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Note } from '../../record/work-of-persons.entity.js';
import { YearInBooks } from '../../record/year-in-books.entity.js';

/**
 * Erases words, balances and figures of the pay runs before a day, outside payroll itself. Returns what the log has to
 * carry.
 */
export async function eraseOldNextToPayroll(
  rows: Rows,
  companyId: string,
  before: string,
): Promise<readonly Carried[]> {
  const old = { where: { companyId, datedOn: LessThan(before) } };
  const tags = new Set((await rows.select(PayRunRecord, ['tag'], old)).map(({ tag }) => tag));
  await rows.delete(ControlAccount, { companyId, asOn: LessThan(before) });
  await rows.delete(YearInBooks, { companyId, year: LessThan(taxYearOf(before)) });
  const clients = await eraseClients(rows, companyId, before);
  if (!(await keepsAnyPay(rows, companyId, before))) await rows.delete(Fact, { name: surroundingsFact(companyId) });
  return [
    ...clients,
    ...(await eraseReasons(rows, companyId, tags)),
    ...(await eraseNotes(rows, companyId, tags)),
    ...(await eraseFigures(rows, companyId, tags)),
  ];
}

const erased = 'erased';

async function eraseReasons(rows: Rows, companyId: string, tags: ReadonlySet<string>): Promise<readonly Carried[]> {
  const found = (await rows.select(Decision, ['id', 'tag', 'reason'], { where: { companyId } })).filter(
    ({ tag, reason }) => tag !== null && tags.has(tag) && reason !== erased,
  );
  for (const { id } of found) await rows.update(Decision, { id }, { reason: erased, userPath: null, figures: null });
  return found.map(({ id }) => ['decision', id] as const);
}

async function eraseNotes(rows: Rows, companyId: string, tags: ReadonlySet<string>): Promise<readonly Carried[]> {
  const found = (await rows.findBy(Note, { companyId })).filter(({ tag, words }) => tags.has(tag) && words !== erased);
  for (const { id } of found) await rows.update(Note, { id }, { words: erased });
  return found.map(({ id }) => ['note', id] as const);
}

async function eraseFigures(rows: Rows, companyId: string, tags: ReadonlySet<string>): Promise<readonly Carried[]> {
  const found = (await rows.select(LogFigures, ['seq', 'tag'], { where: { companyId } })).filter(({ tag }) =>
    tags.has(runTagOf(tag)),
  );
  for (const { seq } of found) await rows.delete(LogFigures, { companyId, seq });
  return found.map(({ seq }) => ['figures', String(seq)] as const);
}

/** What a client was asked and answered stays, without their name and words. */
async function eraseClients(rows: Rows, companyId: string, before: string): Promise<readonly Carried[]> {
  const found = await rows.find(ClientApproval, { where: { companyId, askedAt: LessThan(new Date(before)) } });
  const ids = found.filter(({ answeredBy }) => answeredBy !== null && answeredBy !== erased).map(({ id }) => id);
  if (ids.length > 0) await rows.update(ClientApproval, { id: In(ids) }, { answeredBy: erased, words: erased });
  return ids.map((id) => ['client', id] as const);
}

async function keepsAnyPay(rows: ReadRows, companyId: string, before: string): Promise<boolean> {
  const runs = await rows.select(PayRunRecord, ['datedOn'], { where: { companyId, kind: 'payroll' } });
  return runs.some(({ datedOn }) => datedOn >= before);
}
