import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { StoredLine } from './posting.entity.js';

export type WriteKind = 'post' | 'amend' | 'reverse' | 'remove';
/** `dropped`: never reached the socket. `released`: was in doubt and is not in the books. */
export type WriteState = 'sending' | 'done' | 'refused' | 'in_doubt' | 'released' | 'dropped';

export interface StoredSet {
  readonly datedOn: string;
  readonly description: string;
  readonly tag: string;
  readonly lines: readonly StoredLine[];
}

/** One intended change to the books, committed before it is sent. */
@Entity('writes')
export class Write {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'company_id' }) companyId!: string;
  @Column('text', { name: 'run_tag' }) runTag!: string;
  @Column('text') tag!: string;
  @Column('text') kind!: WriteKind;
  @Column('text') state!: WriteState;
  @Column(jsonColumn()) target!: StoredSet;
  @Column('text', { name: 'target_fingerprint' }) targetFingerprint!: string;
  @Column(jsonColumn({ nullable: true })) before!: StoredSet | null;
  @Column('text', { name: 'before_fingerprint', nullable: true }) beforeFingerprint!: string | null;
  @Column('text', { name: 'set_url', nullable: true }) setUrl!: string | null;
  @Column('text', { name: 'dated_on' }) datedOn!: string;
  @Column(timeColumn({ name: 'send_by' })) sendBy!: Date;
  @Column('text') holder!: string;
  @Column('bigint') fence!: string;
  @Column('integer') attempts!: number;
  /** How much of the settle window has passed, by both clocks; and the last look at it, by ours and by the service's. */
  @Column('integer', { name: 'waited_ms' }) waitedMs!: number;
  @Column(timeColumn({ name: 'looked_at', nullable: true })) lookedAt!: Date | null;
  @Column(timeColumn({ name: 'looked_at_service', nullable: true })) lookedAtService!: Date | null;
  @Column('text', { nullable: true }) answer!: string | null;
  @Column('text', { name: 'decision_id', nullable: true }) decisionId!: string | null;
  @Column('text', { name: 'sync_id', nullable: true }) syncId!: string | null;
  @Column('text') actor!: string;
  @Column('text') trigger!: string;
  @Column('integer', { name: 'policy_version' }) policyVersion!: number;
  @Column(jsonColumn()) roles!: Readonly<Record<string, string>>;
  /** Of payroll's document that the target was made from. */
  @Column('text', { name: 'document_hash', nullable: true }) documentHash!: string | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  @Column(timeColumn({ name: 'settled_at', nullable: true })) settledAt!: Date | null;
  /** A released write is looked for once more. */
  @Column(timeColumn({ name: 'look_again_at', nullable: true })) lookAgainAt!: Date | null;
}
