import type { EmployeeMonth, EmployeeYear, Figures } from '../../views/employee-year.js';
import { setInWords } from '../log/log-words.js';
import { Amount, State } from '../frame/marks.js';
import { companyPath, employeePath, runPath } from '../frame/paths.js';
import { fullDay, monthName, stateInWords, taxYearInShort } from '../frame/words.js';

const columns = [
  ['gross', 'Gross'],
  ['tax', 'Tax'],
  ['employeeNi', 'Ee NI'],
  ['other', 'Other'],
  ['net', 'Net'],
  ['employerNi', 'Er NI'],
] as const;

/** One person's year, month by month: from the payslip to the journal set it went to. */
export function EmployeePage({ of }: { readonly of: EmployeeYear }) {
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href={companyPath(of.companyId)}>{of.company}</a> ›
          </p>
          <h1>
            {of.name}
            <small>tax year {taxYearInShort(of.year)}</small>
          </h1>
        </div>
        <nav class="beside-runs noprint" aria-label="Tax years">
          <a href={employeePath({ ...of, year: of.year - 1 })} rel="prev">
            ‹ {taxYearInShort(of.year - 1)}
          </a>
          <a href={employeePath({ ...of, year: of.year + 1 })} rel="next">
            {taxYearInShort(of.year + 1)} ›
          </a>
        </nav>
      </header>
      <section aria-labelledby="months-heading" class="page-wide">
        <h2 id="months-heading">Month by month</h2>
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="months-heading">
          <table class="figures dense" data-sorts>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Paid</th>
                {columns.map(([name, words]) => (
                  <th key={name} scope="col" class="n">
                    {words}
                  </th>
                ))}
                <th scope="col">Journal</th>
              </tr>
            </thead>
            <tbody>
              {of.months.map((month) => (
                <Month key={month.run.tag} month={month} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  Year to date
                </th>
                <FigureCells of={of.totals} />
                <td />
              </tr>
            </tfoot>
          </table>
        </div>
      </section>
    </>
  );
}

function Month({ month: { run, journalSet, paid } }: { readonly month: EmployeeMonth }) {
  return (
    <tr>
      <th scope="row" data-sort={String(run.period).padStart(2, '0')}>
        {monthName(run.period)} <small class="muted">month {run.period + 1}</small>
      </th>
      <td class="nowrap" data-sort={run.datedOn}>
        <a href={runPath(run)}>{fullDay(run.datedOn)}</a>
      </td>
      <FigureCells of={paid} />
      <td class="nowrap">
        {journalSet === undefined ? <State state={run.state} words={stateInWords(run)} /> : setInWords(journalSet)}
      </td>
    </tr>
  );
}

function FigureCells({ of }: { readonly of: Figures }) {
  return (
    <>
      {columns.map(([name]) => (
        <Amount key={name} of={of[name]} />
      ))}
    </>
  );
}
