import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { HmrcDuePage } from '../../../src/doors/review/hmrc-due/hmrc-due.page.js';
import { Money } from '../../../src/journal/nouns/money.js';
import type { HmrcDue } from '../../../src/views/month/hmrc-due.js';

const due = (company: string, dueOn: string, more: Partial<HmrcDue> = {}): HmrcDue => ({
  ...{
    id: 'paye 2026-07',
    companyId: company,
    company,
    what: 'paye',
    month: { year: 2026, period: 6 },
    dueOn,
    payBy: dueOn,
  },
  amount: Money.parse('100.00'),
  ...more,
});
const ash = due('Ash', '2025-11-22');
const birch = due('Birch', '2025-11-22', { amount: Money.parse('50.00'), isSoFar: true });
const levy = due('Cedar', '2025-12-22', { what: 'levy' });
const hidden = due('Dale', '2025-12-22', { amount: undefined });

/** Heading and rows of the chart's table; undefined where there is no chart. */
function chartOf(dues: readonly HmrcDue[]) {
  const html = renderToString(h(HmrcDuePage, { dues, part: 0, today: '2025-12-22', mayTick: false }));
  const [, table] = /The figures<\/summary>(.*?)<\/table>/.exec(html) ?? [];
  const cells = (row: string) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);
  return table === undefined
    ? undefined
    : [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) => cells(row));
}

test('what is due is drawn by day, in the order of days, payroll that may grow apart', () => {
  expect(chartOf([levy, ash, birch])).toEqual([
    ['Due', 'PAYE', 'PAYE so far', 'levies, Class 1A and other'],
    ['Fri 21 Nov', '100.00', '50.00', ''],
    ['Mon 22 Dec', '', '', '100.00'],
  ]);
});

test('a day of which the viewer may not see all has no bar, and one day alone needs no chart', () => {
  const earlier = due('Elm', '2025-10-22');
  expect(chartOf([hidden, levy, ash, earlier])?.map((row) => row.join(' ').trim())).toEqual([
    'Due PAYE',
    'Wed 22 Oct 100.00',
    'Fri 21 Nov 100.00',
    'Mon 22 Dec',
  ]);
  expect(chartOf([hidden, levy, ash])).toBeUndefined();
});

test('a day that has passed is told as passed, and the day itself is not', () => {
  const html = renderToString(h(HmrcDuePage, { dues: [ash, levy], part: 0, today: '2025-12-22', mayTick: false }));
  const headings = [...html.matchAll(/<h2 id="due-[^>]*>([^<]*)/g)].map(([, words]) => words?.trim());
  expect(headings).toEqual(['Due by Mon 22 Dec', 'Was due by Fri 21 Nov, or Sat 22 Nov by Faster Payments']);
});

test('what is not filed yet has no amount, and hides no other', () => {
  const unfiled = due('Fir', '2025-12-22', { amount: undefined, isSoFar: true, isUnfiled: true });
  const html = renderToString(
    h(HmrcDuePage, { dues: [ash, levy, unfiled], part: 0, today: '2025-12-01', mayTick: true }),
  );
  const [, row = ''] = />Fir<(.*?)<\/tr>/.exec(html) ?? [];
  expect(row).toContain('>not filed yet<');
  expect(row).not.toMatch(/\d\.\d\d/);
  expect(row).not.toContain('type="checkbox"');
  expect(html).toMatch(/All 2, so far.*?100\.00/);
  expect(chartOf([ash, levy, unfiled])?.at(-1)).toEqual(['Mon 22 Dec', '', '100.00']);
  expect(chartOf([ash, unfiled])).toBeUndefined();
});

test('a thousand clients come in parts, in which each is once, and the sum is that of all', () => {
  const clients = Array.from({ length: 170 }, (_, index) => `Client ${String(index).padStart(3, '0')}`);
  const dues = [...clients.map((name) => due(name, '2025-12-22')), due('Late', '2025-11-22')];
  const pages = [0, 1, 2, 3].map((part) =>
    renderToString(h(HmrcDuePage, { dues, part, today: '2025-12-01', mayTick: false })),
  );
  const named = pages.slice(0, 3).flatMap((html) => [...html.matchAll(/>(Client \d+|Late)</g)].map(([, name]) => name));
  expect(named).toEqual([...clients, 'Late']);
  // A part that there is not is the last one.
  expect(pages[3]).toBe(pages[2]);
  for (const html of pages.slice(0, 3)) expect(html).toContain('17,000.00');
});
