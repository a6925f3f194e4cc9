import type { Company } from '../companies/company.js';
import type { Sending } from '../record/decided.js';
import type { PayRunRecord } from '../record/runs/pay-run.entity.js';
import type { SyncResult } from '../record/runs/sync-record.entity.js';

/** Who acts, and through which door. */
export interface Who {
  readonly actor: string;
  /** The id of the person who acts; absent for a program or an unknown user of the terminal. */
  readonly person?: string;
  readonly trigger: 'command' | 'api' | 'page';
  /** Ids of the companies they reach; null for all of them. */
  readonly companies: readonly string[] | null;
}

export interface RunRef {
  readonly company: Company;
  readonly year: number;
  readonly period: number;
  /** Its pay date; needed only if the period has several. */
  readonly paid?: string;
  /** Names an adjustment: "recovery", "levy-1". */
  readonly adjustment?: string;
}

export interface Act {
  readonly who: Who;
  readonly reason: string;
  /** What the person saw: if payroll has changed since, nothing is done. */
  readonly fingerprint?: string;
}

/** A company after an act. */
export type Changed = Company & {
  /** The writes on their way to its books at that time, which may still take effect. */
  readonly sending: readonly Sending[];
};

/** The pay run after the act. */
export interface Acted {
  readonly company: string;
  readonly tag: string;
  readonly run: PayRunRecord;
  /** The writes on their way to the books when it was decided. */
  readonly sending?: readonly Sending[];
  readonly sync?: SyncResult;
}
