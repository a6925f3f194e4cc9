import { LessThan } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { eraseThem } from '../acts/erasing/erasers.js';
import { peopleKept } from '../acts/erasing/people-kept.js';
import { othersIn, type Theirs } from '../acts/erasing/theirs.js';
import { CompanyRow } from '../companies/company.entity.js';
import { ConnectionRequest } from '../companies/connection-request.entity.js';
import { surroundingsFact } from '../companies/surroundings.js';
import { Fact } from '../ground/facts.js';
import { pathOf } from '../journal/nouns/pay-run.js';
import { KeptAnswer } from '../record/kept-answer.entity.js';
import { addDays, taxYearOf } from '../journal/nouns/dates.js';
import { keptFrom } from '../journal/nouns/kept-from.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { PostingLog } from '../record/log/posting-log.js';
import { noSet } from '../record/runs/write.entity.js';
import { SyncRecord } from '../record/runs/sync-record.entity.js';
import { forgetErrands } from './errands.js';
import { giveUpSyncs } from './left-syncs.js';
import { eraseRetiredNames } from './retired-names.js';
import { today } from '../ground/clock.js';

/** Rows of past syncs are kept this long; the log keeps what they did. */
const syncsKeptDays = 92;
const dayMs = 86_400_000;
/** No sync takes longer, and no queue keeps one longer. */
const syncDaysMax = 1;

/** Erases names and pay when the law no longer requires them; the log, which never held any, stays whole. */
export class Retention {
  constructor(
    private readonly db: Database,
    /** Counted from the end of the company's accounting period. */
    private readonly years: number,
  ) {}

  async erase(): Promise<void> {
    const endedBefore = new Date(this.db.clock.now().getTime() - syncsKeptDays * dayMs);
    const givenUpBefore = new Date(this.db.clock.now().getTime() - syncDaysMax * dayMs);
    await this.db.work(async (rows) => {
      await giveUpSyncs(this.db, rows, { queuedAt: LessThan(givenUpBefore) });
      await rows.delete(SyncRecord, { endedAt: LessThan(endedBefore) });
      const now = this.db.clock.now();
      await rows.delete(KeptAnswer, { expiresAt: LessThan(now) });
      await rows.delete(ConnectionRequest, { expiresAt: LessThan(now) });
      await forgetErrands(this.db, rows);
    });
    const day = today(this.db.clock);
    // The latest cut-off that any company can have: the one whose accounting year ended yesterday.
    const latest = keptFrom(day, this.years, addDays(day, -1).slice(5));
    for (const { id, yearEnd } of await this.db.read((rows) => companiesWithPayBefore(rows, latest)))
      await this.db.work((rows) => this.#eraseBefore(rows, id, keptFrom(day, this.years, yearEnd)));
    await eraseRetiredNames(this.db, new Date(keptFrom(day, this.years, null)));
    await this.db.forgetErased();
  }

  async #eraseBefore(rows: Rows, companyId: string, before: string): Promise<void> {
    const theirs = await everybodyBefore(rows, companyId, before);
    const carries = await eraseThem(rows, theirs);
    if (theirs.haveAllLeft) await rows.delete(Fact, { name: surroundingsFact(companyId) });
    if (carries.length === 0) return;
    // The log carries the erased rows' new hashes; without them each row would look tampered with.
    await new PostingLog(this.db).append(rows, {
      companyId,
      trigger: 'schedule',
      actor: 'schedule',
      act: 'erase',
      outcome: 'done',
      answer: `names and pay from before ${before}`,
      carries,
    });
  }
}

/** Everything kept of the pay runs before a day. */
async function everybodyBefore(rows: ReadRows, companyId: string, before: string): Promise<Theirs> {
  const all = await rows.findBy(PayRunRecord, { companyId });
  const [old, later] = [all.filter(({ datedOn }) => datedOn < before), all.filter(({ datedOn }) => datedOn >= before)];
  const company = await rows.findOneByOrFail(CompanyRow, { id: companyId });
  const { connectionId } = company;
  const kept = (await peopleKept(rows, companyId, all)).map((person) => ({ ...person, paths: [...person.paths] }));
  const [usersOld, usersLater] = [usersOf(old), usersOf(later)];
  const paid = kept.filter(
    ({ paths, paidOn }) => paths.some((path) => usersOld.has(path)) || paidOn.some((day) => day < before),
  );
  const stay = kept.filter(
    ({ paths, paidOn }) => paths.some((path) => usersLater.has(path)) || paidOn.some((day) => day >= before),
  );
  const tags = new Set(old.map(({ tag }) => tag));
  return {
    companyId,
    connectionId,
    tags,
    paying: tags,
    until: addDays(before, -1),
    everybody: true,
    stay: new Set(stay.flatMap(({ paths }) => paths)),
    haveAllLeft: stay.length === 0 && !later.some(isPayroll),
    names: paid.flatMap(({ names }) => names),
    others: othersIn(company),
    paths: new Set(paid.flatMap(({ paths }) => paths)),
  };
}

const usersOf = (runs: readonly PayRunRecord[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ mapped }) => mapped?.paid ?? []).map(({ user }) => pathOf(user)));

const isPayroll = ({ kind }: PayRunRecord): boolean => kind === 'payroll';

const noSetText = JSON.stringify(noSet);

async function companiesWithPayBefore(
  rows: ReadRows,
  before: string,
): Promise<readonly { readonly id: string; readonly yearEnd: string | null }[]> {
  const place = rows.kind === 'postgres' ? (at: number) => `$${at}` : () => '?';
  return rows.query(
    `SELECT c.id, c.accounting_year_end AS "yearEnd" FROM companies c WHERE
      EXISTS (SELECT 1 FROM pay_periods p WHERE p.company_id = c.id AND p.dated_on < ${place(1)} AND p.document IS NOT NULL)
      OR EXISTS (SELECT 1 FROM postings p WHERE p.company_id = c.id AND p.dated_on < ${place(2)} AND (p.lines <> '[]' OR p.roles <> '{}'))
      OR EXISTS (SELECT 1 FROM writes w WHERE w.company_id = c.id AND w.dated_on < ${place(3)} AND (w.target <> ${place(4)} OR w.roles <> '{}'))
      OR EXISTS (SELECT 1 FROM payroll_files f WHERE f.company_id = c.id AND f.year <= ${place(5)} AND f.kind <> 'eps' AND f.taken <> '[]')
      ORDER BY c.id`,
    [before, before, before, noSetText, taxYearOf(before)],
  );
}
