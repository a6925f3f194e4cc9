import type { Company } from '../../companies/company.js';
import type { Rows } from '../../ground/rows.js';
import { isDuplicate } from '../../ground/database-problem.js';
import { type Problem, problem } from '../../ground/problem.js';
import { isOfPersons, nominalCode } from '../../journal/nouns/chart.js';
import {
  adjustmentName,
  type EnteredKind,
  adjustmentProblems,
  adjustmentJournal,
} from '../../journal/nouns/adjustment.js';
import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { fingerprint } from '../../journal/nouns/identity.js';
import type { Journal } from '../../journal/nouns/journal.js';
import { Money } from '../../journal/nouns/money.js';
import { adjustmentDueOn } from '../../journal/paye/bills.js';
import { decidedUntilNow } from '../../record/decided.js';
import { findAdjustments } from '../../record/runs/find-adjustments.js';
import type { Adjustment } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Carried } from '../../record/log/carried.js';
import { nameShown } from '../../views/words/name-shown.js';
import { mustBeInChart } from '../accounts-in-chart.js';
import type { Acted, RunRef, Who } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { carriedOut } from './carried-out.js';
import { mustHaveReason } from '../reason.js';
import { type Acting, acting, type Change } from '../acting.js';
import { runLine } from './run-line.js';
import { mustBeSecond } from '../approval/second-person.js';

export interface AdjustAct {
  readonly who: Who;
  readonly reason: string;
  readonly kind: EnteredKind;
  /** Debits positive, credits negative, as text. */
  readonly lines: readonly { readonly account: string; readonly amount: string }[];
  readonly dueOn?: string;
  readonly inPayment?: boolean;
  /** Given to change an existing adjustment; absent for a new one. */
  readonly number?: number;
  /** For a new one: even though the month already has one with the same lines. */
  readonly another?: boolean;
  /** With a number: what the person saw. If it has changed since, nothing is done. */
  readonly fingerprint?: string;
}

type Month = Pick<RunRef, 'company' | 'year' | 'period'>;

/** Something else owed to HMRC, entered by a person: a journal set of its own, in a tax month. */
export async function adjust(tools: RunTools, month: Month, act: AdjustAct): Promise<Acted> {
  const { company, year, period } = month;
  mustHaveReason(act.reason, company.name);
  const { dueOn } = mustBeRight(month, { ...act, number: act.number ?? 1 });
  const { value: row, sending } = await once(tools, act, async (rows) => {
    await decidedUntilNow(rows, company.id);
    await mustBeInChart(
      rows,
      company,
      act.lines.map(({ account }) => account),
    );
    const kept = await keep(tools, rows, { month, act, dueOn });
    const carries: Carried[] = [['run', kept.row.tag], ...kept.carries];
    const ref = { ...month, adjustment: adjustmentName(kept.row) };
    await mustBeSecond(tools, rows, { ref, run: kept.row, who: act.who });
    return { value: kept.row, line: runLine(ref, kept.row, { name: 'adjust', carries }) };
  });
  const ref = { company, year, period, adjustment: adjustmentName(row) };
  return { ...(await carriedOut(tools, { ref, run: row, act })), sending };
}

/** Two at the same moment choose the same number; the second attempt sees the other's. */
async function once<T>(
  tools: RunTools,
  { who }: AdjustAct,
  enter: (rows: Rows) => Promise<Change<T>>,
): Promise<Acting<T>> {
  return acting(tools, who, enter).catch((error: unknown) =>
    isDuplicate(error) ? acting(tools, who, enter) : Promise.reject(error),
  );
}

/** Throws unless it could be posted; returns the set. */
export function mustBeRight(
  { company, year, period }: Month,
  act: AdjustAct & { readonly number: number },
): { readonly journal: Journal; readonly dueOn: string } {
  // Whether lines balance can be checked only once all of them can be read.
  const unread = lineProblems(act.lines);
  if (unread.length > 0) throw wrongAdjustment(company, unread);
  const { kind, number, reason, dueOn } = act;
  const adjustment = { year, period, kind, number, lines: moneyLines(act), reason, dueOn };
  const problems = adjustmentProblems(adjustment);
  if (problems.length > 0) throw wrongAdjustment(company, problems);
  const journal = adjustmentJournal(company.prefix, adjustment);
  const { postFrom, controls } = company.policy;
  if (postFrom !== null && journal.datedOn < postFrom)
    throw wrongAdjustment(company, [
      `it would be dated ${dayInWords(journal.datedOn)}, before the cut-over on ${dayInWords(postFrom)}`,
    ]);
  return { journal, dueOn: adjustmentDueOn(adjustment, controls) };
}

function lineProblems(lines: AdjustAct['lines']): readonly string[] {
  return lines.flatMap(({ account, amount }) => [
    ...(nominalCode.test(account) ? [] : [`"${account}" is not a nominal code`]),
    ...(isOfPersons(account) ? [`account ${account} is a person's, and an adjustment names no person`] : []),
    ...(Money.tryParse(amount) === undefined ? [`"${amount}" is not an amount in pounds and pence`] : []),
  ]);
}

function wrongAdjustment({ name }: Company, problems: readonly string[]): Problem {
  return problem('wrong-adjustment', {
    detail: `${name}: ${problems.join('; ')}.`,
    todo: 'Correct it and enter it again. Debits are positive, credits negative: 404=125.00 and 814=-125.00.',
  });
}

interface Kept {
  readonly row: Adjustment;
  readonly carries: readonly Carried[];
}

async function keep(
  { database, companies, decisions }: RunTools,
  rows: Rows,
  { month, act, dueOn }: { readonly month: Month; readonly act: AdjustAct; readonly dueOn: string },
): Promise<Kept> {
  const { company, year, period } = month;
  const { kind } = act;
  const others = await findAdjustments(rows, { companyId: company.id, year, period, kind });
  const before = others.find(({ number }) => number === act.number);
  if (act.number !== undefined && !before) throw noSuchAdjustment(month, act);
  if (before && act.fingerprint !== undefined && act.fingerprint !== before.fingerprint)
    throw changedSince(company, before);
  const number = before?.number ?? Math.max(0, ...others.map((one) => one.number)) + 1;
  const journal = adjustmentJournal(company.prefix, { ...month, ...act, number, lines: moneyLines(act) });
  const now = await database.now(rows);
  const entered = journal.entries.map(({ category, debit, description }) => ({
    category,
    description,
    debit: debit.toString(),
  }));
  const given = {
    entered,
    note: act.reason.trim(),
    dueOn,
    inPayment: act.inPayment ?? false,
    enteredBy: act.who.actor,
  };
  const content = fingerprint(journal.datedOn, journal.entries);
  if (before) {
    const row = { ...before, ...given, fingerprint: content, updatedAt: now };
    const { companyId, tag } = before;
    // What was refused is sent again, even if it is entered unchanged.
    const anew = before.journalSet === null ? { plan: null } : {};
    await rows.update(PayRunRecord, { companyId, tag }, { ...given, ...anew, updatedAt: now });
    if (before.journalSet === null) return { row: { ...row, ...anew }, carries: [] };
    // With two pairs of eyes another person amends what is in the books.
    if ((await companies.find(companyId)).approval === 'two') return { row, carries: [] };
    // A change to what is posted asks for exactly that amendment.
    const asked = { companyId, tag, scope: 'run' as const, reason: act.reason, actor: act.who.actor };
    const { id } = await decisions.record(rows, { ...asked, kind: 'amend', fingerprint: content });
    return { row, carries: [['decision', id]] };
  }
  // A page sent twice, or a command repeated because its answer was lost, would owe HMRC the same sum twice.
  const alike = others.find((one) => one.fingerprint === content && stands(one));
  if (alike && act.another !== true) throw enteredAlready(month, alike);
  const row: Adjustment = {
    companyId: company.id,
    tag: journal.tag,
    year,
    period,
    kind,
    number,
    runTag: null,
    ...given,
    datedOn: journal.datedOn,
    reason: null,
    payslips: 0,
    state: 'ready',
    gross: Money.zero,
    net: Money.zero,
    taxAuthority: Money.zero,
    pension: Money.zero,
    other: Money.zero,
    payeNi: Money.zero,
    owedElsewhere: Money.zero,
    judged: null,
    fingerprint: content,
    mapped: null,
    holdCodes: [],
    warningCodes: [],
    plan: null,
    roles: {},
    policyVersion: company.policyVersion,
    journalSet: null,
    postedOn: null,
    postedAt: null,
    origin: null,
    signedOffBy: null,
    signedOffAt: null,
    signedOffFingerprint: null,
    gone: false,
    firstSeenAt: now,
    updatedAt: now,
  };
  await rows.insert(PayRunRecord, row);
  return { row, carries: [] };
}

const moneyLines = ({ lines }: AdjustAct) =>
  lines.map(({ account, amount }) => ({ account, amount: Money.parse(amount) }));

const stands = ({ state, holdCodes }: Adjustment) => state !== 'ignored' && !holdCodes.includes('reversed');

function enteredAlready({ company, year, period }: Month, row: Adjustment): Problem {
  const one = `${adjustmentName(row)} of ${monthInWords(year, period)}`;
  return problem('adjustment-entered-already', {
    detail: `${company.name}: ${one} has the same lines; ${nameShown(row.enteredBy)} entered it. Nothing was done.`,
    todo: 'If you mean that one, there is nothing to do. If the same amount is owed once more, enter it as another: tick the box on the page; at the terminal: --another.',
  });
}

function changedSince({ name }: Company, row: Adjustment): Problem {
  return problem('figures-changed', {
    detail: `${name}: ${adjustmentName(row)} has changed since it was shown. Nothing was done.`,
    todo: 'Look at it again, then change it.',
  });
}

function noSuchAdjustment({ company, year, period }: Month, { kind, number }: AdjustAct): Problem {
  return problem('no-such-adjustment', {
    detail: `${company.name} has no ${kind}-${number} in ${monthInWords(year, period)}.`,
    todo: '`counterfoil runs --kind adjustments` lists them; without a number a new one is entered.',
  });
}
