import type { Money } from '../nouns/money.js';
import type { PayPeriod } from '../nouns/pay-run.js';
import { isRecovered } from '../policy/treatments.js';

/** One payslip's statutory parental pay of one kind: everything that its rate and its recovery depend on. */
export interface ClaimedPay {
  readonly userPath: string;
  readonly datedOn: string;
  /** Payroll's name for it; its kind says what it is claimed as. */
  readonly field: string;
  readonly kind: string;
  readonly amount: Money;
}

/** A claim belongs to a person, for one kind of pay. */
export function claimOf({ userPath, kind }: Pick<ClaimedPay, 'userPath' | 'kind'>): string {
  return `${userPath} ${kind}`;
}

const bereavement = 'statutory_parental_bereavement_pay';
const northernIrelands = 'statutory_parental_bereavement_pay_n_ireland';
const claimedApartFrom = '2026-04-06';

/**
 * Until 5 April 2026 the employer's return has one figure for all bereavement pay; since then Northern Ireland's has a
 * figure and a compensation of its own. By pay date, like the rates.
 */
export function claimedAs(field: string, payDate: string): string {
  return field === northernIrelands && payDate < claimedApartFrom ? bereavement : field;
}

/** Amounts that are not exact money are held elsewhere; here they are left out. */
export function claimedIn({ payslips }: Pick<PayPeriod, 'payslips'>): readonly ClaimedPay[] {
  return payslips.flatMap(({ userPath, datedOn, figures }) =>
    [...figures].flatMap(([field, amount]) =>
      isRecovered(field) ? [{ userPath, datedOn, field, kind: claimedAs(field, datedOn), amount }] : [],
    ),
  );
}
