import { createHash } from 'node:crypto';
import type { Company } from '../../companies/company.js';
import { adjustmentIn, adjustmentJournal, isEntered } from '../../journal/nouns/adjustment.js';
import { fingerprint } from '../../journal/nouns/identity.js';
import type { Journal } from '../../journal/nouns/journal.js';
import type { MappedPeriod, MappedRun } from '../../journal/mapping/mapper.js';
import { Money } from '../../journal/nouns/money.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import type { Policy } from '../../journal/policy/policy.js';
import { accountHolds, whereNamed } from '../../journal/mapping/run-checks.js';
import { noTotals } from '../../journal/mapping/totals.js';
import type { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import type { StoredRemark } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { type AdjustmentFacts, adjustmentFacts, isAdjustment } from '../../record/runs/adjustment.js';
import type { AdjustmentInput } from '../facts/adjustment-input.js';
import { recoveryOf } from '../facts/recovery-of.js';
import { returnedOf } from '../facts/returned-of.js';
import { linesOf } from '../facts/content.js';
import { changed, effectivePosting, newRun, periodIndex, type RunFacts } from '../facts/run-facts.js';
import type { Surroundings } from '../steps/surroundings.js';

/**
 * Journal adjustments as facts of the same form. Instead of a mapped pay run they have what is worked out from payroll,
 * what a person entered, or what the books hold. The decision table and the steps are the same.
 */

export interface AdjustmentRuns {
  readonly runs: readonly RunFacts[];
  /** By tag: what to show with the pay run that a recovery belongs to. */
  readonly remarks: ReadonlyMap<string, StoredRemark>;
}

type Runs = ReadonlyMap<string, RunFacts>;

/** Before its books were read, no chart is known. */
type ChartAround = Partial<Pick<Surroundings, 'chart'>>;

/** The allowances that follow from returns, by period index. */
export type Aparts = ReadonlyMap<number, MappedPeriod['apart']>;

const gone = (run: RunFacts): RunFacts => changed(run, { payroll: { inPayroll: false, filed: true } });

export function adjustmentRuns(
  input: AdjustmentInput,
  runs: Runs,
  periods: readonly Readonly<PayPeriodRecord>[],
  { around, aparts }: { readonly around: ChartAround | undefined; readonly aparts: Aparts },
): AdjustmentRuns {
  const known = recorded(input);
  const remarks = new Map<string, StoredRemark>();
  const worked = new Map<string, RunFacts>();
  for (const [tag, run] of known) worked.set(tag, withContent(input, run, around));
  for (const row of periods) {
    const { remark, run, journal } = recoveryOf(input, { row, periods, runs, known });
    if (remark) remarks.set(remark.tag, remark.remark);
    if (run) worked.set(run.tag, journal ? placed(input, run, { ...journal, around }) : run);
    for (const one of returnedOf(input, { row, periods, runs, known }, aparts.get(periodIndex(row))))
      worked.set(one.run.tag, one.due ? placed(input, one.run, { ...one.due, around }) : gone(one.run));
  }
  return { runs: [...worked.values()], remarks };
}

/** The recorded ones: a row, sets in the books, or both. */
function recorded({ company, rows, postings, years }: AdjustmentInput): ReadonlyMap<string, RunFacts> {
  const known = new Map<string, RunFacts>();
  for (const row of rows.filter(isAdjustment))
    known.set(row.tag, {
      ...changed(newRun(company, row), { recorded: { row } }),
      adjustment: adjustmentFacts(row),
    });
  for (const posting of postings) {
    const { runTag: tag, datedOn } = posting;
    const parts = ownParts(company.prefix, { tag, datedOn });
    if (!parts?.adjustment || !years.has(parts.year)) continue;
    const run = known.get(tag) ?? {
      ...newRun(company, { ...parts, tag }),
      adjustment: foundAdjustment(tag, parts.adjustment),
    };
    known.set(tag, changed(run, { recorded: { postings: [...run.recorded.postings, posting] } }));
  }
  return known;
}

/** No one here knows who entered a set that was found in the books. */
function foundAdjustment(tag: string, { kind, number }: Pick<AdjustmentFacts, 'kind' | 'number'>): AdjustmentFacts {
  const runTag = kind === 'recovery' ? adjustmentIn(tag).run : null;
  return {
    kind,
    number,
    runTag,
    entered: null,
    note: 'found in the books',
    dueOn: null,
    inPayment: false,
    enteredBy: '',
  };
}

/** What a person entered, else what the books hold: nothing has to be worked out. */
function withContent(input: AdjustmentInput, run: RunFacts, around: ChartAround | undefined): RunFacts {
  const { adjustment } = run;
  const journal = adjustment?.entered
    ? enteredJournal(input.company, run, adjustment)
    : journalOf(effectivePosting(run));
  // A recovery that is not in the books, and that `recoveryOf` no longer works out, is gone.
  if (!journal) return changed(run, { payroll: { inPayroll: adjustment?.kind !== 'recovery', filed: true } });
  return placed(input, run, { journal, source: JSON.stringify(adjustment?.entered), around });
}

function enteredJournal(
  { prefix }: Company,
  { year, period, recorded: { row } }: RunFacts,
  adjustment: AdjustmentFacts,
): Journal | undefined {
  if (!isEntered(adjustment.kind)) return undefined;
  const lines = (adjustment.entered ?? []).map(({ category, debit }) => ({
    account: category,
    amount: Money.parse(debit),
  }));
  const { kind, number, note: reason } = adjustment;
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

interface Placed extends Partial<Pick<MappedRun, 'holds' | 'warnings'>> {
  readonly journal: Journal;
  readonly source: string;
  readonly around: ChartAround | undefined;
}

/**
 * `source`: what it was made from. While that is the same, what was posted stands, even if a later release would work
 * it out differently.
 */
function placed(
  { company }: Pick<AdjustmentInput, 'company'>,
  run: RunFacts,
  { journal, source, around, ...asked }: Placed,
): RunFacts {
  const posted = effectivePosting(run);
  const holds = [...(asked.holds ?? []), ...accountHolds(journal.entries, around?.chart, namedBy(company.policy, run))];
  const payeNi = owedOn(company.policy.accounts.payeNi, journal);
  const mapped: MappedRun = {
    payRun: { year: run.year, period: run.period, datedOn: journal.datedOn, payslips: [] },
    tag: run.tag,
    outcome: holds.length > 0 ? 'hold' : 'post',
    ...(journal.entries.length > 0 && { journal, fingerprint: fingerprint(journal.datedOn, journal.entries) }),
    holds,
    warnings: asked.warnings ?? [],
    totals: { ...noTotals, taxAuthority: payeNi },
    payeNi,
    owedElsewhere: Money.zero,
    openItems: [],
    people: [],
    statutoryPay: [],
    roles: {},
  };
  const documentHash = createHash('sha256').update(source).digest('hex');
  return {
    ...changed(run, { payroll: { inPayroll: true, filed: true, mapped, documentHash } }),
    datedOn: journal.datedOn,
    policyVersion: posted?.policyVersion ?? company.policyVersion,
  };
}

/** An adjustment's lines are its own; a recovery uses the accounts of the pay that it gives back. */
function namedBy(policy: Policy, { adjustment, tag }: RunFacts): (account: string) => readonly string[] {
  if (adjustment?.kind !== 'recovery') return () => ['the adjustment itself (enter its lines again)'];
  return whereNamed({ policy }, tag);
}

/** What it adds to what is owed to HMRC; a recovery reduces it. */
function owedOn(payeNi: string, { entries }: Journal): Money {
  return Money.sum(entries.filter(({ category }) => category === payeNi).map(({ debit }) => debit)).negated();
}
