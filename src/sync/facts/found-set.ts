import type { Effect } from '../../record/runs/decisions.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { Write } from '../../record/runs/write.entity.js';

/** A set of ours in the books that the record lacks or has differently, with the row that the record should have. */
export interface FoundSet {
  readonly posting: Readonly<Posting>;
  readonly isNew: boolean;
  /** The write that made it, or that was to make one with its tag. */
  readonly write?: Readonly<Write>;
}

/** Exactly what a write was to make that the service had refused. */
export const isLate = ({ posting, isNew, write }: FoundSet): boolean =>
  isNew && write?.state === 'refused' && posting.kind === 'post' && posting.writeId === write.id;

/** What a found set has carried out: a person who asked for exactly that need not ask again. */
export function effectOf({ posting, isNew, write }: FoundSet): Effect {
  const { companyId, runTag } = posting;
  if (!isNew) return { companyId, runTag, kind: 'amend' };
  return { companyId, runTag, kind: posting.kind === 'post' ? 'post' : 'reverse', decisionId: write?.decisionId };
}
