import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import type { PayrollFileKind } from './payroll-file-kinds.js';

/**
 * A payroll file that was received. Of the file, only what the journal needs is kept, so no addresses, birth dates or
 * National Insurance numbers.
 */
@Entity('payroll_files')
export class PayrollFile {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') kind!: PayrollFileKind;
  @Column('integer') year!: number;
  @Column('text') name!: string;
  /** SHA-256 of its bytes, for a report with its pay date: the same file is not taken twice. */
  @Column('text') hash!: string;
  @Column('integer') bytes!: number;
  /** What was taken of it: of an FPS its payments, which `payrolls/files/kept-payments.ts` reads; of a report its rows (`kept-rows.ts`). */
  @Column(jsonColumn()) taken!: readonly unknown[];
  @Column('text') actor!: string;
  @Column(timeColumn()) receivedAt!: Date;
  @Column(timeColumn({ nullable: true })) withdrawnAt!: Date | null;
  /** How much had been decided once it came (`decided.ts`): a write that was begun at this count, or later, is made with it. */
  @Column('integer', { nullable: true }) decided!: number | null;
}
