import { bankDayOnOrBefore } from '../journal/nouns/bank-days.js';
import type { NamedState, OpenState } from './control-answer.js';

export const openWords: Readonly<Record<OpenState, string>> = {
  due: 'Due',
  no_payment_posted: 'No payment posted',
  part_paid: 'Part paid',
  on_account: 'Paid on account',
  one_of_these: 'One of these',
  paid_not_yet_explained: 'Paid, not yet explained',
  cannot_tell_yet: 'Cannot tell yet',
  paid_twice: 'Paid twice',
  paid_over: 'Paid over',
  credit: 'Credit',
  credited: 'Credited',
  other_postings: 'Other postings',
  unexplained: 'Unexplained',
  hmrc_interest_or_penalty: 'HMRC interest or penalty',
  refund_or_set_off: 'Refund or set-off',
  rounding: 'Rounding',
  brought_forward: 'Brought forward',
  left_on_account: 'Left on account',
  accepted: 'Accepted',
};

export const namedWords: readonly (readonly [NamedState, string])[] = [
  ['accepted', 'Accepted as it is'],
  ['hmrc_interest_or_penalty', openWords.hmrc_interest_or_penalty],
  ['refund_or_set_off', openWords.refund_or_set_off],
  ['rounding', 'Rounding (up to £1.00)'],
  ['brought_forward', openWords.brought_forward],
  ['left_on_account', 'Left on account: no day on which this person’s pay is due'],
];

/** By when an open item is to be paid, where it has a day of payment of its own: the bank working day on or before it. */
export const payBy = ({ id, due }: { readonly id: string; readonly due: string }): string =>
  /^(?:paye|pension|attachments) /.test(id) ? bankDayOnOrBefore(due) : due;
