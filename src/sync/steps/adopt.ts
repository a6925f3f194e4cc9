import { today } from '../../ground/clock.js';
import { addDays, taxYearRange } from '../../journal/dates.js';
import { ownParts } from '../../journal/own-parts.js';
import { TaxYearRecord } from '../../record/pay-period.entity.js';
import { isStanding, Posting } from '../../record/posting.entity.js';
import type { BooksAtWork } from '../books-at-work.js';
import { adoptSets } from '../found.js';
import { yearsToLookAt } from '../years.js';
import { lookAroundDays } from './look-for.js';

/** Adopts our own sets in the tax years that this sync looks at; returns these years. */
export async function adopt(books: BooksAtWork): Promise<readonly number[]> {
  const years = await yearsToLookAt(books);
  for (const year of years) {
    await books.progress({ step: 'adopting', year, done: 0, total: 0 });
    await adoptYear(books, year);
  }
  return years;
}

/**
 * On the first look at a tax year, and if verify found something, every set in the books with our prefix is recorded,
 * whatever it contains. So a lost database costs nothing: what is there is found, and not posted again.
 */
async function adoptYear(books: BooksAtWork, year: number): Promise<void> {
  const { db, company, service, clock, request } = books;
  const known = await db.read((rows) => rows.findOneBy(TaxYearRecord, { companyId: company.id, year }));
  if (known?.adoptedAt && !request.recheck) return;
  const range = taxYearRange(year);
  const now = today(clock);
  const until = now > range.to ? now : range.to;
  const seen = await service.journalSets({ from: range.from, to: addDays(until, lookAroundDays) });
  const postings = await db.read((rows) => rows.findBy(Posting, { companyId: company.id }));
  const recorded = new Set(postings.filter(isStanding).map(({ journalSet }) => journalSet));
  await adoptSets(
    books,
    seen.value.filter((set) => ownParts(company.prefix, set) && !recorded.has(set.url)),
  );
  await db.work(async (rows) => {
    const adoptedAt = await db.now(rows);
    await rows.upsert(TaxYearRecord, { companyId: company.id, year, adoptedAt }, ['companyId', 'year']);
  });
}
