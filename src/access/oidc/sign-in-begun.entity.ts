import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../../ground/columns.js';

/** A browser that was sent to the issuer and is expected back once. */
@Entity('sign_ins_begun')
export class SignInBegun {
  @PrimaryColumn('text') stateHash!: string;
  @Column('text') browserHash!: string;
  @Column('text') nonce!: string;
  @Column('text') verifier!: string;
  /** Who was signed in when it began: the issuer's answer is then added to this person as a way to sign in. */
  @Column('text', { nullable: true }) personId!: string | null;
  @Column(timeColumn()) expiresAt!: Date;
}
