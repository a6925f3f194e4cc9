import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

export type ConnectionKind = 'company' | 'practice';
export type ConnectionState = 'working' | 'reconnect' | 'left';

/**
 * The right to act for one user of the service, in one company or in a practice with many clients. Tokens are sealed.
 */
@Entity('connections')
export class Connection {
  @PrimaryColumn('text') id!: string;
  @Column('text') kind!: ConnectionKind;
  @Column('text') name!: string;
  @Column('text') origin!: string;
  /** The practice's subdomain; null for a single company, which is identified by its books. */
  @Column('text', { nullable: true }) practice!: string | null;
  @Column('text') state!: ConnectionState;
  /** How many approvals a practice requires in all its companies. */
  @Column('text', { default: 'one' }) approval!: 'one' | 'two';
  @Column('text', { nullable: true }) accessToken!: string | null;
  @Column('text', { nullable: true }) refreshToken!: string | null;
  @Column(timeColumn({ nullable: true })) accessExpiresAt!: Date | null;
  /** The process that is refreshing the tokens, and until when no one else may. */
  @Column('text', { nullable: true }) refreshingBy!: string | null;
  @Column(timeColumn({ nullable: true })) refreshingUntil!: Date | null;
  @Column('text', { nullable: true }) problem!: string | null;
  /** The same for all its companies as `CompanyRow.decided` is for one. */
  @Column('integer', { default: 0 }) decided!: number;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn()) updatedAt!: Date;
}
