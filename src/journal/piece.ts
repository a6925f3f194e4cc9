import type { Money } from './money.js';
import type { LineKind } from './treatments.js';
import type { Why } from './why.js';

/** What one payslip comes to on one account for one thing, before a layout writes it. */
export interface Piece {
  readonly account: string;
  readonly kind: LineKind;
  readonly amount: Money;
  /** The payslip fields it came from. */
  readonly from: readonly string[];
  /** On the accounts of persons only: whose it is. */
  readonly user?: string;
  /** A decision names its account. */
  readonly named?: true;
  readonly why?: readonly Why[];
}
