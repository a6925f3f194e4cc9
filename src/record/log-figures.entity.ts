import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Money } from '../journal/money.js';
import { moneyColumn } from './money-column.js';

/** What a pay run came to when a line of the log was written; beside the log, which holds no pay itself. */
@Entity('log_figures')
export class LogFigures {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') seq!: number;
  /** As the line has it, with its generation. */
  @Column('text') tag!: string;
  @Column('integer') payslips!: number;
  @Column(moneyColumn()) gross!: Money;
  @Column(moneyColumn()) net!: Money;
  @Column(moneyColumn()) taxAuthority!: Money;
}
