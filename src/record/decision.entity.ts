import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Decision as FieldDecision } from '../journal/decision.js';

export type DecisionScope = 'run' | 'person' | 'company' | 'practice';
export type DecisionKind =
  | 'approval'
  | 'treatment'
  | 'post'
  | 'amend'
  | 'reverse'
  | 'ignore'
  | 'sign_off'
  | 'expected_movement'
  /** At which rate HMRC gives back a claim: `figures.rate`, of a person and a kind of pay. */
  | 'recovery';

/** What a person decided, kept apart from writes and surviving them. */
@Entity('decisions')
export class Decision {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) companyId!: string | null;
  @Column('text', { nullable: true }) connectionId!: string | null;
  @Column('text') scope!: DecisionScope;
  @Column('text') kind!: DecisionKind;
  @Column('text', { nullable: true }) tag!: string | null;
  @Column('text', { nullable: true }) field!: string | null;
  @Column('text', { nullable: true }) userPath!: string | null;
  @Column(jsonColumn({ nullable: true })) treatment!: FieldDecision | null;
  @Column('text', { nullable: true }) holdCode!: string | null;
  /** What was seen when it was decided: the decision holds for this content only. */
  @Column('text', { nullable: true }) fingerprint!: string | null;
  @Column(jsonColumn({ nullable: true })) figures!: Readonly<Record<string, string>> | null;
  @Column('text', { nullable: true }) onDate!: string | null;
  @Column('text') reason!: string;
  @Column('text') actor!: string;
  @Column(timeColumn()) at!: Date;
  /** Carried out, or taken back. */
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
}
