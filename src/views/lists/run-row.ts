import type { SelectQueryBuilder } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import { entitiesOf, type ReadRows } from '../../ground/rows.js';
import type { SeekKeys } from '../../ground/seek.js';
import type { Money } from '../../journal/nouns/money.js';
import type { KindsShown } from '../../record/runs/adjustment.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import { nameShown } from '../words/name-shown.js';
import type { Viewer } from '../../access/viewer.js';

export interface RunTotals {
  readonly gross: Money;
  readonly net: Money;
  readonly taxAuthority: Money;
}

/** One pay run in a list. */
export interface RunRow {
  readonly companyId: string;
  readonly company: string;
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly state: RunState;
  /** The state in one line. The service's own words, where it refused, may have pay in them. */
  readonly reason?: string;
  readonly payslips: number;
  /** Undefined when the viewer may not see them. */
  readonly totals?: RunTotals;
  readonly fingerprint?: string;
  readonly holdCodes: readonly string[];
  readonly warningCodes: readonly string[];
  readonly postedAt?: Date;
  /** The books have a set of ours for it. */
  readonly inBooks: boolean;
  readonly signedOffBy?: string;
}

/** `mapped` and `plan` are long: only lists that need them read them. */
const columns = [
  'companyId', 'tag', 'kind', 'year', 'period', 'datedOn', 'state', 'reason', 'payslips', 'gross', 'net', 'taxAuthority',
  'fingerprint', 'holdCodes', 'warningCodes', 'postedAt', 'signedOffBy', 'journalSet', 'judged',
] as const; // biome-ignore format: one table

const ofKinds: Readonly<Record<KindsShown, string>> = {
  all: '1 = 1',
  payroll: `r.kind = 'payroll'`,
  adjustments: `r.kind <> 'payroll'`,
};

/** Pay runs of the companies that the viewer may see, with the company's name. */
export function selectRuns(
  rows: ReadRows,
  viewer: Viewer,
  kind: KindsShown = 'payroll',
): SelectQueryBuilder<PayRunRecord> {
  return runsSeen(rows, viewer, kind)
    .innerJoin(CompanyRow, 'c', 'c.id = r.companyId')
    .select(columns.map((column) => `r.${column}`))
    .addSelect('c.name', 'company');
}

/** The same without their companies: with 10,000 of them, joining takes longer than counting. */
export function runsSeen(
  rows: ReadRows,
  viewer: Viewer,
  kind: KindsShown = 'payroll',
): SelectQueryBuilder<PayRunRecord> {
  const query = rows.createQueryBuilder(PayRunRecord, 'r').where(ofKinds[kind]);
  return onlyAmong(query, 'r.companyId', viewer.companies);
}

export const byTag: SeekKeys<Pick<PayRunRecord, 'companyId' | 'tag'>> = [
  { column: 'r.companyId', of: ({ companyId }) => companyId },
  { column: 'r.tag', of: ({ tag }) => tag },
];

export interface NamedRun {
  readonly company: string;
  readonly run: PayRunRecord;
}

export async function namedRuns(query: SelectQueryBuilder<PayRunRecord>): Promise<NamedRun[]> {
  const raw = await query.getRawMany<{ company: string }>();
  return entitiesOf(query, raw).map((run, index) => ({ run, company: raw[index]?.company ?? '' }));
}

/** Each field by name: an object that is picked and then copied takes three times the memory, for a thousand rows. */
export function runRow({ company, run }: NamedRun, viewer: Viewer): RunRow {
  const { companyId, tag, year, period, datedOn, state, payslips, holdCodes, warningCodes } = run;
  const { gross, net, taxAuthority } = run;
  return {
    companyId,
    company,
    tag,
    year,
    period,
    datedOn,
    state,
    reason: viewer.pay || state !== 'refused' ? (run.reason ?? undefined) : undefined,
    payslips,
    totals: viewer.pay ? { gross, net, taxAuthority } : undefined,
    fingerprint: run.fingerprint ?? undefined,
    holdCodes,
    warningCodes,
    postedAt: run.postedAt ?? undefined,
    inBooks: run.journalSet !== null,
    signedOffBy: run.signedOffBy === null ? undefined : nameShown(run.signedOffBy),
  };
}
