import type { Parts } from '../rule.js';

const judge = (name: string) => `src/controls/judge/${name}.ts`;
const account = 'controls/account';

export const ofControls: Parts = {
  'What is open on a control account': [
    [
      'part-paid-uses-ahead',
      'What was paid ahead is used up by a window that is paid in part.',
      [
        judge('account'),
        '  open: [...state.open, ...openOf(own, have)],\n  ahead: [],',
        '  open: [...state.open, ...openOf(own, have)],',
      ],
      account,
      'a month is paid over, and the next shorter than that',
    ],
    [
      'own-exactly',
      'What clears a window’s own items exactly is for those, whatever else is open.',
      [judge('account'), '({ ...state, ahead: unused(state.ahead), early: 0 })', '({ ...state, early: 0 })'],
      account,
      'a month is paid twice',
    ],
    [
      'older-first',
      'What is paid beyond a window’s own goes to the oldest that is open.',
      [
        judge('account'),
        'const older = takenOff(state.open, amount.minus(due));',
        'const older = takenOff([], amount.minus(due));',
      ],
      account,
      'two open, then with a month',
    ],
    [
      'one-of-several',
      'A payment of exactly one of several items is for that one.',
      [judge('account'), 'if (unpaidOne !== undefined) return [unpaid(unpaidOne)];', ''],
      'controls/account-several',
      'three on one day, all but one',
    ],
    [
      'bank-feed-late',
      'An item is called unpaid only three bank days after its day.',
      [judge('windows'), 'const graceBankDays = 3;', 'const graceBankDays = 0;'],
      account,
      'a month is never paid',
    ],
    [
      'cis-of-first-month',
      'CIS of the month in which reading begins may be in what was brought forward.',
      [judge('items'), 'range.from >= start && ', ''],
      'controls/items',
      'CIS suffered: %s',
    ],
    [
      'due-at-once',
      'What was due before reading began is due on its first day.',
      [judge('items'), 'item.due < facts.start ? { ...item, due: facts.start } : item', 'item'],
      'controls/items',
      'HMRC is paid by %s',
    ],
    [
      'left-on-account',
      'Pay that a person left on account is due on no day.',
      [judge('items'), '...(isLeft && { isUndated: true })', ''],
      'controls/items',
      'each person’s net pay is due on its pay date',
    ],
    [
      'bank-ends-early',
      'Nothing is called unpaid while the bank ends before its days were over.',
      [judge('hints'), 'bank.until === undefined || bank.until < lastDayOf(item)', 'bank.until === undefined'],
      'controls/hints',
      'an open wage, where the bank %s',
    ],
  ],
};
