import type { Database } from '../../src/ground/database.js';
import { inWords, taxMonthOf, taxYearInWords, taxYearOf } from '../../src/journal/nouns/dates.js';
import { fingerprint, tagOf } from '../../src/journal/nouns/identity.js';
import { Money } from '../../src/journal/nouns/money.js';
import { StoredDocument } from '../../src/record/runs/stored-document.js';
import { PayPeriodRecord } from '../../src/record/runs/pay-period.entity.js';
import { type AdjustmentFacts, ofPayroll } from '../../src/record/runs/adjustment.js';
import { PayRunRecord, type RunState, type StoredMapping } from '../../src/record/runs/pay-run.entity.js';
import { type BooksFinding, Posting, type StoredLine } from '../../src/record/runs/posting.entity.js';
import { documentOf, mappingOf, type Payroll } from './payroll.js';

export interface RunStory extends Omit<Partial<PayRunRecord>, keyof AdjustmentFacts> {
  readonly state: RunState;
  readonly datedOn: string;
  readonly remarks?: Partial<Pick<StoredMapping, 'outcome' | 'holds' | 'warnings'>>;
  /** What the books hold, when it differs from payroll. */
  readonly inBooks?: readonly StoredLine[];
}

const inBooksStates: readonly RunState[] = ['posted', 'changed', 'drift', 'agrees'];
const unfiledStates: readonly RunState[] = ['not_ready', 'overdue'];

/** One pay run with its period and, when it is in the books, its posting. */
export async function insertRun(
  database: Database,
  companyId: string,
  payroll: Payroll,
  story: RunStory,
): Promise<PayRunRecord> {
  const { remarks, inBooks, ...given } = story;
  const year = given.year ?? taxYearOf(given.datedOn);
  const period = given.period ?? taxMonthOf(given.datedOn) - 1;
  const tag = given.tag ?? tagOf('counterfoil', year, period, given.datedOn);
  const description = `Payroll ${taxYearInWords(year)} month ${period + 1}, paid ${inWords(given.datedOn)}`;
  const mapped = mappingOf(payroll, { datedOn: given.datedOn, description }, remarks);
  const seenAt = new Date(`${given.datedOn}T05:31:00Z`);
  const isPosted = inBooksStates.includes(given.state);
  const number = 10 + period;
  const run: PayRunRecord = {
    ...ofPayroll,
    companyId,
    tag,
    year,
    period,
    reason: null,
    payslips: payroll.slips.length,
    gross: payroll.gross,
    net: payroll.net,
    taxAuthority: payroll.taxAuthority,
    pension: payroll.pension,
    other: Money.zero,
    payeNi: payroll.taxAuthority,
    owedElsewhere: Money.zero,
    judged: { of: fingerprintOf(given.datedOn, mapped.lines), balances: true, openItems: [] },
    fingerprint: fingerprintOf(given.datedOn, mapped.lines),
    mapped,
    holdCodes: mapped.holds.map((hold) => hold.code),
    warningCodes: mapped.warnings.map((warning) => warning.code),
    plan: null,
    policyVersion: 1,
    roles: {},
    journalSet: isPosted ? `https://books.example/v2/journal_sets/${number}` : null,
    postedOn: isPosted ? given.datedOn : null,
    postedAt: isPosted ? seenAt : null,
    origin: isPosted ? 'posted' : null,
    signedOffBy: null,
    signedOffAt: null,
    signedOffFingerprint: null,
    gone: false,
    firstSeenAt: seenAt,
    updatedAt: seenAt,
    ...given,
  };
  await database.work(async (rows) => {
    await rows.insert(PayRunRecord, run as never);
    if (run.journalSet !== null) await rows.insert(Posting, postingOf(run, inBooks ?? mapped.lines) as never);
  });
  await savePeriod(database, run, payroll);
  return run;
}

/** As a recheck notes what it found of a run's sets, and when. */
export async function noteBooksRead(
  database: Database,
  { companyId, tag: runTag }: Pick<PayRunRecord, 'companyId' | 'tag'>,
  readAt: string,
  finding: BooksFinding | null = null,
): Promise<void> {
  await database.work((rows) => rows.update(Posting, { companyId, runTag }, { readAt: new Date(readAt), finding }));
}

async function savePeriod(database: Database, run: PayRunRecord, payroll: Payroll): Promise<void> {
  const status = unfiledStates.includes(run.state) ? 'unfiled' : 'filed';
  const employerNi = Money.sum(payroll.paid.map((one) => Money.parse(one.employerNi)));
  await database.work((rows) =>
    rows.upsert(
      PayPeriodRecord,
      {
        companyId: run.companyId,
        year: run.year,
        period: run.period,
        datedOn: run.datedOn,
        status,
        serviceUpdatedAt: null,
        contentHash: null,
        document: StoredDocument.of(JSON.stringify(documentOf(payroll, { ...run, status }))),
        allowance: Money.zero,
        cis: Money.zero,
        employerNiDirectors: Money.zero,
        employerNiEmployees: employerNi,
        j814: payroll.taxAuthority,
        owedElsewhere: Money.zero,
        readAt: run.updatedAt,
        readTwice: false,
        goneAt: null,
      } as never,
      ['companyId', 'year', 'period'],
    ),
  );
}

function postingOf(run: PayRunRecord, lines: readonly StoredLine[]): Posting {
  return {
    id: `${run.companyId} ${run.tag}`,
    companyId: run.companyId,
    runTag: run.tag,
    tag: run.tag,
    kind: 'post',
    generation: 1,
    state: 'in_books',
    origin: run.origin ?? 'posted',
    journalSet: run.journalSet ?? '',
    datedOn: run.postedOn ?? run.datedOn,
    description: run.mapped?.description ?? '',
    lines: lines.map((line, index) => ({ ...line, url: `${run.journalSet}/journal_entries/${index + 1}` })),
    fingerprint: fingerprintOf(run.datedOn, lines),
    policyVersion: run.policyVersion,
    roles: {},
    writeId: null,
    postAgain: false,
    createdAt: run.postedAt ?? run.updatedAt,
    endedAt: null,
    documentHash: null,
    readAt: run.postedAt ?? run.updatedAt,
    finding: null,
  };
}

function fingerprintOf(datedOn: string, lines: readonly StoredLine[]): string {
  return fingerprint(
    datedOn,
    lines.map((line) => ({ category: line.category, user: line.user, debit: Money.parse(line.debit) })),
  );
}
