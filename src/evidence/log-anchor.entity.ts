import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { AnchoredHead } from './anchor.js';

/** The ends of all chains at one moment, hashed into one tree whose root is signed. */
@Entity('log_anchors')
export class LogAnchor {
  /** Counted without gaps. */
  @PrimaryColumn('integer') number!: number;
  @Column(timeColumn()) at!: Date;
  @Column('text') why!: 'daily' | 'month_close';
  /** The root of the anchor before it. */
  @Column('text') previous!: string;
  @Column('text') root!: string;
  @Column(jsonColumn()) heads!: readonly AnchoredHead[];
  @Column('text') keyId!: string;
  @Column('text') signature!: string;
  /** Why it could not be written to ANCHOR_FOLDER; tried again with the next one. */
  @Column('text', { nullable: true }) fileProblem!: string | null;
}
