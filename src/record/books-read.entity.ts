import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

export type BooksFinding = 'missing' | 'edited' | 'doubled';

/** When the books were last read to compare them with what is recorded of a pay run, and what differed. */
@Entity('books_reads')
export class BooksRead {
  @PrimaryColumn('text', { name: 'company_id' }) companyId!: string;
  @PrimaryColumn('text', { name: 'run_tag' }) runTag!: string;
  @Column(timeColumn({ name: 'read_at' })) readAt!: Date;
  /** Null: in the books once, as posted. */
  @Column('text', { nullable: true }) finding!: BooksFinding | null;
}
