import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Role } from './principal.js';

/** A browser that has signed in; its cookie holds the id, the row only the hash. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('text', { name: 'id_hash' }) idHash!: string;
  @Column('text') csrf!: string;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('boolean') pay!: boolean;
  @Column(jsonColumn({ nullable: true })) companies!: readonly string[] | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
  @Column(timeColumn({ name: 'expires_at' })) expiresAt!: Date;
}
