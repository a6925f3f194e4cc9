import { ErrandStatus } from '../frame/errand.js';
import { boardPath, clientsOnly, monthActPath } from '../frame/paths.js';
import { monthOfModeInWords } from '../frame/words.js';
import { type NextAct, NextStep } from '../kit/next-step.js';
import { PageHeading } from '../kit/section.js';
import type { ErrandShown } from '../frame/runs-at-work.js';

interface PostingProps extends ErrandShown {
  /** What comes next in the month, once it has ended. */
  readonly next?: NextAct;
}

/** Many pay runs being posted: the progress, then the runs that were left as they were, and why. */
export function PostingPage(props: PostingProps) {
  const { month, errand } = props;
  return (
    <>
      <PageHeading words="Posting" small={monthOfModeInWords(month)}>
        <a href={boardPath(month, clientsOnly(month))} class="button secondary">
          Back to Month
        </a>
      </PageHeading>
      <section aria-label="How far it is">
        {errand === undefined ? <p>You have posted nothing of this month today.</p> : <PostingStatus {...props} />}
      </section>
    </>
  );
}

export function PostingStatus({ month, errand, names, now, next }: PostingProps) {
  if (errand === undefined) return null;
  const path = monthActPath('/runs/posting/status', month);
  return (
    <>
      <ErrandStatus id="posting-status" noun="pay run" verb="posted" {...{ errand, names, path, now }} />
      <NextStep act={next} />
    </>
  );
}
