import { Column, Entity, In, IsNull, Not, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import type { StoredLine } from './posting.entity.js';

export type WriteKind = 'post' | 'amend' | 'reverse' | 'remove';
/** `dropped`: never reached the socket. `released`: was in doubt and is not in the books. */
export type WriteState = 'sending' | 'done' | 'refused' | 'in_doubt' | 'released' | 'dropped';

export interface StoredSet {
  readonly datedOn: string;
  readonly description: string;
  readonly tag: string;
  readonly lines: readonly StoredLine[];
}

/** One intended change to the books, committed before it is sent. */
@Entity('writes')
export class Write {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('text') runTag!: string;
  @Column('text') tag!: string;
  @Column('text') kind!: WriteKind;
  @Column('text') state!: WriteState;
  @Column(jsonColumn()) target!: StoredSet;
  @Column('text') targetFingerprint!: string;
  @Column(jsonColumn({ nullable: true })) before!: StoredSet | null;
  @Column('text', { nullable: true }) beforeFingerprint!: string | null;
  @Column('text', { nullable: true }) setUrl!: string | null;
  @Column('text') datedOn!: string;
  @Column(timeColumn()) sendBy!: Date;
  @Column('text') holder!: string;
  @Column('bigint') fence!: string;
  @Column('integer') attempts!: number;
  /**
   * How much of the settle window has passed by both clocks; below, the last look by our clock and by the service's.
   */
  @Column('integer') waitedMs!: number;
  @Column(timeColumn({ nullable: true })) lookedAt!: Date | null;
  @Column(timeColumn({ nullable: true })) lookedAtService!: Date | null;
  @Column('text', { nullable: true }) answer!: string | null;
  @Column('text', { nullable: true }) decisionId!: string | null;
  @Column('text', { nullable: true }) syncId!: string | null;
  @Column('text') actor!: string;
  @Column('text') trigger!: string;
  @Column('integer') policyVersion!: number;
  @Column(jsonColumn()) roles!: Readonly<Record<string, string>>;
  /** The hash of the payroll document that the target was made from. */
  @Column('text', { nullable: true }) documentHash!: string | null;
  /** A reversal by policy, because payroll's content changed: its replacement is posted without a person. */
  @Column('boolean') postAgain!: boolean;
  /** How much had been decided when it was begun (`decided.ts`): every file that came by then is in it. */
  @Column('integer', { nullable: true }) decided!: number | null;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) settledAt!: Date | null;
  /** When a refused or released write gets its second look. */
  @Column(timeColumn({ nullable: true })) lookAgainAt!: Date | null;
}

export const noSet: StoredSet = { datedOn: '', description: '', tag: '', lines: [] };

/** What is in the books is stored in its posting; the write keeps only the fingerprints. */
export const doneWrite = { state: 'done', target: noSet, before: null, roles: {} } as const;

/** The answer that a refused write keeps, once exactly what it was to make is found. */
export const madeAfterRefusal = 'found in the books after it was refused';

export const openStates: readonly WriteState[] = ['sending', 'in_doubt'];
export const givenUpStates: readonly WriteState[] = ['refused', 'released'];
export const isOpen = ({ state }: Pick<Write, 'state'>): boolean => openStates.includes(state);

/**
 * After a post was refused in the service's own words, nothing is sent for its run for this long, counted as the settle
 * window is: payroll was corrected 3 seconds after a 422, and posted, and then the service made the refused journal.
 */
export const minuteMs = 60_000;

/** From its refusal to the end of that minute `lookedAt` is set; then it is null, until the second look. */
export const isInItsMinute = ({
  kind,
  state,
  lookedAt,
  waitedMs,
}: Pick<Write, 'kind' | 'state' | 'lookedAt' | 'waitedMs'>) =>
  kind === 'post' && state === 'refused' && lookedAt !== null && waitedMs < minuteMs;

/** A write that was given up is in doubt again, and its window starts again; a refusal no longer counts. */
export const doubtedAgain = {
  state: 'in_doubt',
  answer: 'the accounts moved since it was given up',
  waitedMs: 0,
  lookedAt: null,
  settledAt: null,
  lookAgainAt: null,
} as const;

/** The fingerprint of the run as it is or may be in the books; a reversal leaves the set that it undoes as it was. */
export const runAsSent = ({ kind, targetFingerprint, beforeFingerprint }: Readonly<Write>): string | undefined =>
  kind === 'reverse' ? (beforeFingerprint ?? undefined) : targetFingerprint;

/** We do not know for certain yet whether these reached the books. */
export const unsettledOf = (companyId: string) => [
  { companyId, state: In(openStates) },
  { companyId, state: In(givenUpStates), lookAgainAt: Not(IsNull()) },
];
