import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../ground/columns.js';

/** An e-mail that a person is to get. What it says is made when it is sent, so no link lies here. */
@Entity('mails')
export class Mail {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'person_id' }) personId!: string;
  @Column('text') kind!: 'sign_in_link' | 'digest';
  /** The same thing is sent once. */
  @Column('text') once!: string;
  @Column('integer') attempts!: number;
  @Column(timeColumn({ name: 'next_at' })) nextAt!: Date;
  @Column(timeColumn({ name: 'sent_at', nullable: true })) sentAt!: Date | null;
  @Column(timeColumn({ name: 'gave_up_at', nullable: true })) gaveUpAt!: Date | null;
  @Column(timeColumn({ name: 'created_at' })) createdAt!: Date;
}
