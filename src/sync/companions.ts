import { createHash } from 'node:crypto';
import type { Company } from '../companies/company.js';
import { type AdjustmentKind, adjustmentJournal, besideIn, recoveryTagOf } from '../journal/companion.js';
import { taxMonthRange } from '../journal/dates.js';
import { fingerprint } from '../journal/identity.js';
import type { Journal } from '../journal/journal.js';
import type { MappedRun } from '../journal/mapping/mapper.js';
import { Money } from '../journal/money.js';
import { ownParts } from '../journal/own-parts.js';
import type { PayeOwed } from '../journal/recovery/paye-control.js';
import { paymentAfter } from '../journal/recovery/paye-control.js';
import type { Policy } from '../journal/policy.js';
import { type Proposal, proposeRecovery } from '../journal/recovery/recovery-proposal.js';
import type { DecidedRate } from '../journal/recovery/recovery-search.js';
import { recoverySet } from '../journal/recovery/recovery-set.js';
import { accountHolds, whereNamed } from '../journal/mapping/run-checks.js';
import type { StatutoryPay } from '../journal/recovery/statutory-pay.js';
import { noTotals } from '../journal/mapping/totals.js';
import type { Companion } from '../record/runs/companion.entity.js';
import type { Decision } from '../record/runs/decision.entity.js';
import type { PayPeriodRecord, StoredPayment } from '../record/runs/pay-period.entity.js';
import type { StoredRemark } from '../record/runs/pay-run.entity.js';
import type { Posting } from '../record/runs/posting.entity.js';
import type { Beside } from './beside.js';
import { linesOf } from './content.js';
import { effectivePosting, newRun, periodIndex, type RunFacts } from './run-facts.js';
import type { Surroundings } from './surroundings.js';

/**
 * Journal sets beside the pay runs as facts of the same form: in place of a mapped pay run they have what is worked out
 * from payroll, what a person entered, or what the books hold. The decision table and the steps are the same.
 */

export interface BesideInput {
  readonly company: Company;
  readonly years: ReadonlySet<number>;
  readonly policies: ReadonlyMap<number, Policy>;
  readonly companions: readonly Readonly<Companion>[];
  readonly postings: readonly Readonly<Posting>[];
  readonly decisions: readonly Readonly<Decision>[];
  /** By tax year. */
  readonly payments: ReadonlyMap<number, readonly StoredPayment[]>;
  /** Tax months that end before this day are left alone. */
  readonly recoveryFrom: string;
}

export interface BesideRuns {
  readonly runs: readonly RunFacts[];
  /** By tag: what to show with the pay run that a recovery belongs to. */
  readonly remarks: ReadonlyMap<string, StoredRemark>;
}

type Runs = ReadonlyMap<string, RunFacts>;

export function besideRuns(
  input: BesideInput,
  runs: Runs,
  periods: readonly Readonly<PayPeriodRecord>[],
  around: Surroundings | undefined,
): BesideRuns {
  const known = recorded(input);
  const remarks = new Map<string, StoredRemark>();
  const worked = new Map<string, RunFacts>();
  for (const [tag, run] of known) worked.set(tag, withContent(input, run, around));
  for (const row of periods) {
    const found = recoveryOf(input, { row, runs, known, around });
    if (found?.remark) remarks.set(found.remark.tag, found.remark.remark);
    if (found?.run) worked.set(found.run.tag, found.run);
  }
  return { runs: [...worked.values()], remarks };
}

/** The recorded ones: a row, sets in the books, or both. */
function recorded({ company, companions, postings, years }: BesideInput): ReadonlyMap<string, RunFacts> {
  const known = new Map<string, RunFacts>();
  for (const row of companions) {
    const { kind, number, runTag, entered, note, dueOn, inPayment, actor } = row;
    const beside = { kind, number, runTag, entered, note, dueOn, inPayment, actor };
    known.set(row.tag, { ...newRun(company, row), row, beside });
  }
  for (const posting of postings) {
    const { runTag: tag, datedOn } = posting;
    const parts = ownParts(company.prefix, { tag, datedOn });
    if (!parts?.companion || !years.has(parts.year)) continue;
    const run = known.get(tag) ?? { ...newRun(company, { ...parts, tag }), beside: foundBeside(tag, parts.companion) };
    known.set(tag, { ...run, postings: [...run.postings, posting] });
  }
  return known;
}

/** Nobody here knows who entered a set that was found in the books. */
function foundBeside(tag: string, { kind, number }: Pick<Beside, 'kind' | 'number'>): Beside {
  const runTag = kind === 'recovery' ? besideIn(tag).run : null;
  return { kind, number, runTag, entered: null, note: 'found in the books', dueOn: null, inPayment: false, actor: '' };
}

/** What a person entered, else what the books hold: nothing has to be worked out. */
function withContent(input: BesideInput, run: RunFacts, around: Surroundings | undefined): RunFacts {
  const { beside, postings } = run;
  const journal = beside?.entered
    ? enteredJournal(input.company, run, beside)
    : journalOf(effectivePosting({ postings }));
  // A recovery that is not in the books, and that `recoveryOf` does not work out again, is gone.
  if (!journal) return { ...run, inPayroll: beside?.kind !== 'recovery', filed: true };
  return placed(input, run, { journal, source: JSON.stringify(beside?.entered), around });
}

function enteredJournal({ prefix }: Company, { year, period, row }: RunFacts, beside: Beside): Journal | undefined {
  if (beside.kind === 'recovery') return undefined;
  const lines = (beside.entered ?? []).map(({ category, debit }) => ({
    account: category,
    amount: Money.parse(debit),
  }));
  const kind: AdjustmentKind = beside.kind;
  const { number, note: reason } = beside;
  const journal = adjustmentJournal(prefix, { year, period, kind, number, lines, reason });
  return row ? { ...journal, tag: row.tag } : journal;
}

function journalOf(posting: Readonly<Posting> | undefined): Journal | undefined {
  if (!posting) return undefined;
  const { datedOn, description, tag, lines } = posting;
  return {
    datedOn,
    description,
    tag,
    entries: linesOf(lines).map((line, at) => ({ ...line, from: lines[at]?.from ?? [] })),
  };
}

/**
 * `source`: what it was made from. While that is the same, what was posted stands, even if a later release would work
 * it out differently.
 */
function placed(
  { company }: Pick<BesideInput, 'company'>,
  run: RunFacts,
  { journal, source, around }: { journal: Journal; source: string; around: Surroundings | undefined },
): RunFacts {
  const posted = effectivePosting(run);
  const holds = accountHolds(journal.entries, around?.chart, namedBy(company.policy, run));
  const payeNi = owedOn(company.policy.accounts.payeNi, journal);
  const mapped: MappedRun = {
    payRun: { year: run.year, period: run.period, datedOn: journal.datedOn, payslips: [] },
    tag: run.tag,
    outcome: holds.length > 0 ? 'hold' : 'post',
    journal,
    fingerprint: fingerprint(journal.datedOn, journal.entries),
    holds,
    warnings: [],
    totals: { ...noTotals, taxAuthority: payeNi },
    payeNi,
    owedElsewhere: Money.zero,
    openItems: [],
    people: [],
    statutoryPay: [],
    roles: {},
  };
  return {
    ...run,
    datedOn: journal.datedOn,
    inPayroll: true,
    filed: true,
    mapped,
    documentHash: createHash('sha256').update(source).digest('hex'),
    policyVersion: posted?.policyVersion ?? company.policyVersion,
  };
}

/** An adjustment's lines are its own; a recovery follows the accounts of the pay that it gives back. */
function namedBy(policy: Policy, { beside, tag }: RunFacts): (account: string) => readonly string[] {
  if (beside?.kind !== 'recovery') return () => ['the adjustment itself (enter its lines again)'];
  return whereNamed({ policy }, tag);
}

/** What it adds to what is owed to HMRC; a recovery takes off. */
function owedOn(payeNi: string, { entries }: Journal): Money {
  return Money.sum(entries.filter(({ category }) => category === payeNi).map(({ debit }) => debit)).negated();
}

interface OfPeriod {
  readonly row: Readonly<PayPeriodRecord>;
  readonly runs: Runs;
  readonly known: ReadonlyMap<string, RunFacts>;
  readonly around: Surroundings | undefined;
}

/** A tax month's recovery: a question while a rate is not known, due once its runs are in the books. */
function recoveryOf(
  input: BesideInput,
  { row, runs, known, around }: OfPeriod,
): { readonly run?: RunFacts; readonly remark?: { readonly tag: string; readonly remark: StoredRemark } } | undefined {
  const { company } = input;
  const { recovery } = company.policy;
  const ofMonth = [...runs.values()].filter(
    (run) => periodIndex(run) === periodIndex(row) && run.inPayroll && run.mapped,
  );
  const paid = ofMonth.sort((a, b) => (a.datedOn < b.datedOn ? -1 : 1));
  const pays = paid.flatMap((run) => run.mapped?.statutoryPay ?? []);
  const existing = [...known.values()].find(
    (one) => one.beside?.kind === 'recovery' && periodIndex(one) === periodIndex(row),
  );
  const isWanted = recovery.post !== 'off' && taxMonthRange(row.year, row.period + 1).to >= input.recoveryFrom;
  if (pays.length === 0 && existing) {
    const isRunGone = runs.get(existing.beside?.runTag ?? '')?.inPayroll === false;
    return isRunGone || paid.length > 0 ? { run: { ...existing, inPayroll: !isRunGone, filed: true } } : undefined;
  }
  if (!existing && (pays.length === 0 || !isWanted)) return undefined;
  const bearing = paid.filter((run) => effectivePosting(run));
  const last = existing ? bearing.find((run) => run.tag === existing.beside?.runTag) : bearing.at(-1);
  const isPosted = paid.every((run) => (run.mapped?.statutoryPay.length ?? 0) === 0 || effectivePosting(run));
  // Nothing comes back of pay that is not in the books. A recovery that is there without it waits for a person.
  if (!last || !isPosted) return existing?.postings.length ? { run: { ...existing, inPayroll: false } } : undefined;
  const decided = rateOf(input, pays);
  const proposal = proposeRecovery(pays, decided.rate, { paye: payeOf(input, row, known) });
  if (!existing?.postings.length && !decided.isDue(proposal)) {
    return { remark: { tag: last.tag, remark: toDecide(pays, proposal) } };
  }
  if (!proposal.recovery) {
    // What was posted stands; somebody's pay has been added since at a rate that nobody decided.
    const remark = isWanted ? { tag: last.tag, remark: toDecide(pays, proposal) } : undefined;
    return existing && { run: withContent(input, existing, around), remark };
  }
  const policy = input.policies.get(effectivePosting(last)?.policyVersion ?? 0) ?? company.policy;
  const journal = recoverySet(proposal.recovery, { ...row, datedOn: last.datedOn, tag: last.tag }, policy);
  const tag = existing?.tag ?? recoveryTagOf(last.tag);
  const fresh = { ...newRun(company, { ...row, datedOn: last.datedOn, tag }), beside: worked(last.tag, decided) };
  const source = JSON.stringify([row.contentHash, proposal.recovery.shares.map(({ rate, amount }) => [rate, amount])]);
  return { run: placed(input, existing ?? fresh, { journal: { ...journal, tag }, source, around }) };
}

const worked = (runTag: string, { actor, note }: Rates): Beside => ({
  kind: 'recovery',
  number: 1,
  runTag,
  entered: null,
  note,
  dueOn: null,
  inPayment: true,
  actor,
});

interface Rates {
  readonly rate: DecidedRate;
  readonly isDue: (proposal: Proposal) => boolean;
  readonly actor: string;
  readonly note: string;
}

/** A person's decision about a claim wins over the policy's rate for all claims. */
function rateOf({ company, decisions }: BesideInput, pays: readonly StatutoryPay[]): Rates {
  const { post, smallEmployer } = company.policy.recovery;
  const decided = decisions.filter((one) => one.kind === 'recovery' && one.companyId === company.id);
  const ofClaim = (pay: StatutoryPay) =>
    decided.findLast((one) => one.userPath === pay.userPath && one.field === pay.kind);
  const ofClaims = pays.map(ofClaim);
  const rate: DecidedRate = (pay) => {
    const chosen = ofClaim(pay)?.figures?.rate;
    if (chosen !== undefined) return chosen === 'small_employer';
    return smallEmployer === null ? undefined : smallEmployer === 'yes';
  };
  const last = ofClaims.findLast((one) => one !== undefined);
  return {
    rate,
    isDue: ({ recovery }) => recovery !== undefined && (post === 'auto' || ofClaims.every((one) => one !== undefined)),
    actor: last?.actor ?? 'policy',
    note: last?.reason ?? 'at the rate of the policy',
  };
}

/** What the control account owes for the month, if the payment is known. */
function payeOf(
  { payments, company }: BesideInput,
  row: Readonly<PayPeriodRecord>,
  known: ReadonlyMap<string, RunFacts>,
): PayeOwed | undefined {
  const due = Money.tryParse(paymentAfter(row, payments.get(row.year) ?? [])?.amountDue);
  if (due === undefined) return undefined;
  const included = [...known.values()].filter(
    (one) => one.beside?.inPayment && one.beside.kind !== 'recovery' && periodIndex(one) === periodIndex(row),
  );
  const lines = included
    .flatMap((one) => one.beside?.entered ?? [])
    .filter(({ category }) => category === company.policy.accounts.payeNi);
  return {
    owed: row.j814.plus(row.owedElsewhere),
    cisSuffered: row.cis,
    adjustments: Money.sum(lines.map(({ debit }) => Money.parse(debit))).negated(),
    creditBroughtForward: Money.zero,
    due,
  };
}

function toDecide(pays: readonly StatutoryPay[], { recovery, question }: Proposal): StoredRemark {
  const paid = Money.sum(pays.map((pay) => pay.amount)).inPounds();
  const rates = [...new Set(recovery?.shares.filter(({ because }) => because === 'recovery').map(({ rate }) => rate))];
  const message = recovery
    ? `${paid} of statutory parental pay was paid. The payment due to HMRC shows ${recovery.total.inPounds()} taken off it, ${rates.join(' % and ')} % of the pay${rates.includes('100') ? " with the small employer's compensation" : ''}. Confirm it, and the recovery is posted.`
    : (question ?? `${paid} of statutory parental pay was paid. Decide at which rate HMRC gives it back.`);
  return { code: 'recovery_to_decide', message, ...(recovery && { amount: recovery.total.toString() }) };
}
