import { pick } from '../../ground/pick.js';
import type { Journal } from '../../journal/nouns/journal.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { WriteKind } from '../../record/runs/write.entity.js';
import type { NewWrite } from '../../record/runs/writes.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import { contentOf, storedJournal } from '../facts/content.js';
import type { RunFacts } from '../facts/run-facts.js';

interface Intended {
  readonly kind: WriteKind;
  readonly journal: Journal;
  /** The set as it was, if it is to be changed or removed. */
  readonly before?: Readonly<Posting>;
  /** The set that a reversal undoes and leaves unchanged. */
  readonly undoes?: Readonly<Posting>;
  readonly decisionId?: string;
  /** Its replacement follows, no matter who records it. */
  readonly postAgain?: boolean;
}

/**
 * An intended change to the books. `source`: the run as payroll has it now; it is another run if the pay date moved.
 */
export function newWrite(
  { company, syncId, request }: RecordAtWork,
  runTag: string,
  source: Pick<RunFacts, 'policyVersion' | 'payroll'>,
  { kind, journal, before, undoes, decisionId, postAgain = false }: Intended,
): NewWrite {
  const target = storedJournal(journal);
  return {
    companyId: company.id,
    runTag,
    tag: target.tag,
    kind,
    target,
    targetFingerprint: contentOf(target).fingerprint,
    before: before ? pick(before, ['datedOn', 'description', 'tag', 'lines']) : null,
    beforeFingerprint: (before ?? undoes)?.fingerprint ?? null,
    setUrl: before?.journalSet ?? null,
    datedOn: target.datedOn,
    decisionId: decisionId ?? null,
    syncId,
    actor: request.actor,
    trigger: request.trigger,
    policyVersion: source.policyVersion,
    roles: source.payroll.mapped?.roles ?? {},
    documentHash: source.payroll.documentHash ?? null,
    postAgain,
  };
}
