import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timeColumn } from '../../ground/columns.js';
import type { ClientApproval } from '../client-approval.entity.js';

export const clientMailKinds = ['ask', 'reminder'] as const;
export type ClientMailKind = (typeof clientMailKinds)[number];

/**
 * Why an e-mail was not sent: what it asked is not to be asked any more, or the mail server did not take it for six
 * hours.
 */
export const notMailed = {
  asked: 'the client had been asked already',
  answered: 'the client had answered',
  changed: 'the figures had changed',
  withdrawn: 'the link was withdrawn',
  rights: 'who asked may not ask any more',
  address: 'the client’s address had changed',
  left: 'the client had left',
  server: 'the mail server did not take it',
} as const;
export type NotMailed = keyof typeof notMailed;

/**
 * An e-mail to a client, with a link by which it approves a month's payments. The link is made when the mail server has
 * taken its text, so neither is stored here.
 */
@Entity('client_mails')
export class ClientMail {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  @Column('integer') year!: number;
  @Column('integer') period!: number;
  @Column('text') kind!: ClientMailKind;
  /** The month's figures when it was asked for: when they change, it is not sent. */
  @Column('text') fingerprint!: string;
  /** Where it goes: the client's setting when it was asked for. */
  @Column('text') address!: string;
  /** Identifies what is sent only once. */
  @Column('text') once!: string;
  /** With whose rights its link is made. */
  @Column('text') actor!: string;
  @Column('text') through!: ClientApproval['askedThrough'];
  /** The link that it carried, once it is sent. */
  @Column('text', { nullable: true }) linkId!: string | null;
  @Column('integer') attempts!: number;
  @Column(timeColumn()) nextAt!: Date;
  @Column(timeColumn({ nullable: true })) sentAt!: Date | null;
  @Column(timeColumn({ nullable: true })) gaveUpAt!: Date | null;
  @Column('text', { nullable: true }) why!: NotMailed | null;
  @Column(timeColumn()) createdAt!: Date;
}
