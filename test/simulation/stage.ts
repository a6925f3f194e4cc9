import type { Company } from '../../src/companies/company.js';
import type { Database } from '../../src/ground/database.js';
import type { Policy } from '../../src/journal/policy/policy.js';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import type { Auditor } from './auditor.js';
import type { SimulatedNetwork } from './network.js';
import type { Payroll } from './payroll.js';
import type { SimulatedProcess } from './process.js';
import type { Report } from './report.js';
import type { ReviewerAct } from './reviewer.js';
import type { SimulatedService } from './service.js';
import type { VirtualTime } from './virtual-time.js';

/** What the acts of a history work with: everything that takes part in it, and what it can already do. */
export interface Stage {
  readonly time: VirtualTime;
  readonly network: SimulatedNetwork;
  readonly service: SimulatedService;
  readonly payroll: Payroll;
  readonly auditor: Auditor;
  readonly report: Report;
  /** A lost database has a successor. */
  database(): Database;
  company(): Company;
  atRest(): boolean;
  mode(): 'auto' | 'approve';
  setMode(mode: 'auto' | 'approve'): void;
  /** From which pay date on runs are posted. */
  postFrom(): string;
  setPostFrom(day: string): void;
  log(what: string): void;
  violate(what: string): void;
  rows(): Promise<readonly PayRunRecord[]>;
  process(number: number): SimulatedProcess;
  /** A process that never sleeps, is never killed, and whose database never fails. */
  steady(): SimulatedProcess;
  attempt(process: SimulatedProcess, what: string, act: () => Promise<string>): Promise<boolean>;
  sync(number?: number, only?: Partial<SyncRequest>): Promise<boolean>;
  verify(): Promise<void>;
  review(row: PayRunRecord, name: ReviewerAct): Promise<void>;
  decide(): Promise<void>;
  pause(): Promise<void>;
  /** What changed in payroll reaches the service, or comes as files. */
  deliver(periods: readonly number[], silent?: boolean): Promise<void>;
  changePayroll(silence?: number): Promise<void>;
  setGuard(guard: 'on' | 'off'): Promise<void>;
  /** A new version of the policy, as a person makes it, without faults. */
  changePolicy(change: Partial<Policy>): Promise<void>;
  /** Notes who was known of which runs when this one was ignored. */
  noteIgnored(row: PayRunRecord): Promise<() => void>;
  resume(): Promise<void>;
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
