import type { AcceptedState, ControlState } from '../../journal/controls/control.js';

export const controlWords: Readonly<Record<ControlState, string>> = {
  reconciled: 'Reconciled',
  settled: 'Settled',
  not_paid: 'Not paid',
  paid_early: 'Paid early',
  paid_short: 'Paid short',
  paid_over: 'Paid over',
  paid_twice: 'Paid twice',
  paid_not_yet_explained: 'Paid, not yet explained',
  cannot_tell_yet: 'Cannot tell yet',
  needs_a_journal: 'Needs a journal',
  coded_elsewhere: 'Coded elsewhere',
  coded_to_one_person: 'Coded to one person',
  hmrc_interest_or_penalty: 'HMRC interest or penalty',
  refund_or_set_off: 'Refund or set-off',
  rounding: 'Rounding',
  brought_forward: 'Brought forward',
  accepted: 'Accepted',
  ambiguous: 'Ambiguous',
  unexplained: 'Unexplained',
  cannot_tell: 'Cannot tell',
};

export const acceptedWords: readonly (readonly [AcceptedState, string])[] = [
  ['accepted', 'Accepted as it is'],
  ['hmrc_interest_or_penalty', controlWords.hmrc_interest_or_penalty],
  ['refund_or_set_off', controlWords.refund_or_set_off],
  ['rounding', 'Rounding (up to £1.00)'],
  ['brought_forward', controlWords.brought_forward],
];

/** What was done since a reading, in a sentence that begins with "Since then". */
export const sinceWords: Readonly<Record<string, string>> = {
  fetch: 'payroll was changed',
  post: 'a journal was posted',
  amend: 'a journal was amended',
  reverse: 'a journal was reversed',
  adopt: 'a journal was found in the books',
  settle: 'a journal was found in the books',
  policy: 'the policy was changed',
  bring_forward: 'a debt was brought forward',
  hold: 'a pay run was held',
  ready: 'a pay run became ready',
  changed: 'payroll was changed',
  drift: 'a journal was altered in the books',
};
