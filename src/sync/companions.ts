import { createHash } from 'node:crypto';
import type { Company } from '../companies/company.js';
import { type AdjustmentKind, adjustmentJournal, besideIn } from '../journal/companion.js';
import { fingerprint } from '../journal/identity.js';
import type { Journal } from '../journal/journal.js';
import type { MappedRun } from '../journal/mapping/mapper.js';
import { Money } from '../journal/money.js';
import { ownParts } from '../journal/own-parts.js';
import type { Policy } from '../journal/policy.js';
import { accountHolds, whereNamed } from '../journal/mapping/run-checks.js';
import { noTotals } from '../journal/mapping/totals.js';
import type { PayPeriodRecord } from '../record/runs/pay-period.entity.js';
import type { StoredRemark } from '../record/runs/pay-run.entity.js';
import type { Posting } from '../record/runs/posting.entity.js';
import type { Beside } from './beside.js';
import type { BesideInput } from './beside-input.js';
import { recoveryOf } from './recovery-of.js';
import { linesOf } from './content.js';
import { effectivePosting, newRun, type RunFacts } from './run-facts.js';
import type { Surroundings } from './surroundings.js';

/**
 * Journal sets beside the pay runs as facts of the same form: in place of a mapped pay run they have what is worked out
 * from payroll, what a person entered, or what the books hold. The decision table and the steps are the same.
 */

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
    const { remark, run, journal } = recoveryOf(input, { row, periods, runs, known });
    if (remark) remarks.set(remark.tag, remark.remark);
    if (run) worked.set(run.tag, journal ? placed(input, run, { ...journal, around }) : run);
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
