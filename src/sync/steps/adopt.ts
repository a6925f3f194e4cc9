import { addDays, taxYearRange } from '../../journal/dates.js';
import { isStanding, Posting } from '../../record/posting.entity.js';
import { TaxYearRecord } from '../../record/pay-period.entity.js';
import { partsOf } from '../content.js';
import { recordSet } from '../record.js';
import { type Session, today } from '../session.js';
import { lookAroundDays } from './look-for.js';

/**
 * At the first sight of a tax year, and where verify found something: every set in the books that bears our prefix is
 * recorded, whatever it contains. So a lost database costs nothing: what is there is found, and not posted again.
 */
export async function adoptYear(session: Session, year: number): Promise<void> {
  const { db, company } = session;
  const known = await db.read((em) => em.findOneBy(TaxYearRecord, { companyId: company.id, year }));
  if (known?.adoptedAt && !session.request.recheck) return;
  const range = taxYearRange(year);
  const now = today(session.clock);
  const until = now > range.to ? now : range.to;
  const seen = await session.books.journalSets({ from: range.from, to: addDays(until, lookAroundDays) });
  const postings = await db.read((em) => em.findBy(Posting, { companyId: company.id }));
  const recorded = new Set(postings.filter(isStanding).map(({ journalSet }) => journalSet));
  for (const set of seen.value) {
    if (partsOf(company.prefix, set) && !recorded.has(set.url)) await recordSet(session, set);
  }
  await db.work(async (em) => {
    const adoptedAt = await db.now(em);
    await em.upsert(TaxYearRecord, { companyId: company.id, year, adoptedAt }, ['companyId', 'year']);
  });
}
