import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';

/** One line of the posting log: append-only, chained per company. References and hashes; never names, never pay. */
@Entity('log')
export class LogEntry {
  @PrimaryGeneratedColumn({ type: 'integer' }) id!: number;
  @Column('text', { name: 'company_id' }) companyId!: string;
  @Column('integer') seq!: number;
  @Column(timeColumn()) at!: Date;
  @Column('text', { name: 'sync_id', nullable: true }) syncId!: string | null;
  @Column('text') trigger!: string;
  @Column('text') actor!: string;
  @Column('text') act!: string;
  @Column('text') outcome!: string;
  @Column('text', { nullable: true }) tag!: string | null;
  @Column('text', { name: 'journal_set', nullable: true }) journalSet!: string | null;
  @Column('text', { nullable: true }) fingerprint!: string | null;
  @Column('integer', { name: 'policy_version', nullable: true }) policyVersion!: number | null;
  @Column('text', { nullable: true }) answer!: string | null;
  @Column(jsonColumn({ name: 'hold_codes', nullable: true })) holdCodes!: readonly string[] | null;
  @Column('text', { nullable: true }) ref!: string | null;
  @Column('text', { name: 'ref_hash', nullable: true }) refHash!: string | null;
  @Column('text') previous!: string;
  @Column('text') hash!: string;
}
