import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';

/** A principal's rights; the record does not know who may do what. */
export interface KeptRights {
  readonly role: 'viewer' | 'reviewer' | 'admin';
  readonly pay: boolean;
  readonly companies: readonly string[] | null;
}

/** The answer to a request with an Idempotency-Key; without a status the request is still going on. */
@Entity('kept_answers')
export class KeptAnswer {
  /** Who asked, so that no one gets another's answer. */
  @PrimaryColumn('text') scope!: string;
  @PrimaryColumn('text') key!: string;
  @Column('text') requestHash!: string;
  /** Identifies the request that holds the key now: a request given up for dead must not overwrite its successor. */
  @Column('text') token!: string;
  /** What the person who asked was allowed to do and see: the answer may show all of it. */
  @Column(jsonColumn()) rights!: KeptRights;
  @Column('integer', { nullable: true }) status!: number | null;
  @Column(jsonColumn({ nullable: true })) headers!: Readonly<Record<string, string>> | null;
  @Column('text', { nullable: true }) body!: string | null;
  @Column(timeColumn()) begunAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
}
