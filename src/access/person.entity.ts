import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { DigestChoice, Role } from './principal.js';

/** Someone who may sign in. Never removed: the log refers to them. */
@Entity('people')
export class Person {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  /** In lower case. */
  @Column('text', { nullable: true }) email!: string | null;
  /** Their user name on the terminal's machine: commands run under it are recorded as theirs. */
  @Column('text', { nullable: true }) login!: string | null;
  @Column('text') role!: Role;
  @Column('boolean') pay!: boolean;
  /** Ids; null is every company, including future ones. */
  @Column(jsonColumn({ nullable: true })) companies!: readonly string[] | null;
  @Column('boolean') active!: boolean;
  /** The issuer's permanent id of this person. */
  @Column('text', { nullable: true }) issuer!: string | null;
  @Column('text', { nullable: true }) subject!: string | null;
  /** Which e-mail they chose: daily when something needs them, at month close, or none. */
  @Column('text', { default: 'never' }) digest!: DigestChoice;
  /** Hashed together with the row, so that no one can guess an erased name from the log's hash; erased with it. */
  @Column('text', { nullable: true }) salt!: string | null;
  @Column(timeColumn()) createdAt!: Date;
}

/** A person's identity at the issuer; undefined if they do not sign in there. */
export function identityOf({
  issuer,
  subject,
}: Pick<Person, 'issuer' | 'subject'>): { issuer: string; subject: string } | undefined {
  return issuer === null || subject === null ? undefined : { issuer, subject };
}

/** Every name a person ever had: log entries under it remain theirs, so no one else may take it. */
@Entity('person_names')
export class PersonName {
  @PrimaryColumn('text') name!: string;
  @Column('text') personId!: string;
  /** As a person's. */
  @Column('text', { nullable: true }) salt!: string | null;
}
