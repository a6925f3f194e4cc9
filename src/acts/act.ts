import type { Company } from '../companies/company.js';
import type { PayRunRecord } from '../record/pay-run.entity.js';
import type { SyncResult } from '../record/sync-record.entity.js';

/** Who acts, and by which door. */
export interface Who {
  readonly actor: string;
  /** The id of the person who acts; absent where a program or an unknown user of the terminal does. */
  readonly person?: string;
  readonly trigger: 'command' | 'api' | 'page';
  /** Ids of the companies they reach; null is all of them. */
  readonly companies: readonly string[] | null;
}

export interface RunRef {
  readonly company: Company;
  readonly year: number;
  readonly period: number;
  /** Its pay date; needed only where the period has several. */
  readonly paid?: string;
  /** Of a journal set beside the pay runs: "recovery", "levy-1". */
  readonly companion?: string;
}

export interface Act {
  readonly who: Who;
  readonly reason: string;
  /** What the person saw: where payroll has moved on since, nothing is done. */
  readonly fingerprint?: string;
}

export interface Acted {
  readonly company: string;
  readonly tag: string;
  readonly run: PayRunRecord;
  readonly sync?: SyncResult;
}
