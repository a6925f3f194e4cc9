import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../../ground/columns.js';

/** A browser that was sent to the issuer and is expected back once. */
@Entity('sign_ins_begun')
export class SignInBegun {
  @PrimaryColumn('text') stateHash!: string;
  @Column('text') browserHash!: string;
  @Column('text') nonce!: string;
  @Column('text') verifier!: string;
  /**
   * The session in which it was begun: the issuer's answer is then added to that person as a way to sign in. The row
   * goes with the session, so nothing that was begun outlives it.
   */
  @Column('text', { nullable: true }) sessionHash!: string | null;
  @Column(timeColumn()) expiresAt!: Date;
}
