import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A person's way in that works once. */
@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('text') codeHash!: string;
  @Column('text') personId!: string;
  /** Spent by a button: mail scanners open links. */
  @Column('boolean', { default: false }) mailed!: boolean;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
  @Column(timeColumn({ nullable: true })) usedAt!: Date | null;
}
