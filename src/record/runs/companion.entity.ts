import { Column, Entity } from 'typeorm';
import { jsonColumn } from '../../ground/columns.js';
import type { CompanionTag } from '../../journal/companion.js';
import { PayRunRecord } from './pay-run.entity.js';
import type { StoredLine } from './posting.entity.js';

export type CompanionKind = CompanionTag['kind'];

/**
 * A journal set beside the pay runs, as lists and pages show it. It is looked for, guarded, sent and verified like a
 * pay run, so its row has the same columns, and some of its own.
 */
@Entity('companions')
export class Companion extends PayRunRecord {
  @Column('text') kind!: CompanionKind;
  /** A tax month may have several adjustments of a kind. */
  @Column('integer') number!: number;
  /** For a recovery: the pay run with which it was first posted. */
  @Column('text', { nullable: true }) runTag!: string | null;
  /** What a person entered; null for a recovery, which is worked out. */
  @Column(jsonColumn({ nullable: true })) entered!: readonly StoredLine[] | null;
  /** The person's own reason. */
  @Column('text') note!: string;
  /** When HMRC has to be paid. */
  @Column('text', { nullable: true }) dueOn!: string | null;
  /** Whether payroll's own payment to HMRC includes it. */
  @Column('boolean') inPayment!: boolean;
  @Column('text') actor!: string;
}
