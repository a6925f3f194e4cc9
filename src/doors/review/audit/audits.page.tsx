import { taxYearInWords } from '../../../journal/nouns/dates.js';
import type { Page } from '../../../ground/seek.js';
import type { AuditListed } from '../../../views/company/audits.js';
import { Amount, More } from '../frame/marks.js';
import { auditPath, withQuery } from '../frame/paths.js';
import { moment } from '../frame/words.js';
import { YearLinks } from '../frame/year-links.js';
import { ActForm } from '../kit/act-form.js';
import { FiguresTable } from '../kit/figures.js';
import { PageHeading } from '../kit/section.js';

interface AuditsProps {
  readonly page: Page<AuditListed>;
  readonly year: number;
  readonly thisYear: number;
  readonly mayRead: boolean;
  readonly now: Date;
}

const path = (year: number, after?: string) => withQuery('/audits', { year: String(year), after });

export function AuditsPage({ page, year, thisYear, mayRead, now }: AuditsProps) {
  return (
    <>
      <PageHeading words="Audits" small={taxYearInWords(year)}>
        <div class="files">
          <YearLinks before={year - 1} after={year < thisYear ? year + 1 : undefined} path={(other) => path(other)} />
          {mayRead ? <ActForm to="/audits" sends={{ year }} act={`Audit all of ${taxYearInWords(year)}`} /> : null}
        </div>
      </PageHeading>
      <section aria-label="Audits">
        {page.rows.length === 0 ? (
          <p>
            Nothing of {taxYearInWords(year)} was audited so far. An audit reads payroll and the journals that others
            posted, and says which are wrong and by how much. It writes nothing to the books.
          </p>
        ) : (
          <FiguresTable
            kind="dense cards"
            name={{ label: 'Audits' }}
            headings={['Client', { n: 'Wrong' }, { n: 'Out on creditors and profit' }, 'Read']}
          >
            {page.rows.map(({ companyId, company, wrong, misstated, readAt }) => (
              <tr key={companyId}>
                <th scope="row">
                  <a href={auditPath(companyId, year)}>{company}</a>
                </th>
                <td class="n" data-label="Wrong">
                  {wrong === 0 ? 'nothing' : wrong}
                </td>
                {misstated?.isZero() ? (
                  <td class="n" />
                ) : (
                  <Amount is="audit.misstated" at={companyId} of={misstated} label="Out on creditors and profit" />
                )}
                <td data-label="Read">{moment(readAt, now)}</td>
              </tr>
            ))}
          </FiguresTable>
        )}
        <More href={page.next && path(year, page.next)} words="More clients" />
      </section>
    </>
  );
}
