import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { HmrcDuePage } from '../../../src/doors/review/hmrc-due/hmrc-due.page.js';
import { Money } from '../../../src/journal/nouns/money.js';
import type { HmrcDue } from '../../../src/views/month/hmrc-due.js';

const due = (company: string, dueOn: string, more: Partial<HmrcDue> = {}): HmrcDue => ({
  ...{ companyId: company, company, what: 'paye', month: { year: 2026, period: 6 }, dueOn, payBy: dueOn },
  amount: Money.parse('100.00'),
  ...more,
});
const ash = due('Ash', '2025-11-22');
const birch = due('Birch', '2025-11-22', { amount: Money.parse('50.00'), isSoFar: true });
const levy = due('Cedar', '2025-12-22', { what: 'levy' });
const hidden = due('Dale', '2025-12-22', { amount: undefined });

/** Heading and rows of the chart's table; undefined where there is no chart. */
function chartOf(dues: readonly HmrcDue[]) {
  const html = renderToString(h(HmrcDuePage, { dues, part: 0, today: '2025-12-22' }));
  const [, table] = /The figures<\/summary>(.*?)<\/table>/.exec(html) ?? [];
  const cells = (row: string) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);
  return table === undefined
    ? undefined
    : [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) => cells(row));
}

test('what is due is drawn by day, in the order of days, payroll that may grow apart', () => {
  expect(chartOf([levy, ash, birch])).toEqual([
    ['Due', 'PAYE', 'PAYE so far', 'levies, Class 1A and other'],
    ['Sat 22 Nov', '100.00', '50.00', ''],
    ['Mon 22 Dec', '', '', '100.00'],
  ]);
});

test('a day of which the viewer may not see all has no bar, and one day alone needs no chart', () => {
  const earlier = due('Elm', '2025-10-22');
  expect(chartOf([hidden, levy, ash, earlier])?.map((row) => row.join(' ').trim())).toEqual([
    'Due PAYE',
    'Wed 22 Oct 100.00',
    'Sat 22 Nov 100.00',
    'Mon 22 Dec',
  ]);
  expect(chartOf([hidden, levy, ash])).toBeUndefined();
});

test('a day that has passed is told as passed, and the day itself is not', () => {
  const html = renderToString(h(HmrcDuePage, { dues: [ash, levy], part: 0, today: '2025-12-22' }));
  const headings = [...html.matchAll(/<h2 id="due-[^>]*>([^<]*)/g)].map(([, words]) => words?.trim());
  expect(headings).toEqual(['Due Mon 22 Dec', 'Was due Sat 22 Nov 2025, 30 days ago']);
});

test('a thousand clients come in parts, in which each is once, and the sum is that of all', () => {
  const clients = Array.from({ length: 170 }, (_, index) => `Client ${String(index).padStart(3, '0')}`);
  const dues = [...clients.map((name) => due(name, '2025-12-22')), due('Late', '2025-11-22')];
  const pages = [0, 1, 2, 3].map((part) => renderToString(h(HmrcDuePage, { dues, part, today: '2025-12-01' })));
  const named = pages.slice(0, 3).flatMap((html) => [...html.matchAll(/>(Client \d+|Late)</g)].map(([, name]) => name));
  expect(named).toEqual([...clients, 'Late']);
  // A part that there is not is the last one.
  expect(pages[3]).toBe(pages[2]);
  for (const html of pages.slice(0, 3)) expect(html).toContain('17,000.00');
});
