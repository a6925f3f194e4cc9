import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AuditAnswer } from '../audit/answer.js';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { DateRange } from '../journal/nouns/dates.js';
import type { Money } from '../journal/nouns/money.js';
import { moneyColumn } from './money-column.js';

type Amounts = AuditAnswer['other'][number]['accounts'];

export interface PayrollOfAudit {
  /** What payroll says of each pay run, in the order of the answer's: its journal, by account and person. */
  readonly runs: readonly Amounts[];
  /** Names by address: an audit may come before any sync. */
  readonly people: Readonly<Record<string, string>>;
  /** Filed accounts, in which no journal can be dated; read where something is wrong. */
  readonly closed?: readonly DateRange[];
}

/** A tax year's journals against its payroll, as last read; it can always be read again. */
@Entity('audits')
export class AuditRecord {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') year!: number;
  @Column(timeColumn()) readAt!: Date;
  /** Pay runs that do not agree and are not corrected, and journals of no pay run. */
  @Column('integer') wrong!: number;
  /** What is out on creditors and profit and not corrected; what is only shown among other costs is not in it. */
  @Column(moneyColumn()) misstated!: Money;
  @Column(jsonColumn()) answer!: AuditAnswer;
  @Column(jsonColumn()) should!: PayrollOfAudit;
}
