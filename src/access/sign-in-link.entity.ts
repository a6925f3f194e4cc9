import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A link that signs one person in, once. */
@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('text') codeHash!: string;
  @Column('text') personId!: string;
  /** An e-mailed link is used up by a button on its page, because mail scanners open links. */
  @Column('boolean', { default: false }) mailed!: boolean;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
  @Column(timeColumn({ nullable: true })) usedAt!: Date | null;
}
