import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** What was used of the service's limits in its current minute and hour. All times are the service's own. */
@Entity('quotas')
export class Quota {
  /** Whom the service counts: a user's connection, or one client of a practice. */
  @PrimaryColumn('text') scope!: string;
  @Column(timeColumn({ name: 'minute_from' })) minuteFrom!: Date;
  @Column('integer', { name: 'minute_used' }) minuteUsed!: number;
  @Column(timeColumn({ name: 'hour_from' })) hourFrom!: Date;
  @Column('integer', { name: 'hour_used' }) hourUsed!: number;
  @Column(timeColumn({ name: 'blocked_until', nullable: true })) blockedUntil!: Date | null;
}
