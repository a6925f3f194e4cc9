import { In } from 'typeorm';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { readFact, writeFact } from '../../ground/facts.js';
import { dayInLondon } from '../../ground/london.js';
import type { Rows } from '../../ground/rows.js';
import { runTagOf } from '../../journal/identity.js';
import { pathOf } from '../../journal/pay-run.js';
import type { Carried } from '../../record/log/carried.js';
import { ControlAccount, ControlNoteRow } from '../../record/control-account.entity.js';
import { LogFigures } from '../../record/log/log-figures.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Note } from '../../record/work-of-persons.entity.js';
import { YearInBooks } from '../../record/year-in-books.entity.js';

/** With fewer payslips a total shows what somebody is paid: the same limit as for people who may see totals only. */
const payslipsOfATotal = 3;

interface Kept {
  readonly companyId: string;
  /** Tags of closed pay runs and of the adjustments. */
  readonly tags: ReadonlySet<string>;
  /** Tags of those pay runs that pay the person. */
  readonly paying: ReadonlySet<string>;
  /** The last day of the closed tax years. */
  readonly until: string;
  readonly names: readonly string[];
  readonly isTheirs: (url: string | undefined) => boolean;
  /** Somebody who is paid in a tax year that is not closed stays among the company's users. */
  readonly stays: boolean;
}

/**
 * Erases what names a person, or shows what one was paid, outside payroll itself. Returns what the log has to carry.
 */
export async function eraseNextToPayroll(rows: Rows, given: Kept): Promise<readonly Carried[]> {
  await eraseBalances(rows, given);
  const clients = await eraseWordsOfClients(rows, given);
  if (!given.stays) await eraseUser(rows, given);
  return [...clients, ...(await eraseNotes(rows, given)), ...(await eraseFigures(rows, given))];
}

/** Whether free text names them. */
export const namesAny = (names: readonly string[], words: string | null) =>
  words !== null && names.some((name) => words.toLowerCase().includes(name.toLowerCase()));

async function eraseNotes(rows: Rows, { companyId, tags, names }: Kept): Promise<readonly Carried[]> {
  const theirs = (await rows.findBy(Note, { companyId })).filter(
    ({ tag, words }) => tags.has(tag) && namesAny(names, words),
  );
  for (const { id } of theirs) await rows.update(Note, { id }, { words: 'erased' });
  return theirs.map(({ id }) => ['note', id] as const);
}

/** The figures that log lines are shown with. */
async function eraseFigures(rows: Rows, { companyId, paying }: Kept): Promise<readonly Carried[]> {
  const small = (await rows.findBy(LogFigures, { companyId })).filter(
    ({ tag, payslips }) => payslips < payslipsOfATotal && paying.has(runTagOf(tag)),
  );
  for (const { seq } of small) await rows.delete(LogFigures, { companyId, seq });
  return small.map(({ seq }) => ['figures', String(seq)] as const);
}

/**
 * What was owed to them on 902; the account as a whole stays. A year's sums go too: if only one person was paid they
 * are that person's.
 */
async function eraseBalances(rows: Rows, { companyId, until, isTheirs }: Kept): Promise<void> {
  for (const { asOn, account, userPath } of await rows.findBy(ControlAccount, { companyId }))
    if (asOn <= until && isTheirs(userPath || undefined))
      await rows.delete(ControlAccount, { companyId, asOn, account, userPath });
  for (const { id, userPath, createdAt } of await rows.findBy(ControlNoteRow, { companyId }))
    if (dayInLondon(createdAt) <= until && isTheirs(userPath || undefined)) await rows.delete(ControlNoteRow, { id });
  await rows.delete(YearInBooks, { companyId });
}

async function eraseWordsOfClients(rows: Rows, { companyId, names, until }: Kept): Promise<readonly Carried[]> {
  const found = await rows.findBy(ClientApproval, { companyId });
  const ids = found.filter(({ year, words }) => `${year}-04-05` <= until && namesAny(names, words)).map(({ id }) => id);
  if (ids.length > 0) await rows.update(ClientApproval, { id: In(ids) }, { words: 'erased' });
  return ids.map((id) => ['client', id] as const);
}

/** Removes them from the users that the last sync read, and from the chart the accounts with a user's name. */
async function eraseUser(rows: Rows, { companyId, isTheirs }: Kept): Promise<void> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  if (kept === undefined) return;
  const stored = JSON.parse(kept) as KeptSurroundings;
  const people = stored.people.filter(({ url }) => !isTheirs(pathOf(url)));
  const accounts = stored.accounts.filter(({ userPath }) => !isTheirs(userPath));
  await writeFact(rows, surroundingsFact(companyId), JSON.stringify({ ...stored, people, accounts }));
}

/** Whether a pay run pays them. */
export const pays = ({ mapped }: Pick<PayRunRecord, 'mapped'>, isTheirs: Kept['isTheirs']) =>
  mapped?.paid.some(({ user }) => isTheirs(user)) ?? false;
