import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import { payColumns } from '../frame/pay-columns.js';
import type { EmployeeMonth, EmployeeYear, Figures } from '../../../views/year/employee-year.js';
import { setInWords } from '../../../views/log/log-words.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, State } from '../frame/marks.js';
import { employeePath, runPath } from '../frame/paths.js';
import { stateInWords } from '../frame/words.js';
import { YearLinks } from '../frame/year-links.js';
import type { ClientPageProps } from '../frame/visit.js';
import { Section } from '../kit/section.js';

interface EmployeeProps extends ClientPageProps {
  readonly of: EmployeeYear;
}

/** One person's year, month by month, from the payslip to the journal set it was posted in. */
export function EmployeePage({ company, principal, of }: EmployeeProps) {
  return (
    <>
      <ClientHead
        {...{ company, principal }}
        tab="people"
        below={of.name}
        words={`tax year ${taxYearInWords(of.year)}`}
      >
        <YearLinks before={of.yearBefore} after={of.yearAfter} path={(year) => employeePath({ ...of, year })} />
      </ClientHead>
      <Section id="months" heading="Month by month" class="page-wide">
        <FiguresTable
          kind="dense cards"
          is="person"
          sorts
          name={{ labelledBy: 'months-heading' }}
          headings={['Month', 'Paid', ...payColumns.map(([, words]) => ({ n: words })), 'Journal']}
          foot={
            <tr data-is="personYear" data-of={`${of.user} ${of.year}`}>
              <th scope="row">Year to date</th>
              <td class="corner" />
              <FigureCells of={of.totals} />
              <td />
            </tr>
          }
        >
          {of.months.map((month) => (
            <Month key={month.run.tag} user={of.user} month={month} />
          ))}
        </FiguresTable>
      </Section>
    </>
  );
}

interface MonthProps {
  readonly user: string;
  readonly month: EmployeeMonth;
}

function Month({ user, month: { run, journalSet, paid, isReplaced } }: MonthProps) {
  return (
    <tr data-of={`${user} ${run.tag}`}>
      <th scope="row" data-sort={String(run.period).padStart(2, '0')}>
        {monthName(run.period)} <small class="muted">month {run.period + 1}</small>
      </th>
      <td class="nowrap corner" data-sort={run.datedOn}>
        <a href={runPath(run)}>{paidInWords(run)}</a>
      </td>
      <FigureCells of={paid} />
      <td class="nowrap note">
        {journalSet === undefined ? <State state={run.state} words={stateInWords(run)} /> : setInWords(journalSet)}
        {isReplaced ? (
          <small class="line-words is-held">
            {run.state === 'moved' ? 'paid from another source' : 'payroll no longer has it'}: not counted
          </small>
        ) : null}
      </td>
    </tr>
  );
}

function FigureCells({ of }: { readonly of: Figures }) {
  return (
    <>
      {payColumns.map(([name, words]) => (
        <Amount key={name} of={of[name]} label={words} />
      ))}
    </>
  );
}
