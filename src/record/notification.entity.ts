import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';

/** A message for the webhook, kept until it is delivered. */
@Entity('notifications')
export class Notification {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'company_id', nullable: true }) companyId!: string | null;
  @Column('text') kind!: string;
  /** The same thing is told once. */
  @Column('text') once!: string;
  @Column(jsonColumn()) payload!: unknown;
  @Column('integer') attempts!: number;
  @Column(timeColumn({ name: 'next_at' })) nextAt!: Date;
  @Column(timeColumn({ name: 'delivered_at', nullable: true })) deliveredAt!: Date | null;
  @Column(timeColumn({ name: 'gave_up_at', nullable: true })) gaveUpAt!: Date | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
}
