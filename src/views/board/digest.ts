import type { Person } from '../../access/person.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { addDays, inWords, monthInWords, taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/dates.js';
import { bankDayOnOrBefore } from '../../journal/bank-days.js';
import type { Viewer } from '../../access/viewer.js';
import { dueDayShown } from './hmrc-due.js';
import { runGroups } from '../run/run-groups.js';
import { selectRuns } from '../run/run-row.js';

/** What waits for somebody, by company, and what falls due: counts and days, never a person's name or pay. */
export interface Digest {
  readonly companies: readonly { readonly company: string; readonly needsYou: number; readonly ready: number }[];
  readonly due?: { readonly on: string; readonly month: string };
}

const dueWithinDays = 7;
const companiesMax = 50;

export async function digestFor(
  rows: ReadRows,
  person: Pick<Person, 'pay' | 'companies'>,
  today: string,
): Promise<Digest> {
  const found = await selectRuns(rows, person)
    .select('c.name', 'company')
    .addSelect('r.state', 'state')
    .addSelect('COUNT(*)', 'runs')
    .andWhere('r.state IN (:...waiting)', { waiting: [...runGroups.needsYou, ...runGroups.ready] })
    .groupBy('c.name')
    .addGroupBy('r.state')
    .orderBy('c.name')
    .getRawMany<{ company: string; state: string; runs: number | string }>();
  const byCompany = new Map<string, { company: string; needsYou: number; ready: number }>();
  for (const { company, state, runs } of found) {
    const known = byCompany.get(company) ?? { company, needsYou: 0, ready: 0 };
    const what = state === 'ready' ? 'ready' : 'needsYou';
    byCompany.set(company, { ...known, [what]: known[what] + Number(runs) });
  }
  return { companies: [...byCompany.values()], due: await dueSoon(rows, person, today) };
}

/** PAYE of the last tax month is due on its day, or on the bank working day before it. */
async function dueSoon(rows: ReadRows, viewer: Viewer, today: string): Promise<Digest['due']> {
  const ended = addDays(taxMonthRange(taxYearOf(today), taxMonthOf(today)).from, -1);
  const month = { year: taxYearOf(ended), period: taxMonthOf(ended) - 1 };
  const on = bankDayOnOrBefore(await dueDayShown(rows, viewer, month));
  if (on < today || on > addDays(today, dueWithinDays)) return undefined;
  return { on, month: monthInWords(month.year, month.period) };
}

export const needsSomebody = ({ companies }: Digest) => companies.some(({ needsYou, ready }) => needsYou + ready > 0);

/** The text that is mailed and printed. */
export function digestInWords({ companies, due }: Digest, publicUrl: string): string {
  const lines = companies.slice(0, companiesMax).map(({ company, needsYou, ready }) => {
    const counts = [needsYou > 0 ? `${needsYou} to decide` : '', ready > 0 ? `${ready} ready to post` : ''];
    return `${company}: ${counts.filter(Boolean).join(', ')}\n  ${publicUrl}/?${new URLSearchParams({ search: company })}`;
  });
  const more = companies.length - lines.length;
  return [
    lines.length === 0 ? 'Nothing needs you.' : `What needs you:\n\n${lines.join('\n')}`,
    ...(more > 0 ? [`And ${more} more companies.`] : []),
    ...(due === undefined ? [] : [`PAYE for ${due.month} is due to HMRC by ${inWords(due.on)}.`]),
    `The board: ${publicUrl}/`,
  ].join('\n\n');
}
