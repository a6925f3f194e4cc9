import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Money } from '../../../src/journal/nouns/money.js';
import { BarChart } from '../../../src/doors/review/frame/bar-chart.js';

const money = (text: string) => Money.parse(text);
const shown = renderToString(
  h(BarChart, {
    id: 'cost',
    title: 'Cost of Ash Ltd by month',
    heading: 'Month',
    is: 'month',
    categories: ['Apr', 'May'],
    at: (period) => `2026-0${period}`,
    series: [
      { name: 'Salaries', values: [money('3000.00'), money('1000.00')] },
      { name: 'Pensions', values: [money('1000.00'), undefined] },
    ],
    compared: { name: 'The year before', values: [money('4000.00'), undefined] },
  }),
);
const numbers = (pattern: RegExp) => [...shown.matchAll(pattern)].map(([, number]) => Number(number));

test('series are stacked to scale, each filled by a pattern of its own', () => {
  const [salaries = 0, pensions = 0, may = 0] = numbers(
    /<rect fill="url\(#cost-\d\)" x="[^"]*" width="[^"]*" y="[^"]*" height="([^"]*)"/g,
  );
  expect(salaries / pensions).toBeCloseTo(3);
  expect(may).toBeCloseTo(pensions);
  const patterns = [...shown.matchAll(/<pattern id="(cost-\d)".*?<path class="hatch"([^>]*)>/g)];
  expect(patterns.map(([, id]) => id)).toEqual(['cost-0', 'cost-1']);
  expect(new Set(patterns.map(([, , lines]) => lines)).size).toBe(2);
});

test('a comparison is a line across the bar, where there is one', () => {
  const [april] = numbers(/<line class="compared" x1="[^"]*" x2="[^"]*" y1="([^"]*)"/g);
  const tops = numbers(/<rect fill="url\(#cost-\d\)" x="[^"]*" width="[^"]*" y="([^"]*)"/g);
  expect(april).toBeCloseTo(Math.min(...tops));
  expect(shown.match(/<line class="compared" x1/g)).toHaveLength(1);
});

test('a screen reader hears what it shows, and finds the figures in a table', () => {
  expect(shown).toMatch(/aria-labelledby="cost-title cost-desc"><title id="cost-title">Cost of Ash Ltd by month/);
  const cells = [...shown.matchAll(/<td class="n"[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(cells).toEqual(['3,000.00', '1,000.00', '4,000.00', '1,000.00', '', '']);
});
