import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { AcceptedState, ControlState } from '../journal/controls/control.js';
import type { Money } from '../journal/money.js';
import { moneyColumn } from './money-column.js';

/** A part of a difference, with money as the service writes it. */
export interface StoredBecause {
  readonly what: string;
  readonly amount: string;
  readonly due?: string;
  readonly seen?: string;
  readonly unread?: string;
}

/** What a liability account held and owed on one day. For each tax month the last reading is kept. */
@Entity('control_accounts')
export class ControlAccount {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') asOn!: string;
  @PrimaryColumn('text') account!: string;
  /** A person's path; empty if the account is nobody's. */
  @PrimaryColumn('text') userPath!: string;
  @Column('text') name!: string;
  @Column(moneyColumn()) balance!: Money;
  @Column(moneyColumn()) charged!: Money;
  @Column(moneyColumn()) owed!: Money;
  @Column(moneyColumn()) difference!: Money;
  @Column('text') state!: ControlState;
  @Column(jsonColumn()) because!: readonly StoredBecause[];
  @Column(jsonColumn({ nullable: true })) alternatives!: readonly (readonly StoredBecause[])[] | null;
}

/** When a company's control accounts were last read, and whether anybody needs to look. */
@Entity('control_readings')
export class ControlReading {
  @PrimaryColumn('text') companyId!: string;
  @Column('text') asOn!: string;
  @Column(timeColumn()) readAt!: Date;
  @Column('integer') exceptions!: number;
  /** Why nothing could be read. */
  @Column('text', { nullable: true }) problem!: string | null;
  /** The end of the company's log at that time: entries since then may have changed what was read. */
  @Column('integer') logSeq!: number;
}

/** Entered by a person: a debt brought forward, or a difference whose cause they named. It counts until it is ended. */
@Entity('control_notes')
export class ControlNoteRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') account!: string;
  @Column('text') userPath!: string;
  @Column('text') kind!: 'brought_forward' | 'accepted';
  @Column('text') namedAs!: AcceptedState;
  @Column(moneyColumn()) amount!: Money;
  @Column('text', { nullable: true }) dueOn!: string | null;
  @Column('text') reason!: string;
  @Column('text') actor!: string;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
  @Column('text', { nullable: true }) endedWhy!: string | null;
}
