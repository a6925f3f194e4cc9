import type { Verdict } from '../../journal/decide/decide.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';

export interface SyncRequest {
  readonly year?: number;
  readonly period?: number;
  /** Read every period again. */
  readonly full?: boolean;
  readonly dryRun?: boolean;
  /** Look into the books for posted runs as well. */
  readonly recheck?: boolean;
  /** Reads the journals of this tax year and judges them; posts nothing. */
  readonly audit?: number;
  readonly trigger: 'schedule' | 'month_close' | 'api' | 'page' | 'command' | 'settle' | 'verify' | 'act';
  readonly actor: string;
}

export interface SyncProgress {
  readonly company: string;
  readonly step: 'queued' | 'settling' | 'adopting' | 'fetching' | 'auditing' | 'posting' | 'done';
  readonly year?: number;
  readonly period?: number;
  readonly done: number;
  readonly total: number;
}

/** What `sync --json` prints for one company. */
export interface SyncResult {
  readonly company: string;
  readonly posted: number;
  readonly adopted: number;
  readonly amended: number;
  readonly ready: number;
  readonly held: number;
  readonly inDoubt: number;
  readonly changed: number;
  readonly drift: number;
  readonly refused: number;
  readonly notReady: number;
  readonly nothing: number;
  readonly unchanged: number;
  readonly requests: number;
  readonly error?: { readonly title: string; readonly detail: string; readonly todo: string };
}

/** What a dry run would do with one run, and why. */
export interface PlanShown {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** The name of an adjustment; absent for a pay run. */
  readonly adjustment?: string;
  readonly would: Verdict['do'];
  /** Names people and amounts. */
  readonly why: string;
  readonly holdCodes: readonly string[];
}

/** One execution of a sync, which others can follow. */
@Entity('syncs')
export class SyncRecord {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') trigger!: SyncRequest['trigger'];
  @Column('text') actor!: string;
  @Column('text') state!: 'queued' | 'running' | 'done' | 'failed';
  @Column(jsonColumn()) request!: SyncRequest;
  @Column(jsonColumn({ nullable: true })) progress!: SyncProgress | null;
  @Column(jsonColumn({ nullable: true })) result!: SyncResult | null;
  /** Of a dry run, once it has ended. */
  @Column(jsonColumn({ nullable: true })) planned!: readonly PlanShown[] | null;
  @Column(jsonColumn({ nullable: true })) problem!: { title: string; detail: string; todo: string } | null;
  @Column(timeColumn()) queuedAt!: Date;
  @Column(timeColumn({ nullable: true })) startedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
}
