import type { Company } from '../../../companies/company.js';
import { inWords } from '../../../journal/nouns/dates.js';
import { modeWords } from '../frame/words.js';
import { companyPath } from '../frame/paths.js';
import { ActForm } from '../kit/act-form.js';
import { PageHeading, Section } from '../kit/section.js';

export function BooksFoundPage({ company }: { readonly company: Company }) {
  const { id, name, booksName, policy } = company;
  const from = policy.postFrom === null ? '' : `, pay runs paid from ${inWords(policy.postFrom)}`;
  return (
    <>
      <PageHeading words={`${name} is connected`} />
      <Section
        id="books"
        heading={
          <>
            {booksName === undefined
              ? 'The service did not say whose books these are. Check before you go on.'
              : `These are the books of ${booksName}. Right?`}
          </>
        }
      >
        <p class="muted">
          Mode: {modeWords[policy.mode]}
          {from}. A dry run reads payroll and shows what would be posted and held; it posts nothing.
        </p>
        <ActForm to="/syncs" class="stacked" sends={{ company: id, dryRun: 'on' }} act="Right: show me a dry run" />
        <ActForm to={companyPath(id, 'audit')} class="stacked">
          <button type="submit" class="secondary">
            Audit this tax year first
          </button>
          <small>Reads what others posted for payroll, and says what is wrong with it. Nothing is posted.</small>
        </ActForm>
        <ActForm to={`/first-run/${encodeURIComponent(id)}/leave`} class="stacked">
          <button type="submit" class="secondary">
            No: leave these books
          </button>
          <small>
            Their keys are destroyed, and nothing more is read. The log keeps that they were connected and left.
          </small>
        </ActForm>
      </Section>
    </>
  );
}
