import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';

/** A message for the webhook, kept until it is delivered. */
@Entity('notifications')
export class Notification {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) companyId!: string | null;
  @Column('text') kind!: string;
  /** Identifies what is sent only once. */
  @Column('text') once!: string;
  @Column(jsonColumn()) payload!: unknown;
  @Column('integer') attempts!: number;
  @Column(timeColumn()) nextAt!: Date;
  @Column(timeColumn({ nullable: true })) deliveredAt!: Date | null;
  @Column(timeColumn({ nullable: true })) gaveUpAt!: Date | null;
  @Column(timeColumn()) createdAt!: Date;
}
