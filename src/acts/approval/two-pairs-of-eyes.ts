import { type ActWith, actNames, acts, rowOf } from '../../record/acts.js';

/** The acts that need a person who has not done the rest. To amend is to post what has changed. */
export type Reviewing = 'post' | 'amend' | 'sign_off';

export type Barring = ActWith<'bars'>;

/** What someone did to a pay run, from the log: `by` is a person's id, undefined for a program. */
export interface Touch {
  readonly act: Barring;
  readonly by: string | undefined;
  readonly at: Date;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
}

/** These put into the books what others made up: the person who did them may sign off what another brought or changed. */
const carries: ReadonlySet<Barring> = new Set(['post', 'amend', 'reverse'] as const);

/** A person who did one of the acts listed may not do this one. */
const bars = (act: Barring, asked: Reviewing): boolean =>
  acts[act].bars === 'post and sign-off' || asked === 'sign_off';

export const barring = actNames.filter((act): act is Barring => rowOf(act).bars !== undefined);

/** After a day people read their own work with fresh eyes. */
const ownWorkAfterMs = 24 * 3_600_000;

/** `ownWork`: a sole practitioner reviews their own work, which the log notes. */
export type MayReview =
  | { readonly may: true; readonly ownWork: boolean }
  | { readonly may: false; readonly own: Barring; readonly others: readonly string[]; readonly ownWorkFrom?: Date };

interface Question {
  readonly asked: Reviewing;
  readonly who: string;
  readonly touches: readonly Touch[];
  /** Everyone who may review this company's pay runs, including the person who asks. */
  readonly colleagues: readonly Colleague[];
  readonly now: Date;
}

/** The one rule of two pairs of eyes, for every door. */
export function mayReview({ asked, who, touches, colleagues, now }: Question): MayReview {
  const barred = (id: string) => touches.filter((touch) => touch.by === id && isBarredBy(touch, asked, touches));
  const own = barred(who).sort((a, b) => b.at.getTime() - a.at.getTime())[0];
  if (own === undefined) return { may: true, ownWork: false };
  const others = colleagues.filter(({ id }) => barred(id).length === 0).map(({ name }) => name);
  if (others.length > 0) return { may: false, own: own.act, others };
  const ownWorkFrom = new Date(own.at.getTime() + ownWorkAfterMs);
  return now < ownWorkFrom ? { may: false, own: own.act, others, ownWorkFrom } : { may: true, ownWork: true };
}

/** What bars the person who did it. */
export function isBarredBy(touch: Touch, asked: Reviewing, touches: readonly Touch[]): boolean {
  if (!bars(touch.act, asked)) return false;
  const carried = touches.filter(({ act }) => carries.has(act)).sort((a, b) => a.at.getTime() - b.at.getTime());
  // What is signed off now was put into the books by the last of them.
  if (!carries.has(touch.act)) return !isSeen(touch, asked === 'sign_off' ? carried.slice(0, -1) : carried);
  // The one who amended has made up nothing that is amended again.
  return asked !== 'amend' && !(asked === 'sign_off' && isOfAnother(touch, touches));
}

/** Another person has posted or amended the run since. One who reversed it has approved nothing. */
const isSeen = ({ by, at }: Touch, carried: readonly Touch[]): boolean =>
  carried.some((one) => one.act !== 'reverse' && one.by !== undefined && one.by !== by && one.at > at);

/** What was put into the books by it, another person had brought or changed: since the time before. */
function isOfAnother({ by, at }: Touch, touches: readonly Touch[]): boolean {
  const before = touches.filter((one) => carries.has(one.act) && one.at < at).map((one) => one.at.getTime());
  const since = Math.max(0, ...before);
  return touches.some(
    (one) => !carries.has(one.act) && one.by !== undefined && one.by !== by && one.at <= at && one.at.getTime() > since,
  );
}
