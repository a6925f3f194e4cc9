import { readFact, writeFact } from '../ground/facts.js';
import { Chart } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import type { Person } from '../journal/pay-run.js';
import { peopleByPath } from '../books/wire.js';
import { type KeptSurroundings, surroundingsFact } from '../companies/surroundings.js';
import type { Database } from '../ground/database.js';
import type { BooksAtWork } from './books-at-work.js';

/** What the journal needs to know of a company beside its payroll; kept for a day, since it rarely changes. */
export interface Surroundings {
  readonly people: ReadonlyMap<string, Person>;
  readonly chart: Chart;
  readonly closed: readonly DateRange[];
  /** It came from the cache, so what is missing in it may be there by now. */
  readonly mayBeOld: boolean;
}

const lifetimeHours = 24;
const hourMs = 3_600_000;
const closedStatuses: readonly string[] = ['pending', 'filed', 'marked_as_filed'];

export async function surroundings(books: BooksAtWork, options: { fresh: boolean }): Promise<Surroundings> {
  const kept = options.fresh ? undefined : await readKept(books.db, books.company.id);
  return kept ?? surroundingsOf(await ask(books), false);
}

async function ask(books: BooksAtWork): Promise<KeptSurroundings> {
  const { service, db, company, clock } = books;
  const [people, chart, reports] = [await service.users(), await service.chart(), await service.finalAccounts()];
  const closed = reports
    .filter((report) => closedStatuses.includes(report.filingStatus))
    .map((report) => ({ from: report.periodStartsOn, to: report.periodEndsOn }));
  const stored: KeptSurroundings = { at: clock.now().toISOString(), people, accounts: chart.accounts, closed };
  await db.work((em) => writeFact(em, surroundingsFact(company.id), JSON.stringify(stored)));
  return stored;
}

/** As it was last asked for, within its lifetime. */
export async function readKept(db: Database, companyId: string): Promise<Surroundings | undefined> {
  const kept = await db.read((em) => readFact(em, surroundingsFact(companyId)));
  if (kept === undefined) return undefined;
  const stored = JSON.parse(kept) as KeptSurroundings;
  const ageMs = db.clock.now().getTime() - new Date(stored.at).getTime();
  return ageMs >= 0 && ageMs < lifetimeHours * hourMs ? surroundingsOf(stored, true) : undefined;
}

function surroundingsOf({ people, accounts, closed }: KeptSurroundings, mayBeOld: boolean): Surroundings {
  return { people: peopleByPath(people), chart: new Chart(accounts), closed, mayBeOld };
}
