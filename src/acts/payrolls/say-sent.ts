import type { Company } from '../../companies/company.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { today } from '../../ground/clock.js';
import { readFact } from '../../ground/facts.js';
import { problem } from '../../ground/problem.js';
import { isDate, taxYearInWords, taxYearOf } from '../../journal/nouns/dates.js';
import type { Money } from '../../journal/nouns/money.js';
import { sentByOf } from '../../journal/paye/due-days.js';
import { schemeYear } from '../../journal/paye/scheme-year.js';
import type { HmrcEntry } from '../../journal/policy/hmrc-account.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';
import { schemeMonth, termsOf } from '../../record/runs/scheme-month.js';
import type { TakenFile } from '../../payrolls/files/kept-file.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { changePolicy } from '../companies/change-policy.js';
import { type PreviewTools, recordedYear, yearWith } from './year-mapped.js';

type Tools = CompanyTools & PreviewTools;

interface SaySent {
  readonly who: Who;
  /** Of what came until this moment, files that are not named below were sent to HMRC in time. */
  readonly until: string;
  /** The ids of those that were sent after the 19th of their month, all on one day. */
  readonly late: readonly string[];
  readonly on?: string;
  readonly reason: string;
}

/**
 * Which of the files that came after the 19th of their month were sent to HMRC after it too. What they change of a month
 * is worked out, and never restates a payment whose day had passed by then: October's EPS of 184.00, sent on 28
 * November, leaves October's payment as it was and is a credit of the next.
 */
export async function saySent(tools: Tools, seen: Company, { late, on, until, ...act }: SaySent): Promise<Changed> {
  const entries = late.length === 0 ? [] : await lateEntries(tools, seen, { late, on: dayGiven(tools, seen, on) });
  const year = taxYearInWords(taxYearOf(until.slice(0, 10)));
  const others = seen.policy.hmrcAccount.filter(({ what }) => what !== 'sent_said');
  const hmrcAccount = [...others, ...entries, { what: 'sent_said', year, on: until }];
  return changePolicy(tools, seen, { ...act, policy: { ...seen.policy, hmrcAccount } });
}

function dayGiven({ database }: Tools, { name }: Company, on: string | undefined): string {
  if (on !== undefined && isDate(on) && on <= today(database.clock)) return on;
  throw problem('file-refused', {
    detail: `${name}: the day on which files were sent to HMRC is a date, and none to come. Nothing was changed.`,
    todo: 'Say on which day they were sent, such as 2025-11-24.',
  });
}

interface Late {
  readonly late: readonly string[];
  readonly on: string;
}

async function lateEntries(tools: Tools, company: Company, { late, on }: Late): Promise<readonly HmrcEntry[]> {
  const ids = new Set(late);
  const entries: HmrcEntry[] = [];
  // What is sent after a tax year may be about that year.
  for (const year of [taxYearOf(on) - 1, taxYearOf(on)]) {
    const files = await tools.database.read((rows) => filesOfYear(rows, company.id, year));
    if (!files.some(({ id }) => ids.has(id))) continue;
    const without = await totalsOf(tools, company, year, files.filter(({ id }) => !ids.has(id))); // biome-ignore format: one line
    for (const [period, total] of await totalsOf(tools, company, year, files)) {
      const before = without.get(period);
      const more = before === undefined ? total : total.minus(before);
      if (more.isZero() || on <= sentByOf({ year, period }, company.policy.controls)) continue;
      const what = more.isNegative() ? 'late_less' : 'late_more';
      entries.push({ what, year: taxYearInWords(year), month: period + 1, on, amount: more.abs().toString() });
    }
  }
  return entries;
}

/** What each month comes to by these files. */
async function totalsOf(
  tools: Tools,
  company: Company,
  year: number,
  files: readonly TakenFile[],
): Promise<ReadonlyMap<number, Money>> {
  const kept = await tools.database.read((rows) => readFact(rows, surroundingsFact(company.id)));
  const known = kept === undefined ? undefined : (JSON.parse(kept) as KeptSurroundings);
  const { periods } = await yearWith(await recordedYear(tools, company, year), known, files);
  const around = { policy: company.policy, payments: [], adjusted: [] };
  const terms = termsOf(company.policy, { year, type: company.type });
  const months = periods.map((row) => schemeMonth(row, around));
  return new Map(schemeYear(months, terms).months.map(({ period, total }) => [period, total]));
}
