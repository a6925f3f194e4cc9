import type { FiledPayment } from './fps.js';
import { paymentsKept } from './kept-payments.js';
import { rowsKept } from './kept-rows.js';

/** What was taken of a file that pays people: of an FPS its payments, of a report its rows. */
export interface TakenFile {
  readonly kind: 'fps' | 'eps' | 'report';
  readonly taken: readonly unknown[];
}

/** Whom it pays, and when. */
export const paidKept = ({
  kind,
  taken,
}: TakenFile): readonly Pick<FiledPayment, 'payId' | 'firstName' | 'lastName' | 'paidOn'>[] =>
  kind === 'report' ? rowsKept(taken) : paymentsKept(taken);
