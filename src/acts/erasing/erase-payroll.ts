import type { Rows } from '../../ground/rows.js';
import type { Carried } from '../../record/log/carried.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord, type StoredMapping } from '../../record/runs/pay-run.entity.js';
import { Posting, type StoredLine } from '../../record/runs/posting.entity.js';
import { noSet, type StoredSet, Write } from '../../record/runs/write.entity.js';
import { refusalIn, refusalText } from '../../sync/facts/refusal.js';
import { areOfThem, areTheirs, erased, mentions, pays, type Theirs, withoutWords } from './theirs.js';

/** What payroll had of them: its documents, the pay runs made from them, and their journals. */

export async function erasePeriods(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, until, everybody } = theirs;
  const carries: Carried[] = [];
  for (const { year, period, datedOn, document } of await rows.findBy(PayPeriodRecord, { companyId })) {
    if (datedOn > until || document === null) continue;
    const kept = everybody ? null : document.without((user) => areTheirs(theirs, user));
    if (kept === undefined) continue;
    // The hash of what is left, which the log carries from now on.
    const left = kept === null ? { document: null as never } : { document: kept, contentHash: kept.contentHash };
    await rows.update(PayPeriodRecord, { companyId, year, period }, left);
    carries.push(['period', `${year}-${period}`]);
  }
  return carries;
}

export async function eraseRuns(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, tags } = theirs;
  const carries: Carried[] = [];
  for (const run of await rows.findBy(PayRunRecord, { companyId })) {
    if (!tags.has(run.tag)) continue;
    const { mapped, roles, plan, reason, note, entered } = run;
    const left = {
      mapped: mapped && withoutThem(mapped, theirs),
      roles: rolesWithoutThem(roles, theirs),
      // It is worked out again from what payroll has.
      plan: theirs.everybody || pays(run, theirs) || mentions(theirs, JSON.stringify(plan)) ? null : plan,
      reason: reason && mentions(theirs, reason) ? erased : reason,
      note: areOfThem(theirs, note) ? erased : note,
      entered: entered && ofOthers(entered, theirs),
    };
    if (isSame(left, { mapped, roles, plan, reason, note, entered })) continue;
    await rows.update(PayRunRecord, { companyId, tag: run.tag }, left);
    carries.push(['run', run.tag]);
  }
  return carries;
}

export async function erasePostings(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, tags } = theirs;
  const carries: Carried[] = [];
  for (const { id, runTag, lines, roles, description } of await rows.findBy(Posting, { companyId })) {
    if (!tags.has(runTag)) continue;
    const left = {
      lines: ofOthers(lines, theirs),
      roles: rolesWithoutThem(roles, theirs),
      description: mentions(theirs, description) ? erased : description,
    };
    if (isSame(left, { lines, roles, description })) continue;
    await rows.update(Posting, { id }, left);
    carries.push(['postings', runTag]);
  }
  return carries;
}

export async function eraseWrites(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, tags } = theirs;
  const carries: Carried[] = [];
  for (const { id, runTag, target, before, roles, answer } of await rows.findBy(Write, { companyId })) {
    if (!tags.has(runTag)) continue;
    const left = {
      target: setWithoutThem(target, theirs),
      before: before && (theirs.everybody ? null : setWithoutThem(before, theirs)),
      roles: rolesWithoutThem(roles, theirs),
      answer: answerWithoutThem(answer, theirs),
    };
    if (isSame(left, { target, before, roles, answer })) continue;
    await rows.update(Write, { id }, left);
    carries.push(['writes', runTag]);
  }
  return carries;
}

function withoutThem(mapped: StoredMapping, theirs: Theirs): StoredMapping | null {
  if (theirs.everybody) return null;
  const remarks = (of: StoredMapping['holds']) =>
    withoutWords(
      of.filter(({ payslip }) => !areTheirs(theirs, payslip)),
      theirs,
    );
  return {
    ...mapped,
    description: withoutWords(mapped.description, theirs),
    lines: ofOthers(mapped.lines, theirs),
    holds: remarks(mapped.holds),
    warnings: remarks(mapped.warnings),
    paid: mapped.paid.filter(({ user }) => !areTheirs(theirs, user)),
  };
}

const ofOthers = (lines: readonly StoredLine[], theirs: Theirs): readonly StoredLine[] =>
  theirs.everybody
    ? []
    : withoutWords(
        lines.filter(({ user, payslip }) => !areTheirs(theirs, user) && !areTheirs(theirs, payslip)),
        theirs,
      );

function setWithoutThem(set: StoredSet, theirs: Theirs): StoredSet {
  if (theirs.everybody) return noSet;
  const description = mentions(theirs, set.description) ? erased : set.description;
  return { ...set, description, lines: ofOthers(set.lines, theirs) };
}

/** What the service answered, without its words. */
function answerWithoutThem(answer: string | null, theirs: Theirs): string | null {
  const refusal = refusalIn(answer);
  const words = refusal?.words ?? answer;
  // Our own words name no one, so erasing everyone leaves them.
  if (words === null || words === erased || !(mentions(theirs, words) || (theirs.everybody && refusal))) return answer;
  return refusal ? refusalText({ ...refusal, words: erased }) : erased;
}

const rolesWithoutThem = (roles: Readonly<Record<string, string>>, theirs: Theirs) =>
  Object.fromEntries(Object.entries(roles).filter(([url]) => !areTheirs(theirs, url)));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
