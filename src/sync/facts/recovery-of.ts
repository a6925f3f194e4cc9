import { recoveryTagOf } from '../../journal/nouns/adjustment.js';
import { taxMonthRange } from '../../journal/nouns/dates.js';
import type { Journal } from '../../journal/nouns/journal.js';
import { Money } from '../../journal/nouns/money.js';
import type { ClaimedPay } from '../../journal/mapping/claims.js';
import { type Proposal, proposeRecovery } from '../../journal/paye/proposal.js';
import { questionOf } from '../../journal/paye/question.js';
import { type Recovery, recover } from '../../journal/paye/recovery.js';
import { recoverySet } from '../../journal/paye/recovery-set.js';
import type { StatutoryPay } from '../../journal/mapping/statutory-pay.js';
import type { DecidedRate } from '../../journal/paye/ways.js';
import type { StoredRemark } from '../../record/runs/pay-run.entity.js';
import { type AdjustmentFacts, byReturns } from '../../record/runs/adjustment.js';
import type { AdjustmentInput, OfPeriod } from './adjustment-input.js';
import { class1Asked, paidIn, paymentsAround, recoveryIn, statutoryPayIn } from './paye-of-month.js';
import { changed, effectivePosting, newRun, type RunFacts } from './run-facts.js';

/**
 * The outcome of a tax month's statutory pay. Without a journal, the run is as its row and its sets in the books say.
 */
export interface MonthsRecovery {
  readonly run?: RunFacts;
  readonly journal?: { readonly journal: Journal; readonly source: string };
  readonly remark?: { readonly tag: string; readonly remark: StoredRemark };
}

export interface RecoverySituation {
  /** Statutory pay of the month is recovered. */
  readonly hasPay: boolean;
  /** Pay runs of the month are in payroll. */
  readonly hasRuns: boolean;
  /** All recoverable pay is in the books, and so is the run that the recovery belongs to. */
  readonly payInBooks: boolean;
  /** Whether the month has a recovery: none, one that is only recorded, or one with sets in the books. */
  readonly recovery: 'none' | 'recorded' | 'in books';
  /** The run that it belongs to is no longer in payroll. */
  readonly runGone: boolean;
  /** The policy posts recoveries of this month. */
  readonly isWanted: boolean;
  readonly rate: 'unknown' | 'known' | 'settled';
}

/**
 * none: nothing to do, or not yet · gone: the recovery's pay is gone · emptied: the same, but its run goes on · ask:
 * the rate is to be decided · stands: what was posted stays, and the rate of the addition is to be decided · due.
 */
export type RecoveryCase = 'none' | 'gone' | 'emptied' | 'ask' | 'stands' | 'due';

export function recoveryCase(month: RecoverySituation): RecoveryCase {
  const { hasPay, recovery, rate } = month;
  if (!hasPay && recovery !== 'none') {
    if (month.runGone) return 'gone';
    return month.hasRuns ? 'emptied' : 'none';
  }
  if (recovery === 'none' && (!hasPay || !month.isWanted)) return 'none';
  // Pay that is not in the books is not recovered. A recovery already there without its pay waits for a person.
  if (!month.payInBooks) return recovery === 'in books' ? 'gone' : 'none';
  if (recovery !== 'in books') return rate === 'settled' ? 'due' : 'ask';
  return rate === 'unknown' ? 'stands' : 'due';
}

/** A tax month's recovery: a question until its rate is known, due once its runs are in the books. */
export function recoveryOf(input: AdjustmentInput, month: OfPeriod): MonthsRecovery {
  const { row, runs, known } = month;
  const { company } = input;
  const paid = paidIn(runs, row);
  const pays = statutoryPayIn(paid);
  const existing = recoveryIn(known, row);
  const bearing = paid.filter((run) => effectivePosting(run));
  const last = existing ? bearing.find((run) => run.tag === existing.adjustment?.runTag) : bearing.at(-1);
  const returned = returnedFor(row, pays);
  const decided = rateOf(input, pays, returned);
  const paye = pays.length > 0 ? paymentsAround(input, month, decided.rate) : {};
  const proposal = { ...proposeRecovery(pays, decided.rate, paye), ...(decided.byReturn && { recovery: returned }) };
  const isWanted =
    company.policy.recovery.post !== 'off' && taxMonthRange(row.year, row.period + 1).to >= wantedFrom(input, row);
  const found = recoveryCase({
    hasPay: pays.length > 0,
    hasRuns: paid.length > 0,
    payInBooks: last !== undefined && paid.every((run) => statutoryPayIn([run]).length === 0 || effectivePosting(run)),
    recovery: !existing ? 'none' : existing.recorded.postings.length > 0 ? 'in books' : 'recorded',
    runGone: runs.get(existing?.adjustment?.runTag ?? '')?.payroll.inPayroll === false,
    isWanted,
    rate: rateIn(proposal, decided, company.policy.recovery.post),
  });
  const asked = () => {
    const class1 = class1Asked(input.class1, runs, pays);
    const message = questionOf(pays, decided.rate, proposal, { ...paye, class1 });
    const amount = proposal.recovery?.total.toString();
    return (
      last && { tag: last.tag, remark: { code: 'recovery_to_decide' as const, message, ...(amount && { amount }) } }
    );
  };
  switch (found) {
    case 'none':
      return {};
    case 'gone':
      return { run: existing && changed(existing, { payroll: { inPayroll: false, filed: true } }) };
    case 'emptied':
      return { run: existing && changed(existing, { payroll: { inPayroll: true, filed: true } }) };
    case 'ask':
      return { remark: asked() };
    case 'stands':
      // Pay was added since, at a rate that no one has decided.
      return { remark: isWanted ? asked() : undefined };
    case 'due':
      return {
        ...due(input, { row, last, existing, proposal, decided }),
        // Posted before the payment was known, and the payment showed another rate.
        remark: isWanted && isContradicted(proposal, decided) ? asked() : undefined,
      };
  }
}

/** What a return recovers is posted from the cut-over on, like its levy, its CIS and the allowance. */
function wantedFrom({ company, recoveryFrom }: AdjustmentInput, row: OfPeriod['row']): string {
  return claimedIn(row)?.isPositive() ? (company.policy.postFrom ?? '') : recoveryFrom;
}

/** What the month's return (EPS) takes off; undefined if none says, or if it is also of months before the first file. */
function claimedIn(row: OfPeriod['row']): Money | undefined {
  const returned = row.document?.period(row.year).returned;
  return returned === undefined || returned.unchecked ? undefined : returned.recovered.plus(returned.compensation);
}

/**
 * The rate shown by the month's return (EPS), if it fits its pay at one rate: compensation, or all of the pay
 * recovered, means a small employer. Anything else, such as one return for several months, is asked about.
 */
function returnedFor(
  row: OfPeriod['row'],
  pays: readonly StatutoryPay[],
): (Recovery & { readonly isSmall: boolean }) | undefined {
  const returned = row.document?.period(row.year).returned;
  const total = claimedIn(row);
  if (returned === undefined || total === undefined || pays.length === 0) return undefined;
  const { recovered, compensation } = returned;
  const isSmall = !compensation.isZero() || recovered.equals(Money.sum(pays.map(({ amount }) => amount)));
  const recovery = recover(pays, () => isSmall, total);
  return recovery.total.equals(total) ? { ...recovery, isSmall } : undefined;
}

/** A rate that payroll's own payment contradicts is not posted, unless a person decided it knowing that. */
const isContradicted = ({ verdict }: Proposal, { byPerson }: Rates) => verdict === 'unexplained' && !byPerson;

function rateIn(proposal: Proposal, decided: Rates, post: RecoveryPost): RecoverySituation['rate'] {
  if (!proposal.recovery) return 'unknown';
  const isSettled = decided.byPerson || decided.byReturn || (post === 'auto' && !isContradicted(proposal, decided));
  return isSettled ? 'settled' : 'known';
}

type RecoveryPost = AdjustmentInput['company']['policy']['recovery']['post'];

interface Due {
  readonly row: OfPeriod['row'];
  readonly last: RunFacts | undefined;
  readonly existing: RunFacts | undefined;
  readonly proposal: Proposal;
  readonly decided: Rates;
}

function due({ company, policies }: AdjustmentInput, { row, last, existing, proposal, decided }: Due): MonthsRecovery {
  const { recovery } = proposal;
  if (!last || !recovery) return {};
  const policy = policies.get(effectivePosting(last)?.policyVersion ?? 0) ?? company.policy;
  const tag = existing?.tag ?? recoveryTagOf(last.tag);
  const journal = { ...recoverySet(recovery, { ...row, datedOn: last.datedOn, tag: last.tag }, policy), tag };
  const fresh = { ...newRun(company, { ...row, datedOn: last.datedOn, tag }), adjustment: worked(last.tag, decided) };
  const source = JSON.stringify([row.contentHash, recovery.shares.map(({ rate, amount }) => [rate, amount])]);
  return { run: existing ?? fresh, journal: { journal, source } };
}

const worked = (runTag: string, { actor, note }: Rates): AdjustmentFacts => ({
  kind: 'recovery',
  number: 1,
  runTag,
  entered: null,
  note,
  dueOn: null,
  inPayment: true,
  enteredBy: actor,
});

interface Rates {
  readonly rate: DecidedRate;
  /** A person decided every claim. */
  readonly byPerson: boolean;
  /** No one decided a claim, and the return to HMRC says what was claimed. */
  readonly byReturn: boolean;
  readonly actor: string;
  readonly note: string;
}

/** A person's decision about a claim wins over the policy's rate for all claims. */
function rateOf(
  { company, decisions }: AdjustmentInput,
  pays: readonly StatutoryPay[],
  returned: (Recovery & { readonly isSmall: boolean }) | undefined,
): Rates {
  const { smallEmployer } = company.policy.recovery;
  const decided = decisions.filter((one) => one.kind === 'recovery' && one.companyId === company.id);
  const ofClaim = (pay: ClaimedPay) =>
    decided.findLast((one) => one.userPath === pay.userPath && one.field === pay.kind);
  const ofClaims = pays.map(ofClaim);
  const byReturn = returned !== undefined && ofClaims.every((one) => one === undefined);
  const rate: DecidedRate = (pay) => {
    const chosen = ofClaim(pay)?.figures?.rate;
    if (chosen !== undefined) return chosen === 'small_employer';
    if (byReturn) return returned?.isSmall;
    return smallEmployer === null ? undefined : smallEmployer === 'yes';
  };
  const last = ofClaims.findLast((one) => one !== undefined);
  return {
    rate,
    byPerson: ofClaims.every((one) => one !== undefined),
    byReturn,
    actor: last?.actor ?? (byReturn ? byReturns : 'policy'),
    note: last?.reason ?? (byReturn ? 'as returned to HMRC' : 'at the rate of the policy'),
  };
}
