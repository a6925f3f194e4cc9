import { IsNull, Not } from 'typeorm';
import { accountsOf } from '../../audit/accounts-of.js';
import type { Adjustment } from '../../audit/adjustments.js';
import { adjustmentsIn } from '../../audit/adjustments-in.js';
import { audit, type Audited } from '../../audit/audit.js';
import type { Movement } from '../../audit/movements.js';
import { gathered } from '../../audit/amounts.js';
import { type AuditRun, type Part, runsOf } from '../../audit/run.js';
import { type BookedSet, bookedSet } from '../../audit/set.js';
import { NotFound } from '../../books/errors.js';
import type { JournalSet } from '../../books/journal-set.js';
import { addDays, type DateRange, taxMonthRange, taxYearRange, within } from '../../journal/nouns/dates.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { adjustmentIn } from '../../journal/nouns/adjustment.js';
import { Money } from '../../journal/nouns/money.js';
import { type PayPeriod, pathOf, type Person } from '../../journal/nouns/pay-run.js';
import { isUnfiled, type ListedYear } from '../../payrolls/source.js';
import { peopleByPath } from '../../payrolls/service/wire.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { AuditedYear } from '../keep/keep-audit.js';
import { rulesFor, type RulesRecord } from './map-runs.js';

/** A set this long before a tax year, or a pay run, may belong to what is on the other side of its first day. */
const aroundDays = 62;
const months = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * What others posted for a tax year. Reads payroll, the journal sets of the year and its trial balance. Only where these
 * do not agree it looks around: at the years on either side, whose journals may be dated in this one, and at single
 * months. Nothing is written to the books.
 */
export async function auditBooks(books: BooksAtWork, year: number): Promise<AuditedYear> {
  const span = taxYearRange(year);
  const read = new YearsRead(books, await books.payroll.people());
  const runs = await read.runs(year);
  const sets = await read.sets(span);
  const given = {
    year,
    ...(await read.known()),
    ...accountsOf(books.record.company.policy),
    adjustments: await read.adjustments(year),
  };
  const first = audit({ ...given, runs, sets, movements: [await read.movement(span)] });
  if (isAllRight(first)) return { audited: first, people: read.people };
  const near = { from: addDays(span.from, -aroundDays), to: yearAfter(span.to, given.accountingYearEnd) };
  const around = [
    ...(await read.runs(year - 1)).filter(({ datedOn }) => datedOn >= near.from),
    ...runs,
    ...(await read.runs(year + 1)),
  ];
  const all = await read.sets(near);
  const wide = audit({ ...given, runs: around, sets: all });
  const own = ofYear(wide, all, year, span);
  const movements: Movement[] = [];
  for (const range of months.map((month) => taxMonthRange(year, month))) movements.push(await read.movement(range));
  return { audited: audit({ ...given, runs, sets: own, movements }), people: read.people };
}

const isAllRight = ({ runs, other }: Audited): boolean =>
  other.length === 0 && runs.every(({ verdict }) => verdict === 'right' || verdict === 'not_judged');

/** The sets that are this year's: what its pay runs have, what corrects them, and what is dated in it and no other year's. */
function ofYear({ runs }: Audited, sets: readonly BookedSet[], year: number, span: DateRange): readonly BookedSet[] {
  const taken = new Map(
    runs.flatMap(({ run, sets: own, causes }) => [
      ...own.map((set) => [set.url, run.year] as const),
      ...causes.flatMap(({ correctedBy }) => (correctedBy === undefined ? [] : [[correctedBy, run.year] as const])),
    ]),
  );
  return sets.filter((set) => {
    const of = taken.get(set.url);
    return of === undefined ? within(set.datedOn, span) : of === year;
  });
}

/** The last day of the accounting year after the one that a day is in. */
function yearAfter(day: string, yearEnd = '03-31'): string {
  const ends = yearEnd === '02-29' ? '02-28' : yearEnd;
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) > ends ? year + 2 : year + 1}-${ends}`;
}

/** What was read of payroll and books, each once. */
class YearsRead {
  readonly #people: ReadonlyMap<string, Person>;
  readonly #lists = new Map<number, Pick<ListedYear, 'periods' | 'payments'>>();
  readonly #years = new Map<number, readonly PayPeriod[]>();
  #rules: RulesRecord | undefined;
  #done = 0;

  constructor(
    private readonly books: BooksAtWork,
    readonly people: readonly Person[],
  ) {
    this.#people = peopleByPath(people);
  }

  async known(): Promise<{ readonly prefix: string; readonly accountingYearEnd?: string }> {
    const { company, db } = this.books.record;
    const row = await db.read((rows) => rows.findOneByOrFail(CompanyRow, { id: company.id }));
    return {
      prefix: company.prefix,
      ...(row.accountingYearEnd !== null && { accountingYearEnd: row.accountingYearEnd }),
    };
  }

  /** Every pay run of the year, mapped by the rules that it was posted with, or today's; none if there is no payroll. */
  async runs(year: number): Promise<readonly AuditRun[]> {
    const periods = await this.#periods(year);
    if (periods.length === 0) return [];
    const { company } = this.books.record;
    const record = await this.#recorded();
    const mapped = (rules: Rules) => runsOf({ periods, people: this.#people, prefix: company.prefix, ...rules });
    const posted = new Set(record.postings.map(({ runTag }) => runTag));
    // Most runs were posted by the same rules.
    const byRules = new Map<string, readonly AuditRun[]>();
    return mapped(rulesFor({ ...record, postings: [] }, '')).map((run) => {
      if (!posted.has(run.tag)) return run;
      const rules = rulesFor(record, run.tag);
      const key = JSON.stringify(rules);
      const all = byRules.get(key) ?? mapped(rules);
      byRules.set(key, all);
      const mappedSo = all.find(({ tag }) => tag === run.tag) ?? run;
      return { ...mappedSo, before: asPosted(record.postings.filter(({ runTag }) => runTag === run.tag)) };
    });
  }

  /** Not of what we posted ourselves: those sets are left out. */
  async adjustments(year: number): Promise<readonly Adjustment[]> {
    const { company, db } = this.books.record;
    const ours = await db.read((rows) =>
      rows.select(PayRunRecord, ['period'], {
        where: { companyId: company.id, year, kind: Not('payroll'), journalSet: Not(IsNull()) },
      }),
    );
    const posted = new Set(ours.map(({ period }) => period));
    const { policy, decided } = rulesFor({ ...(await this.#recorded()), postings: [] }, '');
    const { payments } = await this.#listed(year);
    const { smallEmployer: said } = policy.recovery;
    const given = {
      payments,
      policy,
      smallEmployer: () => (said === null ? undefined : said === 'yes'),
      levy: Money.zero,
      creditBroughtForward: Money.zero,
    };
    const periods = (await this.#periods(year)).filter(({ period }) => !posted.has(period));
    return adjustmentsIn({ periods, people: this.#people, prefix: company.prefix, decided }, given);
  }

  async sets({ from, to }: DateRange): Promise<readonly BookedSet[]> {
    await this.#tell();
    const { prefix } = this.books.record.company;
    const { value } = await this.books.ledger.journalSets({ from, to });
    return value.flatMap((set) => (isOurAdjustment(set, prefix) ? [] : asBooked(set)));
  }

  async movement(range: DateRange): Promise<Movement> {
    await this.#tell();
    const lines = await this.books.ledger.trialBalance(range);
    return { ...range, accounts: gathered(lines.map(({ code, total }) => [withoutSuffix(code), total.toPence()])) };
  }

  async #periods(year: number): Promise<readonly PayPeriod[]> {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const periods: PayPeriod[] = [];
    for (const header of (await this.#listed(year)).periods.filter((one) => !isUnfiled(one))) {
      await this.#tell(year, header.period);
      periods.push((await this.books.payroll.period(year, header.period)).period);
    }
    this.#years.set(year, periods);
    return periods;
  }

  async #listed(year: number): Promise<Pick<ListedYear, 'periods' | 'payments'>> {
    const known = this.#lists.get(year) ?? (await this.#list(year));
    this.#lists.set(year, known);
    return known;
  }

  async #list(year: number): Promise<Pick<ListedYear, 'periods' | 'payments'>> {
    try {
      return await this.books.payroll.year(year);
    } catch (error) {
      // No payroll was run in it.
      if (error instanceof NotFound) return { periods: [], payments: [] };
      throw error;
    }
  }

  async #recorded(): Promise<RulesRecord> {
    return (this.#rules ??= await this.#read());
  }

  async #read(): Promise<RulesRecord> {
    const { company, db, decisions, policyAt } = this.books.record;
    const standing = await decisions.standing(company.id, company.connectionId);
    const postings = (await db.read((rows) => rows.findBy(Posting, { companyId: company.id }))).filter(isStanding);
    const versions = [...new Set(postings.map(({ policyVersion }) => policyVersion))];
    const policies = new Map<number, RulesRecord['company']['policy']>();
    for (const version of versions) policies.set(version, await policyAt(company.id, version));
    return { company, policies, decisions: standing, postings };
  }

  async #tell(year?: number, period?: number): Promise<void> {
    await this.books.progress({ step: 'auditing', year, period, done: this.#done++, total: 0 });
  }
}

/** Payroll as it was when we posted it: what the books then had of it. */
function asPosted(postings: readonly Readonly<Posting>[]): readonly Part[] {
  const lines = postings.flatMap((posting) => posting.lines);
  return lines.map(({ category, user, debit }) => ({
    role: 'named',
    code: withoutSuffix(category),
    ...(user !== undefined && { user: pathOf(user) }),
    field: '',
    pence: Money.parse(debit).toPence(),
  }));
}

type Rules = ReturnType<typeof rulesFor>;

/** Recoveries, levies and the like that we posted are no pay run’s. */
const isOurAdjustment = ({ tag }: JournalSet, prefix: string): boolean =>
  tag?.startsWith(`${prefix}:`) === true && adjustmentIn(tag).adjustment !== undefined;

/** The opening balances have no date: they are no journal of the year. */
function asBooked({ url, datedOn, description, tag, entries }: JournalSet): BookedSet[] {
  if (datedOn === undefined) return [];
  const lines = entries.map(({ category, user, debit }) => ({
    code: withoutSuffix(category),
    ...(user !== undefined && { user: pathOf(user) }),
    pence: debit.toPence(),
  }));
  return [bookedSet({ url, datedOn, description, ...(tag !== undefined && { tag }), lines })];
}
