import { scaleBand, scaleLinear } from 'd3-scale';
import { monthName } from '../../../journal/nouns/dates.js';
import type { Money } from '../../../journal/nouns/money.js';
import type { YearEnd } from '../../../views/year-end.js';

const size = { width: 760, height: 200, left: 56, right: 8, top: 12, bottom: 28 };
const ticksAbout = 4;

/** What our journals owe HMRC month by month, with a mark for what the service gives as due. */
export function HmrcChart({ year }: { readonly year: YearEnd }) {
  const months = year.months.filter((month) => month.tie !== undefined);
  const pounds = (money: Money | undefined) => Math.max(0, Number(money?.toString() ?? 0));
  const top = Math.max(1, ...months.flatMap(({ tie }) => [pounds(tie?.expected), pounds(tie?.due)]));
  const x = scaleBand<number>()
    .domain(year.months.map((month) => month.period))
    .range([size.left, size.width - size.right])
    .padding(0.3);
  const y = scaleLinear([0, top], [size.height - size.bottom, size.top]).nice(ticksAbout);
  return (
    <figure class="chart" tabIndex={0}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby="hmrc-title">
        <title id="hmrc-title">{`What ${year.company} owes HMRC by month, compared with what is due; the table has the figures`}</title>
        {y.ticks(ticksAbout).map((tick) => (
          <g key={tick} class="tick">
            <line x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 8} y={y(tick)} dy="0.32em" text-anchor="end">
              {tick.toLocaleString('en-GB')}
            </text>
          </g>
        ))}
        {months.map(({ period, tie, notInBooks }) => {
          const [left, height] = [x(period) ?? 0, y(0) - y(pounds(tie?.expected))];
          const due = tie?.due;
          return (
            <g key={period}>
              <rect class={layerOf(notInBooks)} x={left} width={x.bandwidth()} y={y(0) - height} height={height} />
              {due === undefined ? null : (
                <line
                  class="due-mark"
                  x1={left - 5}
                  x2={left + x.bandwidth() + 5}
                  y1={y(pounds(due))}
                  y2={y(pounds(due))}
                />
              )}
            </g>
          );
        })}
        {year.months.map(({ period }) => (
          <text key={period} x={(x(period) ?? 0) + x.bandwidth() / 2} y={size.height - 8} text-anchor="middle">
            {monthName(period).slice(0, 3)}
          </text>
        ))}
      </svg>
      <figcaption class="legend">
        <span>
          <svg class="swatch layer-0" viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" />
          </svg>
          owed by the journals
        </span>
        {months.every(({ notInBooks }) => notInBooks === 0) ? null : (
          <span>
            <svg class="swatch layer-2" viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" />
            </svg>
            not all in the books
          </span>
        )}
        <span>
          <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
            <line class="due-mark" x1="0" x2="10" y1="5" y2="5" />
          </svg>
          PAYE due per payroll
        </span>
      </figcaption>
    </figure>
  );
}

const layerOf = (notInBooks: number) => (notInBooks === 0 ? 'layer-0' : 'layer-2');
