import type { Company } from '../../../companies/company.js';
import { inWords } from '../../../journal/nouns/dates.js';
import { Csrf } from '../frame/marks.js';
import { modeWords } from '../frame/words.js';

interface BooksFoundProps {
  readonly company: Company;
  readonly csrf?: string;
}

export function BooksFoundPage({ company, csrf }: BooksFoundProps) {
  const { id, name, booksName, policy } = company;
  const from = policy.postFrom === null ? '' : `, pay runs paid from ${inWords(policy.postFrom)}`;
  return (
    <>
      <header class="page-heading">
        <h1>{name} is connected</h1>
      </header>
      <section aria-labelledby="books-heading">
        <h2 id="books-heading">
          {booksName === undefined
            ? 'The service did not say whose books these are. Check before you go on.'
            : `These are the books of ${booksName}. Right?`}
        </h2>
        <p class="muted">
          Mode: {modeWords[policy.mode]}
          {from}. A dry run reads payroll and shows what would be posted and held; it posts nothing.
        </p>
        <form method="post" action="/syncs" class="stacked">
          <Csrf token={csrf} />
          <input type="hidden" name="company" value={id} />
          <input type="hidden" name="dryRun" value="on" />
          <button type="submit">Right: show me a dry run</button>
        </form>
        <form method="post" action={`/first-run/${encodeURIComponent(id)}/leave`} class="stacked">
          <Csrf token={csrf} />
          <button type="submit" class="secondary">
            No: leave these books
          </button>
          <small>
            Their keys are destroyed, and nothing more is read. The log keeps that they were connected and left.
          </small>
        </form>
      </section>
    </>
  );
}
