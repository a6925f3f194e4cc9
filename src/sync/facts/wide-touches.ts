import { In } from 'typeorm';
import type { Company } from '../../companies/company.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { parseAdjustmentTag } from '../../journal/nouns/adjustment.js';
import { parseTag } from '../../journal/nouns/identity.js';
import { type Policy, parsePolicy } from '../../journal/policy/policy.js';
import { settingRows, valueAt } from '../../journal/policy/settings.js';
import type { WideAct } from '../../record/acts.js';
import { namesOf } from '../../record/actors.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { personsOf } from '../../record/persons.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { filesTouching, howTouched, type InFile } from './file-touches.js';

/**
 * What one person did that moves more than one pay run, and whose effect no other person has seen. Ann codes basic pay
 * to 405 for the company in June. July counts as touched by her, although no one acted in July, until Ben has posted or
 * signed off a run of the company. Ann brings the file of 31 October: that run is touched by her, and so is November,
 * until Ben has posted or signed off October.
 */
export interface WideTouch {
  readonly act: WideAct | 'recover' | 'approve';
  readonly name: string;
  readonly at: Date;
  /** A decision touches only runs in which this person, or anybody, has it. */
  readonly field?: string;
  readonly userPath?: string;
  readonly file?: InFile;
  /** Of a file: its own runs stay touched. */
  readonly isSeen?: true;
}

type Where = Pick<Company, 'id' | 'connectionId' | 'prefix'>;
type Made = Omit<WideTouch, 'isSeen'>;
type Finder = (rows: ReadRows, company: Where, years: readonly number[]) => Promise<readonly Made[]>;

/** Where it is found, for each act that moves a whole company or practice. */
const finders: Readonly<Record<WideAct, Finder>> = {
  policy: policiesMade,
  move_payroll: policiesMade,
  decide: decidedFromNowOn,
  take_back: decidedFromNowOn,
  receive_file: filesTouching,
  withdraw_file: filesTouching,
};

/**
 * These settings say who posts and when, and which days and references are shown: figures and holds of a run stay as
 * they were. A setting that is not listed is a touch.
 */
export const movesNoRun: ReadonlySet<string> = new Set([
  ...['mode', 'approval', 'clientApproval', 'clientEmail', 'clientReminder', 'amendments'],
  ...['controls.pensionDay', 'controls.attachmentsDay', 'controls.otherDeductionsDay', 'controls.cisWithheld'],
  ...['controls.payeReference', 'controls.accountsOffice', 'controls.whenClear'],
]);

/** A person who posted a run or signed one off, and whose figures they saw by that: those of then. */
export interface Review {
  readonly name: string;
  readonly tag: string | null;
  readonly at: Date;
  /** A sign-off sees what was posted. */
  readonly ofFigures: Date;
}

/** `isReview`: what counts as having seen it. For a sign-off: other runs before that run was posted. */
export async function wideTouches(
  rows: ReadRows,
  company: Where,
  { years, isReview = () => true }: { readonly years: readonly number[]; readonly isReview?: (of: Review) => boolean },
): Promise<readonly WideTouch[]> {
  const made: Made[] = [];
  for (const find of new Set(Object.values(finders))) made.push(...(await find(rows, company, years)));
  if (made.length === 0) return [];
  const reviews = (await reviewsOf(rows, company.id)).filter(isReview);
  const persons = await personsOf(
    rows,
    [...made, ...reviews].map(({ name }) => name),
  );
  const isAnother = (one: string, other: string) => (persons.get(one) ?? one) !== (persons.get(other) ?? other);
  return made.flatMap((touch): readonly WideTouch[] => {
    const shows = ({ tag }: Review) => touch.file === undefined || isOwn(touch.file, company, tag);
    const isSeen = reviews.some((one) => one.ofFigures > touch.at && isAnother(one.name, touch.name) && shows(one));
    if (!isSeen) return [touch];
    return touch.file === undefined ? [] : [{ ...touch, isSeen }];
  });
}

/** Of a file: whether it moves this run, as far as no one else has seen it. A policy moves every run. */
export function isFileOf({ file, isSeen }: WideTouch, run: Parameters<typeof howTouched>[1], prefix: string): boolean {
  if (file === undefined) return true;
  const how = howTouched(file, run, prefix);
  return how === 'own' || (how === 'later' && !isSeen);
}

function isOwn(file: InFile, { prefix }: Where, tag: string | null): boolean {
  const place = parseTag(prefix, tag ?? '') ?? parseAdjustmentTag(prefix, tag ?? '');
  return place !== undefined && howTouched(file, { datedOn: '', ...place, tag: tag ?? '' }, prefix) === 'own';
}

/** Versions of the policy, allocations among them; the first came with the company. */
async function policiesMade(rows: ReadRows, { id: companyId }: Where): Promise<readonly Made[]> {
  const versions = await rows.find(PolicyVersion, { where: { companyId }, order: { version: 'ASC' } });
  const policies = versions.map(({ policy }) => parsePolicy(policy));
  return versions.flatMap(({ actor: name, createdAt: at }, index) => {
    const [before, after] = [policies[index - 1], policies[index]];
    if (before === undefined || after === undefined || movingPart(before) === movingPart(after)) return [];
    const isMove = JSON.stringify(before.payrollMoves) !== JSON.stringify(after.payrollMoves);
    return [{ act: isMove ? ('move_payroll' as const) : ('policy' as const), name, at }];
  });
}

const moving = settingRows.map(({ path }) => path).filter((path) => !movesNoRun.has(path));
const movingPart = (policy: Policy): string => JSON.stringify(moving.map((path) => valueAt(policy, path)));

const kindsFromNowOn = {
  treatment: 'decide',
  take_back: 'take_back',
  recovery: 'recover',
  approval: 'approve',
} as const satisfies Partial<Record<Decision['kind'], WideTouch['act']>>;

/** For a person from now on, and for every company of the practice, wherever it was decided. */
async function decidedFromNowOn(rows: ReadRows, { id: companyId, connectionId }: Where): Promise<readonly Made[]> {
  const kind = In(Object.keys(kindsFromNowOn) as (keyof typeof kindsFromNowOn)[]);
  const found = await rows.find(Decision, {
    where: [
      { companyId, kind, scope: 'person' },
      { connectionId, kind, scope: 'practice' },
    ],
  });
  return found.map(({ kind, actor: name, at, field, userPath }) => ({
    act: kindsFromNowOn[kind as keyof typeof kindsFromNowOn],
    name,
    at,
    ...(field !== null && { field }),
    ...(userPath !== null && { userPath }),
  }));
}

/** Posts that were asked for, and sign-offs that still hold. */
async function reviewsOf(rows: ReadRows, companyId: string): Promise<readonly Review[]> {
  const posts = await rows.findBy(LogEntry, { companyId, act: 'post', outcome: 'asked' });
  const signOffs = await signOffsOf(rows, companyId);
  const tags = [...new Set(signOffs.map(({ tag }) => tag ?? ''))];
  const runs = await rows.select(PayRunRecord, ['tag', 'postedAt'], { where: { companyId, tag: In(tags) } });
  const postedAt = new Map(runs.map((run) => [run.tag, run.postedAt]));
  const names = await namesOf(
    rows,
    [...posts, ...signOffs].map(({ actor }) => actor),
  );
  const review = ({ actor, tag, at }: LogEntry, ofFigures: Date): Review => ({
    name: names.get(actor) ?? actor,
    tag,
    at,
    ofFigures,
  });
  return [
    ...posts.map((one) => review(one, one.at)),
    ...signOffs.map((one) => review(one, postedAt.get(one.tag ?? '') ?? one.at)),
  ];
}

async function signOffsOf(rows: ReadRows, companyId: string): Promise<readonly LogEntry[]> {
  const all = await rows.find(LogEntry, { where: { companyId, act: 'sign_off' }, order: { seq: 'ASC' } });
  return all.filter(
    (one, at) =>
      one.outcome === 'done' &&
      !all.some((other, after) => after > at && other.outcome === 'withdrawn' && other.tag === one.tag),
  );
}
