import { expect, test } from '@jest/globals';
import { type Story, told } from './account-stories.js';

/** Six months' wages, each of another amount, and the same paid a month ahead. */
const days = ['2025-06-30', '2025-07-31', '2025-08-29', '2025-09-30', '2025-10-31', '2025-11-28'];
const amounts = ['100.00', '110.00', '120.00', '130.00', '140.00', '150.00'];
const owed = days.map((day, at) => `${day} ${amounts[at]}`);
const same = days.map((day) => `${day} 100.00`);
const earlier = ['2025-06-02', '2025-07-02', '2025-08-01', '2025-09-02', '2025-10-02', '2025-11-03'];
const early = earlier.map((day, at) => `${day} ${amounts[at]}`);
const earlySame = earlier.map((day) => `${day} 100.00`);
/** August is the third, so number 2. */
const but = (list: readonly string[], at: number, ...instead: string[]) => [
  ...list.slice(0, at),
  ...instead,
  ...list.slice(at + 1),
];

/** What is said from which day on; on every day it adds up to what the account holds. */
const stories: readonly (readonly [what: string, story: Story, told: readonly string[]])[] = [
  ['everything is paid on its day', { owed, paid: owed }, []],
  [
    'a month is never paid',
    { owed, paid: but(owed, 2) },
    ['08-29: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00'],
  ],
  [
    'a month is paid in part',
    { owed, paid: but(owed, 2, '2025-08-29 50.00') },
    ['08-29: 08-29 due 70.00', '09-04: 08-29 part_paid 70.00'],
  ],
  [
    'a month is paid late, alone',
    { owed, paid: but(owed, 2, '2025-09-24 120.00') },
    ['08-29: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00', '09-24: clear'],
  ],
  [
    'a month is paid with the next',
    { owed, paid: but(but(owed, 3, '2025-09-30 250.00'), 2) },
    ['08-29: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00', '09-30: clear'],
  ],
  [
    'two months are never paid, then both at once',
    { owed, paid: [...but(but(owed, 3), 2), '2025-10-31 250.00'] },
    [
      '08-29: 08-29 due 120.00',
      '09-04: 08-29 no_payment_posted 120.00',
      '09-30: 08-29 no_payment_posted 120.00; 09-30 due 130.00',
      '10-04: 08-29 no_payment_posted 120.00; 09-30 no_payment_posted 130.00',
      '10-31: clear',
    ],
  ],
  [
    'a month is paid off in two parts, later',
    { owed, paid: [...but(owed, 2), '2025-10-10 20.00', '2025-11-10 100.00'] },
    [
      '08-29: 08-29 due 120.00',
      '09-04: 08-29 no_payment_posted 120.00',
      '10-10: 08-29 on_account 100.00',
      '11-10: clear',
    ],
  ],
  [
    'a month is paid twice',
    { owed, paid: [...owed, '2025-08-29 120.00'] },
    ['08-29: ahead 120.00', '09-30: paid_twice 120.00 08-29'],
  ],
  [
    'a month is paid over, and the next short by that',
    { owed, paid: but(but(owed, 2, '2025-08-29 135.00'), 3, '2025-09-30 115.00') },
    ['08-29: ahead 15.00', '09-30: clear'],
  ],
  [
    'a month is paid over, and the next shorter than that',
    { owed, paid: but(but(owed, 2, '2025-08-29 140.00'), 3, '2025-09-30 60.00') },
    ['08-29: ahead 20.00', '09-30: 09-30 due 50.00', '10-04: 09-30 part_paid 50.00'],
  ],
  [
    'a month is paid over for good',
    { owed, paid: but(owed, 2, '2025-08-29 121.00') },
    ['08-29: ahead 1.00', '09-30: paid_over 1.00 08-26..09-14'],
  ],
  [
    'something else is paid between',
    { owed, paid: [...owed, '2025-08-20 7.00'] },
    ['08-20: ahead 7.00', '08-29: other_postings 7.00 08-15..08-25'],
  ],
  [
    'a payment comes back and is made again',
    { owed, paid: [...owed, '2025-09-01 -120.00', '2025-09-05 120.00'] },
    ['09-01: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00', '09-05: clear'],
  ],
  [
    'a payment comes back for good',
    { owed, paid: [...owed, '2025-09-02 -120.00'] },
    ['09-02: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00'],
  ],
  [
    'what was paid over comes back',
    { owed, paid: [...but(owed, 2, '2025-08-29 140.00'), '2025-09-16 -20.00'] },
    ['08-29: ahead 20.00', '09-16: clear'],
  ],
  [
    'each is paid a month ahead',
    { owed, paid: early },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-01: ahead 120.00',
      '08-29: clear',
      '09-02: ahead 130.00',
      '09-30: clear',
      '10-02: ahead 140.00',
      '10-31: clear',
      '11-03: ahead 150.00',
      '11-28: clear',
    ],
  ],
  [
    'each is paid ahead but one',
    { owed, paid: but(early, 3) },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-01: ahead 120.00',
      '08-29: clear',
      '09-30: 09-30 due 130.00',
      '10-02: 09-30 due 130.00; ahead 140.00',
      '10-04: 09-30 no_payment_posted 130.00; ahead 140.00',
      '10-31: 09-30 no_payment_posted 130.00',
      '11-03: 09-30 no_payment_posted 130.00; ahead 150.00',
      '11-28: 09-30 no_payment_posted 130.00',
    ],
  ],
  [
    'each is paid ahead, one late',
    { owed, paid: but(early, 3, '2025-09-30 130.00') },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-01: ahead 120.00',
      '08-29: clear',
      '10-02: ahead 140.00',
      '10-31: clear',
      '11-03: ahead 150.00',
      '11-28: clear',
    ],
  ],
  [
    'equal months are paid ahead, but one',
    { owed: same, paid: but(earlySame, 3) },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-01: ahead 100.00',
      '08-29: clear',
      '09-30: 09-30 due 100.00',
      '10-02: 09-30 due 100.00; ahead 100.00',
      '10-04: 09-30 one_of_these 100.00 09-30 10-31; ahead 100.00',
      '10-31: 09-30 one_of_these 100.00 09-30 10-31',
      '11-03: 09-30 one_of_these 100.00 09-30 10-31; ahead 100.00',
      '11-28: 09-30 one_of_these 100.00 09-30 10-31',
    ],
  ],
  [
    'equal months are paid ahead, but one, which comes on its day',
    { owed: same, paid: but(earlySame, 3, '2025-09-30 100.00') },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-01: ahead 100.00',
      '08-29: clear',
      '09-30: 09-30 due 100.00; ahead 100.00',
      '10-02: ahead 100.00',
      '10-31: clear',
      '11-03: ahead 100.00',
      '11-28: clear',
    ],
  ],
  [
    'equal months, one never paid',
    { owed: same, paid: but(same, 2) },
    ['08-29: 08-29 due 100.00', '09-04: 08-29 no_payment_posted 100.00'],
  ],
  [
    'equal months, one paid late',
    { owed: same, paid: but(same, 2, '2025-09-24 100.00') },
    ['08-29: 08-29 due 100.00', '09-04: 08-29 no_payment_posted 100.00', '09-24: clear'],
  ],
  [
    'equal months, one twice',
    { owed: same, paid: [...same, '2025-08-29 100.00'] },
    ['08-29: ahead 100.00', '09-30: paid_twice 100.00 08-29'],
  ],
  ['a debt of before is paid', { owed, paid: [...owed, '2025-06-20 40.00'], before: '2025-06-19 40.00' }, []],
  [
    'a debt of before is never paid',
    { owed, paid: owed, before: '2025-06-19 40.00' },
    ['06-25: 06-19 no_payment_posted 40.00'],
  ],
  [
    'a debt of before is paid with the first',
    { owed, paid: but(owed, 0, '2025-06-30 140.00'), before: '2025-06-19 40.00' },
    ['06-25: 06-19 no_payment_posted 40.00', '06-30: clear'],
  ],
  [
    'a debt of before without a day',
    { owed, paid: [...owed, '2025-08-20 40.00'], before: '2025-06-01 40.00 ?' },
    ['06-25: waiting 40.00', '08-20: clear'],
  ],
  [
    'a debt of before without a day, paid in part',
    { owed, paid: [...owed, '2025-08-20 15.00'], before: '2025-06-01 40.00 ?' },
    ['06-25: waiting 40.00', '08-20: waiting 25.00'],
  ],
  [
    'a credit of before is set off',
    { owed, paid: but(owed, 0, '2025-06-30 60.00'), before: '2025-06-01 -40.00' },
    ['06-25: ahead 40.00', '06-30: clear'],
  ],
  [
    'a credit of before is not set off',
    { owed, paid: owed, before: '2025-06-01 -40.00' },
    ['06-25: ahead 40.00', '06-30: credit 40.00 06-01'],
  ],
  [
    'a credit of before is larger than the first',
    { owed, paid: but(but(owed, 1, '2025-07-31 80.00'), 0), before: '2025-06-01 -130.00' },
    ['06-25: ahead 130.00', '06-30: ahead 30.00', '07-31: clear'],
  ],
  [
    'a claim is set against the next',
    { owed: but(owed, 2, '2025-08-29 -30.00'), paid: but(but(owed, 3, '2025-09-30 100.00'), 2) },
    ['08-26: ahead 30.00', '09-30: clear'],
  ],
  [
    'a claim is paid back',
    { owed: but(owed, 2, '2025-08-29 -30.00'), paid: but(owed, 2, '2025-08-29 -30.00') },
    ['08-26: ahead 30.00', '08-29: clear'],
  ],
  [
    'a claim stays',
    { owed: but(owed, 2, '2025-08-29 -30.00'), paid: but(owed, 2) },
    ['08-26: ahead 30.00', '09-30: credit 30.00 08-29'],
  ],
  [
    'two on one day, both paid at once',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(owed, 2, '2025-08-29 155.00') },
    [],
  ],
  [
    'two on one day, one is paid',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(owed, 2, '2025-08-29 35.00') },
    ['08-29: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00'],
  ],
  [
    'two on one day, paid in part',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(owed, 2, '2025-08-29 90.00') },
    ['08-29: 08-29 due 30.00; 08-29 due 35.00', '09-04: 08-29 part_paid 30.00; 08-29 no_payment_posted 35.00'],
  ],
  [
    'two on one day, less than the first',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(owed, 2, '2025-08-29 130.00') },
    ['08-29: 08-29 due 25.00', '09-04: 08-29 part_paid 25.00'],
  ],
  [
    'three on one day, all but one',
    { owed: [...owed, '2025-08-29 35.00', '2025-08-29 9.00'], paid: but(owed, 2, '2025-08-29 129.00') },
    ['08-29: 08-29 due 35.00', '09-04: 08-29 no_payment_posted 35.00'],
  ],
  [
    'two on one day, paid ahead',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(early, 2, '2025-08-01 155.00') },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-01: ahead 155.00',
      '08-29: clear',
      '09-02: ahead 130.00',
      '09-30: clear',
      '10-02: ahead 140.00',
      '10-31: clear',
      '11-03: ahead 150.00',
      '11-28: clear',
    ],
  ],
  [
    'two on one day, the second with the next',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(but(owed, 2, '2025-08-29 35.00'), 3, '2025-09-30 250.00') },
    ['08-29: 08-29 due 120.00', '09-04: 08-29 no_payment_posted 120.00', '09-30: clear'],
  ],
  [
    'one of two and the next at once',
    { owed: [...owed, '2025-08-29 35.00'], paid: but(but(owed, 2, '2025-08-29 165.00'), 3, '2025-09-30 120.00') },
    ['08-29: 08-29 due 120.00; ahead 130.00', '09-04: 08-29 no_payment_posted 120.00; ahead 130.00', '09-30: clear'],
  ],
  [
    'something without a day is paid with the next',
    { owed: [...owed, '2025-08-10 25.00 ?'], paid: but(owed, 3, '2025-09-30 155.00') },
    ['08-10: waiting 25.00', '09-30: clear'],
  ],
  [
    'something without a day is paid alone',
    { owed: [...owed, '2025-08-10 25.00 ?'], paid: [...owed, '2025-09-24 25.00'] },
    ['08-10: waiting 25.00', '09-24: clear'],
  ],
  [
    'something without a day is never paid',
    { owed: [...owed, '2025-08-10 25.00 ?'], paid: owed },
    ['08-10: waiting 25.00'],
  ],
  [
    'two without a day, the older is paid',
    { owed: [...owed, '2025-08-10 25.00 ?', '2025-08-11 26.00 ?'], paid: [...owed, '2025-09-24 25.00'] },
    ['08-10: waiting 25.00', '08-11: waiting 51.00', '09-24: waiting 26.00'],
  ],
  [
    'ahead once, never again',
    { owed, paid: but(but(owed, 3), 2, '2025-08-29 120.00', '2025-09-05 130.00') },
    ['09-05: ahead 130.00', '09-30: clear'],
  ],
  [
    'nothing is paid',
    { owed, paid: [] },
    [
      '06-30: 06-30 due 100.00',
      '07-04: 06-30 no_payment_posted 100.00',
      '07-31: 06-30 no_payment_posted 100.00; 07-31 due 110.00',
      '08-06: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00',
      '08-29: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 due 120.00',
      '09-04: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00',
      '09-30: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00; 09-30 due 130.00',
      '10-04: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00; 09-30 no_payment_posted 130.00',
      '10-31: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00; 09-30 no_payment_posted 130.00; 10-31 due 140.00',
      '11-06: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00; 09-30 no_payment_posted 130.00; 10-31 no_payment_posted 140.00',
      '11-28: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00; 09-30 no_payment_posted 130.00; 10-31 no_payment_posted 140.00; 11-28 due 150.00',
      '12-04: 06-30 no_payment_posted 100.00; 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00; 09-30 no_payment_posted 130.00; 10-31 no_payment_posted 140.00; 11-28 no_payment_posted 150.00',
    ],
  ],
  [
    'two open, then one and a part of the other',
    { owed, paid: [...but(but(owed, 2), 1), '2025-10-10 150.00'] },
    [
      '07-31: 07-31 due 110.00',
      '08-06: 07-31 no_payment_posted 110.00',
      '08-29: 07-31 no_payment_posted 110.00; 08-29 due 120.00',
      '09-04: 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00',
      '10-10: 08-29 on_account 80.00',
    ],
  ],
  [
    'a month is paid ahead in two parts',
    { owed, paid: but(owed, 3, '2025-09-16 65.00', '2025-09-18 65.00') },
    ['09-16: ahead 65.00', '09-18: ahead 130.00', '09-30: clear'],
  ],
  [
    'a month is paid ahead in two parts, and the next on its day',
    { owed, paid: [...but(but(owed, 4), 3, '2025-09-16 65.00', '2025-09-18 65.00'), '2025-09-30 140.00'] },
    ['09-16: ahead 65.00', '09-18: ahead 130.00', '09-30: ahead 140.00', '10-31: clear'],
  ],
  [
    'a part of a payment comes back, and less is made again',
    { owed, paid: [...owed, '2025-09-02 -50.00', '2025-09-05 30.00'] },
    ['09-02: 08-29 due 50.00', '09-04: 08-29 part_paid 50.00', '09-05: 08-29 part_paid 20.00'],
  ],
  [
    'a month is paid twice, and the next short by that',
    { owed, paid: but(but(owed, 3, '2025-09-30 10.00'), 2, '2025-08-29 240.00') },
    ['08-29: ahead 120.00', '09-30: clear'],
  ],
  [
    'a month is paid twice, and the next never',
    { owed, paid: but(but(owed, 3), 2, '2025-08-29 240.00') },
    ['08-29: ahead 120.00', '09-30: 09-30 due 130.00; ahead 120.00', '10-04: 09-30 part_paid 10.00'],
  ],
  [
    'a month and a claim on one day, the rest is paid',
    { owed: [...owed, '2025-08-29 -30.00'], paid: but(owed, 2, '2025-08-29 90.00') },
    [],
  ],
  [
    'a month and a claim on one day, all is paid',
    { owed: [...owed, '2025-08-29 -30.00'], paid: owed },
    ['08-29: ahead 30.00', '09-30: paid_over 30.00 08-26..09-14'],
  ],
  [
    'a month and a claim on one day, a part is paid',
    { owed: [...owed, '2025-08-29 -30.00'], paid: but(owed, 2, '2025-08-29 50.00') },
    ['08-29: 08-29 due 40.00', '09-04: 08-29 part_paid 40.00'],
  ],
  [
    'something comes back between',
    { owed, paid: [...owed, '2025-09-18 -20.00'] },
    ['09-18: credited -20.00 09-15..09-24'],
  ],
  [
    'something comes back between, and is paid again',
    { owed, paid: [...owed, '2025-09-18 -20.00', '2025-10-20 20.00'] },
    ['09-18: credited -20.00 09-15..09-24', '10-20: clear'],
  ],
  [
    'two open, then with a month',
    { owed, paid: but(but(but(owed, 4, '2025-10-31 200.00'), 2), 1) },
    [
      '07-31: 07-31 due 110.00',
      '08-06: 07-31 no_payment_posted 110.00',
      '08-29: 07-31 no_payment_posted 110.00; 08-29 due 120.00',
      '09-04: 07-31 no_payment_posted 110.00; 08-29 no_payment_posted 120.00',
      '10-31: 07-31 on_account 50.00; 08-29 no_payment_posted 120.00',
    ],
  ],
  [
    'one payment fits its own and the oldest, and the two older as well: it is for its own',
    {
      owed: ['2025-06-30 30.00', '2025-07-31 90.00', '2025-08-29 90.00'],
      paid: ['2025-08-29 120.00'],
      from: '2025-08-28',
    },
    ['08-28: 06-30 no_payment_posted 30.00; 07-31 no_payment_posted 90.00', '08-29: 07-31 no_payment_posted 90.00'],
  ],
  [
    'equal months are paid ahead, two of them at once',
    { owed: same, paid: [...earlySame.slice(0, 2), '2025-08-01 200.00', ...earlySame.slice(4)] },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-01: ahead 200.00',
      '08-29: ahead 100.00',
      '09-30: clear',
      '10-02: ahead 100.00',
      '10-31: clear',
      '11-03: ahead 100.00',
      '11-28: clear',
    ],
  ],
  [
    'equal months are paid ahead, a part of one with the one before',
    { owed: same, paid: [...earlySame.slice(0, 3), '2025-08-20 40.00', ...earlySame.slice(4)] },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-01: ahead 100.00',
      '08-20: ahead 140.00',
      '08-29: ahead 40.00',
      '09-30: 09-30 due 100.00; ahead 40.00',
      '10-02: 09-30 due 60.00; ahead 100.00',
      '10-04: 09-30 part_paid 60.00; ahead 100.00',
      '10-31: 09-30 part_paid 60.00',
      '11-03: 09-30 part_paid 60.00; ahead 100.00',
      '11-28: 09-30 part_paid 60.00',
    ],
  ],
];

test.each(stories)('%s', (_, story, expected) => {
  expect(told(story)).toEqual(expected);
});
