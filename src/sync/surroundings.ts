import { readFact, writeFact } from '../ground/facts.js';
import { Chart } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import type { Person } from '../journal/pay-run.js';
import { peopleByPath } from '../books/wire.js';
import { type KeptSurroundings, surroundingsFact } from '../companies/surroundings.js';
import type { Rows } from '../ground/rows.js';
import type { BooksAtWork } from './books-at-work.js';

/** What the journal needs to know of a company besides its payroll; kept for a day, since it rarely changes. */
export interface Surroundings {
  readonly people: ReadonlyMap<string, Person>;
  readonly chart: Chart;
  readonly closed: readonly DateRange[];
  /** Asked just now and not stored yet. If absent, what is missing may have been added since. */
  readonly asked?: KeptSurroundings;
}

const lifetimeHours = 24;
const hourMs = 3_600_000;

export async function surroundings(books: BooksAtWork): Promise<Surroundings> {
  return (await readKept(books.db, books.company.id)) ?? freshSurroundings(books);
}

export async function freshSurroundings(books: BooksAtWork): Promise<Surroundings> {
  const asked = await ask(books);
  return { ...surroundingsOf(asked), asked };
}

async function ask({ service, clock }: BooksAtWork): Promise<KeptSurroundings> {
  const [people, chart, reports] = [await service.users(), await service.chart(), await service.finalAccounts()];
  const closed = reports
    .filter(({ isClosed }) => isClosed)
    .map((report) => ({ from: report.periodStartsOn, to: report.periodEndsOn }));
  return { at: clock.now().toISOString(), people, accounts: chart.accounts, closed };
}

export const keepSurroundings = (rows: Rows, companyId: string, asked: KeptSurroundings): Promise<void> =>
  writeFact(rows, surroundingsFact(companyId), JSON.stringify(asked));

/** As it was last asked, if not older than its lifetime. */
export async function readKept(db: BooksAtWork['db'], companyId: string): Promise<Surroundings | undefined> {
  const kept = await db.read((rows) => readFact(rows, surroundingsFact(companyId)));
  if (kept === undefined) return undefined;
  const stored = JSON.parse(kept) as KeptSurroundings;
  const ageMs = db.clock.now().getTime() - new Date(stored.at).getTime();
  return ageMs >= 0 && ageMs < lifetimeHours * hourMs ? surroundingsOf(stored) : undefined;
}

function surroundingsOf({ people, accounts, closed }: KeptSurroundings): Surroundings {
  return { people: peopleByPath(people), chart: new Chart(accounts), closed };
}
