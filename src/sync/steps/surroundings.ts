import type { Books } from '../../books/books.js';
import { readFact } from '../../ground/facts.js';
import { Chart } from '../../journal/nouns/chart.js';
import type { DateRange } from '../../journal/nouns/dates.js';
import type { Person } from '../../journal/nouns/pay-run.js';
import { peopleByPath } from '../../payrolls/service/wire.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';

/** What the journal needs to know of a company besides its payroll. Kept for a day, since it rarely changes. */
export interface Surroundings {
  readonly people: ReadonlyMap<string, Person>;
  readonly chart: Chart;
  readonly closed: readonly DateRange[];
  /** As they are stored, or will be. */
  readonly kept: KeptSurroundings;
  /**
   * What was read just now and is not stored yet. Unless everything was read, what is missing may have been added
   * since.
   */
  readonly asked?: 'all' | 'people';
}

type Around = Pick<BooksAtWork, 'record' | 'ledger' | 'payroll'>;

const lifetimeHours = 24;
const hourMs = 3_600_000;

export async function surroundings(books: Around): Promise<Surroundings> {
  const known = await readKept(books.record.db, books.record.company.id);
  // A person who has everything read again may just have added the account that was refused.
  const isOld = books.record.request.full === true && known?.kept.readBy !== books.record.syncId;
  return known === undefined || isOld ? freshSurroundings(books) : known;
}

export async function freshSurroundings(books: Around): Promise<Surroundings> {
  return { ...surroundingsOf(await ask(books)), asked: 'all' };
}

/**
 * The roles of a posted run are kept with it, and so is any mistake in them: so we take the roles of now, not of this
 * morning. Closed accounts may be older, since the service refuses a date in a locked period.
 */
export async function withPeopleNow({ record, payroll }: Around, { kept }: Surroundings): Promise<Surroundings> {
  const people = await payroll.people();
  return { ...surroundingsOf({ ...kept, people, peopleReadBy: record.syncId }), asked: 'people' };
}

async function ask({ record: { clock, syncId }, ledger, payroll }: Around): Promise<KeptSurroundings> {
  const [people, chart, closed] = [await payroll.people(), await ledger.chart(), await closedRanges(ledger)];
  return {
    at: clock.now().toISOString(),
    readBy: syncId,
    peopleReadBy: syncId,
    people,
    accounts: chart.accounts,
    closed,
  };
}

/** Where the service lets nothing be dated. */
export async function closedRanges(ledger: Books): Promise<readonly DateRange[]> {
  return (await ledger.finalAccounts())
    .filter(({ isClosed }) => isClosed)
    .map((report) => ({ from: report.periodStartsOn, to: report.periodEndsOn }));
}

/** The last answer, if it is not past its lifetime. */
export async function readKept(db: RecordAtWork['db'], companyId: string): Promise<Surroundings | undefined> {
  const kept = await db.read((rows) => readFact(rows, surroundingsFact(companyId)));
  if (kept === undefined) return undefined;
  const stored = JSON.parse(kept) as KeptSurroundings;
  const ageMs = db.clock.now().getTime() - new Date(stored.at).getTime();
  return ageMs >= 0 && ageMs < lifetimeHours * hourMs ? surroundingsOf(stored) : undefined;
}

function surroundingsOf(kept: KeptSurroundings): Surroundings {
  const { people, accounts, closed } = kept;
  return { people: peopleByPath(people), chart: new Chart(accounts), closed, kept };
}
