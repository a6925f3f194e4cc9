import { pick } from '../ground/pick.js';
import type { ReadRows } from '../ground/rows.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { type Problem, problem } from '../ground/problem.js';
import { addDays, monthInWords, taxMonthRange } from '../journal/nouns/dates.js';
import { monthTagOf, monthTagsLike } from '../journal/nouns/identity.js';
import { namesOf } from '../record/actors.js';
import { ClientApproval } from '../record/client-approval.entity.js';
import { readFigures } from '../record/runs/month-figures.js';
import type { Adjustment } from '../record/runs/adjustment.js';
import { ControlReading } from '../record/controls.entity.js';
import { Decision } from '../record/runs/decision.entity.js';
import { beginning } from '../record/log/log-head.js';
import { LogEntry } from '../record/log/log-entry.entity.js';
import type { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { Posting } from '../record/runs/posting.entity.js';
import { entryKey, reasonsOf } from '../views/log/log-reasons.js';
import { nameShown } from '../views/words/name-shown.js';
import { checksOf, type RunChecks } from '../views/checks/checks.js';

export interface Month {
  /** The tax year, by the year it ends in. */
  readonly year: number;
  /** Counted from 0. */
  readonly period: number;
}

export interface LogLine {
  readonly seq: number;
  readonly at: Date;
  readonly actor: string;
  readonly trigger: string;
  readonly act: string;
  readonly outcome: string;
  readonly tag?: string;
  readonly answer?: string;
  /** What it is about: a decision, among others. */
  readonly ref?: string;
  /** What a version of the policy changed, in words, and why. */
  readonly changed?: readonly string[];
  readonly reason?: string;
}

/** The end of the company's chain: everything recorded up to here is in the file. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
  readonly at: Date;
}

/** Everything recorded about one company's tax month, as at one moment. */
export interface MonthFacts extends Month {
  readonly company: Company;
  /** By pay date. */
  readonly runs: readonly PayRunRecord[];
  /** Those of the month before. */
  readonly before: readonly PayRunRecord[];
  /** Journal adjustments, as they are now. */
  readonly adjustments: readonly Adjustment[];
  /** Our sets, including adjustments and reversals, in the order they were made. */
  readonly postings: readonly Posting[];
  readonly decisions: readonly Decision[];
  /**
   * What the liability accounts held and owed when they were last read for the month, or first after it; undefined if
   * they were not read since it began.
   */
  readonly controls?: ControlReading;
  /** The day to which they were last read, where that is before the month. */
  readonly controlsBefore?: string;
  /** What the client was asked, in order of asking. */
  readonly approvals: readonly ClientApproval[];
  readonly log: readonly LogLine[];
  /** How many more lines the log has for the month. */
  readonly logLeftOut: number;
  /** For each run and adjustment, by `readKey`: the same checks that pages and API show. */
  readonly checks: ReadonlyMap<string, RunChecks>;
  readonly end: ChainEnd;
}

/** The part of it that payments are made from. */
export type PaymentFacts = Month & Pick<MonthFacts, 'company' | 'runs' | 'adjustments' | 'checks' | 'end'>;

export interface Seen extends MonthFacts {
  /** Its reader may see pay. */
  readonly pay: boolean;
}

const linesMax = 2000;
/** Log lines of the company itself belong to the month until HMRC is paid, on the 22nd. */
const daysAfterMonth = 17;
const readsMax = 5;

/** As at one moment: if the log moved on while the month was read, all of it is read again. */
export const readMonth = (db: Pick<Database, 'read'>, company: Company, month: Month): Promise<MonthFacts> =>
  atOneMoment(db, company, (rows) => read(rows, company, month));

/** A month's payments: no log, journals or decisions, of which a company may have a million. */
export const readPayments = (db: Pick<Database, 'read'>, company: Company, month: Month): Promise<PaymentFacts> =>
  atOneMoment(db, company, (rows) => readPaid(rows, company, month));

async function atOneMoment<Facts extends Pick<MonthFacts, 'runs' | 'end'>>(
  db: Pick<Database, 'read'>,
  company: Company,
  readOnce: (rows: ReadRows) => Promise<Facts>,
): Promise<Facts> {
  for (let reads = 0; reads < readsMax; reads++) {
    const facts = await db.read(readOnce);
    const end = await db.read((rows) => endOf(rows, company.id, facts.runs));
    if (end.hash === facts.end.hash) return facts;
  }
  throw problem('month-being-changed', {
    detail: `${company.name}: its record changed ${readsMax} times while the month file was made, and nothing was written.`,
    todo: 'Make the file again when the sync that is going on has ended.',
  });
}

async function readPaid(rows: ReadRows, company: Company, { year, period }: Month): Promise<PaymentFacts> {
  const { runs, adjustments } = await readFigures(rows, company.id, { year, period });
  if (runs.length === 0) throw nothingRecorded(company, { year, period });
  const end = await endOf(rows, company.id, runs);
  const checks = await checksOf(rows, [...runs, ...adjustments]);
  return { company, year, period, runs, adjustments, checks, end };
}

async function read(rows: ReadRows, company: Company, { year, period }: Month): Promise<MonthFacts> {
  const companyId = company.id;
  const paid = await readPaid(rows, company, { year, period });
  const monthBefore = period === 0 ? { year: year - 1, period: 11 } : { year, period: period - 1 };
  const { runs: before } = await readFigures(rows, companyId, monthBefore);
  const monthTag = monthTagOf(company.prefix, year, period);
  const tags = monthTagsLike(company.prefix, year, period);
  const postings = await rows
    .createQueryBuilder(Posting, 'p')
    .where('p.companyId = :companyId AND p.runTag LIKE :tags', { companyId, tags })
    .orderBy('p.createdAt')
    .addOrderBy('p.tag')
    .getMany();
  const decisions = await rows
    .createQueryBuilder(Decision, 'd')
    .where('d.companyId = :companyId AND d.tag LIKE :tags', { companyId, tags })
    .orWhere(`d.kind IN ('eyes', 'person') AND d.connectionId = :practice AND d.at >= :from AND d.at < :until`, {
      practice: company.connectionId,
      ...daysOf({ year, period }),
    })
    .orderBy('d.at')
    .addOrderBy('d.id')
    .getMany();
  const approvals = await rows.find(ClientApproval, {
    where: { companyId, year, period },
    order: { askedAt: 'ASC', id: 'ASC' },
  });
  const controls = await controlsOf(rows, companyId, { year, period });
  const { lines, leftOut } = await logOf(rows, companyId, monthTag, { year, period });
  return {
    ...paid,
    before,
    postings,
    decisions: decisions.map((one) => Object.assign(one, { actor: nameShown(one.actor) })),
    approvals: approvals.map((one) => Object.assign(one, { askedBy: nameShown(one.askedBy) })),
    ...controls,
    log: lines,
    logLeftOut: leftOut,
  };
}

/** If nothing was logged yet, the moment is that of the run that changed last. */
async function endOf(rows: ReadRows, companyId: string, runs: readonly PayRunRecord[]): Promise<ChainEnd> {
  const [last] = await rows.find(LogEntry, { where: { companyId }, order: { seq: 'DESC' }, take: 1 });
  if (last) return pick(last, ['seq', 'hash', 'at']);
  return { ...beginning, at: new Date(Math.max(...runs.map(({ updatedAt }) => updatedAt.getTime()))) };
}

/** The last reading for the tax month. A month closed late has its accounts read late: the first reading after it serves. */
async function controlsOf(
  rows: ReadRows,
  companyId: string,
  { year, period }: Month,
): Promise<Pick<MonthFacts, 'controls' | 'controlsBefore'>> {
  const { from, to } = taxMonthRange(year, period + 1);
  const all = await rows.find(ControlReading, { where: { companyId }, order: { asOn: 'DESC' } });
  // Nothing was read while the books did not answer.
  const read = all.filter(({ accounts }) => accounts.length > 0);
  const [last] = read;
  if (last === undefined) return {};
  const since = read.filter(({ asOn }) => asOn >= from);
  const controls = since.find(({ asOn }) => asOn <= addDays(to, daysAfterMonth)) ?? since.at(-1);
  return controls === undefined ? { controlsBefore: last.asOn } : { controls };
}

async function logOf(rows: ReadRows, companyId: string, monthTag: string, { year, period }: Month) {
  const query = rows
    .createQueryBuilder(LogEntry, 'e')
    .where('e.companyId = :companyId', { companyId })
    .andWhere('(e.tag LIKE :tags OR e.tag = :monthTag OR (e.tag IS NULL AND e.at >= :from AND e.at < :until))', {
      tags: `${monthTag}:%`,
      monthTag,
      ...daysOf({ year, period }),
    });
  const all = await query.getCount();
  const entries = await query.orderBy('e.seq').limit(linesMax).getMany();
  const names = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  const policies = await reasonsOf(
    rows,
    entries.filter(({ act }) => act === 'policy'),
  );
  const lines = entries.map(
    (entry): LogLine => ({
      ...pick(entry, ['seq', 'at', 'trigger', 'act', 'outcome']),
      actor: names.get(entry.actor) ?? entry.actor,
      tag: entry.tag ?? undefined,
      answer: entry.answer ?? undefined,
      ref: entry.ref ?? undefined,
      changed: policies.get(entryKey(entry))?.changed,
      reason: policies.get(entryKey(entry))?.reason,
    }),
  );
  return { lines, leftOut: all - lines.length };
}

/** In which something is done about a month. */
function daysOf({ year, period }: Month): { readonly from: string; readonly until: string } {
  const { from, to } = taxMonthRange(year, period + 1);
  return { from: `${from}T00:00:00.000Z`, until: `${addDays(to, daysAfterMonth + 1)}T00:00:00.000Z` };
}

export function nothingRecordedOf({ name }: Pick<Company, 'name'>): Problem {
  return problem('no-payroll', {
    detail: `${name}: nothing is recorded of any tax month.`,
    todo: `See what was done: \`counterfoil log --company "${name}"\`.`,
  });
}

function nothingRecorded({ name }: Company, { year, period }: Month): Problem {
  return problem('no-payroll-of-month', {
    detail: `${name}: nothing is recorded of ${monthInWords(year, period)}.`,
    todo: `See what there is: \`counterfoil runs --company "${name}"\`.`,
  });
}
