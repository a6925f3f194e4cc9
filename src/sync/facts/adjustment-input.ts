import type { Company } from '../../companies/company.js';
import type { Class1OfYear } from '../../journal/paye/class1.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { PayPeriodRecord, StoredPayment } from '../../record/runs/pay-period.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { RunFacts } from './run-facts.js';

export interface AdjustmentInput {
  readonly company: Company;
  readonly years: ReadonlySet<number>;
  readonly policies: ReadonlyMap<number, Policy>;
  /** Of every kind. */
  readonly rows: readonly Readonly<PayRunRecord>[];
  readonly postings: readonly Readonly<Posting>[];
  readonly decisions: readonly Readonly<Decision>[];
  /** By tax year. */
  readonly payments: ReadonlyMap<number, readonly StoredPayment[]>;
  /** In London. */
  readonly today: string;
  /** Tax months that end before this day are left alone. */
  readonly recoveryFrom: string;
  /** Class 1 NI by tax year; read only when a question shows it. */
  readonly class1: ReadonlyMap<number, Class1OfYear>;
}

export interface OfPeriod {
  readonly row: Readonly<PayPeriodRecord>;
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  readonly runs: ReadonlyMap<string, RunFacts>;
  /** The recorded adjustments, by tag. */
  readonly known: ReadonlyMap<string, RunFacts>;
}
