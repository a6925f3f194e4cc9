import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';
import type { Life } from './life.js';

@Entity('companies')
export class CompanyRow {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'connection_id' }) connectionId!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) subdomain!: string | null;
  /** The service's origin and the company's identity there. */
  @Column('text', { name: 'books_id' }) booksId!: string;
  @Column('text') prefix!: string;
  @Column('text') life!: Life;
  @Column('text', { name: 'start_date', nullable: true }) startDate!: string | null;
  /** The day its accounting years end on: '03-31'. */
  @Column('text', { name: 'accounting_year_end', nullable: true }) accountingYearEnd!: string | null;
  @Column('text', { nullable: true }) type!: string | null;
  @Column('integer', { name: 'policy_version' }) policyVersion!: number;
  @Column('text', { nullable: true }) problem!: string | null;
  @Column(timeColumn({ name: 'last_synced_at', nullable: true })) lastSyncedAt!: Date | null;
  @Column(timeColumn({ name: 'last_verified_at', nullable: true })) lastVerifiedAt!: Date | null;
  @Column('text', { name: 'verify_findings', nullable: true }) verifyFindings!: string | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  @Column(timeColumn({ name: 'left_at', nullable: true })) leftAt!: Date | null;
}
