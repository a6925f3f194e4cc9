import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A browser that has signed in; its cookie holds the id, the row only the hash. What it may do is read from whose it is. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('text', { name: 'id_hash' }) idHash!: string;
  @Column('text') csrf!: string;
  @Column('text', { name: 'person_id', nullable: true }) personId!: string | null;
  /** Of a program's token, where nobody is behind it. */
  @Column('text', { name: 'token_id', nullable: true }) tokenId!: string | null;
  /** Sealed: the issuer wants it back when they sign out there too. */
  @Column('text', { name: 'id_token', nullable: true }) idToken!: string | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  /** To the minute. */
  @Column(timeColumn({ name: 'seen_at' })) seenAt!: Date;
  @Column(timeColumn({ name: 'expires_at' })) expiresAt!: Date;
}
