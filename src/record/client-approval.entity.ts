import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A client was asked, by a link, to approve one month's payments. It is bound to the figures that the link shows. */
@Entity('client_approvals')
export class ClientApproval {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('integer') year!: number;
  @Column('integer') period!: number;
  @Column('text') fingerprint!: string;
  /** The code itself is only in the link. */
  @Column('text') codeHash!: string;
  @Column('text') askedBy!: string;
  @Column('text') askedThrough!: 'command' | 'api' | 'page';
  @Column(timeColumn()) askedAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
  @Column('text', { nullable: true }) answer!: 'approved' | 'query' | null;
  /** The name that the client gave. */
  @Column('text', { nullable: true }) answeredBy!: string | null;
  @Column('text', { nullable: true }) words!: string | null;
  @Column(timeColumn({ nullable: true })) answeredAt!: Date | null;
  /** Withdrawn, or another link of its month was answered. */
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
}
