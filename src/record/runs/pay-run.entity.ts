import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RunChecked } from '../../audit/answer.js';
import { jsonColumn, timeColumn } from '../../ground/columns.js';
import { moneyColumn } from '../money-column.js';
import type { RunKind } from '../../journal/nouns/adjustment.js';
import type { Money } from '../../journal/nouns/money.js';
import type { StoredLine } from './posting.entity.js';
import type { RunState } from './run-state.js';
import type { WriteKind } from './write.entity.js';

export { type RunState, runStates } from './run-state.js';

/** A hold or a warning, as stored and shown. */
export interface StoredRemark {
  readonly code: string;
  readonly message: string;
  readonly payslip?: string;
  readonly field?: string;
  readonly amount?: string;
  /** For holds of the double-posting guard: an approval counts for these figures as well as for the fingerprint. */
  readonly figures?: Readonly<Record<string, string>>;
}

/** One person's pay, as the pages show it. */
export interface StoredPaid {
  readonly user: string;
  readonly name: string;
  readonly role: string;
  readonly director: boolean;
  readonly gross: string;
  readonly tax: string;
  readonly employeeNi: string;
  readonly employerNi: string;
  /** The employee's own contribution. */
  readonly pension: string;
  readonly net: string;
}

/** How the run was mapped when payroll was last read. Erased when its retention ends. */
export interface StoredMapping {
  readonly outcome: 'post' | 'hold' | 'nothing';
  readonly datedOn: string;
  readonly description: string;
  /** Empty if they are stored in the posting: `runLines` reads them there. */
  readonly lines: readonly StoredLine[];
  readonly inPosting?: true;
  readonly holds: readonly StoredRemark[];
  readonly warnings: readonly StoredRemark[];
  readonly paid: readonly StoredPaid[];
}

/**
 * What the sync found out about a journal: the one in the books or, before there is one, the one that would be posted.
 */
export interface JournalJudged {
  /** Fingerprint of the journal. */
  readonly of: string | null;
  readonly balances: boolean;
  /** Payslip fields that it lacks; null if we do not know what it was made from. */
  readonly openItems: readonly string[] | null;
}

export interface StoredDifference {
  readonly account: string;
  readonly user?: string;
  readonly before: string;
  readonly after: string;
}

/** Why the run waits and what can be done about it: the pages, `show` and the API explain it from this. */
export type Plan =
  | {
      readonly kind: 'in_doubt';
      readonly write: string;
      readonly since: string;
      readonly settledBy?: string;
      /** The fingerprint of the run as it is or may be in the books; payroll may have other content by now. */
      readonly sent?: string;
    }
  | {
      readonly kind: 'changed';
      readonly why: 'amount' | 'hold' | 'nothing' | 'gone' | 'not_filed' | 'neighbour';
      readonly differences: readonly StoredDifference[];
      /** The run that takes this one's place, if only the pay date moved. */
      readonly redateTo?: string;
      /** The runs that changed, or may still reach the books, if this one only waits for them. */
      readonly waitsFor?: readonly string[];
      /** They may still reach the books: nothing to do but wait until we have looked again. */
      readonly mayCome?: true;
      /** It waits for ignored runs only, whose journals may pay some of its people: a person may post it anyway. */
      readonly mayPost?: true;
      /** It was free to be posted with this content before others kept it back: no one joined it since. */
      readonly wasFree?: true;
    }
  | {
      readonly kind: 'drift';
      readonly what: 'edited' | 'missing' | 'doubled';
      readonly differences: readonly StoredDifference[];
      readonly sets: readonly string[];
      /** The newer of two sets with the same content, or the late one, which may be removed. */
      readonly removable?: string;
      /** What may be removed was refused, and made later; the other set is what payroll says. */
      readonly late?: true;
      /** What is left of a pair of which one is missing: a journal whose reversal is gone, or a reversal whose journal is. */
      readonly left?: 'journal' | 'reversal';
      /** Why payroll has nothing to restore it to, if so. */
      readonly payroll?: 'hold' | 'nothing' | 'gone' | 'not_filed';
    }
  | {
      readonly kind: 'refused';
      readonly act: WriteKind;
      readonly status: number;
      readonly words: string;
      readonly again: 'next_sync' | 'on_change';
      /** The service may have acted anyway: we look once more, and nothing else is sent to that set. */
      readonly checked?: true;
      /** For a refused post that may still be made: nothing is sent for the run before this time. */
      readonly until?: string;
      /** After that, and payroll or its policy has changed: when it is sent, unless someone asks for it before. */
      readonly byItselfAt?: string;
      /** The refused write. */
      readonly write?: string;
      /** Someone has asked for it since: it is sent by itself then. */
      readonly asked?: true;
      /** The content that was refused. Payroll may have other content by now, which no one has refused. */
      readonly sent?: string;
    }
  /** What the audit's judge said of it. */
  | (RunChecked & {
      readonly kind: 'check';
      /** The fingerprint of what payroll had when it was compared. */
      readonly fingerprint?: string;
    })
  /** Ready, but a period next to it could not be read, so we do not know whether it is free to be posted. */
  | {
      readonly kind: 'unread';
      /** It was free to be posted with this content before that: no one joined it since. */
      readonly wasFree?: true;
    };

/** A pay run or an adjustment as lists and pages show it; kept by the sync, derived from payroll and postings. */
@Entity('pay_runs')
export class PayRunRecord {
  @PrimaryColumn('text') companyId!: string;
  @PrimaryColumn('text') tag!: string;
  @Column('integer') year!: number;
  @Column('integer') period!: number;
  @Column('text') kind!: RunKind;
  /** From here to `enteredBy` as `AdjustmentFacts` has it; null in a pay run. */
  @Column('integer', { nullable: true }) number!: number | null;
  @Column('text', { nullable: true }) runTag!: string | null;
  @Column(jsonColumn({ nullable: true })) entered!: readonly StoredLine[] | null;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('text', { nullable: true }) dueOn!: string | null;
  @Column('boolean', { nullable: true }) inPayment!: boolean | null;
  @Column('text', { nullable: true }) enteredBy!: string | null;
  @Column('text') datedOn!: string;
  @Column('text') state!: RunState;
  /** The state in one line, in an accountant's words; no names, no pay. */
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('integer') payslips!: number;
  @Column(moneyColumn()) gross!: Money;
  @Column(moneyColumn()) net!: Money;
  @Column(moneyColumn()) taxAuthority!: Money;
  @Column(moneyColumn()) pension!: Money;
  @Column(moneyColumn()) other!: Money;
  /** What its sets in the books put on PAYE and NI together; before there is one, what it would put there. */
  @Column(moneyColumn()) payeNi!: Money;
  /** What is owed to the tax authority by that journal on other accounts. */
  @Column(moneyColumn()) owedElsewhere!: Money;
  @Column(jsonColumn({ nullable: true })) judged!: JournalJudged | null;
  /** The fingerprint of what payroll has now. */
  @Column('text', { nullable: true }) fingerprint!: string | null;
  @Column(jsonColumn({ nullable: true })) mapped!: StoredMapping | null;
  @Column(jsonColumn()) holdCodes!: readonly string[];
  @Column(jsonColumn()) warningCodes!: readonly string[];
  @Column(jsonColumn({ nullable: true })) plan!: Plan | null;
  @Column('integer') policyVersion!: number;
  @Column(jsonColumn()) roles!: Readonly<Record<string, string>>;
  @Column('text', { nullable: true }) journalSet!: string | null;
  /** The date of the effective set. */
  @Column('text', { nullable: true }) postedOn!: string | null;
  @Column(timeColumn({ nullable: true })) postedAt!: Date | null;
  @Column('text', { nullable: true }) origin!: 'posted' | 'adopted' | null;
  @Column('text', { nullable: true }) signedOffBy!: string | null;
  @Column(timeColumn({ nullable: true })) signedOffAt!: Date | null;
  @Column('text', { nullable: true }) signedOffFingerprint!: string | null;
  /** Whether payroll no longer has it. */
  @Column('boolean') gone!: boolean;
  @Column(timeColumn()) firstSeenAt!: Date;
  @Column(timeColumn()) updatedAt!: Date;
}
