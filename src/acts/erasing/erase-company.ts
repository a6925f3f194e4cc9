import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import { accountNamesFact, surroundingsFact } from '../../companies/surroundings.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { ClientMail } from '../../record/messages/client-mail.entity.js';
import { Fact } from '../../ground/facts.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Carried } from '../../record/log/carried.js';
import { ControlNoteRow, ControlReading, KeptBalances } from '../../record/controls.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { HmrcPaid } from '../../record/hmrc-paid.entity.js';
import { LogFigures } from '../../record/log/log-figures.entity.js';
import { Notification } from '../../record/messages/notification.entity.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Posting } from '../../record/runs/posting.entity.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { Assignment, Note } from '../../record/work-of-persons.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import { AuditRecord } from '../../record/audit.entity.js';
import { YearInBooks } from '../../record/year-in-books.entity.js';
import type { Who } from '../act.js';
import { acting, type Logging } from '../acting.js';
import { clientsNamed, eraseClientNames } from './client-names.js';
import { eraseThem } from './erasers.js';
import { peopleKept } from './people-kept.js';
import { othersIn, type Theirs } from './theirs.js';

export interface ErasedCompany {
  readonly company: string;
  readonly payRuns: number;
}

/**
 * Erases everything that was kept of a client who left: payroll, pay runs, sets, decisions, notes. The company's row,
 * its policies and its chain stay, and from now on the chain carries that the rest is gone. If it is connected again,
 * its books are read as if for the first time: our sets in them are found by their reference and not posted again.
 */
export async function eraseCompany({ database, log }: Logging, company: Company, who: Who): Promise<ErasedCompany> {
  const { id: companyId, name } = company;
  const { value } = await acting({ database, log }, who, async (rows) => {
    // It may have been connected again since the caller read it. The lock prevents that until this has ended.
    const [now] = await rows.find(CompanyRow, { where: { id: companyId }, forUpdate: true });
    if (now?.life !== 'left') throw notLeft(company);
    const carries = await carriedOf(rows, companyId);
    if (carries.length === 0) throw nothingKept(company);
    const payRuns = carries.filter(([kind]) => kind === 'run').length;
    const theirs = await everybodyOf(rows, now);
    const clients = await clientsNamed(rows, theirs);
    for (const table of tables) await rows.delete<{ companyId: string | null }>(table, { companyId });
    await rows.delete(Fact, { name: accountNamesFact(companyId) });
    await rows.delete(Fact, { name: surroundingsFact(companyId) });
    const others = await eraseThem(rows, theirs);
    await rows.update(CompanyRow, { id: companyId }, { problem: null });
    await eraseClientNames(database, rows, clients, who);
    const carried = new Map([...carries, ...others].map((one) => [one.join(' '), one]));
    const answer = `all that was kept of ${payRuns} pay runs, since the company was left`;
    return {
      value: { company: name, payRuns },
      line: { companyId, act: 'erase', answer, carries: [...carried.values()] },
    };
  });
  await database.forgetErased();
  return value;
}

/** Everyone who was ever paid, by the names and addresses still kept of them. */
async function everybodyOf(rows: ReadRows, row: CompanyRow): Promise<Theirs> {
  const { id: companyId, connectionId } = row;
  const runs = await rows.findBy(PayRunRecord, { companyId });
  const people = await peopleKept(rows, companyId, runs);
  return {
    companyId,
    connectionId,
    everybody: true,
    haveAllLeft: true,
    until: '9999-12-31',
    tags: new Set(runs.map(({ tag }) => tag)),
    paying: new Set(),
    stay: new Set(),
    names: people.flatMap(({ names }) => names),
    others: othersIn(row),
    paths: new Set(people.flatMap(({ paths }) => [...paths])),
  };
}

const tables = [
  ...[PayrollFile, PayPeriodRecord, TaxYearRecord, PayRunRecord, Posting, Write, Decision, Note, Assignment],
  ...[LogFigures, KeptBalances, ControlReading, ControlNoteRow, YearInBooks, AuditRecord],
  ...[ClientApproval, ClientMail, HmrcPaid, SyncRecord, Notification],
];

/** The rows that the log vouches for, as it names them. */
async function carriedOf(rows: ReadRows, companyId: string): Promise<readonly Carried[]> {
  const where = { companyId };
  const periods = await rows.select(PayPeriodRecord, ['year', 'period'], { where });
  const runs = await rows.select(PayRunRecord, ['tag'], { where });
  const postings = await rows.select(Posting, ['runTag'], { where });
  const writes = await rows.select(Write, ['runTag'], { where });
  const decisions = await rows.select(Decision, ['id'], { where });
  const notes = await rows.select(Note, ['id'], { where });
  const figures = await rows.select(LogFigures, ['seq'], { where });
  const files = await rows.select(PayrollFile, ['id'], { where });
  const clients = await rows.select(ClientApproval, ['id'], { where });
  const each = (found: readonly { readonly runTag: string }[]) => new Set(found.map(({ runTag }) => runTag));
  return [
    ...periods.map(({ year, period }) => ['period', `${year}-${period}`] as const),
    ...runs.map(({ tag }) => ['run', tag] as const),
    ...[...each(postings)].map((tag) => ['postings', tag] as const),
    ...[...each(writes)].map((tag) => ['writes', tag] as const),
    ...decisions.map(({ id }) => ['decision', id] as const),
    ...notes.map(({ id }) => ['note', id] as const),
    ...files.map(({ id }) => ['file', id] as const),
    ...clients.map(({ id }) => ['client', id] as const),
    ...figures.map(({ seq }) => ['figures', String(seq)] as const),
  ];
}

function notLeft({ name }: Company): Problem {
  return problem('company-not-left', {
    detail: `${name}: while we work for it, its record keeps payroll from being posted twice. Nothing was erased.`,
    todo: `Keep its files first: \`counterfoil month-file "${name}" --all --format zip --out FOLDER\`. Then leave it, then erase.`,
  });
}

function nothingKept({ name }: Company): Problem {
  return problem('nothing-to-erase', {
    detail: `${name}: nothing is kept but its log and its policies.`,
    todo: `See when it was erased: \`counterfoil log --company "${name}"\`.`,
  });
}
