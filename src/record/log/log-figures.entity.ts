import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Money } from '../../journal/nouns/money.js';
import { moneyColumn } from '../money-column.js';

/** The amounts of a pay run when a line of the log was written; kept apart from the log, which holds no pay itself. */
@Entity('log_figures')
export class LogFigures {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') seq!: number;
  /** As in the log line, with its generation. */
  @Column('text') tag!: string;
  @Column('integer') payslips!: number;
  @Column(moneyColumn()) gross!: Money;
  @Column(moneyColumn()) net!: Money;
  @Column(moneyColumn()) taxAuthority!: Money;
}
