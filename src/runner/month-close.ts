import type { Clock } from '../ground/clock.js';
import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { addDays, taxMonthOf, taxYearOf } from '../journal/nouns/dates.js';
import { PayRunRecord, type RunState } from '../record/runs/pay-run.entity.js';
import type { PostingLog } from '../record/log/posting-log.js';
import { checksOf, monthChecks } from '../views/checks/checks.js';
import { asProblem } from '../ground/problem.js';
import type { ControlAccounts } from '../controls/controls.js';
import type { Firings } from './firings.js';
import type { Places } from './places.js';
import type { SyncQueue } from './queue.js';
import type { Outbox } from '../record/messages/outbox.js';
import { today } from '../ground/clock.js';
import type { Verify } from '../sync/verify.js';

const daysBackIntoTheMonth = 6;
const closedStates: readonly RunState[] = ['posted', 'agrees', 'nothing', 'before_cutover', 'moved', 'ignored'];

export interface MonthReport {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly missing: readonly { readonly tag: string; readonly state: RunState }[];
  readonly altered: number;
  /** Whether the journals in the books agree with what is due to HMRC; `not_posted` while one is missing. */
  readonly hmrc?: string;
}

/** Syncs and verifies the tax month that ended, and reports that all is posted or what is missing. */
export class MonthClose {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly companies: Companies,
    private readonly queue: SyncQueue,
    private readonly places: Places,
    private readonly firings: Firings,
    private readonly verify: Verify,
    private readonly controls: Pick<ControlAccounts, 'read'>,
    private readonly log: PostingLog,
    private readonly outbox: Pick<Outbox, 'put'>,
  ) {}

  async run(): Promise<void> {
    const lastDay = addDays(today(this.clock), -daysBackIntoTheMonth);
    const month = { year: taxYearOf(lastDay), period: taxMonthOf(lastDay) - 1 };
    const minute = this.firings.minute();
    const companies = this.companies.inTurns('working');
    const problems: unknown[] = [];
    const closeNext = async () => {
      for await (const company of companies) {
        if (!(await this.firings.take('close the month', company, minute))) continue;
        // A company that fails does not keep the others from being closed.
        await this.close(company, month).catch((error: unknown) => problems.push(error));
      }
    };
    await Promise.all(Array.from({ length: this.places.most }, closeNext));
    if (problems.length > 0) throw problems[0];
  }

  async close(company: Company, { year, period }: { year: number; period: number }): Promise<MonthReport> {
    const { id } = await this.queue.submit(company, { trigger: 'month_close', actor: 'schedule' });
    const synced = await this.queue.wait(id);
    // When its sync failed, the report uses what is recorded, and the month is not complete.
    const findings = await this.places
      .run(() => this.verify.run(company, { actor: 'schedule', trigger: 'month_close' }))
      .catch((error: unknown) => [asProblem(error)]);
    // Trouble with reading the controls is part of their own result, so the report is still sent.
    await this.places.run(() => this.controls.read(company, { actor: 'schedule', trigger: 'month_close' }));
    const [runs, checks] = await this.db.read(async (rows) => {
      const found = await rows.findBy(PayRunRecord, { companyId: company.id, kind: 'payroll', year, period });
      return [found, await checksOf(rows, found)] as const;
    });
    const paye = monthChecks(checks, { runs, adjustments: [] })?.paye;
    const missing = runs.filter((run) => !closedStates.includes(run.state)).map(({ tag, state }) => ({ tag, state }));
    const report = {
      company: company.name,
      year,
      period,
      missing,
      altered: findings.length,
      hmrc: paye?.of === 'to_be_posted' ? 'not_posted' : paye?.tie?.verdict,
    };
    await this.db.work(async (rows) => {
      const complete = missing.length === 0 && findings.length === 0 && synced.state === 'done';
      const kind = complete ? 'month_closed' : 'month_incomplete';
      await this.outbox.put(rows, {
        kind,
        companyId: company.id,
        once: `${kind}:${company.id}:${year}-${period}`,
        path: `/?year=${year}&month=${period + 1}`,
        payload: report,
      });
      const unfinished = [
        ...missing.map(({ tag, state }) => `${state} ${tag}`),
        ...(synced.state === 'done' ? [] : ['its sync failed']),
        ...(report.hmrc ? [`HMRC ${report.hmrc}`] : []),
      ];
      const answer = unfinished.join(', ') || undefined;
      await this.log.append(rows, {
        companyId: company.id,
        trigger: 'month_close',
        actor: 'schedule',
        act: 'month_close',
        outcome: complete ? 'done' : 'found',
        answer,
      });
    });
    return report;
  }
}
