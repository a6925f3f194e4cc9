import { createHash } from 'node:crypto';
import { taxYearInWords, taxYearTyped } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { pathOf, type Person } from '../../journal/nouns/pay-run.js';
import type { PaidBefore } from '../../journal/policy/paid-before.js';
import type { Policy } from '../../journal/policy/policy.js';
import { NotFound } from '../../books/errors.js';
import { parsePayPeriod } from '../service/wire.js';
import { type Document, headerFields, type ListedYear, type PayrollSource } from '../source.js';
import { pick } from '../../ground/pick.js';
import { madeInTurns, payslipTurns } from '../../ground/turns.js';
import { allowanceWorked, type ClassOneElsewhere, niBeforeFiles } from './allowance-worked.js';
import {
  type DatedPayslip,
  documentsOf,
  type FileDocument,
  type MovedPayment,
  payslipsOfPerson,
} from './file-documents.js';
import { sourceInWords, sourceOf } from './file-source.js';
import type { Fps } from './fps.js';
import type { TakenFile } from './kept-file.js';
import { isErasedFrom, paymentsKept } from './kept-payments.js';
import { type PaidRow, rowsKept } from './kept-rows.js';
import { aggregatedIn } from './aggregated.js';
import type { FileAnswers, ReadContext } from './file-answers.js';
import type { NiContext } from './ni-questions.js';
import { rowReader, pensionsReported } from './report-payslips.js';
import { type ReturnedSoFar, returnedIn, returnsKept } from './returned.js';
import {
  type AroundTheYear,
  type Elsewhere,
  type IsApproved,
  type PaidElsewhere,
  yearInTurns,
} from './year-to-date.js';

/** What was taken of each file of a year, in the order in which they were received; withdrawn ones are left out. */
export type FilesOf = (year: number) => Promise<readonly TakenFile[]>;

export type AroundFiles = (year: number) => Promise<AroundTheYear>;

interface PayrollOfFiles {
  readonly filesOf: FilesOf;
  readonly aroundFiles: AroundFiles;
  readonly policy: Pick<Policy, 'payroll' | 'payrollPeople' | 'employerPensions' | 'pensionTotals' | 'paidBeforeFiles'>;
  /** Everyone in the books, with their roles. */
  readonly inBooks: () => Promise<readonly Person[]>;
  readonly approved: () => Promise<IsApproved>;
  /** Where payroll moved: what the accounting service's own payroll pays. */
  readonly moved?: MovedPayrolls;
}

export interface MovedPayrolls {
  /** Whether files of this source (`monthly`, `weekly` …) pay what is paid on that day. */
  readonly pays: (source: string, day: string) => boolean;
  /** Undefined if it paid no one in that year. */
  readonly elsewhere: (year: number) => Promise<YearElsewhere | undefined>;
}

/** What the accounting service's own payroll paid in a tax year. */
export interface YearElsewhere {
  /** By the person's path. */
  readonly paid: ReadonlyMap<string, readonly Elsewhere[]>;
  readonly classOne: ReadonlyMap<number, ClassOneElsewhere>;
  readonly returned?: ReturnedSoFar;
}

/** Payroll that is run elsewhere, and comes as the files that HMRC gets, or as reports. */
export class FilesPayroll implements PayrollSource {
  readonly #unmatched = new Map<string, Person>();
  /** As last listed: a period is read as its list shows it, and a year is worked out once for its list. */
  readonly #listed = new Map<number, readonly Document[]>();

  constructor(private readonly of: PayrollOfFiles) {}

  /** `updatedAt` is the content itself: a setting may change what a file comes to, just like another file. */
  async year(year: number): Promise<ListedYear> {
    const listed = await this.#documents(year);
    this.#listed.set(year, listed);
    return { year, periods: listed.map(({ period }) => pick(period, headerFields)), payments: [] };
  }

  async period(year: number, period: number): Promise<Document> {
    const listed = this.#listed.get(year) ?? (await this.#documents(year));
    const document = listed.find((one) => one.period.period === period);
    if (document === undefined) throw new NotFound(`No file of ${year}/${period} is there any more`);
    return document;
  }

  /** A person not matched in the books has a place of their own until someone says who it is: the run is held. */
  async people(): Promise<readonly Person[]> {
    return [...(await this.of.inBooks()), ...this.#unmatched.values()];
  }

  async #documents(year: number): Promise<readonly Document[]> {
    const files = await this.of.filesOf(year);
    // Payroll that we may no longer keep has not been taken back: nothing posted is reversed because of it.
    if (files.some(({ kind, taken }) => kind !== 'eps' && isErasedFrom(taken)))
      throw new NotFound(`What was received for ${year} is erased`);
    const ofKind = (wanted: TakenFile['kind']) => files.filter(({ kind }) => kind === wanted);
    const turn = payslipTurns();
    const { pays = () => true } = this.of.moved ?? {};
    const moved: MovedPayment[] = [];
    // What another payroll pays on that day counts for nothing here, neither as pay nor in a year to date.
    const paid = <One>(all: readonly One[], of: (one: One) => MovedPayment): readonly One[] =>
      all.filter((one) => {
        const { source, datedOn } = of(one);
        const isPaid = pays(sourceInWords(source), datedOn);
        if (!isPaid) moved.push(of(one));
        return isPaid;
      });
    const filed: Pick<Fps, 'payments'>[] = [];
    for (const { taken } of ofKind('fps')) {
      const payments = await madeInTurns(taken, turn, paymentsKept);
      filed.push({ payments: paid(payments, (one) => ({ source: sourceOf(one.frequency), datedOn: one.paidOn })) });
    }
    const elsewhere = await this.of.moved?.elsewhere(year);
    const known = await yearInTurns(filed, turn, {
      paidElsewhere: elsewhere && paidElsewhereOf(this.of.policy, elsewhere),
      ...(await this.of.aroundFiles(year)),
      isApproved: await this.of.approved(),
    });
    const reported = await madeInTurns(
      ofKind('report').flatMap(({ taken }) => taken),
      turn,
      rowsKept,
    );
    const rows = paid(reported, (row) => ({ source: undefined, datedOn: row.paidOn }));
    const context: NiContext = {
      ...contextIn(this.of.policy, rows, year),
      jobs: aggregatedIn(known, peopleIn(this.of.policy)),
    };
    const payslips: DatedPayslip[] = [];
    for (const payments of known.values()) {
      payslips.push(...payslipsOfPerson(payments, context));
      await turn(payments.length);
    }
    const payslipsOf = rowReader(rows, known, context);
    payslips.push(...(await madeInTurns(rows, turn, payslipsOf)));
    const said = ofKind('eps').flatMap(({ taken }) => returnsKept(taken));
    const before = niBeforeFiles(known, context.answers);
    const allowance = allowanceWorked(year, payslips, before, elsewhere?.classOne);
    await turn(payslips.length);
    const returned = returnedIn(year, said, elsewhere?.returned);
    const { pensionTotals } = this.of.policy;
    const documents: Document[] = [];
    for (const one of documentsOf(payslips, { ...context, pensionTotals }, { returned, allowance }, moved)) {
      for (const person of one.people) if (isUnmatched(person)) this.#unmatched.set(person.url, person);
      documents.push(documentOf(one));
      await turn(one.people.length);
    }
    return documents;
  }
}

/** What those who are matched were paid elsewhere. */
export const paidElsewhereOf =
  ({ payrollPeople }: Pick<Policy, 'payrollPeople'>, { paid }: YearElsewhere): PaidElsewhere =>
  (key) => {
    const user = Object.hasOwn(payrollPeople, key) ? payrollPeople[key] : undefined;
    return user === undefined ? undefined : (paid.get(pathOf(user)) ?? []);
  };

/** A person not matched in the books. */
export const isUnmatched = ({ url }: Pick<Person, 'url'>): boolean => url.startsWith('payroll:');

/** What is said in the settings, and in reports, about the employer's pensions. */
export const pensionsSaid = (
  { payroll, employerPensions }: Pick<Policy, 'payroll' | 'employerPensions'>,
  rows: readonly PaidRow[],
) => ({
  employerPension: employerPensions,
  pensionsConfirmed: taxYearTyped(payroll.pensionsConfirmed ?? '') ?? 0,
  pensionsReported: pensionsReported(rows),
});

function contextIn(policy: PayrollOfFiles['policy'], rows: readonly PaidRow[], year: number): ReadContext {
  const { payroll, payrollPeople, paidBeforeFiles } = policy;
  const answers: FileAnswers = {
    ...pensionsSaid(policy, rows),
    ...(payroll.reliefInDeductions !== null && { reliefInDeductions: payroll.reliefInDeductions === 'yes' }),
    bothShares: payroll.bothShares === 'yes',
    bothAsEmployees: payroll.bothShares === 'employee',
    niTables: payroll.niTables === 'yes',
    withoutNi: payroll.withoutNi,
    paidBefore: paidBeforeIn(paidBeforeFiles, year),
  };
  return {
    year,
    answers,
    people: peopleIn({ payrollPeople }),
  };
}

const peopleIn = ({ payrollPeople }: Pick<PayrollOfFiles['policy'], 'payrollPeople'>): ReadContext['people'] =>
  new Map(Object.entries(payrollPeople).map(([id, user]) => [id, { user, role: '' }]));

function documentOf({ year, json }: FileDocument): Document {
  const text = JSON.stringify(json);
  const updatedAt = createHash('sha256').update(text).digest('hex');
  return { period: { ...parsePayPeriod(json, year), updatedAt }, text };
}

/** By payroll id and field, of one tax year. */
const paidBeforeIn = (all: PaidBefore, year: number): FileAnswers['paidBefore'] =>
  Object.fromEntries(
    Object.entries(all).map(([payId, ofYears]) => [
      payId,
      Object.fromEntries(
        Object.entries(ofYears[taxYearInWords(year)] ?? {}).map(([field, amount]) => [field, Money.parse(amount)]),
      ),
    ]),
  );
