import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Role } from './principal.js';

/** A way in that works once. */
@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('text', { name: 'code_hash' }) codeHash!: string;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('boolean') pay!: boolean;
  @Column(jsonColumn({ nullable: true })) companies!: readonly string[] | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  @Column(timeColumn({ name: 'expires_at' })) expiresAt!: Date;
  @Column(timeColumn({ name: 'used_at', nullable: true })) usedAt!: Date | null;
}
