import type { Company } from '../companies/company.js';
import type { Class1OfYear } from '../journal/paye/class1.js';
import type { Policy } from '../journal/policy.js';
import type { Companion } from '../record/runs/companion.entity.js';
import type { Decision } from '../record/runs/decision.entity.js';
import type { PayPeriodRecord, StoredPayment } from '../record/runs/pay-period.entity.js';
import type { Posting } from '../record/runs/posting.entity.js';
import type { RunFacts } from './run-facts.js';

export interface BesideInput {
  readonly company: Company;
  readonly years: ReadonlySet<number>;
  readonly policies: ReadonlyMap<number, Policy>;
  readonly companions: readonly Readonly<Companion>[];
  readonly postings: readonly Readonly<Posting>[];
  readonly decisions: readonly Readonly<Decision>[];
  /** By tax year. */
  readonly payments: ReadonlyMap<number, readonly StoredPayment[]>;
  /** Tax months that end before this day are left alone. */
  readonly recoveryFrom: string;
  /** Class 1 NI by tax year; read once a question shows it. */
  readonly class1: ReadonlyMap<number, Class1OfYear>;
}

export interface OfPeriod {
  readonly row: Readonly<PayPeriodRecord>;
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  readonly runs: ReadonlyMap<string, RunFacts>;
  /** What is recorded beside the pay runs, by tag. */
  readonly known: ReadonlyMap<string, RunFacts>;
}
