import { monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { RunTotals } from '../../../views/run/run-row.js';
import { BarChart } from '../frame/bar-chart.js';
import { monthAt } from '../frame/words.js';

/** By period 0 to 11; undefined if nothing was paid, or nothing that the viewer may see. */
export type PayByMonth = readonly (RunTotals | undefined)[];

interface PayChartsProps {
  readonly company: string;
  readonly year: number;
  readonly pay: PayByMonth;
  readonly before: PayByMonth;
}

const figures = [
  { of: 'gross', name: 'Gross', is: 'month.gross' },
  { of: 'net', name: 'Net', is: 'month.net' },
  { of: 'taxAuthority', name: 'HMRC', is: 'month.paye' },
] as const;

/** A year earlier than the month that its row names. */
const yearBeforeOf = { gross: 'monthBefore.gross', net: 'monthBefore.net', taxAuthority: 'monthBefore.paye' } as const;

/** Three figures that are not parts of one another, so a chart each. */
export function PayCharts({ company, year, pay, before }: PayChartsProps) {
  if (pay.every((month) => month === undefined)) return null;
  const isKnown = before.some((month) => month !== undefined);
  const yearBefore = taxYearInWords(year - 1);
  // On paper the year stays on one page.
  return (
    <div class="beside charts noprint">
      {figures.map(({ of, name, is }) => (
        <section key={of} aria-labelledby={`pay-${of}-heading`}>
          <h2 id={`pay-${of}-heading`}>
            {name} <small>{isKnown ? `by month, and in ${yearBefore}` : `nothing is known of ${yearBefore}`}</small>
          </h2>
          <BarChart
            id={`pay-${of}`}
            title={`${name} of ${company} by month${isKnown ? `, compared with ${yearBefore}` : ''}`}
            heading="Month"
            categories={pay.map((_, period) => monthName(period).slice(0, 3))}
            at={(period) => monthAt({ year, period })}
            series={[{ name, is, values: pay.map((month) => month?.[of]) }]}
            compared={
              isKnown
                ? { name: yearBefore, is: yearBeforeOf[of], values: before.map((month) => month?.[of]) }
                : undefined
            }
          />
        </section>
      ))}
    </div>
  );
}
