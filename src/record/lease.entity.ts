import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** The right of one process to work on a company's books until a certain time. The fence grows with every holder. */
@Entity('book_leases')
export class Lease {
  @PrimaryColumn('text') companyId!: string;
  @Column('text') holder!: string;
  @Column(timeColumn()) until!: Date;
  @Column('bigint') fence!: string;
}
