import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { recoverySuffix } from '../../journal/nouns/adjustment.js';
import { monthTagsLike, runTagOf } from '../../journal/nouns/identity.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { usersIn } from '../../journal/nouns/users-with.js';
import { rowOf } from '../../record/acts.js';
import { namesOf } from '../../record/actors.js';
import { personsOf } from '../../record/persons.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import { isFileOf, type Review, type WideTouch, wideTouches } from '../../sync/facts/wide-touches.js';
import { type Barring, barring, type Reviewing, type Touch } from './two-pairs-of-eyes.js';

export interface TouchedRun extends Pick<PayRunRecord, 'companyId' | 'tag' | 'year' | 'period' | 'datedOn'> {
  readonly postedAt?: Date | null;
}

/** What people did that changed this run's figures, or released its holds. */
export async function touchesOf(
  rows: ReadRows,
  { company, run, asked }: { readonly company: Company; readonly run: TouchedRun; readonly asked: Reviewing },
): Promise<readonly Touch[]> {
  const own = await doneTo(rows, company, run);
  const done = [
    ...own,
    ...(await amendedBy(rows, run, new Set(own.map(({ decision }) => decision)))),
    ...(await decidedElsewhere(rows, company, run, asked)),
  ];
  const idOf = await personsOf(
    rows,
    done.map(({ name }) => name),
  );
  return done.map(({ act, name, at }) => ({ act, by: idOf.get(name), at }));
}

interface Done {
  readonly act: Barring;
  readonly name: string;
  readonly at: Date;
  readonly decision?: string | null;
}

/**
 * What people asked for; what a sync then did is not their act. To this run, to a run of its tax month that payroll no
 * longer has (its pay date may have moved here), and what moves its whole month.
 */
async function doneTo(rows: ReadRows, { prefix }: Company, run: TouchedRun): Promise<readonly Done[]> {
  const { companyId, tag, year, period } = run;
  const entries = (await rows
    .createQueryBuilder(LogEntry, 'e')
    .where('e.companyId = :companyId AND e.act IN (:...barring)', { companyId, barring })
    .andWhere(`e.outcome IN ('asked', 'done') AND e.tag LIKE :month`, {
      month: monthTagsLike(prefix, year, period),
    })
    .getMany()) as readonly (LogEntry & { readonly act: Barring })[];
  const others = await rows.select(PayRunRecord, ['tag'], { where: { companyId, year, period, gone: false } });
  const elsewhere = new Set(others.map((one) => one.tag).filter((one) => one !== tag));
  const asked = entries.filter(({ act, outcome, tag: of }) => {
    const { asks, moves } = rowOf(act);
    if ((outcome === 'asked') !== (asks !== undefined)) return false;
    return moves === 'month' || !elsewhere.has(runTagOf(of ?? ''));
  });
  const names = await namesOf(
    rows,
    asked.map(({ actor }) => actor),
  );
  return asked.map(({ act, actor, at, ref }) => ({ act, name: names.get(actor) ?? actor, at, decision: ref }));
}

/** A set whose date moved keeps the person who amended it. `known`: what this run's own entries say already. */
async function amendedBy(
  rows: ReadRows,
  { companyId, tag }: TouchedRun,
  known: ReadonlySet<string | null | undefined>,
): Promise<readonly Done[]> {
  const amended = await rows.select(Write, ['actor', 'createdAt', 'decisionId'], {
    where: { companyId, runTag: tag, kind: 'amend' },
  });
  return amended.flatMap(({ actor, createdAt: at, decisionId }) =>
    decisionId === null || known.has(decisionId) ? [] : [{ act: 'amend', name: actor, at }],
  );
}

/** A posted run keeps the rules it was posted by: a later decision elsewhere has not changed it. Its files have. */
async function decidedElsewhere(
  rows: ReadRows,
  company: Company,
  run: TouchedRun,
  asked: Reviewing,
): Promise<readonly Done[]> {
  const { companyId, tag, year, period, postedAt } = run;
  const isBefore = ({ at }: { readonly at: Date }) => asked !== 'sign_off' || !postedAt || at <= postedAt;
  const isReview = (review: Review) => review.tag !== tag && isBefore(review);
  const wide = await wideTouches(rows, company, { years: [year], isReview });
  const before = wide.filter((one) => isFileOf(one, run, company.prefix) && (one.file || isBefore(one)));
  if (before.every(({ field }) => field === undefined)) return before;
  const row = await rows.findOneBy(PayPeriodRecord, { companyId, year, period });
  const has = ({ act, field, userPath }: WideTouch) => {
    if (act === 'recover') return tag.endsWith(recoverySuffix);
    // Payslips that are no longer kept show nothing, so it may have changed them.
    if (field === undefined || !row?.document) return true;
    const users = usersIn(row.document.period(year), run, field).map(pathOf);
    return userPath === undefined ? users.length > 0 : users.includes(userPath);
  };
  return before.filter(has);
}
