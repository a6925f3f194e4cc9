import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Role } from './principal.js';

/** Lets a program or a person call the API, a person never beyond their own rights. Only the token's hash is kept. */
@Entity('api_tokens')
export class ApiToken {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('boolean') pay!: boolean;
  @Column(jsonColumn({ nullable: true })) companies!: readonly string[] | null;
  /** The owner; null for a program, which is known by the token's name. */
  @Column('text', { nullable: true }) personId!: string | null;
  @Column('text') hash!: string;
  @Column(timeColumn()) createdAt!: Date;
  /** To the minute. */
  @Column(timeColumn({ nullable: true })) lastUsedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) revokedAt!: Date | null;
}
