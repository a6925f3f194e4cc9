import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { monthName } from '../../../journal/nouns/dates.js';
import type { YearEnd } from '../../../views/year-end.js';

const size = { width: 760, height: 260, left: 56, right: 8, top: 12, bottom: 28 };
const ticksAbout = 5;

/** What payroll cost month by month, accounts stacked. The table below has the same figures. */
export function YearEndChart({ year, costs }: { readonly year: YearEnd; readonly costs: readonly string[] }) {
  // For the heights of a picture, pounds as floating-point numbers are exact enough.
  const months = year.months.map((month) => ({
    period: month.period,
    ...Object.fromEntries(costs.map((code) => [code, Math.max(0, Number(month.amounts.get(code)?.toString() ?? 0))])),
  })) as Record<string, number>[];
  const layers = stack<Record<string, number>>().keys(costs)(months);
  const top = Math.max(1, ...layers.flatMap((layer) => layer.map(([, to]) => to)));
  const x = scaleBand<number>()
    .domain(months.map((month) => month.period ?? 0))
    .range([size.left, size.width - size.right])
    .padding(0.3);
  const y = scaleLinear([0, top], [size.height - size.bottom, size.top]).nice(ticksAbout);
  return (
    <figure class="chart" tabIndex={0}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby="chart-title">
        <title id="chart-title">{`Payroll cost of ${year.company} by month and account; the table has the figures`}</title>
        {y.ticks(ticksAbout).map((tick) => (
          <g key={tick} class="tick">
            <line x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 8} y={y(tick)} dy="0.32em" text-anchor="end">
              {tick.toLocaleString('en-GB')}
            </text>
          </g>
        ))}
        {layers.map((layer, index) => (
          <g key={layer.key} class={`layer layer-${index % 6}`}>
            {layer.map(([from, to], period) =>
              to > from ? (
                <rect
                  key={period}
                  x={x(period)}
                  width={x.bandwidth()}
                  y={y(to)}
                  height={Math.max(0, y(from) - y(to))}
                />
              ) : null,
            )}
          </g>
        ))}
        {months.map((month) => (
          <text
            key={month.period}
            class="axis"
            x={(x(month.period ?? 0) ?? 0) + x.bandwidth() / 2}
            y={size.height - 8}
            text-anchor="middle"
          >
            {monthName(month.period ?? 0).slice(0, 3)}
          </text>
        ))}
      </svg>
      <figcaption class="legend">
        {costs.map((code, index) => (
          <span key={code}>
            <svg class={`swatch layer-${index % 6}`} viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" />
            </svg>
            {code} {year.accountNames.account(code)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
