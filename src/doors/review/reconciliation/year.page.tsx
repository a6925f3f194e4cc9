import { hasRole } from '../../../access/principal.js';
import { dayInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { YearAccount } from '../../../controls/judge/year-agreement.js';
import { Money } from '../../../journal/nouns/money.js';
import { sinceInWords } from '../../../record/acts.js';
import type { YearRead, YearSpan } from '../../../controls/show/year-in-books.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Figure } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { YearLinks } from '../frame/year-links.js';
import { count, moment } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { tickClass } from '../kit/tick.js';
import { ActForm } from '../kit/act-form.js';
import { Section } from '../kit/section.js';

export const yearPath = (companyId: string, year: number): string =>
  `${companyPath(companyId, 'reconciliation')}/year?year=${year}`;

interface YearProps extends ClientPageProps {
  readonly year: number;
  /** Today's tax year: later ones have not begun. */
  readonly thisYear: number;
  /** Undefined until someone reads the year. */
  readonly read?: YearRead;
  readonly now: Date;
}

/** A year's payslips against the same year of the books: the tax year, and the company's accounting year. */
export function YearPage(props: YearProps) {
  const { company, principal, year, thisYear, read, now } = props;
  return (
    <>
      <ClientHead
        {...{ company, principal }}
        tab="reconciliation"
        below={`payslips and books of ${taxYearInWords(year)}`}
        words={read === undefined ? 'not read yet' : `books as at ${moment(read.at, now)}`}
      >
        <YearLinks
          before={year - 1}
          after={year < thisYear ? year + 1 : undefined}
          path={(other) => yearPath(company.id, other)}
        />
        <Recheck {...props} />
      </ClientHead>
      {read === undefined ? (
        <p>
          The books of this year have not been read yet
          {hasRole(principal, 'reviewer') ? ': Recheck reads them.' : '. A reviewer can read them.'}
        </p>
      ) : (
        <Spans read={read} now={now} />
      )}
    </>
  );
}

function Spans({ read: { at, since, spans }, now }: { readonly read: YearRead; readonly now: Date }) {
  return (
    <>
      {since === undefined ? null : <p>Since then {sinceInWords(since)}: recheck.</p>}
      {spans.length === 0 ? <p>No payroll is known yet, or the books begin after this year.</p> : null}
      {spans.map((span) => (
        <Span key={span.kind} span={span} tick={tickClass({ finding: span.agrees ? 'yes' : 'no', at, now })} />
      ))}
      {spans.length === 1 ? (
        <p class="muted">The client has no accounting year in the books that ends in this tax year.</p>
      ) : null}
    </>
  );
}

function Recheck({ company, year, principal }: YearProps) {
  if (!hasRole(principal, 'reviewer')) return null;
  return <ActForm to={yearPath(company.id, year)} act="Recheck" button="secondary" />;
}

function Span({ span, tick }: { readonly span: YearSpan; readonly tick: string }) {
  const { kind, from, to, isPart, payRuns, agrees, waiting, costs, liabilities } = span;
  return (
    <Section
      id={kind}
      heading={
        <>
          {kind === 'tax_year' ? 'Tax year' : 'The client’s accounting year'}, {dayInWords(from)} to {dayInWords(to)}
          {isPart ? ' (part of it)' : ''}
        </>
      }
    >
      <p>
        <span class={`state ${tick}`}>{agrees ? 'Agrees' : 'Does not agree'}</span> · {count(payRuns, 'pay run')} paid
        in it
      </p>
      {waiting.map((words) => (
        <p key={words} class="is-held">
          {words}: what it costs is not known.
        </p>
      ))}
      <Accounts
        {...{ kind }}
        rows={costs}
        name={`Cost of payroll, ${dayInWords(from)} to ${dayInWords(to)}`}
        rest="Cost"
        isSummed
      />
      <Accounts
        {...{ kind }}
        rows={liabilities}
        name={`Owed by payroll, ${dayInWords(from)} to ${dayInWords(to)}`}
        rest="Owed"
      />
    </Section>
  );
}

interface AccountsProps {
  readonly rows: readonly YearAccount[];
  readonly kind: YearSpan['kind'];
  readonly name: string;
  readonly rest: string;
  /** False for liabilities, whose sum means nothing. */
  readonly isSummed?: boolean;
}

function Accounts({ rows, kind, name, rest, isSummed }: AccountsProps) {
  if (rows.length === 0) return null;
  const sum = (of: 'payslips' | 'books' | 'difference') => Money.sum(rows.map((row) => row[of]));
  return (
    <FiguresTable
      kind="dense cards even"
      is="yearBooks"
      name={{ label: name }}
      headings={[rest, { n: 'By payslips' }, { n: 'In the books' }, { n: 'Difference' }, 'Because']}
      foot={
        isSummed ? (
          <tr data-of={`${kind} all`}>
            <th scope="row">All</th>
            <Amount of={sum('payslips')} label="By payslips" />
            <Amount of={sum('books')} label="In the books" />
            <Amount of={sum('difference')} label="Difference" />
            <td />
          </tr>
        ) : undefined
      }
    >
      {rows.map(({ account, name: accountName, payslips, books, difference, because }) => (
        <tr key={account} data-of={`${kind} ${account}`}>
          <th scope="row">
            {account} {accountName}
          </th>
          <Amount of={payslips} label="By payslips" />
          <Amount of={books} label="In the books" />
          <Amount of={difference} label="Difference" />
          <td class="note">
            {because.map((part) => (
              <div key={part.what}>
                <Figure is="yearBooks.because" of={part.amount} /> {part.what}
              </div>
            ))}
          </td>
        </tr>
      ))}
    </FiguresTable>
  );
}
