import { halfOf } from '../../audit/amounts.js';
import { accountsOf, answerOf, type UrlOf } from '../../audit/answer.js';
import type { Audited } from '../../audit/audit.js';
import { isWrong } from '../../audit/judged.js';
import { laidOut, ours } from '../../audit/layout.js';
import type { DateRange } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { Person } from '../../journal/nouns/pay-run.js';
import { AuditRecord } from '../../record/audit.entity.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';

/** A tax year of one company, read and judged. */
export interface AuditedYear {
  readonly audited: Audited;
  readonly people: readonly Person[];
  /** Where the service lets nothing be dated; undefined where nothing is wrong. */
  readonly closed?: readonly DateRange[];
}

/** The addresses of people, as the books have them. */
export function urlsOf(people: readonly Person[]): UrlOf {
  const urls = new Map(people.map(({ path, url }) => [path, url]));
  return (path) => urls.get(path) ?? path;
}

/** Keeps the last answer of each tax year. It changes nothing of what is known of the pay runs. */
export async function keepAudit(
  { db, work, company }: RecordAtWork,
  year: number,
  { audited, people, closed }: AuditedYear,
): Promise<void> {
  const urlOf = urlsOf(people);
  const answer = answerOf(year, audited, urlOf);
  const should = {
    runs: audited.runs.map(({ run }) => accountsOf(laidOut(run.parts, ours), urlOf)),
    people: Object.fromEntries(people.map(({ url, firstName, lastName }) => [url, `${firstName} ${lastName}`.trim()])),
    ...(closed && { closed }),
  };
  await work(async (rows) => {
    const kept = { wrong: wrongIn(audited), misstated: Money.pence(misstatedIn(audited)), answer, should };
    const row = { companyId: company.id, year, readAt: await db.now(rows), ...kept };
    await rows.upsert(AuditRecord, row, ['companyId', 'year']);
  });
}

const wrongIn = ({ runs, other }: Audited): number => other.length + runs.filter(isWrong).length;

/** Among costs alone: what is owed and the profit are right. */
const onlyShown: readonly string[] = ['director_as_employee', 'employee_as_director'];

function misstatedIn({ causes, other }: Audited): bigint {
  const open = causes.filter(({ cause }) => !onlyShown.includes(cause));
  const inCauses = open.reduce((sum, { amount, corrected }) => sum + amount - corrected, 0n);
  return other.reduce((sum, { amounts }) => sum + halfOf(amounts), inCauses);
}
