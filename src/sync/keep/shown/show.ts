import type { Rows } from '../../../ground/rows.js';
import { today } from '../../../ground/clock.js';
import type { Verdict } from '../../../journal/decide/decide.js';
import { payKeyOf } from '../../../journal/nouns/pay-key.js';
import type { Carried } from '../../../record/log/carried.js';
import { ofPayroll } from '../../../record/runs/adjustment.js';
import { columns } from '../../../record/columns.js';
import { PayRunRecord, type RunState, type StoredMapping } from '../../../record/runs/pay-run.entity.js';
import type { Message } from '../../../record/messages/outbox.js';
import { type RecordAtWork, logLine } from '../../at-work/record-at-work.js';
import type { Verdicts } from '../../facts/decide.js';
import type { Facts } from '../../facts/facts.js';
import { shownRow, type ShownRow } from './pay-run-row.js';
import { judge } from '../../facts/judged.js';
import type { RunFacts } from '../../facts/run-facts.js';

/** The rows that lists and pages read: derived, and written only if they changed. */

const loggedStates = ['ready', 'held', 'changed', 'drift', 'agrees', 'differs'] as const satisfies readonly RunState[];

const carriedOutNext: ReadonlySet<Verdict['do']> = new Set(['post', 'amend', 'reverse', 'remove']);

export interface RowChange {
  readonly run: RunFacts;
  readonly verdict: Verdict;
  /** Undefined if nothing is left to show. */
  readonly row?: ShownRow;
}

export interface ShownRows {
  readonly rows: readonly Readonly<PayRunRecord>[];
  readonly vanished: readonly string[];
}

export function changedRows(record: RecordAtWork, facts: Facts, verdicts: Verdicts): readonly RowChange[] {
  const at = { today: today(record.clock), settleWindowSeconds: record.limits.settleWindowSeconds };
  return [...facts.runs.values()].flatMap((run): readonly RowChange[] => {
    const verdict = verdicts.get(run.tag);
    const judged = judge(run, facts.company.policy);
    if (!verdict || (judged.shown === verdict && !dependOnOthers.has(verdict.do))) return [];
    if (vanishedUnposted(run)) return [{ run, verdict }];
    const row = shownRow(facts, run, verdict, at);
    if (!run.recorded.row || run.thisSync.rowIsStale || !same(run.recorded.row, row)) return [{ run, verdict, row }];
    judged.shown = verdict;
    return [];
  });
}

/** The rows of these verdicts name other runs. */
const dependOnOthers: ReadonlySet<Verdict['do']> = new Set(['changed', 'amend', 'reverse']);

/** A pay date that was only ever planned, or a run that left payroll before anything was, or may have been, posted. */
const vanishedUnposted = ({ payroll: { inPayroll }, recorded: { postings, open, toLookAgain } }: RunFacts) =>
  !inPayroll && postings.length === 0 && open === undefined && toLookAgain.length === 0;

/** Within a unit of work. One log line carries all changed rows that have no line of their own. */
export async function show(rows: Rows, record: RecordAtWork, changes: readonly RowChange[]): Promise<ShownRows> {
  if (changes.length === 0) return { rows: [], vanished: [] };
  const now = await record.db.now(rows);
  const timed = changes.map((change): TimedChange => {
    const { row, run } = change;
    const times = { firstSeenAt: run.recorded.row?.firstSeenAt ?? now, updatedAt: now };
    return { ...change, row: row && { ...row, ...(run.adjustment ?? ofPayroll), ...times } };
  });
  const found = timed.flatMap(({ row }) => row ?? []);
  const seenFirst = timed.flatMap(({ run, row }) => (row && !run.recorded.row ? [row] : []));
  await rows.upsertAll(PayRunRecord, seenFirst, ['companyId', 'tag']);
  const carries: Carried[] = [];
  for (const change of timed) {
    const isLogged = await showRun(rows, record, change);
    if (!isLogged && isOther(change)) carries.push(['run', change.run.tag]);
  }
  if (carries.length > 0) await record.log.append(rows, { ...logLine(record), act: 'map', outcome: 'done', carries });
  return { rows: found, vanished: changes.filter(({ row }) => !row).map(({ run }) => run.tag) };
}

interface TimedChange extends RowChange {
  readonly row?: PayRunRecord;
}

/** Returns whether the log has a line for it. */
async function showRun(rows: Rows, record: RecordAtWork, { run, verdict, row }: TimedChange): Promise<boolean> {
  const { company, outbox } = record;
  const before = run.recorded.row;
  const key = { companyId: company.id, tag: run.tag };
  if (!row) {
    if (before) await rows.delete(PayRunRecord, key);
    return false;
  }
  if (before) await rows.update(PayRunRecord, key, changes(before, row));
  if (before && isShownAlready(before, row)) return false;
  // What this sync is about to do gets its own line when it is done: a reversal is not a change of payroll. A held run
  // is not about to be done, nor is one that the books have just refused: its verdict stays the same.
  const doneNext = carriedOutNext.has(verdict.do) && row.state !== 'held' && row.state !== 'refused';
  // No one is notified about an adjustment: it holds back no pay run.
  if (!run.adjustment && needsPerson(row.state) && !doneNext)
    await outbox.put(rows, messageOf(company, run, { ...row, state: row.state }));
  const state = loggedStates.find((one) => one === row.state);
  if (state === undefined || doneNext) return false;
  await record.log.append(rows, {
    ...logLine(record),
    act: state === 'held' ? 'hold' : state,
    outcome: state === 'held' ? 'held' : 'found',
    tag: run.tag,
    fingerprint: row.fingerprint ?? undefined,
    policyVersion: row.policyVersion,
    holdCodes: row.holdCodes,
    answer: row.plan?.kind === 'check' ? (row.reason ?? undefined) : undefined,
    journalSet: row.journalSet ?? undefined,
    carries: [['run', run.tag]],
  });
  return true;
}

/** While nothing is sent after a refusal, payroll may come to other content: that is no other refusal. */
function isShownAlready(before: Readonly<PayRunRecord>, row: PayRunRecord): boolean {
  const [known, refused] = [writeRefused(before), writeRefused(row)];
  const isSame = refused === undefined ? before.fingerprint === row.fingerprint : known === refused;
  // The books are still out, and for another cause.
  const isSameCause = row.plan?.kind !== 'check' || before.reason === row.reason;
  return before.state === row.state && isSame && isSameCause;
}

const writeRefused = ({ plan }: Readonly<PayRunRecord>) => (plan?.kind === 'refused' ? plan.write : undefined);

const statesForPeople = ['held', 'changed', 'drift', 'refused', 'differs', 'overdue'] as const;
type StateForPeople = (typeof statesForPeople)[number];

const needsPerson = (state: RunState): state is StateForPeople =>
  (statesForPeople as readonly RunState[]).includes(state);

function messageOf(
  company: RecordAtWork['company'],
  { tag, year, period, datedOn }: RunFacts,
  { state, holdCodes, fingerprint }: PayRunRecord & { readonly state: StateForPeople },
): Message {
  return {
    kind: state,
    companyId: company.id,
    once: `${state}:${company.id}:${tag}:${fingerprint ?? ''}`,
    path: `/runs/${encodeURIComponent(company.id)}/${year}/${period}/${payKeyOf({ datedOn, tag })}`,
    payload: { company: company.name, tag, year, period, datedOn, state, holds: holdCodes },
  };
}

/** Whether anything that the log vouches for in a pay run or an adjustment has changed. */
function isOther({ run: { recorded }, row }: TimedChange): boolean {
  const before = recorded.row;
  if (!before || !row) return before !== row;
  return vouchedFor.some((name) => JSON.stringify(before[name]) !== JSON.stringify(row[name]));
}

/** As the register has them, by the names of their properties. */
const vouchedFor = [...columns.pay_runs.vouched, ...columns.pay_runs.actors].map(
  (column) => column.replaceAll(/_[a-z]/g, ([, letter]) => letter!.toUpperCase()) as keyof PayRunRecord,
);

const compared = [
  'state',
  'reason',
  'fingerprint',
  'journalSet',
  'postedOn',
  'policyVersion',
  'gone',
  'payslips',
  'period',
  'year',
] as const;

function same(a: Readonly<PayRunRecord>, b: ShownRow): boolean {
  return (
    compared.every((name) => a[name] === b[name]) &&
    a.payeNi.equals(b.payeNi) &&
    a.owedElsewhere.equals(b.owedElsewhere) &&
    sameMapping(a.mapped, b.mapped) &&
    JSON.stringify([a.plan, a.judged, a.holdCodes, a.warningCodes, a.roles]) ===
      JSON.stringify([b.plan, b.judged, b.holdCodes, b.warningCodes, b.roles])
  );
}

/** Within a sync the long parts are the same objects, or differ in length: comparing those is cheap. */
function sameMapping(a: StoredMapping | null, b: StoredMapping | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.lines.length !== b.lines.length || a.paid.length !== b.paid.length) return false;
  if (a.lines !== b.lines || a.paid !== b.paid) return JSON.stringify(a) === JSON.stringify(b);
  const short = (mapping: StoredMapping) => JSON.stringify({ ...mapping, lines: undefined, paid: undefined });
  return short(a) === short(b);
}

function changes(before: Readonly<PayRunRecord>, row: PayRunRecord): Partial<PayRunRecord> {
  const { mapped, ...rest } = row;
  return sameMapping(before.mapped, mapped) ? rest : row;
}
