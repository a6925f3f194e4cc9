import { monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { GrossAndNet, PeoplePaid, PersonPaid } from '../../../views/year/people-paid.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Figure, More } from '../frame/marks.js';
import { companyPath, employeePath, withQuery } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { YearLinks } from '../frame/year-links.js';
import type { ClientPageProps } from '../frame/visit.js';
import { Section } from '../kit/section.js';

interface PeoplePaidProps extends ClientPageProps {
  readonly year: number;
  /** Today's tax year: later ones have not begun. */
  readonly thisYear: number;
  /** Undefined when the viewer may not see pay. */
  readonly paid?: PeoplePaid;
}

/** Who was paid what in a tax year, month by month. */
export function PeoplePaidPage({ company, year, thisYear, paid, principal }: PeoplePaidProps) {
  const path = (other: number, after?: string) =>
    withQuery(companyPath(company.id, 'people'), { year: String(other), after });
  return (
    <>
      <ClientHead {...{ company, principal }} tab="people" words={`tax year ${taxYearInWords(year)}`}>
        <YearLinks before={year - 1} after={year < thisYear ? year + 1 : undefined} path={path} />
      </ClientHead>
      {paid === undefined ? <p class="muted">Only people who may see pay are shown who is paid what.</p> : null}
      {paid?.people === 0 ? <p>No one has been paid in this tax year, as far as is known.</p> : null}
      {paid === undefined || paid.people === 0 ? null : (
        <Section
          id="paid"
          heading={
            <>
              {count(paid.people, 'person', 'people')} paid <small>gross, and net below it</small>
            </>
          }
          class="page-wide"
        >
          <People {...{ company, year, paid }} />
          <More href={paid.next && path(year, paid.next)} words="More people" />
        </Section>
      )}
    </>
  );
}

function People({ company, year, paid }: Pick<PeoplePaidProps, 'company' | 'year'> & { readonly paid: PeoplePaid }) {
  return (
    <FiguresTable
      kind="dense paid cards"
      is="personMonth"
      name={{ labelledBy: 'paid-heading' }}
      headings={[
        'Person',
        ...paid.all.months.map((_, period) => ({ n: monthName(period).slice(0, 3) })),
        { n: 'Year' },
      ]}
      foot={
        <tr data-is="month" data-of={year}>
          <th scope="row">All {paid.people}</th>
          <Figures {...paid.all} />
        </tr>
      }
    >
      {paid.rows.map((person) => (
        <tr key={person.user} data-of={`${person.user} ${year}`}>
          <th scope="row">
            <a href={employeePath({ companyId: company.id, user: person.user, year })}>{person.name}</a>
          </th>
          <Figures {...person} />
        </tr>
      ))}
    </FiguresTable>
  );
}

/** The table names gross and, below it, net; each month by its label. */
function Figures({ months, year }: Pick<PersonPaid, 'months' | 'year'>) {
  return (
    <>
      {months.map((paid, period) => (
        <Both key={period} of={paid} label={monthName(period).slice(0, 3)} />
      ))}
      <Both of={year} label="Year" />
    </>
  );
}

function Both({ of, label }: { readonly of?: GrossAndNet; readonly label: string }) {
  if (of === undefined) return <td />;
  return (
    <Amount of={of.gross} label={label}>
      <small class="under-amount">
        <Figure of={of.net} />
      </small>
    </Amount>
  );
}
