import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import { type Clock, today } from '../ground/clock.js';
import type { Database } from '../ground/database.js';
import { readFact } from '../ground/facts.js';
import { Problem } from '../ground/problem.js';
import type { ReadRows, Rows } from '../ground/rows.js';
import { KeptBalances } from '../record/controls.entity.js';
import { type Head, headName } from '../record/log/log-head.js';
import type { PostingLog } from '../record/log/posting-log.js';
import type { Outbox } from '../record/messages/outbox.js';
import { YearInBooks } from '../record/year-in-books.entity.js';
import { pathOf } from '../journal/nouns/pay-run.js';
import { type Answer, needsAPerson, nothingKnown, type OpenPart } from '../record/control-answer.js';
import { foundInShort } from './found-in-short.js';
import { answerOf } from './judge/answer-of.js';
import { type CompanyJudged, daysNeeded, judgeCompany } from './judge/company.js';
import type { Balances, CompanyFacts } from './judge/facts.js';
import { endNotes, keepBalances, type Kept, keepProblem, keepReading, lastReading } from './keep/readings.js';
import { asRead, DaysRead } from './read/balances.js';
import { bankSince } from './read/bank.js';
import { factsOf } from './read/facts.js';
import { yearInBooks } from './read/year-in-books.js';
import { asStored, type YearSpan } from './show/year-in-books.js';

export interface ControlsAsked {
  readonly actor: string;
  readonly trigger: string;
  readonly on?: string;
  /** How many of the days that were never read have been read by now. */
  readonly report?: (done: number, of: number) => void;
}

export interface Reading {
  readonly company: string;
  readonly companyId: string;
  readonly asOn: string;
  readonly answer: Answer;
  /** Why nothing could be read; then the answer is empty. */
  readonly problem?: Problem;
}

/** Reads what each liability account of a company holds, and why: read, judge, keep. For anyone who asks to see it. */
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
      const { answer, days } = await this.#judge(company, asOn, asked);
      await this.#keep({ ...named, answer }, asked, { logSeq, days });
      return { ...named, answer };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await this.#keepProblem({ ...named, answer: nothingKnown, problem: error }, asked, logSeq);
      return { ...named, answer: nothingKnown, problem: error };
    }
  }

  /** Compares a year's payslips with the same year of the books, read now and stored for later readers. */
  async year(company: Company, year: number): Promise<readonly YearSpan[]> {
    const { facts, logSeq } = await this.db.read(async (rows) => ({
      logSeq: await endOfLog(rows, company.id),
      facts: await factsOf(rows, this.companies, company, today(this.clock), 'first_day'),
    }));
    if (facts.runs.length === 0) return [];
    const spans = await yearInBooks(await this.companies.books(company), company, facts, year);
    await this.db.work(async (rows) => {
      const row = { companyId: company.id, year, readAt: await this.db.now(rows), logSeq, spans: spans.map(asStored) };
      await rows.upsert(YearInBooks, row, ['companyId', 'year']);
    });
    return spans;
  }

  /** Our records of it alone. */
  async facts(company: Company, on: string = today(this.clock)): Promise<CompanyFacts> {
    return this.db.read((rows) => factsOf(rows, this.companies, company, on));
  }

  /** How the accounts came to their last reading. */
  async moved(company: Company): Promise<{ readonly facts: CompanyFacts; readonly balances: Balances } | undefined> {
    return this.db.read(async (rows) => {
      const last = await lastReading(rows, company.id);
      if (last === null) return undefined;
      const facts = await factsOf(rows, this.companies, company, last.asOn);
      const kept = await rows.findBy(KeptBalances, { companyId: company.id });
      const balances = new Map(kept.map(({ day, lines }) => [day, asRead(lines)]));
      const then = last.accounts.map(({ user, ...one }) => ({
        ...one,
        ...(user && { userPath: pathOf(user) }),
        amount: one.balance,
      }));
      balances.set(last.asOn, asRead(then));
      return { facts, balances };
    });
  }

  async #judge(company: Company, on: string, asked: ControlsAsked): Promise<{ answer: Answer; days?: DaysRead }> {
    const facts = await this.facts(company, on);
    if (facts.runs.length === 0) return { answer: nothingKnown };
    const kept = await this.db.read((rows) => rows.findBy(KeptBalances, { companyId: company.id }));
    const books = await this.companies.books(company);
    const days = new DaysRead(books, kept, asked.report);
    await days.now(on);
    await days.need(daysNeeded(facts));
    const judged = judgeCompany(facts, days.balances);
    const isQuiet = !hasOpen(judged) && !hasOpen(asOfLastDay(facts, days));
    if (isQuiet) return { answer: answerOf(facts, days.balances, judged), days };
    const closer = await this.#lookCloser(facts, days);
    const oldest = oldestOpen(facts, closer);
    const bank = oldest === undefined ? undefined : await bankSince(books, company, oldest, on);
    return { answer: answerOf(facts, days.balances, closer, bank), days };
  }

  /** Checks that the kept days are unchanged. Then the parts of windows in which older debts are paid. */
  async #lookCloser(facts: CompanyFacts, days: DaysRead): Promise<CompanyJudged> {
    await days.again(this.clock.now());
    const { plain } = judgeCompany(facts, days.balances);
    await days.need(daysNeeded(facts, plain));
    return judgeCompany(facts, days.balances, plain);
  }

  async #keep(
    reading: Reading,
    { actor, trigger }: ControlsAsked,
    { logSeq, days }: { readonly logSeq: number; readonly days?: DaysRead | undefined },
  ): Promise<void> {
    const { companyId, asOn, answer } = reading;
    await this.db.work(async (rows) => {
      const readAt = await this.db.now(rows);
      const kept: Kept = { companyId, asOn, readAt, logSeq };
      if (days !== undefined) await keepBalances(rows, kept, days, today(this.clock));
      const before = await lastReading(rows, companyId);
      if (!(await keepReading(rows, kept, answer))) return;
      await endNotes(rows, kept, answer, readAt);
      const open = openIn(answer);
      await this.#tell(rows, reading, open, before);
      const outcome = answer.state === 'clear' ? 'done' : 'found';
      await this.log.append(rows, {
        companyId,
        actor,
        trigger,
        act: 'controls',
        outcome,
        answer: foundInShort(answer.causes.length, open),
      });
    });
  }

  async #keepProblem(reading: Reading, { actor, trigger }: ControlsAsked, logSeq: number): Promise<void> {
    const { companyId, asOn, problem } = reading;
    if (problem === undefined) return;
    await this.db.work(async (rows) => {
      await keepProblem(rows, { companyId, asOn, readAt: await this.db.now(rows), logSeq }, problem.detail);
      const line = { companyId, actor, trigger, act: 'controls', outcome: 'failed', answer: problem.title } as const;
      await this.log.append(rows, line);
    });
  }

  /** A first reading is one message, however much is open: a company that is new here may have years of it. */
  async #tell(
    rows: Rows,
    { company, companyId }: Reading,
    open: readonly Told[],
    before: Answer | null,
  ): Promise<void> {
    const path = `/clients/${encodeURIComponent(companyId)}/reconciliation`;
    const told = open.flatMap((one) => (isTold(one) ? [one] : []));
    if (before === null || before.accounts.length === 0) {
      if (told.length === 0) return;
      const once = `control_first_reading:${companyId}`;
      const payload = { company, open: open.length };
      await this.outbox.put(rows, { kind: 'control_first_reading', companyId, once, path, payload });
      return;
    }
    const known = new Set(openIn(before).map((one) => `${one.state} ${keyIn(one)}`));
    for (const one of told.filter((each) => !known.has(`${each.state} ${keyIn(each)}`))) {
      const { account, id: item, state } = one;
      const kind = `control_${state}` as const;
      const once = `${kind}:${companyId}:${keyIn(one)}`;
      await this.outbox.put(rows, { kind, companyId, once, path, payload: { company, account, item, state } });
    }
  }
}

type Told = Pick<OpenPart, 'id' | 'state'> & { readonly account: string; readonly user?: string };

const openIn = ({ accounts }: Pick<Answer, 'accounts'>): readonly Told[] =>
  accounts.flatMap(({ account, user, open }) =>
    open.filter(needsAPerson).map((part) => ({ ...part, account, ...(user && { user: pathOf(user) }) })),
  );

const keyIn = ({ account, user = '', id }: Told): string => `${account}:${user}:${id}`;

const toldStates = ['no_payment_posted', 'other_postings'] as const;
const isTold = (one: Told): one is Told & { readonly state: (typeof toldStates)[number] } =>
  toldStates.some((state) => state === one.state);

const isOpen = ({ judged: { open, beyond, rest } }: CompanyJudged['places'][number]) =>
  open.some(({ state }) => state !== 'due') || beyond.length > 0 || !rest.isZero();

const hasOpen = ({ places }: CompanyJudged): boolean => places.some(isOpen);

/** An item that was open then and is not now was paid since, or that day's balances have changed since. */
function asOfLastDay(facts: CompanyFacts, { balances }: DaysRead): CompanyJudged {
  const last = [...balances.keys()]
    .filter((day) => day < facts.on && day >= facts.start)
    .sort()
    .at(-1);
  return last === undefined
    ? { places: [], causes: [], plain: new Map() }
    : judgeCompany({ ...facts, on: last }, balances);
}

/** The first day of the oldest window with an item that is open past its days. */
function oldestOpen({ start }: CompanyFacts, { places }: CompanyJudged): string | undefined {
  const days = places.flatMap(({ judged, windows }) =>
    judged.open
      .filter(({ state }) => state !== 'due')
      .map(
        ({ item }) => windows.findLast(({ from, own }) => (own.length === 0 ? false : from <= item.due))?.from ?? start,
      ),
  );
  return days.sort()[0];
}

async function endOfLog(rows: ReadRows, companyId: string): Promise<number> {
  const head = await readFact(rows, headName(companyId));
  return head === undefined ? 0 : (JSON.parse(head) as Head).seq;
}
