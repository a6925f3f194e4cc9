import type { Policy } from './policy.js';

interface Seen {
  /** An adjustment, which a person entered or whose rate a person decided. */
  readonly isAdjustment: boolean;
  /** A person had to look at it: it was held, or is decided now. */
  readonly lookedAt: boolean;
}

/** The policy's mode as it counts for one journal set: what a sync posts by itself, and what a page may promise. */
export function modeFor(
  { mode, approval, clientApproval }: Pick<Policy, 'mode' | 'approval' | 'clientApproval'>,
  { isAdjustment, lookedAt }: Seen,
): Policy['mode'] {
  // No one is asked about an adjustment again unless a second person must be. Nothing is posted by a sync in books that
  // are only checked.
  if (isAdjustment) return mode === 'check' || approval === 'two' ? 'approve' : 'auto';
  // Posted on the client's own answer, or by a person after that; with two pairs of eyes someone else posts.
  const waits = clientApproval === 'before' || (approval === 'two' && lookedAt);
  return mode === 'auto' && waits ? 'approve' : mode;
}
