import { In, IsNull, LessThan, Not } from 'typeorm';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { Connection } from '../../companies/connection.entity.js';
import { ConnectionRequest } from '../../companies/connection-request.entity.js';
import { readFact, writeFact } from '../../ground/facts.js';
import type { Rows } from '../../ground/rows.js';
import { runTagOf } from '../../journal/nouns/identity.js';
import { addDays, taxYearOf } from '../../journal/nouns/dates.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import type { Carried } from '../../record/log/carried.js';
import { ControlNoteRow, ControlReading, KeptBalances } from '../../record/controls.entity.js';
import { KeptAnswer } from '../../record/kept-answer.entity.js';
import { LogFigures } from '../../record/log/log-figures.entity.js';
import { Notification } from '../../record/messages/notification.entity.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { AuditRecord } from '../../record/audit.entity.js';
import { YearInBooks } from '../../record/year-in-books.entity.js';
import { areTheirs, isPast, mentions, type Theirs, withoutWords } from './theirs.js';

/** What is kept for a while: figures that can be read again, what a sync said, answers and messages. */

const nothing: readonly Carried[] = [];

/** With fewer payslips a total shows what someone is paid. */
const payslipsOfATotal = 3;

/** The figures that log lines are shown with. */
export async function eraseFigures(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, everybody, tags, paying } = theirs;
  const found = await rows.select(LogFigures, ['seq', 'tag', 'payslips'], { where: { companyId } });
  const small = found.filter(({ tag, payslips }) =>
    everybody ? tags.has(runTagOf(tag)) : payslips < payslipsOfATotal && paying.has(runTagOf(tag)),
  );
  for (const { seq } of small) await rows.delete(LogFigures, { companyId, seq });
  return small.map(({ seq }) => ['figures', String(seq)] as const);
}

/**
 * What was owed to them on 902. Erasing one person leaves the account as a whole, and other people's parts, without
 * their name.
 */
export async function eraseReadings(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, everybody } = theirs;
  for (const { asOn, causes, accounts, problem } of await rows.findBy(ControlReading, { companyId })) {
    const isOthers = ({ user }: { readonly user?: string }) => !areTheirs(theirs, user);
    const left = {
      causes: causes.map((cause) => ({ ...cause, accounts: cause.accounts.filter(isOthers) })),
      accounts: accounts.filter(isOthers),
    };
    if (isPast(theirs, asOn) && everybody) await rows.delete(ControlReading, { companyId, asOn });
    else if (isPast(theirs, asOn)) await rows.update(ControlReading, { companyId, asOn }, withoutWords(left, theirs));
    if (problem !== null && mentions(theirs, problem))
      await rows.update(ControlReading, { companyId, asOn }, { problem: null });
  }
  return nothing;
}

/** Days whose balances name them are forgotten whole: they can be read again. */
export async function eraseBalances(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, everybody } = theirs;
  for (const { day, lines } of await rows.findBy(KeptBalances, { companyId }))
    if (isPast(theirs, day) && (everybody || mentions(theirs, JSON.stringify(lines))))
      await rows.delete(KeptBalances, { companyId, day });
  return nothing;
}

export async function eraseControlNotes(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  for (const row of await rows.findBy(ControlNoteRow, { companyId: theirs.companyId })) {
    const { id, createdAt, userPath, reason, endedWhy } = row;
    if (!isPast(theirs, createdAt)) continue;
    if (areTheirs(theirs, userPath)) await rows.delete(ControlNoteRow, { id });
    // What was accepted about the account, or another person, still holds without the words.
    else if (mentions(theirs, JSON.stringify([reason, endedWhy])))
      await rows.update(ControlNoteRow, { id }, withoutWords({ reason, endedWhy }, theirs));
  }
  return nothing;
}

/** If only one person was paid, a year's sums are that person's; they can be read again. */
export async function eraseYears(rows: Rows, { companyId, until, everybody }: Theirs): Promise<readonly Carried[]> {
  await rows.delete(YearInBooks, { companyId, ...(everybody && { year: LessThan(taxYearOf(addDays(until, 1))) }) });
  return nothing;
}

/** Its figures name everyone who is paid; it can be made again. */
export async function eraseAudits(rows: Rows, { companyId, until, everybody }: Theirs): Promise<readonly Carried[]> {
  await rows.delete(AuditRecord, { companyId, ...(everybody && { year: LessThan(taxYearOf(addDays(until, 1))) }) });
  return nothing;
}

/** Removes them from the users that the last sync read, and from the chart the accounts with a user's name. */
export async function eraseUsers(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const name = surroundingsFact(theirs.companyId);
  const kept = theirs.haveAllLeft ? await readFact(rows, name) : undefined;
  if (kept === undefined) return nothing;
  const stored = JSON.parse(kept) as KeptSurroundings;
  const people = stored.people.filter(({ url }) => !areTheirs(theirs, pathOf(url)));
  const accounts = stored.accounts.filter(({ userPath }) => !areTheirs(theirs, userPath));
  await writeFact(rows, name, JSON.stringify({ ...stored, people, accounts }));
  return nothing;
}

/** What went wrong last, until the next sync says it again. */
export async function eraseProblems(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, connectionId: id } = theirs;
  const isTheirs = (problem: string | null) => problem !== null && mentions(theirs, problem);
  const [company] = await rows.select(CompanyRow, ['id', 'problem'], { where: { id: companyId } });
  if (isTheirs(company?.problem ?? null)) await rows.update(CompanyRow, { id: companyId }, { problem: null });
  const [connection] = await rows.select(Connection, ['id', 'problem'], { where: { id } });
  if (isTheirs(connection?.problem ?? null)) await rows.update(Connection, { id }, { problem: null });
  return nothing;
}

/** Syncs that have ended: the log keeps what they did. */
export async function eraseSyncs(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const ended = await rows.findBy(SyncRecord, { companyId: theirs.companyId, endedAt: Not(IsNull()) });
  const ids = ended
    .filter(({ request, progress, result, planned, problem }) =>
      mentions(theirs, JSON.stringify([request, progress, result, planned, problem])),
    )
    .map(({ id }) => id);
  for (const id of ids) await rows.delete(SyncRecord, { id });
  return nothing;
}

/** A repeated request is answered without the words: `KeptAnswers` refuses to repeat them. */
export async function eraseAnswers(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  for (const { scope, key, headers, body } of await rows.findBy(KeptAnswer, { status: Not(IsNull()) }))
    if (mentions(theirs, JSON.stringify([headers, body])))
      await rows.update(KeptAnswer, { scope, key }, { headers: null, body: null });
  return nothing;
}

export async function eraseMessages(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const found = await rows.findBy(Notification, { companyId: theirs.companyId });
  const ids = found.filter(({ payload }) => mentions(theirs, JSON.stringify(payload))).map(({ id }) => id);
  if (ids.length > 0) await rows.delete(Notification, { id: In(ids) });
  return nothing;
}

/** A person who is just connecting a company starts again. */
export async function eraseRequests(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  for (const { stateHash, details } of await rows.find(ConnectionRequest))
    if (mentions(theirs, JSON.stringify(details))) await rows.delete(ConnectionRequest, { stateHash });
  return nothing;
}
