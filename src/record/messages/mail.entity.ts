import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../../ground/columns.js';

export const mailKinds = ['sign_in_link', 'digest'] as const;

/** An e-mail to a person. Its text is made when it is sent, so no link is stored here. */
@Entity('mails')
export class Mail {
  @PrimaryColumn('text') id!: string;
  @Column('text') personId!: string;
  @Column('text') kind!: (typeof mailKinds)[number];
  /** Identifies what is sent only once. */
  @Column('text') once!: string;
  @Column('integer') attempts!: number;
  @Column(timeColumn()) nextAt!: Date;
  @Column(timeColumn({ nullable: true })) sentAt!: Date | null;
  @Column(timeColumn({ nullable: true })) gaveUpAt!: Date | null;
  @Column(timeColumn()) createdAt!: Date;
}
