import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import { moneyColumn } from '../money-column.js';
import { documentColumn, type StoredDocument } from './stored-document.js';
import type { Money } from '../../journal/nouns/money.js';
import type { Returned } from '../../journal/nouns/pay-run.js';

/** `Returned` of a payroll document, with amounts as text. It names no one. */
export type StoredReturned = {
  readonly [Name in keyof Returned]: Returned[Name] extends Money ? string : Returned[Name];
};

/** A pay period as payroll last gave it. The document holds pay and is erased when its retention ends. */
@Entity('pay_periods')
export class PayPeriodRecord {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') year!: number;
  @PrimaryColumn('integer') period!: number;
  @Column('text') datedOn!: string;
  @Column('text') status!: string;
  @Column('text', { nullable: true }) serviceUpdatedAt!: string | null;
  @Column('text', { nullable: true }) contentHash!: string | null;
  @Column(documentColumn()) document!: StoredDocument | null;
  @Column(moneyColumn()) allowance!: Money;
  @Column(moneyColumn()) cis!: Money;
  @Column(moneyColumn()) employerNiDirectors!: Money;
  @Column(moneyColumn()) employerNiEmployees!: Money;
  /** What the PAYE/NI account is credited with, less the employment allowance. */
  @Column(moneyColumn()) j814!: Money;
  /** What the payslips owe the tax authority but policy puts on another account. */
  @Column(moneyColumn()) owedElsewhere!: Money;
  /** What an employer's returns say of the month, as its document has it; null for payroll that gives its own figure. */
  @Column(jsonColumn({ nullable: true })) returned!: StoredReturned | null;
  @Column(timeColumn({ nullable: true })) readAt!: Date | null;
  /** The last two readings had the same content: it is no spoilt read, however odd. */
  @Column('boolean') readTwice!: boolean;
  @Column(timeColumn({ nullable: true })) goneAt!: Date | null;
}

export interface StoredPayment {
  readonly dueOn: string;
  readonly amountDue?: string;
  readonly status?: string;
}

@Entity('tax_years')
export class TaxYearRecord {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') year!: number;
  @Column(timeColumn({ nullable: true })) adoptedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) listedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) fullReadAt!: Date | null;
  @Column(jsonColumn({ nullable: true })) payments!: readonly StoredPayment[] | null;
}

export const storedReturned = ({ since, levySince, unchecked, ...amounts }: Returned): StoredReturned => ({
  since,
  ...(levySince !== undefined && { levySince }),
  ...(unchecked && { unchecked }),
  recovered: amounts.recovered.toString(),
  compensation: amounts.compensation.toString(),
  cisSuffered: amounts.cisSuffered.toString(),
  levy: amounts.levy.toString(),
  allowance: amounts.allowance.toString(),
});
