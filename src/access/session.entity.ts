import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/**
 * A signed-in browser. Its cookie holds the id, the row only the hash. Its rights are read from its owner each time.
 */
@Entity('sessions')
export class Session {
  @PrimaryColumn('text') idHash!: string;
  @Column('text') csrf!: string;
  @Column('text', { nullable: true }) personId!: string | null;
  /** The program's token that opened it, when there is no person. */
  @Column('text', { nullable: true }) tokenId!: string | null;
  /** Sealed; the issuer asks for it when the person signs out there too. */
  @Column('text', { nullable: true }) idToken!: string | null;
  @Column(timeColumn()) createdAt!: Date;
  /** To the minute. */
  @Column(timeColumn()) seenAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
}
