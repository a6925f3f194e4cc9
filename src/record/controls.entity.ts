import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountAnswer, Answer, Cause, NamedState } from './control-answer.js';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Money } from '../journal/nouns/money.js';
import { moneyColumn } from './money-column.js';

/**
 * What a company's control accounts held and owed on one day. The latest counts; of each tax month the last is kept.
 */
@Entity('control_readings')
export class ControlReading {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') asOn!: string;
  @Column(timeColumn()) readAt!: Date;
  @Column('text') state!: Answer['state'];
  /** How many things a person has to look at. */
  @Column('integer') exceptions!: number;
  @Column(jsonColumn()) causes!: readonly Cause[];
  @Column(jsonColumn()) accounts!: readonly AccountAnswer[];
  /** Why it could not be read again since, or at all. */
  @Column('text', { nullable: true }) problem!: string | null;
  /** The end of the company's log at that time: entries since then may have changed what was read. */
  @Column('integer') logSeq!: number;
}

/** A balance as the service wrote it, credits positive. */
export interface KeptLine {
  readonly account: string;
  readonly userPath?: string;
  readonly name: string;
  readonly amount: string;
}

/** What the books showed at the end of a cut day: read once, and again while something is open. */
@Entity('control_balances')
export class KeptBalances {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') day!: string;
  @Column(timeColumn()) readAt!: Date;
  @Column(jsonColumn()) lines!: readonly KeptLine[];
}

/** Entered by a person: a debt brought forward, or an open part whose cause they named. It counts until it is ended. */
@Entity('control_notes')
export class ControlNoteRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') account!: string;
  @Column('text') userPath!: string;
  @Column('text') kind!: 'brought_forward' | 'accepted';
  /** The open part that was named; for a debt brought forward, its own. */
  @Column('text') item!: string;
  @Column('text') namedAs!: NamedState;
  @Column(moneyColumn()) amount!: Money;
  @Column('text', { nullable: true }) dueOn!: string | null;
  @Column('text') reason!: string;
  @Column('text') actor!: string;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
  @Column('text', { nullable: true }) endedWhy!: string | null;
}
