import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** A key pair of this installation. Once retired, its private half is destroyed and its public half still verifies. */
@Entity('signing_keys')
export class SigningKey {
  /** The thumbprint of the public half (RFC 7638). */
  @PrimaryColumn('text') id!: string;
  /** As a JWK's `x`: 32 bytes in base64url. */
  @Column('text') publicKey!: string;
  /** Sealed with the secret key. */
  @Column('text', { nullable: true }) privateKey!: string | null;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) retiredAt!: Date | null;
}
