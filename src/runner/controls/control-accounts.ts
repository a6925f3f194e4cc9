import { In, IsNull } from 'typeorm';
import type { Companies } from '../../companies/companies.js';
import type { Company } from '../../companies/company.js';
import { type Clock, today } from '../../ground/clock.js';
import type { Database } from '../../ground/database.js';
import { readFact } from '../../ground/facts.js';
import { Problem } from '../../ground/problem.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { type ChargeBehind, chargesBehind } from '../../journal/controls/charges-behind.js';
import type { CompanyFacts } from '../../journal/controls/company-facts.js';
import { type Control, controlsOf, oldestOpen } from '../../journal/controls/company-controls.js';
import { type Because, type ControlState, isClear } from '../../journal/controls/control.js';
import { countExceptions } from '../../journal/controls/exceptions.js';
import { addDays, taxMonthOf, taxMonthRange, taxYearOf, within } from '../../journal/dates.js';
import {
  ControlAccount,
  ControlNoteRow,
  ControlReading,
  type StoredBecause,
} from '../../record/control-account.entity.js';
import { type Head, headName } from '../../record/log/log-head.js';
import type { Outbox } from '../../record/messages/outbox.js';
import type { PostingLog } from '../../record/log/posting-log.js';
import { YearInBooks } from '../../record/year-in-books.entity.js';
import { asStored, type YearSpan } from '../../views/controls/year-in-books.js';
import { balancesOn, bankSince } from './books-facts.js';
import { storedFacts } from './stored-facts.js';
import { yearInBooks } from './year-in-books.js';

export interface ControlsAsked {
  readonly actor: string;
  readonly trigger: string;
  readonly on?: string;
}

export interface Reading {
  readonly company: string;
  readonly companyId: string;
  readonly asOn: string;
  readonly controls: readonly Control[];
  /** Why nothing could be judged. */
  readonly problem?: Problem;
}

/** How far back payments are looked for in the bank. */
const bankDaysMax = 400;
/** States that only a journal or a person can clear, so that looking at the bank would not help. */
const withoutBank: readonly ControlState[] = ['needs_a_journal'];

/** Reads what each liability account of a company holds, and why; one request when all of them are clear. */
export class ControlAccounts {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly companies: Companies,
    private readonly log: PostingLog,
    private readonly outbox: Pick<Outbox, 'put'>,
  ) {}

  /** Trouble with one company's books becomes part of its answer, so that the others still get theirs. */
  async read(company: Company, asked: ControlsAsked): Promise<Reading> {
    const asOn = asked.on ?? today(this.clock);
    const named = { company: company.name, companyId: company.id, asOn };
    const logSeq = await this.db.read((rows) => endOfLog(rows, company.id));
    try {
      const controls = await this.#judge(company, asOn);
      await this.#keep({ ...named, controls }, asked, logSeq);
      return { ...named, controls };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const problem = error;
      await this.#keep({ ...named, controls: [], problem }, asked, logSeq);
      return { ...named, controls: [], problem };
    }
  }

  /** Compares a year's payslips with the same year of the books, read now and stored for later readers. */
  async year(company: Company, year: number): Promise<readonly YearSpan[]> {
    const { stored, logSeq } = await this.db.read(async (rows) => ({
      logSeq: await endOfLog(rows, company.id),
      stored: await storedFacts(rows, this.companies, company, today(this.clock)),
    }));
    if (stored.runs.length === 0) return [];
    const spans = await yearInBooks(await this.companies.books(company), company, stored, year);
    await this.db.work(async (rows) => {
      const row = { companyId: company.id, year, readAt: await this.db.now(rows), logSeq, spans: spans.map(asStored) };
      await rows.upsert(YearInBooks, row, ['companyId', 'year']);
    });
    return spans;
  }

  /** The journal sets that charged an account after one day and up to another; from our records alone. */
  async behind(
    company: Company,
    account: string,
    { after, to }: { readonly after: string; readonly to: string },
  ): Promise<readonly ChargeBehind[]> {
    const stored = await this.db.read((rows) => storedFacts(rows, this.companies, company, to));
    return chargesBehind(stored, account, (datedOn) => after < datedOn && datedOn <= to);
  }

  async #judge(company: Company, on: string): Promise<readonly Control[]> {
    const stored = await this.db.read((rows) => storedFacts(rows, this.companies, company, on));
    if (stored.runs.length === 0) return [];
    const books = await this.companies.books(company);
    const facts: CompanyFacts = { ...stored, balances: await balancesOn(books, on) };
    const controls = controlsOf(facts);
    const open = controls.filter(({ verdict }) => !isClear(verdict) && !withoutBank.includes(verdict.state));
    if (open.length === 0) return controls;
    const [oldest = on, since] = [oldestOpen(facts, open), addDays(on, -bankDaysMax)];
    return controlsOf({ ...facts, bank: await bankSince(books, company, oldest > since ? oldest : since, on) });
  }

  async #keep(reading: Reading, { actor, trigger }: ControlsAsked, logSeq: number): Promise<void> {
    const { companyId, asOn, controls, problem } = reading;
    const open = controls.filter(({ verdict }) => !isClear(verdict));
    await this.db.work(async (rows) => {
      const readAt = await this.db.now(rows);
      const last = await rows.findOneBy(ControlReading, { companyId });
      if (last !== null && asOn < last.asOn) {
        // A reading of an earlier day is added, and leaves the current state alone.
        if (problem === undefined && !(await isReadLater(rows, companyId, asOn))) await keepRows(rows, reading);
        return;
      }
      const exceptions = countExceptions(open.map(({ verdict, ...control }) => ({ ...control, ...verdict })));
      const row = { companyId, asOn, readAt, exceptions, problem: problem?.detail ?? null, logSeq };
      await rows.upsert(ControlReading, row, ['companyId']);
      if (problem === undefined) {
        await keepRows(rows, reading);
        await this.#endNotes(rows, reading, readAt);
      }
      for (const control of open) await this.#notify(rows, reading, control);
      const answer = open.map(({ account, verdict }) => `${account} ${verdict.state}`).join(', ');
      const outcome = problem !== undefined ? 'failed' : open.length > 0 ? 'found' : 'done';
      await this.log.append(rows, {
        companyId,
        actor,
        trigger,
        act: 'controls',
        outcome,
        answer: problem?.title ?? (answer || undefined),
      });
    });
  }

  /** An accepted difference counts until it changes. */
  async #endNotes(rows: Rows, { companyId, controls }: Reading, endedAt: Date): Promise<void> {
    for (const note of await rows.findBy(ControlNoteRow, { companyId, kind: 'accepted', endedAt: IsNull() })) {
      const control = controls.find(
        ({ account, userPath = '' }) => account === note.account && userPath === note.userPath,
      );
      const isUsed = control?.verdict.because.some(
        ({ what, amount }) => what === note.reason && amount.equals(note.amount),
      );
      if (isUsed === true || control?.verdict.state.startsWith('cannot_tell')) continue;
      const endedWhy = 'The difference that was accepted has changed.';
      await rows.update(ControlNoteRow, { id: note.id }, { endedAt, endedWhy });
    }
  }

  async #notify(
    rows: Rows,
    { company, companyId }: Reading,
    { account, userPath = '', verdict }: Control,
  ): Promise<void> {
    const { state, difference } = verdict;
    if (state !== 'not_paid' && state !== 'unexplained') return;
    const kind = `control_${state}` as const;
    const once = `${kind}:${companyId}:${account}:${userPath}:${difference}`;
    const path = `/reconciliation/${encodeURIComponent(companyId)}`;
    await this.outbox.put(rows, { kind, companyId, once, path, payload: { company, account, state } });
  }
}

async function endOfLog(rows: ReadRows, companyId: string): Promise<number> {
  const head = await readFact(rows, headName(companyId));
  return head === undefined ? 0 : (JSON.parse(head) as Head).seq;
}

async function keepRows(rows: Rows, reading: Reading): Promise<void> {
  await forgetEarlier(rows, reading.companyId, reading.asOn);
  for (const row of accountRows(reading)) await rows.insert(ControlAccount, row);
}

export const accountRows = ({ companyId, asOn, controls }: Reading): readonly ControlAccount[] =>
  controls.map((control) => stored(control, companyId, asOn));

/** Only the last reading of a tax month is kept. */
async function forgetEarlier(rows: Rows, companyId: string, asOn: string): Promise<void> {
  const days = await daysReadInMonth(rows, companyId, asOn);
  const earlier = days.filter((day) => day <= asOn);
  if (earlier.length > 0) await rows.delete(ControlAccount, { companyId, asOn: In([...new Set(earlier)]) });
}

const isReadLater = async (rows: ReadRows, companyId: string, asOn: string) =>
  (await daysReadInMonth(rows, companyId, asOn)).some((day) => day > asOn);

async function daysReadInMonth(rows: ReadRows, companyId: string, asOn: string): Promise<readonly string[]> {
  const month = taxMonthRange(taxYearOf(asOn), taxMonthOf(asOn));
  const kept = await rows.select(ControlAccount, ['asOn'], { where: { companyId } });
  return kept.map((row) => row.asOn).filter((day) => within(day, month));
}

function stored(
  { account, userPath = '', name, balance, verdict }: Control,
  companyId: string,
  asOn: string,
): ControlAccount {
  const { charged, owed, difference, state, because, alternatives } = verdict;
  const parts = (all: readonly Because[]): StoredBecause[] =>
    all.map((one) => ({ ...one, amount: one.amount.toString() }));
  return {
    ...{ companyId, asOn, account, userPath, name, balance, charged, owed, difference, state },
    because: parts(because),
    alternatives: alternatives?.map(parts) ?? null,
  };
}
