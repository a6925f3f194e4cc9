import { readFact, writeFact } from '../ground/facts.js';
import { Chart } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import type { Person } from '../journal/pay-run.js';
import { peopleByPath } from '../books/wire.js';
import { type KeptSurroundings, surroundingsFact } from '../companies/surroundings.js';
import type { Database } from '../ground/database.js';
import type { Session } from './session.js';

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

export async function surroundings(session: Session, options: { fresh: boolean }): Promise<Surroundings> {
  const kept = options.fresh ? undefined : await readKept(session.db, session.company.id);
  return kept ?? surroundingsOf(await ask(session), false);
}

async function ask(session: Session): Promise<KeptSurroundings> {
  const { books, db, company } = session;
  const [people, chart, reports] = [await books.users(), await books.chart(), await books.finalAccounts()];
  const closed = reports
    .filter((report) => closedStatuses.includes(report.filingStatus))
    .map((report) => ({ from: report.periodStartsOn, to: report.periodEndsOn }));
  const stored: KeptSurroundings = { at: session.clock.now().toISOString(), people, accounts: chart.accounts, closed };
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
