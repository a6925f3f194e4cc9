import { pick } from '../../ground/pick.js';
import type { Company } from '../../companies/company.js';
import { type KeptSurroundings } from '../../companies/surroundings.js';
import { today } from '../../ground/clock.js';
import { payslipTurns } from '../../ground/turns.js';
import { Chart } from '../../journal/nouns/chart.js';
import { Money } from '../../journal/nouns/money.js';
import { type Person, pathOf } from '../../journal/nouns/pay-run.js';
import { pays } from '../../journal/policy/moves.js';
import type { Policy } from '../../journal/policy/policy.js';
import { FilesPayroll, isUnmatched } from '../../payrolls/files/files-payroll.js';
import { paidKept, type TakenFile } from '../../payrolls/files/kept-file.js';
import type { AroundTheYear } from '../../payrolls/files/year-to-date.js';
import { peopleByPath } from '../../payrolls/service/wire.js';
import { keptService } from '../../payrolls/moved/kept-service.js';
import { MovedPayroll } from '../../payrolls/moved/moved-payroll.js';
import type { RecordedReturns } from '../../payrolls/moved/paid-elsewhere.js';
import type { Document, PayrollSource, PeriodHeader } from '../../payrolls/source.js';
import type { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { aroundYear } from '../../sync/facts/around-year.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import { StoredDocument } from '../../record/runs/stored-document.js';
import { unsettledOf, Write } from '../../record/runs/write.entity.js';
import { approvedBy } from '../../sync/at-work/approved-payments.js';
import { documentsKept, returnsRecorded } from '../../sync/at-work/payroll-of.js';
import { decide, type Verdicts } from '../../sync/facts/decide.js';
import { recoveryFrom } from '../../sync/facts/recovery-from.js';
import { wideTouches } from '../../sync/facts/wide-touches.js';
import { type MapInput, type MappedRuns, mapRuns } from '../../sync/story/map-runs.js';
import type { ActTools } from '../act-tools.js';

export type PreviewTools = Pick<ActTools, 'database' | 'companies' | 'decisions'>;

interface RecordedYear extends Omit<MapInput, 'periods'> {
  /** Of a client whose payroll moved: all payroll of the year as it was last read, and what no payslip says. */
  readonly kept: readonly Document[];
  readonly returns: RecordedReturns;
  readonly around: AroundTheYear;
}

/** What the record has of a year, without its payroll. */
export async function recordedYear(
  { database, companies, decisions }: PreviewTools,
  company: Company,
  year: number,
): Promise<RecordedYear> {
  const companyId = company.id;
  const read = await database.read(async (rows) => ({
    rows: await rows.findBy(PayRunRecord, { companyId, year }),
    postings: await rows.findBy(Posting, { companyId }),
    writes: await rows.find(Write, { where: unsettledOf(companyId), order: { createdAt: 'ASC' } }),
    recoveryFrom: await recoveryFrom(rows, company),
    kept: company.policy.payrollMoves.length > 0 ? await documentsKept(rows, { companyId, year }) : [],
    returns: await returnsRecorded(rows, { companyId, year }),
    around: await aroundYear(rows, companyId, year),
    touches: company.approval === 'two' ? await wideTouches(rows, company, { years: [year] }) : [],
  }));
  const policies = new Map<number, Policy>();
  for (const { policyVersion: version } of read.postings.filter(isStanding))
    if (version !== company.policyVersion && !policies.has(version))
      policies.set(version, await companies.policyAt(companyId, version));
  return {
    ...read,
    company,
    policies,
    years: new Set([year]),
    request: { trigger: 'command', actor: '' },
    decisions: await decisions.standing(companyId, company.connectionId),
    payments: new Map(),
    class1: new Map(),
    today: today(database.clock),
    missingSince: database.clock.now(),
  };
}

export interface MappedYear extends Pick<MappedRuns, 'runs'> {
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  readonly verdicts: Verdicts;
}

/** A year as a sync would map it from these files. `known`: the books as they were last read, if ever. */
export async function yearWith(
  record: RecordedYear,
  known: KeptSurroundings | undefined,
  files: readonly TakenFile[],
): Promise<MappedYear> {
  const { company, years } = record;
  const { policy } = company;
  const inBooks = known?.people.filter((one) => !isUnmatched(one)) ?? peopleInFiles(policy, files);
  const payroll = payrollFrom(record, files, inBooks);
  const turn = payslipTurns();
  const periods: PayPeriodRecord[] = [];
  for (const year of years)
    for (const header of (await payroll.year(year)).periods) {
      const { period, text } = await payroll.period(year, header.period);
      periods.push(periodRow(company, year, { header, document: StoredDocument.of(text, period) }));
      await turn(period.payslips.length);
    }
  const around = {
    people: peopleByPath(await payroll.people()),
    closed: known?.closed ?? [],
    ...(known && { chart: new Chart(known.accounts) }),
  };
  const { runs, periods: figured } = await mapRuns({ ...record, periods }, around);
  // As a sync has it: a practice may ask for two over the company's own policy.
  const asked = { ...company, policy: { ...policy, approval: company.approval } };
  return { runs, periods: figured, verdicts: decide({ runs, company: asked }) };
}

function payrollFrom(
  { company: { policy }, kept, returns, decisions, ...recorded }: RecordedYear,
  files: readonly TakenFile[],
  inBooks: readonly Person[],
): PayrollSource {
  const ofFiles = {
    policy,
    filesOf: async () => files,
    aroundFiles: async () => recorded.around,
    approved: async () => approvedBy(decisions, policy),
  };
  const people = async () => inBooks;
  if (policy.payrollMoves.length === 0) return new FilesPayroll({ ...ofFiles, inBooks: people });
  const service = keptService(kept, { pays: (day) => pays(policy, 'service', day), people });
  return new MovedPayroll({ ...ofFiles, service, kept: async () => kept, recorded: async () => returns });
}

interface Listed {
  readonly header: PeriodHeader;
  readonly document: StoredDocument;
}

const periodRow = ({ id: companyId }: Company, year: number, { header, document }: Listed): PayPeriodRecord => ({
  companyId,
  year,
  ...pick(header, ['period', 'datedOn', 'status']),
  document,
  serviceUpdatedAt: header.updatedAt ?? null,
  contentHash: header.updatedAt ?? null,
  allowance: header.allowanceAmount,
  cis: header.cisDeduction,
  j814: Money.zero,
  owedElsewhere: Money.zero,
  employerNiDirectors: Money.zero,
  employerNiEmployees: Money.zero,
  returned: null,
  readAt: null,
  readTwice: false,
  goneAt: null,
});

/** Before the books were read: the person a payroll id is matched to, by the name in the files. */
function peopleInFiles({ payrollPeople }: Policy, files: readonly TakenFile[]): readonly Person[] {
  const paid = files.filter(({ kind }) => kind !== 'eps').flatMap(paidKept);
  return paid.flatMap(({ payId = '', firstName, lastName }) => {
    const url = payrollPeople[payId];
    return url === undefined ? [] : [{ url, path: pathOf(url), role: 'Employee', firstName, lastName }];
  });
}
