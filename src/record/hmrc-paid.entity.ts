import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';
import type { Money } from '../journal/nouns/money.js';
import { moneyColumn } from './money-column.js';

/** A person said that HMRC was paid: a statement, and no proof. It counts until it is taken back. */
@Entity('hmrc_paid')
export class HmrcPaid {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  /** What was paid, as control accounts name it: "paye 2026-06", or an adjustment by its tag. */
  @Column('text') item!: string;
  /** The day on which it was paid, as the person said. */
  @Column('text') paidOn!: string;
  /** What was due then: a statement about another amount says nothing of this one. */
  @Column(moneyColumn()) amount!: Money;
  @Column('text') actor!: string;
  @Column(timeColumn()) at!: Date;
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
}
