import { IsNull, Not } from 'typeorm';
import { accountsOf } from '../../audit/accounts-of.js';
import type { Adjustment } from '../../audit/adjustments.js';
import { adjustmentsIn } from '../../audit/adjustments-in.js';
import { audit, type Audited, type ToAudit } from '../../audit/audit.js';
import { isWrong } from '../../audit/judged.js';
import type { Movement } from '../../audit/movements.js';
import { gathered } from '../../audit/amounts.js';
import { type AuditRun, type Part, runsOf } from '../../audit/run.js';
import { type BookedSet, bookedSet } from '../../audit/set.js';
import { NotFound } from '../../books/errors.js';
import type { JournalSet } from '../../books/journal-set.js';
import {
  addDays,
  type DateRange,
  taxMonthOf,
  taxMonthRange,
  taxYearOf,
  taxYearRange,
  within,
} from '../../journal/nouns/dates.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { adjustmentIn } from '../../journal/nouns/adjustment.js';
import { Money } from '../../journal/nouns/money.js';
import { type PayPeriod, pathOf, type Person } from '../../journal/nouns/pay-run.js';
import type { PaymentsGiven } from '../../journal/paye/adjustments-of.js';
import { isUnfiled, type ListedYear } from '../../payrolls/source.js';
import { peopleByPath } from '../../payrolls/service/wire.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { AuditedYear } from '../keep/keep-audit.js';
import { closedRanges } from '../steps/surroundings.js';
import { rulesFor, type RulesRecord } from './map-runs.js';

/** A set this long before a tax year, or a pay run, may belong to what is on the other side of its first day. */
const aroundDays = 62;

/**
 * What others posted for a tax year. Reads payroll, the journal sets of the year and its trial balance. Only where these
 * do not agree it looks around. Nothing is written to the books.
 */
export async function auditBooks(books: BooksAtWork, year: number): Promise<AuditedYear> {
  const read = new YearsRead(books, await books.payroll.people());
  const audited = await judgedYear(read, year, isAllRight);
  const { people } = read;
  return audited.runs.some(isWrong)
    ? { audited, people, closed: await closedRanges(books.ledger) }
    : { audited, people };
}

/**
 * Where the year does not agree, it is judged again: its journals may be dated in the years on either side, whose own
 * must not be taken for it, and runs without a journal may have been posted another way, which their months show.
 */
export async function judgedYear(
  read: YearsRead,
  year: number,
  isEnough: (audited: Audited) => boolean,
): Promise<Audited> {
  const span = taxYearRange(year);
  const runs = await read.runs(year);
  const known = await read.known();
  const sets = await read.sets(span);
  const isOurs = ({ tag }: BookedSet) => isOurAdjustment(tag, known.prefix);
  const moved = await read.movement(span);
  const given = { year, ...known, adjustments: await read.adjustments(year), runs, moved };
  const first = audit({
    ...given,
    sets: sets.filter((set) => !isOurs(set)),
    apart: sets.filter(isOurs),
    movements: [moved],
  });
  if (isEnough(first)) return first;
  const isEarly = troubled(first).some((day) => day <= addDays(span.from, aroundDays));
  const near = {
    from: isEarly ? addDays(span.from, -aroundDays) : span.from,
    to: yearAfter(span.to, known.accountingYearEnd),
  };
  const listed = await read.sets(near);
  const all = listed.filter((set) => !isOurs(set));
  const before = isEarly ? await read.runs(year - 1) : [];
  const after = all.some(({ datedOn }) => datedOn > span.to) ? await read.runs(year + 1) : [];
  const around = [...before.filter(({ datedOn }) => datedOn >= near.from), ...runs, ...after];
  const own = ofYear(audit({ ...given, runs: around, sets: all }), all, year, span);
  const apart = listed.filter((set) => !own.includes(set));
  const judged = audit({ ...given, sets: own });
  const missing = judged.runs.filter(({ verdict }) => verdict === 'missing').map(({ run }) => run.datedOn);
  if (missing.length === 0) return judged;
  const movements: Movement[] = [];
  for (const month of monthsOf(missing)) movements.push(await read.movement(month));
  return audit({ ...given, sets: own, apart, movements });
}

const isAllRight = ({ runs, other }: Audited): boolean =>
  other.length === 0 && runs.every(({ verdict }) => verdict === 'right' || verdict === 'not_judged');

/** The days of what does not agree. */
const troubled = ({ runs, other }: Audited): readonly string[] => [
  ...runs.flatMap(({ verdict, run, sets }) =>
    verdict === 'right' ? [] : [run.datedOn, ...sets.map(({ datedOn }) => datedOn)],
  ),
  ...other.map(({ datedOn }) => datedOn),
];

/** The tax months that these days lie in, each once. */
const monthsOf = (days: readonly string[]): readonly DateRange[] => [
  ...new Map(
    days.map((day) => taxMonthRange(taxYearOf(day), taxMonthOf(day))).map((month) => [month.from, month] as const),
  ).values(),
];

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

/** Payroll of a year. */
export interface PayrollOfYear {
  readonly periods: readonly PayPeriod[];
  readonly payments: PaymentsGiven['payments'];
}

/** What a sync has read already, so that it is not asked for again. */
export interface ReadAlready {
  readonly years: ReadonlyMap<number, PayrollOfYear>;
  /** Runs, by tag, whose every hold a person has approved. */
  readonly approved: ReadonlySet<string>;
}

/** What was read of payroll and books, each once. */
export class YearsRead {
  readonly #people: ReadonlyMap<string, Person>;
  readonly #years: Map<number, PayrollOfYear>;
  readonly #approved: ReadonlySet<string> | undefined;
  #rules: RulesRecord | undefined;
  #done = 0;

  constructor(
    private readonly books: BooksAtWork,
    readonly people: readonly Person[],
    already?: ReadAlready,
  ) {
    this.#people = peopleByPath(people);
    this.#years = new Map(already?.years);
    this.#approved = already?.approved;
  }

  async known(): Promise<Pick<ToAudit, 'prefix' | 'accountingYearEnd' | 'accounts' | 'chart' | 'paye'>> {
    const { company, db } = this.books.record;
    const row = await db.read((rows) => rows.findOneByOrFail(CompanyRow, { id: company.id }));
    return {
      ...accountsOf(company.policy),
      prefix: company.prefix,
      ...(row.accountingYearEnd !== null && { accountingYearEnd: row.accountingYearEnd }),
    };
  }

  /** Every pay run of the year, mapped by the rules that it was posted with, or today's; none if there is no payroll. */
  async runs(year: number): Promise<readonly AuditRun[]> {
    const { periods } = await this.#payroll(year);
    if (periods.length === 0) return [];
    const { company } = this.books.record;
    const record = await this.#recorded();
    const mapped = (rules: Rules) =>
      runsOf({ periods, people: this.#people, prefix: company.prefix, approved: this.#approved, ...rules });
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
    const { payments, periods: all } = await this.#payroll(year);
    const { smallEmployer: said } = policy.recovery;
    const given = {
      payments,
      policy,
      smallEmployer: () => (said === null ? undefined : said === 'yes'),
      levy: Money.zero,
      creditBroughtForward: Money.zero,
    };
    const periods = all.filter(({ period }) => !posted.has(period));
    return adjustmentsIn({ periods, people: this.#people, prefix: company.prefix, decided }, given);
  }

  async sets({ from, to }: DateRange): Promise<readonly BookedSet[]> {
    await this.#tell();
    const { value } = await this.books.ledger.journalSets({ from, to });
    return value.flatMap(asBooked);
  }

  async movement(range: DateRange): Promise<Movement> {
    await this.#tell();
    const lines = await this.books.ledger.trialBalance(range);
    return { ...range, accounts: gathered(lines.map(({ code, total }) => [withoutSuffix(code), total.toPence()])) };
  }

  async #payroll(year: number): Promise<PayrollOfYear> {
    const known = this.#years.get(year) ?? (await this.#read(year));
    this.#years.set(year, known);
    return known;
  }

  async #read(year: number): Promise<PayrollOfYear> {
    const { periods: headers, payments } = await this.#listed(year);
    const periods: PayPeriod[] = [];
    for (const header of headers.filter((one) => !isUnfiled(one))) {
      await this.#tell(year, header.period);
      periods.push((await this.books.payroll.period(year, header.period)).period);
    }
    return { periods, payments };
  }

  async #listed(year: number): Promise<Pick<ListedYear, 'periods' | 'payments'>> {
    try {
      return await this.books.payroll.year(year);
    } catch (error) {
      // No payroll was run in it.
      if (error instanceof NotFound) return { periods: [], payments: [] };
      throw error;
    }
  }

  async #recorded(): Promise<RulesRecord> {
    return (this.#rules ??= await this.#readRules());
  }

  async #readRules(): Promise<RulesRecord> {
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
const isOurAdjustment = (tag: string | undefined, prefix: string): boolean =>
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
