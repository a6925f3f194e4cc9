import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { Role } from './principal.js';

export const digestChoices = ['never', 'daily', 'month_close'] as const;
export type DigestChoice = (typeof digestChoices)[number];

/** Somebody who may come in. Never removed: what they did bears their name. */
@Entity('people')
export class Person {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  /** In lower case. */
  @Column('text', { nullable: true }) email!: string | null;
  /** What the terminal's machine calls them: whoever runs a command there acts in this person's name. */
  @Column('text', { nullable: true }) login!: string | null;
  @Column('text') role!: Role;
  @Column('boolean') pay!: boolean;
  /** Ids; null is all companies, also those to come. */
  @Column(jsonColumn({ nullable: true })) companies!: readonly string[] | null;
  @Column('boolean') active!: boolean;
  /** Who they are at the issuer, for good. */
  @Column('text', { nullable: true }) issuer!: string | null;
  @Column('text', { nullable: true }) subject!: string | null;
  /** Which e-mail they choose: daily where something needs them, at month close, or none. */
  @Column('text', { default: 'never' }) digest!: DigestChoice;
  @Column(timeColumn()) createdAt!: Date;
}

/** Every name a person ever had: what was done under it stays theirs, and nobody else takes it. */
@Entity('person_names')
export class PersonName {
  @PrimaryColumn('text') name!: string;
  @Column('text') personId!: string;
}
