import { ErrandStatus } from '../frame/errand.js';
import { boardPath, clientsOnly, monthActPath } from '../frame/paths.js';
import { monthOfModeInWords } from '../frame/words.js';
import { PageHeading } from '../kit/section.js';
import type { ErrandShown } from '../frame/runs-at-work.js';

/** Many pay runs being posted: the progress, then the runs that were left as they were, and why. */
export function PostingPage(props: ErrandShown) {
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

export function PostingStatus({ month, errand, names, now }: ErrandShown) {
  if (errand === undefined) return null;
  const path = monthActPath('/runs/posting/status', month);
  return <ErrandStatus id="posting-status" noun="pay run" verb="posted" {...{ errand, names, path, now }} />;
}
