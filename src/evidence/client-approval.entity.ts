import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A client was asked by a link to approve one month's payments. Bound to the figures that the link shows. */
@Entity('client_approvals')
export class ClientApproval {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'company_id' }) companyId!: string;
  @Column('integer') year!: number;
  @Column('integer') period!: number;
  @Column('text') fingerprint!: string;
  /** The code itself is in the link and nowhere else. */
  @Column('text', { name: 'code_hash' }) codeHash!: string;
  @Column('text', { name: 'asked_by' }) askedBy!: string;
  @Column(timeColumn({ name: 'asked_at' })) askedAt!: Date;
  @Column(timeColumn({ name: 'expires_at' })) expiresAt!: Date;
  @Column('text', { nullable: true }) answer!: 'approved' | 'query' | null;
  /** As the client gave it. */
  @Column('text', { name: 'answered_by', nullable: true }) answeredBy!: string | null;
  @Column('text', { nullable: true }) words!: string | null;
  @Column(timeColumn({ name: 'answered_at', nullable: true })) answeredAt!: Date | null;
}
