import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';

/** An account of the year, with money as the service writes it. */
export interface StoredYearAccount {
  readonly account: string;
  readonly name: string;
  readonly payslips: string;
  readonly books: string;
  readonly difference: string;
  readonly because: { readonly what: string; readonly amount: string }[];
}

export interface StoredYearSpan {
  readonly kind: 'tax_year' | 'accounting_year';
  readonly from: string;
  readonly to: string;
  readonly isPart: boolean;
  readonly payRuns: number;
  readonly agrees: boolean;
  readonly waiting: string[];
  readonly costs: StoredYearAccount[];
  readonly liabilities: StoredYearAccount[];
}

/** A year's payslips against the books of that year, as last read; it can always be read again. */
@Entity('years_in_books')
export class YearInBooks {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') year!: number;
  @Column(timeColumn()) readAt!: Date;
  /** The end of the company's log at that time: entries since then may have changed what was read. */
  @Column('integer') logSeq!: number;
  @Column(jsonColumn()) spans!: readonly StoredYearSpan[];
}
