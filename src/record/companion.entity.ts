import { Column, Entity } from 'typeorm';
import { jsonColumn } from '../ground/columns.js';
import type { CompanionTag } from '../journal/companion.js';
import { PayRunRecord } from './pay-run.entity.js';
import type { StoredLine } from './posting.entity.js';

export type CompanionKind = CompanionTag['kind'];

/**
 * A journal set beside the pay runs, as lists and pages show it. It is looked for, guarded, sent and verified as a pay run
 * is, so its row has the same columns; what it is made of stands beside them.
 */
@Entity('companions')
export class Companion extends PayRunRecord {
  @Column('text') kind!: CompanionKind;
  /** A tax month may have several adjustments of a kind. */
  @Column('integer') number!: number;
  /** Of a recovery: the pay run beside which it was first posted. */
  @Column('text', { nullable: true }) runTag!: string | null;
  /** What a person entered; of a recovery nothing, for it is worked out. */
  @Column(jsonColumn({ nullable: true })) entered!: readonly StoredLine[] | null;
  /** The person's own reason. */
  @Column('text') note!: string;
  /** When HMRC is to be paid. */
  @Column('text', { nullable: true }) dueOn!: string | null;
  /** Payroll's own payment to HMRC includes it. */
  @Column('boolean') inPayment!: boolean;
  @Column('text') actor!: string;
}
