import type { Database } from '../../src/ground/database.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { Write, type WriteKind } from '../../src/record/runs/write.entity.js';

/**
 * The rare branches of the protocol, and how each shows that it was reached. One that thousands of histories never reach
 * fails the run, since nothing was proven of it.
 */

/** Fewer histories may well miss one. */
const enoughHistories = 3000;

/** What a company's record says when a history ends, or loses its database. */
interface Kept {
  readonly log: readonly LogEntry[];
  readonly writes: readonly Write[];
  readonly postings: readonly Posting[];
}
type Counted = (kept: Kept) => number;
type Shown = (row: PayRunRecord) => boolean;

const logged =
  (act: string, outcome: string, fits: (entry: LogEntry) => boolean = () => true): Counted =>
  ({ log }) =>
    log.filter((entry) => entry.act === act && entry.outcome === outcome && fits(entry)).length;

/** Writes of which the log first says one thing, and later another. */
const turned = (kinds: readonly WriteKind[], first: string, after: string): Counted => {
  return ({ log, writes }) =>
    writes.filter(({ id, kind }) => {
      if (!kinds.includes(kind)) return false;
      const outcomes = log.filter(({ ref }) => ref === id).map(({ outcome }) => outcome);
      const at = outcomes.indexOf(first);
      return at >= 0 && outcomes.includes(after, at + 1);
    }).length;
};

const answered =
  (act: string, outcome: string, words: string): Counted =>
  (kept) =>
    logged(act, outcome, ({ answer }) => answer?.includes(words) === true)(kept);

const held = (code: string) => logged('hold', 'held', ({ holdCodes }) => holdCodes?.includes(code) === true);
const drifted =
  (what: string): Shown =>
  ({ plan }) =>
    plan?.kind === 'drift' && plan.what === what;
const changed =
  (why: string): Shown =>
  ({ plan }) =>
    plan?.kind === 'changed' && plan.why === why;
const fromSync = ({ syncId }: LogEntry) => syncId !== null;

/** Of an employer's return: no one has entered it. */
const returned =
  (kind: string): Counted =>
  ({ postings, writes }) =>
    postings.filter(
      ({ tag, writeId }) =>
        tag.endsWith(`:${kind}-1`) && writes.some(({ id, decisionId }) => id === writeId && decisionId === null),
    ).length;

/** By what the log, the writes and the postings say at the end. */
const inRecord = {
  'a post was refused': logged('post', 'refused'),
  // No guard stands behind a reversal, so it is looked for over its whole window before it counts as refused.
  'a reversal was refused': turned(['reverse'], 'in_doubt', 'refused'),
  'an amendment was refused': logged('amend', 'refused'),
  'a removal was refused': logged('remove', 'refused'),
  'a post was refused, and found later': turned(['post'], 'refused', 'done'),
  'an amendment was refused, and found later': turned(['amend'], 'refused', 'done'),
  'a removal was refused, and found later': turned(['remove'], 'refused', 'done'),
  'a post was in doubt, and found': turned(['post'], 'in_doubt', 'done'),
  'a reversal was in doubt, and found': turned(['reverse'], 'in_doubt', 'done'),
  'an amendment was in doubt, and found': turned(['amend'], 'in_doubt', 'done'),
  'a removal was in doubt, and found': turned(['remove'], 'in_doubt', 'done'),
  'a post was released': turned(['post'], 'in_doubt', 'released'),
  'a reversal was released': turned(['reverse'], 'in_doubt', 'released'),
  'an amendment was released': turned(['amend'], 'in_doubt', 'released'),
  'a removal was released': turned(['remove'], 'in_doubt', 'released'),
  'a write was released, and found by the second look': turned(['post', 'reverse', 'amend'], 'released', 'done'),
  'a set was found otherwise than it was sent': answered('settle', 'released', 'found otherwise'),
  'the guard put a write that was given up in doubt again': answered('settle', 'in_doubt', 'the accounts moved'),
  'a set was amended': logged('amend', 'done', fromSync),
  'a younger double was removed': logged('remove', 'done', fromSync),
  'a double was found gone': logged('remove', 'found'),
  'a set was re-dated with its tag': ({ log }) =>
    log.filter(
      ({ act, outcome, journalSet, tag, seq }) =>
        act === 'amend' &&
        outcome === 'done' &&
        log.some((one) => one.seq < seq && one.journalSet === journalSet && one.tag !== null && one.tag !== tag),
    ).length,
  'a set was adopted': logged('adopt', 'recorded'),
  'sets were given up as not in the books': answered('drift', 'done', 'given up'),
  'what a person asked for was in the books already': answered('settle', 'done', 'what was asked for'),
  'held: already in the books': held('already_in_books'),
  'held: unexplained movement': held('unexplained_movement'),
  'held: reversed, until a person asks': held('reversed'),
  'an ignored run was inherited': logged('ignore', 'done', fromSync),
  'a replacement was posted after a reversal': ({ postings }) =>
    postings.filter(({ kind, generation }) => kind === 'post' && generation > 1).length,
  'a replacement was posted by policy alone': ({ postings, writes }) =>
    postings.filter(
      ({ kind, generation, writeId }) =>
        kind === 'post' && generation > 1 && writes.some(({ id, decisionId }) => id === writeId && decisionId === null),
    ).length,
  'an allowance was posted': returned('allowance'),
  'the levy of a return was posted': returned('levy'),
  'CIS suffered of a return was posted': returned('cis'),
} satisfies Record<string, Counted>;

/** By what a run is shown as after any act. */
const onRuns = {
  'drift: missing': drifted('missing'),
  'drift: edited': drifted('edited'),
  'drift: doubled': drifted('doubled'),
  'drift: the younger double may be removed': ({ plan }) => plan?.kind === 'drift' && plan.removable !== undefined,
  'changed: amount': changed('amount'),
  'changed: hold': changed('hold'),
  'changed: gone': changed('gone'),
  'changed: not filed': changed('not_filed'),
  'changed: a neighbour': changed('neighbour'),
  'changed: only the pay date moved': ({ plan }) => plan?.kind === 'changed' && plan.redateTo !== undefined,
  'waits for an ignored run': ({ plan }) => plan?.kind === 'changed' && plan.mayPost === true,
  'waits for what may still come': ({ plan }) => plan?.kind === 'changed' && plan.mayCome === true,
  'refused, nothing sent for a minute': ({ plan }) => plan?.kind === 'refused' && plan.until !== undefined,
  'refused, asked for again within the minute': ({ plan }) => plan?.kind === 'refused' && plan.asked === true,
  'refused, left for its second look': ({ plan }) => plan?.kind === 'refused' && plan.byItselfAt !== undefined,
  'drift: a refused double that was made late may be removed': ({ plan }) =>
    plan?.kind === 'drift' && plan.late === true,
  'refused, being checked': ({ plan }) => plan?.kind === 'refused' && plan.checked === true,
  'ready beside a period that was not read': ({ plan }) => plan?.kind === 'unread',
  'held: paid by two sources': ({ holdCodes }) => holdCodes.includes('paid_by_two_sources'),
  'held: perhaps paid by a difference': ({ holdCodes }) => holdCodes.includes('paid_by_difference'),
  'held: an answer is missing about files': ({ state, holdCodes }) =>
    state === 'held' && holdCodes.some((code) => /unmapped|unknown/.test(code)),
  'a file waits for one before it': ({ holdCodes }) => holdCodes.includes('year_to_date_differs'),
  'before the cut-over': ({ state }) => state === 'before_cutover',
} satisfies Record<string, Shown>;

/** By what the simulation itself sees. */
const onTheWay = [
  'payroll was corrected in the minute after a refusal',
  'an attempt lost its lease',
  'a sync started over, as something had been decided',
  'an act named a write that was on its way',
  'paused in the middle of a sync',
  'ignored in the middle of a sync',
  'the mode changed in the middle of a sync',
  'the policy changed in the middle of a sync',
  'a set was re-dated by hand',
  'a set was re-tagged by hand',
  "a person's role changed",
  'an account went from the chart',
  'the cut-over moved',
  'two companies were mixed up',
  'a file was received twice',
  'two brought one file at once',
  'two files came at one moment',
  'a report was received',
  'a report that was cut short came',
  'the file of an altered journal was to be taken back',
  'a setting of files was answered',
  'a question of files was approved',
  'a difference was posted',
  'payroll moved to files',
  'payroll moved amid faults',
  'payroll moved back to the service',
  'payroll moved to another pay frequency',
  'a move waited for what is in doubt',
  'an EPS came after payroll moved',
  'a file was taken back',
  'a file was not taken back, as its pay is posted',
] as const;

export type Branch = keyof typeof inRecord | keyof typeof onRuns | (typeof onTheWay)[number];

export const branches: readonly Branch[] = [
  ...(Object.keys(inRecord) as (keyof typeof inRecord)[]),
  ...(Object.keys(onRuns) as (keyof typeof onRuns)[]),
  ...onTheWay,
];

export type Reach = (branch: Branch, times?: number) => void;

/** Counts what the record says; once for each database of a history. */
export async function countRecord(database: Database, companyId: string, reach: Reach): Promise<void> {
  const kept = await database.read(async (rows): Promise<Kept> => {
    const where = { companyId };
    return {
      log: await rows.find(LogEntry, { where, order: { seq: 'ASC' } }),
      writes: await rows.findBy(Write, where),
      postings: await rows.findBy(Posting, where),
    };
  });
  for (const [branch, count] of Object.entries(inRecord)) reach(branch as keyof typeof inRecord, count(kept));
}

/** Counts how runs are shown; a run that stays so is counted after every act. */
export function countRuns(rows: readonly PayRunRecord[], reach: Reach): void {
  for (const [branch, isShown] of Object.entries(onRuns))
    reach(branch as keyof typeof onRuns, rows.filter(isShown).length);
}

/** Those that enough histories never reached. */
export function neverReached(histories: number, reached: ReadonlyMap<string, number>): readonly Branch[] {
  return histories < enoughHistories ? [] : branches.filter((branch) => !reached.has(branch));
}
