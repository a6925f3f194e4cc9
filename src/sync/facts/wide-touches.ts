import { In } from 'typeorm';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { type Policy, parsePolicy } from '../../journal/policy/policy.js';
import { namesOf } from '../../record/actors.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';

/**
 * Decisions for more than one pay run, of which no other person has seen the effect. Ann codes basic pay to 405 for the
 * company in June. July counts as touched by her, although no one acted in July, until Ben has posted or signed off a
 * run of the company.
 */
export interface WideTouch {
  readonly act: 'policy' | 'decide';
  readonly name: string;
  readonly at: Date;
  /** A decision touches only runs in which this person, or anybody, has it. */
  readonly field?: string;
  readonly userPath?: string;
}

/** These settings say who posts and when, not what: figures and holds of a run stay as they were. */
const movesNoRun = ['mode', 'approval', 'clientApproval', 'amendments', 'controls'] as const satisfies (keyof Policy)[];

/** `isReview`: what counts as having seen it. For a sign-off: other runs before that run was posted. */
export async function wideTouches(
  rows: ReadRows,
  company: { readonly id: string; readonly connectionId: string },
  isReview: (entry: Pick<LogEntry, 'tag' | 'at'>) => boolean = () => true,
): Promise<readonly WideTouch[]> {
  const made = [...(await policiesMade(rows, company.id)), ...(await decidedFromNowOn(rows, company))];
  if (made.length === 0) return [];
  const reviews = (await reviewsOf(rows, company.id)).filter(isReview);
  return made.filter(({ name, at }) => !reviews.some((one) => one.at > at && one.name !== name));
}

/** Versions of the policy, allocations among them; the first came with the company. */
async function policiesMade(rows: ReadRows, companyId: string): Promise<readonly WideTouch[]> {
  const versions = await rows.find(PolicyVersion, { where: { companyId }, order: { version: 'ASC' } });
  const moving = versions.map(({ policy }) => movingPart(parsePolicy(policy)));
  return versions.flatMap(({ actor: name, createdAt: at }, index) =>
    index > 0 && moving[index] !== moving[index - 1] ? [{ act: 'policy' as const, name, at }] : [],
  );
}

const movingPart = (policy: Policy): string =>
  JSON.stringify(Object.entries(policy).filter(([name]) => !(movesNoRun as readonly string[]).includes(name)));

/** For a person from now on, and for every company of the practice, wherever it was decided. */
async function decidedFromNowOn(
  rows: ReadRows,
  { id: companyId, connectionId }: { readonly id: string; readonly connectionId: string },
): Promise<readonly WideTouch[]> {
  const kind = In(['treatment', 'take_back'] as const);
  const found = await rows.find(Decision, {
    where: [
      { companyId, kind, scope: 'person' },
      { connectionId, kind, scope: 'practice' },
    ],
  });
  return found.map(({ actor: name, at, field, userPath }) => ({
    ...{ act: 'decide' as const, name, at },
    ...(field !== null && { field }),
    ...(userPath !== null && { userPath }),
  }));
}

interface Review extends Pick<LogEntry, 'tag' | 'at'> {
  readonly name: string;
}

/** Posts that were asked for, and sign-offs that still hold. */
async function reviewsOf(rows: ReadRows, companyId: string): Promise<readonly Review[]> {
  const entries = [
    ...(await rows.findBy(LogEntry, { companyId, act: 'post', outcome: 'asked' })),
    ...(await signOffsOf(rows, companyId)),
  ];
  const names = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  return entries.map(({ actor, tag, at }) => ({ name: names.get(actor) ?? actor, tag, at }));
}

async function signOffsOf(rows: ReadRows, companyId: string): Promise<readonly LogEntry[]> {
  const all = await rows.find(LogEntry, { where: { companyId, act: 'sign_off' }, order: { seq: 'ASC' } });
  return all.filter(
    (one, at) =>
      one.outcome === 'done' &&
      !all.some((other, after) => after > at && other.outcome === 'withdrawn' && other.tag === one.tag),
  );
}
