import type { Money } from '../nouns/money.js';
import type { LineKind } from '../policy/treatments.js';
import type { Why } from '../nouns/why.js';

/** What one payslip posts to one account for one thing, before a layout turns it into entries. */
export interface Piece {
  readonly account: string;
  readonly kind: LineKind;
  readonly amount: Money;
  /** The payslip fields it came from. */
  readonly from: readonly string[];
  /** The person whose account it is; only on accounts of persons. */
  readonly user?: string;
  /** A decision names the account. */
  readonly named?: true;
  readonly why?: readonly Why[];
}
