import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

export type BooksFinding = 'missing' | 'edited' | 'doubled';

/** When the books were last read to compare them with what is recorded of a pay run, and what differed. */
@Entity('books_reads')
export class BooksRead {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') runTag!: string;
  @Column(timeColumn()) readAt!: Date;
  /** Null: in the books once, as posted. */
  @Column('text', { nullable: true }) finding!: BooksFinding | null;
}
