import type { Person } from '../../access/person.entity.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import { dayInLondon, momentInWords } from '../../ground/london.js';
import { oneLine } from '../../ground/printable.js';
import type { ReadRows } from '../../ground/rows.js';
import { addDays, inWords, monthInWords, taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { bankDayOnOrBefore } from '../../journal/nouns/bank-days.js';
import type { Viewer } from '../../access/viewer.js';
import { clientWaits } from '../company/client-answers.js';
import { mustHaveSyncedSince, unsyncedSince } from './unsynced.js';
import { dueDayShown } from './hmrc-due.js';
import { runGroups } from '../lists/run-groups.js';
import { selectRuns } from '../lists/run-row.js';

/** What waits for someone, by company, and what falls due: counts and days, never a person's name or pay. */
export interface Digest {
  readonly companies: readonly CompanyDigest[];
  readonly due?: { readonly on: string; readonly month: string };
  /** The months about which a client asks, latest first: their answers are in one list. */
  readonly asks: readonly ClientMonth[];
}

interface ClientMonth {
  readonly year: number;
  readonly period: number;
}

interface CompanyDigest {
  readonly company: string;
  readonly needsYou: number;
  readonly ready: number;
  /** Months whose client asks something. */
  readonly clientAsks: number;
  /** Months whose client was asked and has not answered. */
  readonly clientSilent: number;
  /** 1 if it cannot be synced until someone acts. */
  readonly notSynced: number;
  /** If no sync has ended well within twice the schedule: since when. */
  readonly notSyncedSince?: Date;
}

const nothing = { needsYou: 0, ready: 0, clientAsks: 0, clientSilent: 0, notSynced: 0 } as const;

/** What a digest of this moment goes by: worked out once for all who get one. */
export const digestAt = (now: Date, syncCron: string) => ({
  today: dayInLondon(now),
  syncedSince: mustHaveSyncedSince(syncCron, now),
});

const dueWithinDays = 7;
const companiesMax = 50;

export async function digestFor(
  rows: ReadRows,
  person: Pick<Person, 'pay' | 'companies'>,
  { today, syncedSince }: ReturnType<typeof digestAt>,
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
  const byCompany = new Map<string, CompanyDigest>();
  const add = (company: string, what: keyof typeof nothing, count: number) => {
    const known = byCompany.get(company) ?? { company, ...nothing };
    byCompany.set(company, { ...known, [what]: known[what] + count });
  };
  for (const { company, state, runs } of found) add(company, state === 'ready' ? 'ready' : 'needsYou', Number(runs));
  const waits = await clientWaits(rows, person);
  for (const { company, says } of waits) add(company, says === 'asks' ? 'clientAsks' : 'clientSilent', 1);
  for (const company of await troubled(rows, person)) add(company, 'notSynced', 1);
  for (const { company, since } of await unsyncedSince(rows, syncedSince, person))
    byCompany.set(company, { ...(byCompany.get(company) ?? { company, ...nothing }), notSyncedSince: since });
  const companies = [...byCompany.values()].sort((a, b) => a.company.localeCompare(b.company, 'en'));
  const asking = waits.filter(({ says }) => says === 'asks');
  const asks = [...new Map(asking.map(({ year, period }) => [`${year} ${period}`, { year, period }])).values()];
  return { companies, due: await dueSoon(rows, person, today), asks };
}

/** Companies whose connection is broken: we cannot say that anything about them is well. */
async function troubled(rows: ReadRows, { companies }: Pick<Viewer, 'companies'>): Promise<readonly string[]> {
  const query = rows
    .createQueryBuilder()
    .select('c.name', 'name')
    .from(CompanyRow, 'c')
    .where(`c.problem IS NOT NULL AND c.life = 'working'`);
  onlyAmong(query, 'c.id', companies);
  return (await query.getRawMany<{ name: string }>()).map(({ name }) => name);
}

/** PAYE of the last tax month is due on its day, or on the bank working day before it. */
async function dueSoon(rows: ReadRows, viewer: Viewer, today: string): Promise<Digest['due']> {
  const ended = addDays(taxMonthRange(taxYearOf(today), taxMonthOf(today)).from, -1);
  const month = { year: taxYearOf(ended), period: taxMonthOf(ended) - 1 };
  const on = bankDayOnOrBefore(await dueDayShown(rows, viewer, month));
  if (on < today || on > addDays(today, dueWithinDays)) return undefined;
  return { on, month: monthInWords(month.year, month.period) };
}

export const needsAPerson = ({ companies }: Digest) => companies.length > 0;

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);

/** The text that is mailed and printed. */
export function digestInWords({ companies, due, asks }: Digest, publicUrl: string): string {
  const lines = companies
    .slice(0, companiesMax)
    .map(({ company, needsYou, ready, clientAsks, clientSilent, notSynced, notSyncedSince }) => {
      const counts = [
        notSynced > 0 ? 'cannot be synced' : '',
        notSyncedSince ? `nothing synced since ${momentInWords(notSyncedSince)}` : '',
        needsYou > 0 ? `${needsYou} to decide` : '',
        ready > 0 ? `${ready} ready to post` : '',
        clientAsks > 0 ? `the client asks about ${months(clientAsks)}` : '',
        clientSilent > 0 ? `the client has not answered about ${months(clientSilent)}` : '',
      ];
      return `${oneLine(company)}: ${counts.filter(Boolean).join(', ')}\n  ${publicUrl}/?${new URLSearchParams({ search: company })}`;
    });
  const more = companies.length - lines.length;
  return [
    lines.length === 0 ? 'Nothing needs you.' : `What needs you:\n\n${lines.join('\n')}`,
    ...(more > 0 ? [`And ${more} more companies.`] : []),
    ...asks.map(
      ({ year, period }) =>
        `What clients ask about ${monthInWords(year, period)}: ${publicUrl}/client-answers?${new URLSearchParams({ year: String(year), month: String(period + 1), state: 'asks' })}`,
    ),
    ...(due === undefined ? [] : [`PAYE for ${due.month} is due to HMRC by ${inWords(due.on)}.`]),
    `Month: ${publicUrl}/`,
  ].join('\n\n');
}
