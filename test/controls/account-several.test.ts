import { expect, test } from '@jest/globals';
import { but, owed, type Told, told } from './account-stories.js';

/** An account with more than a month’s debt: claims, what came before, several on one day or without one. */
const stories: readonly Told[] = [
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
    'one payment fits its own and the oldest, and the two older as well: it is for its own',
    {
      owed: ['2025-06-30 30.00', '2025-07-31 90.00', '2025-08-29 90.00'],
      paid: ['2025-08-29 120.00'],
      from: '2025-08-28',
    },
    ['08-28: 06-30 no_payment_posted 30.00; 07-31 no_payment_posted 90.00', '08-29: 07-31 no_payment_posted 90.00'],
  ],
];

test.each(stories)('%s', (_, story, expected) => {
  expect(told(story)).toEqual(expected);
});
