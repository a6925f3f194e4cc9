import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

export type BooksFinding = 'missing' | 'edited' | 'doubled';

/** When the books were last compared with what is recorded for a pay run, and what differed. */
@Entity('books_reads')
export class BooksRead {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') runTag!: string;
  @Column(timeColumn()) readAt!: Date;
  /** Null: it is in the books once, as posted. */
  @Column('text', { nullable: true }) finding!: BooksFinding | null;
}
