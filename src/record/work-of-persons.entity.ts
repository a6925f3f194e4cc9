import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** The person to whom a pay run is assigned. */
@Entity('assignments')
export class Assignment {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') tag!: string;
  @Column('text') personId!: string;
  @Column(timeColumn()) at!: Date;
}

/** A person's note on a pay run. It is never changed; the log carries its hash. */
@Entity('notes')
export class Note {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') tag!: string;
  @Column('text') actor!: string;
  @Column('text') words!: string;
  @Column(timeColumn()) at!: Date;
}
