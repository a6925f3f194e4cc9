import { today } from '../../ground/clock.js';
import { addDays, taxYearRange } from '../../journal/nouns/dates.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import { TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import { adoptSets } from '../keep/found.js';
import { yearsToLookAt } from './years.js';
import { lookAroundDays } from './look-for.js';

type Adopting = Pick<BooksAtWork, 'record' | 'ledger' | 'progress'>;

/** Adopts our own sets in the tax years that this sync looks at; returns those years. */
export async function adopt(books: Adopting): Promise<readonly number[]> {
  const years = await yearsToLookAt(books.record);
  const unseen = books.record.request.recheck ? years : await neverAdopted(books.record, years);
  if (unseen.length > 0) await adoptYears(books, unseen);
  return years;
}

async function neverAdopted({ db, company }: RecordAtWork, years: readonly number[]): Promise<readonly number[]> {
  const known = await db.read((rows) => rows.findBy(TaxYearRecord, { companyId: company.id }));
  const adopted = new Set(known.filter(({ adoptedAt }) => adoptedAt).map(({ year }) => year));
  return years.filter((year) => !adopted.has(year));
}

/**
 * On the first look at a tax year, and if verify found something, every set in the books with our prefix is recorded,
 * whatever it contains. So a lost database costs nothing: what is there is found, and not posted again.
 */
async function adoptYears({ record, ledger, progress }: Adopting, years: readonly number[]): Promise<void> {
  const { db, company, clock } = record;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  await progress({ step: 'adopting', year: first, done: 0, total: 0 });
  const [{ from }, { to }, now] = [taxYearRange(first), taxYearRange(last), today(clock)];
  const seen = await ledger.journalSets({ from, to: addDays(now > to ? now : to, lookAroundDays) });
  const postings = await db.read((rows) => rows.findBy(Posting, { companyId: company.id }));
  const recorded = new Set(postings.filter(isStanding).map(({ journalSet }) => journalSet));
  await adoptSets(
    record,
    seen.value.filter((set) => ownParts(company.prefix, set) && !recorded.has(set.url)),
  );
  await record.work(async (rows) => {
    const adoptedAt = await db.now(rows);
    const adopted = years.map((year) => ({ companyId: company.id, year, adoptedAt }));
    await rows.upsertAll(TaxYearRecord, adopted, ['companyId', 'year']);
  });
}
