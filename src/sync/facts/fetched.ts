import type { ListedYear } from '../../payrolls/source.js';
import type { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';

export type PayPeriodRow = Readonly<PayPeriodRecord>;

/** One tax year as payroll has it now. */
export interface FetchedYear {
  readonly year: number;
  readonly listed: ListedYear;
  /** The rows as they are stored. */
  readonly known: readonly PayPeriodRow[];
  readonly yearRow: Readonly<TaxYearRecord> | null;
  /** Of payroll that comes as files: those that stood when they were listed. */
  readonly files?: string;
  readonly periods: readonly PayPeriodRow[];
  /** Periods whose content or status has changed. */
  readonly moved: ReadonlySet<number>;
  /** Periods that were read just now (year × 12 + period). */
  readonly read: ReadonlySet<number>;
  readonly readAll: boolean;
  /** Everything due to be read was read, and did not change in the meantime. */
  readonly whole: boolean;
}
