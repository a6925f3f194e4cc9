import { type Approval, type Hold, type HoldCode, remaining } from '../journal/holds.js';
import type { Decision } from '../record/decision.entity.js';
import { isOpen, type Write } from '../record/write.entity.js';
import { type Refusal, refusalIn } from './refusal.js';
import { decisionFor, mappedOf, postedFromThis, type RunFacts } from './run-facts.js';

interface Known {
  /** The company's policy of today. */
  readonly policyVersion: number;
  /** Those in doubt, and those that are still to be looked for once more; the oldest first. */
  readonly writes: readonly Readonly<Write>[];
  readonly decisions: readonly Readonly<Decision>[];
}

/** Adds what the record knows to what payroll has: holds that are released, refusals, writes in doubt. */
export function withRecorded(run: RunFacts, { policyVersion, writes, decisions }: Known): RunFacts {
  const { mapped, row } = run;
  const posted = postedFromThis(run);
  const isOtherwise = posted && mapped?.fingerprint !== undefined && mapped.fingerprint !== posted.fingerprint;
  const holds =
    posted || !mapped
      ? []
      : remaining(mapped.holds as readonly Hold[], approvalsFor(decisions, run), mapped.fingerprint);
  const own = writes.filter(({ runTag }) => runTag === run.tag);
  const known: RunFacts = {
    ...run,
    open: own.find(isOpen),
    toLookAgain: own.filter((write) => !isOpen(write)),
    drift: row?.plan?.kind === 'drift' ? row.plan.what : undefined,
    guardHolds: keptGuardHolds(run),
    remarks: isOtherwise ? [mappedOtherwise] : [],
    holds,
  };
  return { ...known, refusal: refusalOf(known, policyVersion) };
}

const mappedOtherwise = {
  code: 'mapped_otherwise',
  message: 'This release would post this pay run otherwise. What was posted stands, as long as payroll has the same.',
};

/** A refusal holds as long as payroll and policy are what they were then. */
function refusalOf(run: RunFacts, policyVersion: number): RunFacts['refusal'] {
  const { row } = run;
  const refusal = row?.plan?.kind === 'refused' ? row.plan : refusedAfterDoubt(run);
  if (!refusal || row?.policyVersion !== policyVersion) return undefined;
  const mapped = mappedOf(run);
  const same = mapped.is === 'post' && mapped.fingerprint === row.fingerprint;
  return same ? { status: refusal.status, words: refusal.words } : undefined;
}

/** Shown as in doubt until now, although the service had refused it; not if somebody has decided anew meanwhile. */
function refusedAfterDoubt(run: RunFacts): Refusal | undefined {
  const shown = run.row?.plan?.kind === 'in_doubt' ? run.row.plan.write : undefined;
  const write = run.toLookAgain.find(({ id, state }) => id === shown && state === 'refused');
  if (!write) return undefined;
  const decision = decisionFor(run, write.kind === 'reverse' ? 'reverse' : 'post');
  return (decision?.id ?? null) === write.decisionId ? refusalIn(write.answer) : undefined;
}

/** What the guard found about the same figures holds until it is asked again, even if this sync does not ask. */
function keptGuardHolds({ row, mapped }: RunFacts): RunFacts['guardHolds'] {
  if (row?.state !== 'held' || row.fingerprint !== mapped?.fingerprint) return [];
  return row.mapped?.holds.filter(({ code }) => code === 'already_in_books' || code === 'unexplained_movement') ?? [];
}

/**
 * An approval of this run is for its figures only; that of a possible double count may be for the person from then on.
 */
function approvalsFor(decisions: readonly Readonly<Decision>[], run: RunFacts): readonly Approval[] {
  const approvals = decisions.filter((one) => one.kind === 'approval' && one.holdCode !== null);
  return approvals
    .filter((one) => one.tag === run.tag || (one.scope === 'person' && one.userPath !== null))
    .map((one) => ({
      code: one.holdCode as HoldCode,
      fingerprint: one.scope === 'person' ? undefined : (one.fingerprint ?? undefined),
      user: one.userPath ?? undefined,
    }));
}
