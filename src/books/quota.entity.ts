import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** What was used of the service's limits in its current minute and hour. The windows are the service's own, a 429 is counted by ours. */
@Entity('quotas')
export class Quota {
  /** Whom the service counts: a user's connection, or one client of a practice. */
  @PrimaryColumn('text') scope!: string;
  @Column(timeColumn()) minuteFrom!: Date;
  @Column('integer') minuteUsed!: number;
  @Column(timeColumn()) hourFrom!: Date;
  @Column('integer') hourUsed!: number;
  /** A 429: when it came, and when the service listens again. */
  @Column(timeColumn({ nullable: true })) closedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) closedUntil!: Date | null;
}
