import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Policy } from '../journal/policy/policy.js';

/** A company's policy, current or past. Never changed: every posting keeps the version it was made with. */
@Entity('policies')
export class PolicyVersion {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('integer') version!: number;
  @Column(jsonColumn()) policy!: Policy;
  @Column('text') actor!: string;
  @Column('text') reason!: string;
  @Column(timeColumn()) createdAt!: Date;
}
