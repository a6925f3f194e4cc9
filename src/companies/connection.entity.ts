import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

export type ConnectionKind = 'company' | 'practice';
export type ConnectionState = 'working' | 'reconnect' | 'left';

/** The right to act for one user of the service: of one company, or of a practice with many clients. Tokens are sealed. */
@Entity('connections')
export class Connection {
  @PrimaryColumn('text') id!: string;
  @Column('text') kind!: ConnectionKind;
  @Column('text') name!: string;
  @Column('text') origin!: string;
  /** Of the practice; null for a company, whose identity is its books'. */
  @Column('text', { nullable: true }) practice!: string | null;
  @Column('text') state!: ConnectionState;
  /** What a practice asks of all its companies. */
  @Column('text', { default: 'one' }) approval!: 'one' | 'two';
  @Column('text', { name: 'access_token', nullable: true }) accessToken!: string | null;
  @Column('text', { name: 'refresh_token', nullable: true }) refreshToken!: string | null;
  @Column(timeColumn({ name: 'access_expires_at', nullable: true })) accessExpiresAt!: Date | null;
  /** The process that refreshes now, until a moment. */
  @Column('text', { name: 'refreshing_by', nullable: true }) refreshingBy!: string | null;
  @Column(timeColumn({ name: 'refreshing_until', nullable: true })) refreshingUntil!: Date | null;
  @Column('text', { nullable: true }) problem!: string | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  @Column(timeColumn({ name: 'updated_at' })) updatedAt!: Date;
}
