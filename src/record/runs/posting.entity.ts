import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import type { WhyText } from '../../journal/nouns/why.js';

/** A line as stored: money as the service writes it. */
export interface StoredLine {
  readonly category: string;
  readonly user?: string;
  readonly debit: string;
  readonly description: string;
  readonly payslip?: string;
  readonly from?: readonly string[];
  /** Present when the amount is only a share of what those fields hold. */
  readonly why?: readonly WhyText[];
}

export type PostingState = 'in_books' | 'doubled' | 'missing' | 'removed';

/** In the books, as far as the record knows. */
export const standingStates: readonly PostingState[] = ['in_books', 'doubled'];

export const isStanding = ({ state }: Pick<Posting, 'state'>): boolean => standingStates.includes(state);

export type BooksFinding = 'missing' | 'edited' | 'doubled';

/** Our record of one of our journal sets: the post of a pay run, its replacement or a reversal. */
@Entity('postings')
export class Posting {
  @PrimaryColumn('text') id!: string;
  @Column('text') companyId!: string;
  /** The tag of the pay run, which is the tag of its first generation. */
  @Column('text') runTag!: string;
  @Column('text') tag!: string;
  @Column('text') kind!: 'post' | 'reversal';
  @Column('integer') generation!: number;
  @Column('text') state!: PostingState;
  @Column('text') origin!: 'posted' | 'adopted';
  @Column('text') journalSet!: string;
  @Column('text') datedOn!: string;
  @Column('text') description!: string;
  @Column(jsonColumn()) lines!: readonly StoredLine[];
  @Column('text') fingerprint!: string;
  @Column('integer') policyVersion!: number;
  @Column(jsonColumn()) roles!: Readonly<Record<string, string>>;
  @Column('text', { nullable: true }) writeId!: string | null;
  /** The hash of the payroll document it was made from: while payroll has exactly that, what was posted stands. */
  @Column('text', { nullable: true }) documentHash!: string | null;
  /** A reversal that its write says is followed by the replacement. */
  @Column('boolean') postAgain!: boolean;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn({ nullable: true })) endedAt!: Date | null;
  /** When this set was last compared with this record: when it was made, changed or found, or later. */
  @Column(timeColumn()) readAt!: Date;
  /** What differed then; null: it was there, as recorded. */
  @Column('text', { nullable: true }) finding!: BooksFinding | null;
}
