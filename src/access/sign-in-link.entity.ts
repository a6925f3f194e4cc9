import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A person's way in that works once. */
@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('text', { name: 'code_hash' }) codeHash!: string;
  @Column('text', { name: 'person_id' }) personId!: string;
  /** Spent by a button: mail scanners open links. */
  @Column('boolean', { default: false }) mailed!: boolean;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  @Column(timeColumn({ name: 'expires_at' })) expiresAt!: Date;
  @Column(timeColumn({ name: 'used_at', nullable: true })) usedAt!: Date | null;
}
