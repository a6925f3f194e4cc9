import { Forbidden, NotFound } from '../../books/errors.js';
import { addDays, taxMonthOf } from '../../journal/nouns/dates.js';
import type { PayPeriod, Person } from '../../journal/nouns/pay-run.js';
import { paidInMonth, pays } from '../../journal/policy/moves.js';
import type { Policy } from '../../journal/policy/policy.js';
import { type AroundFiles, type FilesOf, FilesPayroll } from '../files/files-payroll.js';
import type { Document, ListedYear, PayrollSource, PeriodHeader } from '../source.js';
import type { IsApproved } from '../files/year-to-date.js';
import { mergedHeader, mergedPeriod, partOfService } from './merged-period.js';
import { paidElsewhere, type RecordedReturns } from './paid-elsewhere.js';

interface Moved {
  readonly service: PayrollSource;
  readonly policy: Policy;
  readonly filesOf: FilesOf;
  readonly aroundFiles: AroundFiles;
  /** The documents of a year as they were last read. */
  readonly kept: (year: number) => Promise<readonly Document[]>;
  readonly recorded: (year: number) => Promise<RecordedReturns>;
  readonly approved: () => Promise<IsApproved>;
}

/**
 * Payroll of a client that moved between the accounting service and files. Both are read: the one that left may still
 * correct what it paid, and what it has since is shown and never posted.
 */
export class MovedPayroll implements PayrollSource {
  readonly #files: FilesPayroll;
  readonly #ofService = new Map<number, Promise<ListedYear>>();
  readonly #ofFiles = new Map<number, ListedYear>();
  readonly #read = new Map<string, Document>();
  /** Of payroll that no longer answers, what was last read of it. */
  readonly #gaveUp = new Map<string, Document>();
  readonly #pays: (day: string) => boolean;

  constructor(private readonly of: Moved) {
    const { policy, filesOf, aroundFiles, service, approved } = of;
    this.#pays = (day) => pays(policy, 'service', day);
    this.#files = new FilesPayroll({
      policy,
      filesOf,
      aroundFiles,
      approved,
      inBooks: () => service.people(),
      moved: { pays: (source, day) => pays(policy, source, day), elsewhere: (year) => this.#elsewhere(year) },
    });
  }

  people = (): Promise<readonly Person[]> => this.#files.people();

  async year(year: number): Promise<ListedYear> {
    this.#ofService.delete(year);
    const [service, files] = [await this.#listed(year), await this.#files.year(year)];
    this.#ofFiles.set(year, files);
    const numbers = new Set([...service.periods, ...files.periods].map(({ period }) => period));
    const periods = [...numbers]
      .sort((a, b) => a - b)
      .map((period) => {
        const ofFiles = files.periods.find((one) => one.period === period);
        const { header, movedOn } = this.#relevant(service, period);
        return mergedHeader(period, { service: header, movedOn, files: ofFiles }, this.#pays);
      });
    // What the service says is due counts for the months that it alone pays: of others it knows a part, or nothing.
    const isItsOwn = (dueOn: string) => {
      const last = addDays(dueOn, -paymentDays);
      const month = { year, period: taxMonthOf(last) - 1 };
      return !paidInMonth(this.of.policy, month).files;
    };
    return { year, periods, payments: service.payments.filter(({ dueOn }) => isItsOwn(dueOn)) };
  }

  async period(year: number, period: number): Promise<Document> {
    const { header, movedOn } = this.#relevant(await this.#listed(year), period);
    const listed = this.#ofFiles.get(year) ?? (await this.#files.year(year));
    const hasFiles = listed.periods.some((one) => one.period === period);
    const files = hasFiles ? await this.#files.period(year, period) : undefined;
    const service = header && (await this.#periodOfService(year, period, { anew: true }));
    if (service === undefined && files === undefined && movedOn === undefined)
      throw new NotFound(`Neither payroll has ${year}/${period} any more`);
    return mergedPeriod({ year, period, service, movedOn, files }, this.#pays);
  }

  #listed(year: number): Promise<ListedYear> {
    const known = this.#ofService.get(year);
    if (known !== undefined) return known;
    const list = this.#list(year);
    this.#ofService.set(year, list);
    return list;
  }

  /** Payroll that was given up may no longer answer: then what it paid stays as it was last read. */
  async #list(year: number): Promise<ListedYear> {
    try {
      return await this.of.service.year(year);
    } catch (error) {
      const hasLeft =
        this.of.policy.payroll.from !== 'service' && (error instanceof NotFound || error instanceof Forbidden);
      if (!hasLeft) throw error;
      const kept = (await this.of.kept(year))
        .map((one) => partOfService(one, this.#pays))
        .filter((one) => one !== undefined);
      for (const one of kept) this.#gaveUp.set(keyOf(year, one.period.period), one);
      return { year, periods: kept.map(({ period }) => period), payments: [] };
    }
  }

  /** Whether it pays on a day of that month; if not, its pay date there. */
  #relevant({ year, periods }: ListedYear, period: number): OfService {
    const header = periods.find((one) => one.period === period);
    if (header === undefined) return {};
    const isFiled = this.of.policy.statuses.includes(header.status);
    const mayPay = paidInMonth(this.of.policy, { year, period }).service && isFiled;
    if (this.#pays(header.datedOn) || mayPay) return { header };
    return isFiled ? { movedOn: header.datedOn } : {};
  }

  async #periodOfService(year: number, period: number, { anew = false } = {}): Promise<Document> {
    const last = this.#gaveUp.get(keyOf(year, period));
    if (last !== undefined) return last;
    const known = this.#read.get(keyOf(year, period));
    if (known !== undefined && !anew) return known;
    const read = await this.of.service.period(year, period);
    this.#read.set(keyOf(year, period), read);
    return read;
  }

  /** What is known is read again only if the list shows that it changed. */
  async #elsewhere(year: number) {
    const listed = await this.#listed(year);
    const kept = await this.of.kept(year);
    const periods: PayPeriod[] = [];
    for (const { period } of listed.periods) {
      const { header } = this.#relevant(listed, period);
      if (header === undefined || !this.of.policy.statuses.includes(header.status)) continue;
      const before = kept.find((one) => one.period.period === period && isSame(one.period, header));
      periods.push(before?.period ?? (await this.#periodOfService(year, period)).period);
    }
    return paidElsewhere({ periods, pays: this.#pays, recorded: await this.of.recorded(year) });
  }
}

/** A payment to HMRC is due on the 22nd, or the bank day before it, after the tax month that ends on the 5th. */
const paymentDays = 20;

interface OfService {
  readonly header?: PeriodHeader;
  readonly movedOn?: string;
}

const keyOf = (year: number, period: number): string => `${year} ${period}`;

const isSame = (one: PayPeriod, header: PeriodHeader): boolean =>
  one.updatedAt !== undefined &&
  one.updatedAt === header.updatedAt &&
  one.status === header.status &&
  one.datedOn === header.datedOn;
