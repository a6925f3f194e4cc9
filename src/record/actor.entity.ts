import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A person as the log names them: by id. After erasure the name and its salt are gone and the hash stays. */
@Entity('actors')
export class Actor {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) name!: string | null;
  @Column('text', { nullable: true }) salt!: string | null;
  /** Hash of salt and name. It is part of the hash of every entry that names the person. */
  @Column('text') hash!: string;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) erasedAt!: Date | null;
}
