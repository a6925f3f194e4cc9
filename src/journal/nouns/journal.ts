import type { Money } from './money.js';
import type { Why } from './why.js';

/** One line of a journal; credits are negative. */
export interface Entry {
  /** Nominal code: '401'. */
  readonly category: string;
  /** A user's url, for the lines of a person's own account such as 902. */
  readonly user?: string;
  readonly debit: Money;
  readonly description: string;
  /** The user's url of the one payslip it came from. */
  readonly payslip?: string;
  /** The payslip fields it came from. */
  readonly from: readonly string[];
  /** Present when the amount is only a share of what those fields hold. */
  readonly why?: readonly Why[];
}

/** A pay run in accounts: balanced entries, a date, a tag. */
export interface Journal {
  readonly datedOn: string;
  readonly description: string;
  readonly tag: string;
  readonly entries: readonly Entry[];
}
