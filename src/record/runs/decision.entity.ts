import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import type { DecisionScope, FieldTreatment } from '../../journal/policy/decision.js';

export type DecisionKind =
  | 'approval'
  | 'treatment'
  | 'post'
  | 'amend'
  | 'reverse'
  | 'ignore'
  | 'sign_off'
  | 'expected_movement'
  /** The rate at which HMRC repays a claim (a person and a kind of pay), in `figures.rate`. */
  | 'recovery'
  /** Took another decision back, and ended at once: its reason is kept here. */
  | 'take_back'
  /** How many pairs of eyes a practice asks for, in `field`; ended at once: its reason is kept here. */
  | 'eyes'
  /** Changed another person, as the only administrator: what, in `field`; ended at once: its reason is kept here. */
  | 'person'
  /** Took a payroll file back; ended at once: its reason is kept here. */
  | 'withdraw_file';

/** A person's decision. It is kept apart from writes and outlives them. */
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
  @Column(jsonColumn({ nullable: true })) treatment!: FieldTreatment | null;
  @Column('text', { nullable: true }) holdCode!: string | null;
  /** The content that the person saw: the decision holds for this content only. */
  @Column('text', { nullable: true }) fingerprint!: string | null;
  @Column(jsonColumn({ nullable: true })) figures!: Readonly<Record<string, string>> | null;
  @Column('text', { nullable: true }) onDate!: string | null;
  @Column('text') reason!: string;
  @Column('text') actor!: string;
  @Column(timeColumn()) at!: Date;
  /** Set when it is carried out or taken back. */
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
}
