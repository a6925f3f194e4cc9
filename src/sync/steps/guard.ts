import type { Books } from '../../books/books.js';
import type { Line } from '../../journal/nouns/identity.js';
import { Money } from '../../journal/nouns/money.js';
import { paidInMonth } from '../../journal/policy/moves.js';
import { paymentAfter } from '../../journal/paye/month.js';
import { schemeYear } from '../../journal/paye/scheme-year.js';
import { schemeMonth, type SchemeAdjustment, termsOf } from '../../record/runs/scheme-month.js';
import type { StoredRemark } from '../../record/runs/pay-run.entity.js';
import { doubtedAgain, type Write } from '../../record/runs/write.entity.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import type { Event, Guarding } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { type GuardCase, judge } from './movement.js';
import { judgeAdjustment } from './adjustment-movement.js';
import {
  effectivePosting,
  guardRange,
  mappedOf,
  mayYetShow,
  ofPeriod,
  payRunsOf,
  periodIndex,
  type RunFacts,
} from '../facts/run-facts.js';
import { isTooOld } from './look-for.js';

/** Reads the movement of the cost accounts, to go with the look just taken. */
export async function guard({ record, ledger }: LedgerAtWork, facts: Facts, tag: string): Promise<Event> {
  if (isTooOld(record, facts.look, tag)) return { is: 'overtaken', tag };
  const given = await guardCase(ledger, facts, tag);
  // Someone may have been at work between the two reads: both are done once more before anything is held.
  const isFirst = facts.guarded?.tag !== tag;
  const isAdjustmentTag = facts.runs.get(tag)?.adjustment !== undefined;
  const judgement = isAdjustmentTag ? judgeAdjustment({ ...given, known: knownOf(facts, tag) }) : judge(given);
  if (judgement.is === 'clear') return { is: 'guarded', tag, found: { is: 'clear' } };
  if (isFirst) return { is: 'guarded', tag, found: { is: 'unsure' } };
  const run = facts.runs.get(tag);
  const open = await writeThatMayShow(record, run);
  const found: Guarding = open ? { is: 'in_doubt', open } : judgement;
  if (found.is !== 'held' || !run || !isApproved(run, found.hold)) return { is: 'guarded', tag, found };
  // The movement may be the set of another run of the period. No one can approve that as someone else's.
  const mayBeOurs = ofPeriod(facts.runs, tag).some((one) => mayYetShow(one).length > 0);
  if (!mayBeOurs) return { is: 'guarded', tag, found: { is: 'clear' } };
  const message = `${found.hold.message} ${approvedTooSoon(record)}`;
  return { is: 'guarded', tag, found: { is: 'held', hold: { ...found.hold, message } } };
}

const approvedTooSoon = ({ limits }: RecordAtWork) =>
  `It is approved, but a journal of our own was refused, or not found, and may be what the books show: the first sync after ${Math.ceil(limits.settleWindowSeconds / 60)} minutes looks, and posts it if it is not.`;

async function guardCase(ledger: Books, facts: Facts, tag: string): Promise<GuardCase> {
  const { company, decisions, runs, look } = facts;
  const period = payRunsOf(ofPeriod(runs, tag));
  const range = guardRange(ofPeriod(runs, tag));
  const expected = decisions.filter((one) => one.kind === 'expected_movement' && one.figures !== null);
  return {
    prefix: company.prefix,
    policy: company.policy,
    range,
    sets: look?.sets ?? [],
    balance: await ledger.trialBalance(range),
    run: runs.get(tag)?.payroll.mapped?.journal?.entries ?? [],
    period: period.flatMap((one): readonly Line[] => one.payroll.mapped?.journal?.entries ?? []),
    people: period.flatMap((one) => one.payroll.mapped?.people ?? []),
    expected: Object.assign({}, ...expected.map((one) => one.figures)) as Record<string, string>,
  };
}

/** Payments to HMRC are made in the first or second tax month after the one they are for. */
function knownOf({ company, periods, payments, runs }: Facts, tag: string): readonly Money[] {
  const run = runs.get(tag);
  if (!run) return [];
  const near = periods.filter((row) => Math.abs(periodIndex(row) - periodIndex(run)) <= 2);
  const due = near.map((row) => Money.tryParse(paymentAfter(row, payments.get(row.year) ?? [])?.amountDue));
  const worked = near.flatMap((row) =>
    paidInMonth(company.policy, row).files ? workedOut(row, { company, periods, runs }) : [],
  );
  return [...due, ...worked, ...near.map((row) => row.cis)].filter(
    (one) => one !== undefined && !one.isZero(),
  ) as Money[];
}

/** No file says what HMRC is paid: it is what the returns come to, or what the pay runs owe without them. */
function workedOut(
  { year, period, j814, owedElsewhere }: Facts['periods'][number],
  { company, periods, runs }: Pick<Facts, 'company' | 'periods' | 'runs'>,
): readonly Money[] {
  const adjusted = [...runs.values()].flatMap((run): SchemeAdjustment[] => {
    if (
      run.adjustment === undefined ||
      run.year !== year ||
      !run.payroll.inPayroll ||
      run.recorded.row?.state === 'ignored'
    )
      return [];
    const payeNi = run.payroll.mapped?.payeNi ?? Money.zero;
    return [{ ...run.adjustment, period: run.period, payeNi, isPosted: effectivePosting(run) !== undefined }];
  });
  const around = { policy: company.policy, payments: [], adjusted };
  const months = periods
    .filter((row) => row.year === year && row.goneAt === null)
    .map((row) => schemeMonth(row, around));
  const paid = schemeYear(months, termsOf(company.policy, { year, type: company.type })).payments.find(
    (one) => one.period === period,
  );
  return [j814.plus(owedElsewhere), ...(paid ? [paid.due] : [])];
}

/**
 * Whatever moved may be the write that was refused or that one look missed, although no list shows it yet. It is in
 * doubt again, once, since it is now looked for over the whole window.
 */
async function writeThatMayShow({ db }: RecordAtWork, run: RunFacts | undefined): Promise<Readonly<Write> | undefined> {
  const behind = run && mayYetShow(run).findLast(({ kind }) => kind === 'post');
  return behind && { ...behind, ...doubtedAgain, sendBy: await db.read((rows) => db.now(rows)) };
}

/** An approval covers the content and the figures that were seen. */
function isApproved(run: RunFacts, hold: StoredRemark): boolean {
  const mapped = mappedOf(run);
  const key = mapped.is === 'post' ? mapped.fingerprint : undefined;
  return run.recorded.decided.some(
    (one) =>
      one.kind === 'approval' &&
      one.holdCode === hold.code &&
      one.fingerprint === key &&
      sameFigures(one.figures, hold.figures),
  );
}

function sameFigures(a: StoredRemark['figures'] | null, b: StoredRemark['figures']): boolean {
  const [left, right] = [Object.entries(a ?? {}), Object.entries(b ?? {})];
  return left.length === right.length && left.every(([code, amount]) => b?.[code] === amount);
}
