import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';
import type { Life } from './life.js';

@Entity('companies')
export class CompanyRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') connectionId!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) subdomain!: string | null;
  /** The service's origin and the company's identity there. */
  @Column('text') booksId!: string;
  /** What the service called the company when it was connected; null if that was before we asked. */
  @Column('text', { nullable: true }) booksName!: string | null;
  @Column('text') prefix!: string;
  @Column('text') life!: Life;
  @Column('text', { nullable: true }) startDate!: string | null;
  /** The month and day on which its accounting years end: '03-31'. */
  @Column('text', { nullable: true }) accountingYearEnd!: string | null;
  @Column('text', { nullable: true }) type!: string | null;
  @Column('integer') policyVersion!: number;
  @Column('text', { nullable: true }) problem!: string | null;
  @Column(timeColumn({ nullable: true })) lastSyncedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) lastVerifiedAt!: Date | null;
  @Column('text', { nullable: true }) verifyFindings!: string | null;
  /** How often something was decided that can change what is sent (record/decided.ts). */
  @Column('integer', { default: 0 }) decided!: number;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) leftAt!: Date | null;
}
