import { pick } from '../../ground/pick.js';
import { randomUUID } from 'node:crypto';
import type { WriteOutcome } from '../../books/attempt.js';
import type { JournalSet } from '../../books/journal-set.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { contentOf, storedSet, withSources } from '../facts/content.js';
import type { Facts } from '../facts/facts.js';
import type { Arrived } from './send.js';

/** A set that was just made, and our record of it: as the books hold it, even if it differs from what was sent. */
export function madeBy(
  { open, set, at }: Arrived,
  { kind, generation }: Pick<Posting, 'kind' | 'generation'>,
): { readonly set: JournalSet; readonly posting: Posting } {
  if (!set) throw new Error(`${open.tag} was posted and nothing came back`);
  const { datedOn, description, tag, lines } = withSources(storedSet(set), open.target.lines);
  const { fingerprint } = contentOf({ datedOn, lines });
  const isAsSent = fingerprint === open.targetFingerprint;
  const posting: Posting = {
    id: randomUUID(),
    ...pick(open, ['companyId', 'runTag', 'policyVersion', 'roles', 'postAgain']),
    tag,
    kind,
    generation,
    state: 'in_books',
    origin: 'posted',
    journalSet: set.url,
    datedOn,
    description,
    lines,
    fingerprint,
    // Without a hash, a set that came back different is compared with what payroll has.
    documentHash: isAsSent && kind === 'post' ? open.documentHash : null,
    writeId: open.id,
    createdAt: at,
    endedAt: null,
    readAt: at,
    finding: null,
  };
  return { set, posting };
}

/** A set that is recorded already was not just made, whatever the answer claims. */
export function notYetRecorded(runs: Facts['runs'], outcome: WriteOutcome): WriteOutcome {
  const url = outcome.kind === 'done' ? outcome.set?.url : undefined;
  const isKnown = [...runs.values()].some((run) => run.recorded.postings.some((posting) => posting.journalSet === url));
  return isKnown
    ? { kind: 'inDoubt', why: 'the service answered with a journal set that is recorded already' }
    : outcome;
}
