import { monthName, shortDay } from '../../../journal/nouns/dates.js';
import type { ReadingShown } from '../../../controls/show/readings.js';
import type { CompanyYear, YearCell } from '../../../views/month/board-year.js';
import type { BoardProps } from './board-props.js';
import { Legend } from '../frame/legend.js';
import { More } from '../frame/marks.js';
import { boardPath, clientsOnly, monthKept, companyPath, runPath } from '../frame/paths.js';
import { count, stateMarks } from '../frame/words.js';
import { Field, FilterForm } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import { stateWords } from '../../../views/words/words.js';

const periods = Array.from({ length: 12 }, (_, period) => period);

/** Companies × twelve tax months: the whole year at a glance, with a link to the pay run behind each mark. */
export function BoardYear({ month, filter, readings }: BoardProps) {
  const { rows, next } = month.year;
  const isRead = readings.length > 0;
  return (
    <Section
      id="year"
      heading={`Year ${filter.year - 1}/${String(filter.year).slice(2)}`}
      aside={
        <>
          <FilterForm to="/" keeps={{ ...monthKept(filter), search: undefined }} act="Find">
            <Field
              label={<span class="sr-only">Find a client</span>}
              type="search"
              name="search"
              value={filter.search ?? ''}
              placeholder="Find a client"
            />
          </FilterForm>
        </>
      }
    >
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="year-heading">
        <table class="year">
          <thead>
            <tr>
              <th scope="col">Client</th>
              {periods.map((period) => (
                <th key={period} scope="col" class={period === filter.period ? 'now' : undefined}>
                  <a href={boardPath({ year: filter.year, period }, clientsOnly(filter))}>
                    {monthName(period).slice(0, 3)} <small>M{period + 1}</small>
                  </a>
                </th>
              ))}
              {isRead ? (
                <th scope="col" class="nowrap">
                  <a href="/reconciliation">Reconciliation</a>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.companyId}>
                <th scope="row">
                  <a href={companyPath(row.companyId)}>{row.company}</a>
                </th>
                {row.months.map((cell, period) => (
                  <td key={period} class={period === filter.period ? 'now' : undefined}>
                    {cell === undefined ? null : <Mark row={row} cell={cell} year={filter.year} period={period} />}
                  </td>
                ))}
                {isRead ? (
                  <ControlsCell row={row} reading={readings.find((one) => one.companyId === row.companyId)} />
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 ? <p>None of these clients was found.</p> : null}
      <Legend years={rows} />
      <More
        href={next && `${boardPath(filter, { ...clientsOnly(filter), companies: next })}#year`}
        words="More clients"
      />
    </Section>
  );
}

interface MarkProps {
  readonly row: Pick<CompanyYear, 'companyId'>;
  readonly cell: YearCell;
  readonly year: number;
  readonly period: number;
}

function Mark({ row, cell, year, period }: MarkProps) {
  const several = cell.runs > 1 ? `, ${cell.runs} runs` : '';
  return (
    <a
      class={`mark is-${cell.state}`}
      href={runPath({ companyId: row.companyId, year, period, datedOn: cell.datedOn, tag: cell.tag })}
      title={stateWords[cell.state]}
      aria-label={`${monthName(period)}: ${stateWords[cell.state]}${several}`}
    >
      {stateMarks[cell.state]}
    </a>
  );
}

/** Shows exceptions; that there are none is shown only if the policy allows it. */
function ControlsCell({
  row: { companyId, company },
  reading,
}: {
  readonly row: CompanyYear;
  readonly reading: ReadingShown | undefined;
}) {
  const words = reading === undefined ? '' : controlsWords(reading);
  return (
    <td class="nowrap">
      {words === '' ? null : (
        <a href={companyPath(companyId, 'reconciliation')} aria-label={`${company}: ${words}`}>
          {words}
        </a>
      )}
    </td>
  );
}

function controlsWords({ exceptions, problem, since, asOn, isShownWhenClear }: ReadingShown): string {
  if (problem !== undefined) return 'cannot tell';
  if (exceptions > 0) return count(exceptions, 'exception');
  if (!isShownWhenClear) return '';
  return since === undefined ? `no exceptions as at ${shortDay(asOn)}` : `changed since ${shortDay(asOn)}`;
}
