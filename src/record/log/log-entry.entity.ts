import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import type { CarriedHash } from './carried.js';

/**
 * The chain of the installation itself: who signed in, who was refused, tokens and sessions. No company has this id.
 */
export const installation = 'installation';

/** The last entry of the whole log when another was written: chains are witnesses for one another. */
export interface Witness {
  readonly id: number;
  readonly companyId: string;
  readonly seq: number;
  readonly hash: string;
}

/** One line of the posting log: append-only, chained per company. It has references and hashes, never names or pay. */
@Entity('log')
export class LogEntry {
  @PrimaryGeneratedColumn({ type: 'integer' }) id!: number;
  @Column('text') companyId!: string;
  @Column('integer') seq!: number;
  @Column(timeColumn()) at!: Date;
  @Column('text', { nullable: true }) syncId!: string | null;
  @Column('text') trigger!: string;
  /** The id of an actor. */
  @Column('text') actor!: string;
  @Column('text') act!: string;
  @Column('text') outcome!: string;
  @Column('text', { nullable: true }) tag!: string | null;
  @Column('text', { nullable: true }) journalSet!: string | null;
  @Column('text', { nullable: true }) fingerprint!: string | null;
  @Column('integer', { nullable: true }) policyVersion!: number | null;
  @Column('text', { nullable: true }) answer!: string | null;
  @Column(jsonColumn({ nullable: true })) holdCodes!: readonly string[] | null;
  @Column('text', { nullable: true }) ref!: string | null;
  /** The rows it is about, each with the hash it had then. */
  @Column(jsonColumn({ nullable: true })) carries!: readonly CarriedHash[] | null;
  @Column(jsonColumn({ nullable: true })) witness!: Witness | null;
  @Column('text') previous!: string;
  @Column('text') hash!: string;
}
