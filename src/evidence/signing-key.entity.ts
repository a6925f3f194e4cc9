import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A key pair of this installation. Retired, its private half is gone and its public half goes on verifying. */
@Entity('signing_keys')
export class SigningKey {
  /** Of the public half: its thumbprint (RFC 7638). */
  @PrimaryColumn('text') id!: string;
  /** As a JWK's `x`: 32 bytes in base64url. */
  @Column('text') publicKey!: string;
  /** Sealed with the secret key. */
  @Column('text', { nullable: true }) privateKey!: string | null;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) retiredAt!: Date | null;
}
