import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** Whose work a pay run is. */
@Entity('assignments')
export class Assignment {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') tag!: string;
  @Column('text') personId!: string;
  @Column(timeColumn()) at!: Date;
}

/** What somebody noted of a pay run. Never changed; the log carries its hash. */
@Entity('notes')
export class Note {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') tag!: string;
  @Column('text') actor!: string;
  @Column('text') words!: string;
  @Column(timeColumn()) at!: Date;
}
