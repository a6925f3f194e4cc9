import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** How often one address tried a wrong secret since a moment. */
@Entity('failed_attempts')
export class FailedAttempt {
  @PrimaryColumn('text') scope!: string;
  @Column('integer') counted!: number;
  @Column(timeColumn()) since!: Date;
}
