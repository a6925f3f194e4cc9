import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** Wrong secrets from one address, counted since the first. */
@Entity('failed_attempts')
export class FailedAttempt {
  @PrimaryColumn('text') scope!: string;
  @Column('integer') counted!: number;
  @Column(timeColumn()) since!: Date;
}
