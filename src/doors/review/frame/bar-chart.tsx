import { scaleBand, scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import type { Money } from '../../../journal/nouns/money.js';
import { FiguresTable } from '../kit/figures.js';
import type { FigureGroup, FigureName } from '../../../views/words/figures.js';
import { Amount } from './marks.js';

export interface Series {
  readonly name: string;
  /** Left out where the chart says what its values are, with the name of each series. */
  readonly is?: FigureName;
  /** One for each category; undefined if there is none, or none that the viewer may see. */
  readonly values: readonly (Money | undefined)[];
}

interface BarChartProps {
  /** Distinguishes the charts of a page. */
  readonly id: string;
  readonly title: string;
  readonly is?: FigureGroup;
  /** What the bars stand for: "Tax month". */
  readonly heading: string;
  readonly categories: readonly string[];
  /** What the values of a category are of: its month, its day. */
  readonly at: (index: number) => string;
  /** Stacked, the first at the bottom. */
  readonly series: readonly Series[];
  /** A line across each bar, such as what is due or the year before. */
  readonly compared?: Series;
}

const size = { width: 760, height: 230, left: 56, right: 8, top: 12, bottom: 28 };
const ticksAbout = 4;
/** How far a comparison's line juts out of its bar. */
const jut = 5;

/**
 * Hatching over the colours, because paper is often black and white. Each pattern is drawn in a square of 6 × 6 and
 * repeated.
 */
const hatches = ['', 'M0 6L6 0', 'M0 3H6', 'M3 0V6', 'M0 0L6 6', 'M0 0L6 6M0 6L6 0'];

/** For the heights of a picture, pounds as floating-point numbers are exact enough. */
const pounds = (money: Money | undefined) => Math.max(0, Number(money?.toString() ?? 0));

/** Stacked bars, with their figures in a table that opens below. */
export function BarChart({ id, title, is, heading, categories, at: placeOf, series, compared }: BarChartProps) {
  const bars = categories.map((_, at) => stacked(series.map(({ values }) => pounds(values[at]))));
  const heights = [...bars.map((bar) => bar.at(-1)?.to ?? 0), ...(compared?.values ?? []).map(pounds)];
  const x = scaleBand<number>()
    .domain(categories.keys())
    .range([size.left, size.width - size.right])
    .padding(0.3);
  const y = scaleLinear([0, Math.max(1, ...heights)], [size.height - size.bottom, size.top]).nice(ticksAbout);
  const left = (at: number) => x(at) ?? 0;
  return (
    <figure class="chart" tabIndex={0}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>The table below has the figures.</desc>
        <defs>
          {series.map(({ name }, index) => (
            <pattern key={name} id={patternOf(id, index)} width="6" height="6" patternUnits="userSpaceOnUse">
              <rect class={`layer-${index % hatches.length}`} width="6" height="6" />
              <path class="hatch" d={hatches[index % hatches.length]} />
            </pattern>
          ))}
        </defs>
        {y.ticks(ticksAbout).map((tick) => (
          <g key={tick} class="tick">
            <line x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 8} y={y(tick)} dy="0.32em" text-anchor="end">
              {tick.toLocaleString('en-GB')}
            </text>
          </g>
        ))}
        {categories.map((category, at) => (
          <g key={category}>
            {bars[at]?.map(({ from, to }, index) =>
              to > from ? (
                <rect
                  key={index}
                  fill={`url(#${patternOf(id, index)})`}
                  x={left(at)}
                  width={x.bandwidth()}
                  y={y(to)}
                  height={y(from) - y(to)}
                />
              ) : null,
            )}
            {compared?.values[at] === undefined ? null : (
              <line
                class="compared"
                x1={left(at) - jut}
                x2={left(at) + x.bandwidth() + jut}
                y1={y(pounds(compared.values[at]))}
                y2={y(pounds(compared.values[at]))}
              />
            )}
            <text x={left(at) + x.bandwidth() / 2} y={size.height - 8} text-anchor="middle">
              {category}
            </text>
          </g>
        ))}
      </svg>
      <figcaption class="legend">
        {series.map(({ name }, index) => (
          <span key={name}>
            <Swatch>
              <rect fill={`url(#${patternOf(id, index)})`} width="12" height="12" />
            </Swatch>
            {name}
          </span>
        ))}
        {compared === undefined ? null : (
          <span>
            <Swatch>
              <line class="compared" x2="12" y1="6" y2="6" />
            </Swatch>
            {compared.name}
          </span>
        )}
      </figcaption>
      <Figures
        {...{ title, is, heading, categories }}
        at={placeOf}
        series={compared === undefined ? series : [...series, compared]}
      />
    </figure>
  );
}

function Swatch({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">
      {children}
    </svg>
  );
}

function Figures({
  title,
  is: group,
  heading,
  categories,
  at: placeOf,
  series,
}: Pick<BarChartProps, 'title' | 'is' | 'heading' | 'categories' | 'at' | 'series'>) {
  return (
    <details class="noprint">
      <summary>The figures</summary>
      <FiguresTable
        kind="dense cards pairs"
        is={group}
        name={{ label: title }}
        headings={[heading, ...series.map(({ name: n }) => ({ n }))]}
      >
        {categories.map((category, at) => (
          <tr key={category} data-of={placeOf(at)}>
            <th scope="row">{category}</th>
            {series.map(({ name, is, values }) => {
              const value = values[at];
              if (value === undefined) return <td key={name} class="n" />;
              return <Amount key={name} is={is} of={value} label={name} />;
            })}
          </tr>
        ))}
      </FiguresTable>
    </details>
  );
}

/** Each height stacked on those before it. */
function stacked(heights: readonly number[]): readonly { readonly from: number; readonly to: number }[] {
  const sum = (count: number) => heights.slice(0, count).reduce((total, height) => total + height, 0);
  return heights.map((_, at) => ({ from: sum(at), to: sum(at + 1) }));
}

const patternOf = (id: string, index: number) => `${id}-${index}`;
