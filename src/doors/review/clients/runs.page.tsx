import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { monthInWords, monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { ClientYear } from '../../../views/month/client-runs.js';
import type { RunRow } from '../../../views/lists/run-row.js';
import { stateWords } from '../../../views/words/words.js';
import { ClientHead } from '../frame/client-head.js';
import { Legend } from '../frame/legend.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, More, State } from '../frame/marks.js';
import { everyMonthPath, monthFilePath } from '../frame/month-file-links.js';
import { clientMonthPath, companyPath, runPath, withQuery } from '../frame/paths.js';
import { stateInWords, stateMarks } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { Section } from '../kit/section.js';
import { ConnectionLost } from './connection-lost.js';

interface RunsProps extends ClientPageProps {
  readonly years: readonly ClientYear[];
  /** The tax year with which the older years begin. */
  readonly older?: number;
  readonly year: number;
  /** Those of the tax year. */
  readonly runs: readonly RunRow[];
}

export function RunsPage(props: RunsProps) {
  const { company, principal, years, runs } = props;
  return (
    <>
      <ClientHead {...{ company, principal }} tab="runs">
        {years.length === 0 ? null : (
          <a href={everyMonthPath(company.id)} class="button secondary" download>
            Every month’s file, signed (ZIP)
          </a>
        )}
      </ClientHead>
      <ConnectionLost {...{ company, principal }} />
      {years.length === 0 ? <p>No pay run is known.</p> : <Years {...props} />}
      {runs.length === 0 ? null : <Runs {...props} />}
    </>
  );
}

function Years({ company, years, older, year }: RunsProps) {
  return (
    <Section id="years" heading="Tax years">
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="years-heading">
        <table class="year">
          <thead>
            <tr>
              <th scope="col">Tax year</th>
              {Array.from({ length: 12 }, (_, period) => (
                <th key={period} scope="col">
                  <a href={clientMonthPath(company.id, { year, period })}>{monthName(period).slice(0, 3)}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {years.map((one) => (
              <tr key={one.year}>
                <th scope="row">
                  <a
                    href={withQuery(companyPath(company.id), { year: String(one.year) })}
                    aria-current={one.year === year ? 'true' : undefined}
                  >
                    {taxYearInWords(one.year)}
                  </a>
                </th>
                {one.months.map((cell, period) => (
                  <td key={period}>
                    {cell === undefined ? null : (
                      <a
                        class={`mark is-${cell.state}`}
                        href={runPath({
                          companyId: company.id,
                          year: one.year,
                          period,
                          datedOn: cell.datedOn,
                          tag: cell.tag,
                        })}
                        title={stateWords[cell.state]}
                        aria-label={`${monthInWords(one.year, period)}: ${stateWords[cell.state]}`}
                      >
                        {stateMarks[cell.state]}
                      </a>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend years={years} />
      <More
        href={
          older === undefined
            ? undefined
            : withQuery(companyPath(company.id), { year: String(older), until: String(older) })
        }
        words="Older tax years"
      />
    </Section>
  );
}

function Runs({ year, runs }: RunsProps) {
  return (
    <Section id="runs" heading={`Pay runs of ${taxYearInWords(year)}`}>
      <FiguresTable
        kind="dense cards"
        is="run"
        sorts
        name={{ labelledBy: 'runs-heading' }}
        headings={[
          'Paid',
          'Tax month',
          { n: 'Payslips' },
          { n: 'Gross' },
          { n: 'Net' },
          { n: 'HMRC' },
          'State',
          { screenOnly: 'Month file' },
        ]}
      >
        {runs.map((run) => (
          <tr key={run.tag} data-of={run.tag}>
            <th scope="row" class="nowrap" data-sort={run.datedOn}>
              <a href={runPath(run)}>{paidInWords(run)}</a>
            </th>
            <td class="nowrap corner" data-sort={String(run.period).padStart(2, '0')}>
              {monthName(run.period)}
            </td>
            <Totals run={run} />
            <td class="note">
              <State state={run.state} words={stateInWords(run)} />
            </td>
            <td class="nowrap note noprint">
              <Files run={run} />
            </td>
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

/** A run without payslips has nothing to show, or is not read yet. */
function Totals({ run: { payslips, totals } }: { readonly run: RunRow }) {
  if (payslips === 0) return [1, 2, 3, 4].map((column) => <td key={column} class="n" />);
  return (
    <>
      <td class="n" data-label="Payslips">
        {payslips}
      </td>
      <Amount of={totals?.gross} label="Gross" />
      <Amount of={totals?.net} label="Net" />
      <Amount of={totals?.taxAuthority} label="HMRC" />
    </>
  );
}

const formats = [
  ['pdf', 'PDF'],
  ['xlsx', 'Excel'],
  ['zip', 'ZIP'],
] as const;

function Files({ run }: { readonly run: RunRow }) {
  return (
    <>
      {formats.map(([format, words], at) => (
        <>
          {at > 0 ? ' · ' : ''}
          <a
            href={monthFilePath(run, format)}
            aria-label={`${words} of ${monthInWords(run.year, run.period)}`}
            download
          >
            {words}
          </a>
        </>
      ))}
    </>
  );
}
