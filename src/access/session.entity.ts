import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A browser that has signed in; its cookie holds the id, the row only the hash. What it may do is read from whose it is. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('text') idHash!: string;
  @Column('text') csrf!: string;
  @Column('text', { nullable: true }) personId!: string | null;
  /** Of a program's token, where nobody is behind it. */
  @Column('text', { nullable: true }) tokenId!: string | null;
  /** Sealed: the issuer wants it back when they sign out there too. */
  @Column('text', { nullable: true }) idToken!: string | null;
  @Column(timeColumn()) createdAt!: Date;
  /** To the minute. */
  @Column(timeColumn()) seenAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
}
