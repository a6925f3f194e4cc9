import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Role } from './principal.js';

/** A program's or a person's right to call the API: a person's never allows more than the person may. The token itself is nowhere. */
@Entity('api_tokens')
export class ApiToken {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('boolean') pay!: boolean;
  @Column(jsonColumn({ nullable: true })) companies!: readonly string[] | null;
  /** Whose it is; null is a program, which the token's name names. */
  @Column('text', { nullable: true }) personId!: string | null;
  @Column('text') hash!: string;
  @Column(timeColumn()) createdAt!: Date;
  /** To the minute. */
  @Column(timeColumn({ nullable: true })) lastUsedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) revokedAt!: Date | null;
}
