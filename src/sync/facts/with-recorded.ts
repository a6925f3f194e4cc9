import { type Approval, type Hold, type HoldCode, remaining } from '../../journal/nouns/holds.js';
import { isOfOnePerson } from '../../journal/policy/decision.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { Plan } from '../../record/runs/pay-run.entity.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import { isInItsMinute, isOpen, type Write } from '../../record/runs/write.entity.js';
import { type RefusedAct, refusalIn } from './refusal.js';
import {
  changed,
  type Looked,
  askedActs,
  decisionFor,
  fingerprintShown,
  isAskedFor,
  mappedOf,
  postedFromThis,
  refusedPost,
  type RunFacts,
  sentContent,
} from './run-facts.js';

interface Known {
  /** Writes in doubt, writes that still need their second look, and refused ones that are shown in doubt. */
  readonly writes: readonly Readonly<Write>[];
  readonly decisions: readonly Readonly<Decision>[];
  readonly request: SyncRequest;
}

/** Adds what the record knows to what payroll has: released holds, refusals, writes in doubt. */
export function withRecorded(run: RunFacts, { writes, decisions, request }: Known): RunFacts {
  const { mapped } = run.payroll;
  const { row } = run.recorded;
  const posted = postedFromThis(run);
  const isOtherwise = posted && mapped?.fingerprint !== undefined && mapped.fingerprint !== posted.fingerprint;
  const holds =
    posted || !mapped
      ? []
      : remaining(mapped.holds as readonly Hold[], approvalsFor(decisions, run), mapped.fingerprint);
  const own = writes.filter(({ runTag }) => runTag === run.tag);
  const known = changed(run, {
    recorded: {
      open: own.find(isOpen),
      toLookAgain: own.filter((write) => !isOpen(write) && write.lookAgainAt !== null),
    },
    payroll: { holds },
    looked: {
      drift: row?.plan?.kind === 'drift' ? row.plan.what : undefined,
      guardHolds: keptGuardHolds(run),
      remarks: isOtherwise ? [mappedOtherwise] : [],
    },
  });
  if (isAskedAgain(known, request)) return changed(known, { thisSync: { isAskedAgain: true } });
  return changed(known, { thisSync: { refusal: refusalOf(known, own) } });
}

/**
 * Whether someone has asked for it since its last post was refused: by an act, now or in the minute in which nothing was
 * sent, or by a sync once payroll had other content.
 */
function isAskedAgain(run: RunFacts, request: SyncRequest): boolean {
  const refused = refusedPost(run);
  if (!refused) return false;
  const { row } = run.recorded;
  const decision = decisionFor(run, 'post');
  if (row?.plan?.kind === 'refused' && row.plan.asked && row.plan.write === refused.id) return true;
  if (decision && decision.id !== refused.decisionId) return true;
  if (!isInItsMinute(refused) || !isAskedFor(request, run)) return false;
  const now = mappedOf(run);
  const isOther = now.is === 'post' && now.fingerprint !== sentContent(refused, now);
  return request.trigger === 'act' || (isOther && personsSyncs.has(request.trigger));
}

const personsSyncs: ReadonlySet<SyncRequest['trigger']> = new Set(['command', 'api', 'page']);

const mappedOtherwise = {
  code: 'mapped_otherwise',
  message:
    'A journal made of this pay run today would differ from the one that was posted. What was posted stands, as long as payroll has the same.',
};

/** A refusal stands until payroll or the run's policy changes, someone decides again, or its set turns up. */
function refusalOf(run: RunFacts, writes: Known['writes']): RefusedAct | undefined {
  const {
    recorded: { row },
  } = run;
  if (row?.plan?.kind !== 'refused' || row.plan.write !== undefined) return refusedWrite(run, writes);
  const { act, status, words, sent } = row.plan;
  const now = mappedOf(run);
  // While we looked for an amendment, payroll may have come to other content, which was never sent.
  if (act === 'amend' && sent !== undefined && now.is === 'post' && now.fingerprint !== sent) return undefined;
  const isDecidedSince = run.recorded.decided.some(({ kind, at }) => askedActs.has(kind) && at >= row.updatedAt);
  const isFoundSince = run.recorded.postings.some(({ createdAt }) => createdAt > row.updatedAt);
  const isSame =
    row.policyVersion === run.policyVersion &&
    row.gone === !run.payroll.inPayroll &&
    row.fingerprint === fingerprintShown(run);
  return isSame && !isDecidedSince && !isFoundSince ? { act, status, words } : undefined;
}

/**
 * Shown as in doubt until now, although the service had refused it, or within its minute; not if something has changed
 * since.
 */
function refusedWrite(run: RunFacts, writes: Known['writes']): RefusedAct | undefined {
  const shown = writeShown(run.recorded.row?.plan);
  const write = writes.find(({ id, state }) => id === shown && state === 'refused');
  if (!write || write.policyVersion !== run.policyVersion) return undefined;
  const mapped = mappedOf(run);
  const isSame = mapped.is === 'post' && mapped.fingerprint === sentContent(write, mapped);
  if (!isSame && write.kind !== 'reverse') return undefined;
  const decision = write.kind === 'remove' ? undefined : decisionFor(run, write.kind);
  return (decision?.id ?? null) === write.decisionId ? withAct(write) : undefined;
}

/** The write that the row rests on. */
export const writeShown = (plan: Readonly<Plan> | null | undefined): string | undefined =>
  plan?.kind === 'in_doubt' || plan?.kind === 'refused' ? plan.write : undefined;

const withAct = ({ kind, answer }: Readonly<Write>): RefusedAct | undefined => {
  const refusal = refusalIn(answer);
  return refusal && { ...refusal, act: kind };
};

/** What the guard found about the same figures stands until it is asked again, even if this sync does not ask. */
function keptGuardHolds({ recorded: { row }, payroll: { mapped } }: RunFacts): Looked['guardHolds'] {
  if (row?.state !== 'held' || row.fingerprint !== mapped?.fingerprint) return [];
  return row.mapped?.holds.filter(({ code }) => code === 'already_in_books' || code === 'unexplained_movement') ?? [];
}

/**
 * An approval of this run covers its figures only; approval of a possible double count may cover the person from then
 * on.
 */
function approvalsFor(decisions: readonly Readonly<Decision>[], run: RunFacts): readonly Approval[] {
  const approvals = decisions.filter((one) => one.kind === 'approval' && one.holdCode !== null);
  return approvals
    .filter((one) => one.tag === run.tag || one.scope === 'person')
    .filter((one) => !isOfOnePerson(one.scope) || one.userPath !== null)
    .map((one) => ({
      code: one.holdCode as HoldCode,
      fingerprint: one.scope === 'person' ? undefined : (one.fingerprint ?? undefined),
      user: one.userPath ?? undefined,
    }));
}
