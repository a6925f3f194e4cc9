import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/**
 * How much of the service's limits is used in its current minute and hour. The windows are the service's own; a 429 is
 * timed by our clock.
 */
@Entity('quotas')
export class Quota {
  /** Whose requests the service counts together: a user's connection, or one client of a practice. */
  @PrimaryColumn('text') scope!: string;
  @Column(timeColumn()) minuteFrom!: Date;
  @Column('integer') minuteUsed!: number;
  @Column(timeColumn()) hourFrom!: Date;
  @Column('integer') hourUsed!: number;
  /** After a 429: when it came, and when the service accepts requests again. */
  @Column(timeColumn({ nullable: true })) closedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) closedUntil!: Date | null;
}
