import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import { moneyColumn } from './money-column.js';
import type { Money } from '../journal/money.js';

/** A pay period as payroll last told it. The document holds pay and is erased after the retention. */
@Entity('pay_periods')
export class PayPeriodRecord {
  @PrimaryColumn('text', { name: 'company_id' }) companyId!: string;
  @PrimaryColumn('integer') year!: number;
  @PrimaryColumn('integer') period!: number;
  @Column('text', { name: 'dated_on' }) datedOn!: string;
  @Column('text') status!: string;
  @Column('text', { name: 'service_updated_at', nullable: true }) serviceUpdatedAt!: string | null;
  @Column('text', { name: 'content_hash', nullable: true }) contentHash!: string | null;
  @Column(jsonColumn({ nullable: true })) document!: unknown;
  @Column(moneyColumn()) allowance!: Money;
  @Column(moneyColumn()) cis!: Money;
  @Column(moneyColumn({ name: 'employer_ni_directors' })) employerNiDirectors!: Money;
  @Column(moneyColumn({ name: 'employer_ni_employees' })) employerNiEmployees!: Money;
  /** What the account of PAYE and NI is credited with, less the employment allowance. */
  @Column(moneyColumn()) j814!: Money;
  /** What the payslips owe the tax authority but policy puts on another account. */
  @Column(moneyColumn({ name: 'owed_elsewhere' })) owedElsewhere!: Money;
  @Column(timeColumn({ name: 'read_at', nullable: true })) readAt!: Date | null;
  @Column(timeColumn({ name: 'gone_at', nullable: true })) goneAt!: Date | null;
}

export interface StoredPayment {
  readonly dueOn: string;
  readonly amountDue?: string;
  readonly status?: string;
}

@Entity('tax_years')
export class TaxYearRecord {
  @PrimaryColumn('text', { name: 'company_id' }) companyId!: string;
  @PrimaryColumn('integer') year!: number;
  @Column(timeColumn({ name: 'adopted_at', nullable: true })) adoptedAt!: Date | null;
  @Column(timeColumn({ name: 'listed_at', nullable: true })) listedAt!: Date | null;
  @Column(timeColumn({ name: 'full_read_at', nullable: true })) fullReadAt!: Date | null;
  @Column(jsonColumn({ nullable: true })) payments!: readonly StoredPayment[] | null;
}
