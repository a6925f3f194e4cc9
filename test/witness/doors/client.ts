import { amountsOn, penceOf } from '../page.js';
import { monthAt, type Said } from '../said.js';
import type { Doors } from './open.js';

interface Month {
  readonly year: number;
  readonly period: number;
}

/** What a client is asked to approve for a month, as the link shows it. */
export async function readClientPage(doors: Doors, month: Month): Promise<readonly Said[]> {
  const link = `/api/companies/${doors.companyId}/client-links`;
  const asked = await doors.post<{ url: string }>(link, { year: month.year, period: month.period });
  // Nothing of the month can be approved: no run has figures.
  if (asked === undefined) return [];
  const { url } = asked;
  const html = await doors.page(new URL(url).pathname);
  const [of, door] = [monthAt(month), 'client’s approval'];
  const all = amountsOn(html);
  const paid = all.filter(({ is }) => is === 'payment');
  const sum = (wanted: (to: string) => boolean) =>
    paid.filter((one) => wanted(one.of)).reduce((total, { text }) => total + penceOf(text), 0);
  const hmrc = paid.filter((one) => one.of.startsWith('HMRC, PAYE, NI and student loans'));
  return [
    ...hmrc.map(({ text }) => ({ is: 'hmrc.due', of, says: penceOf(text), door })),
    { is: 'month.net', of, says: sum((to) => to.includes(', Net pay')), door },
    { is: 'month.pension', of, says: sum((to) => to.startsWith('Pension provider,')), door },
    ...all.filter(({ is }) => is === 'payments').map(({ text }) => ({ is: 'payments', of, says: penceOf(text), door })),
    { is: 'payments', of, says: sum(() => true), door: `${door}, added up` },
  ];
}
