import { expect, test } from '@jest/globals';
import { but, early, earlySame, owed, same, type Told, told } from './account-stories.js';

/** An account whose payments fit more than one of its months. */
const stories: readonly Told[] = [
  [
    'two months are paid at once before the first, and the second on its day too',
    { owed: same.slice(0, 2), paid: ['2025-06-02 200.00', '2025-07-31 100.00'], to: '2025-08-08' },
    ['06-25: ahead 200.00', '06-30: ahead 100.00'],
  ],
  [
    'the second month’s amount is paid ahead twice',
    { owed: owed.slice(0, 2), paid: ['2025-06-02 110.00', '2025-07-02 110.00'], to: '2025-08-08' },
    ['06-25: ahead 110.00', '06-30: ahead 10.00', '07-02: ahead 120.00', '07-31: ahead 10.00'],
  ],
  [
    'a debt of before is paid in two parts, the second before the first month is',
    {
      owed: owed.slice(0, 1),
      paid: ['2025-06-16 60.00', '2025-07-03 40.00'],
      before: '2025-06-19 100.00',
      to: '2025-07-12',
    },
    [
      '06-25: 06-19 on_account 40.00',
      '06-30: 06-19 on_account 40.00; 06-30 due 100.00',
      '07-03: 06-30 due 100.00',
      '07-04: 06-30 no_payment_posted 100.00',
    ],
  ],
  [
    'too much, and at once more, in the days before a month’s own',
    { owed: same.slice(0, 2), paid: ['2025-06-24 60.00', '2025-06-25 140.00'], to: '2025-08-14' },
    [
      '06-25: other_postings 60.00 06-01..06-24; ahead 40.00',
      '07-31: 07-31 due 100.00; other_postings 60.00 06-01..06-24; ahead 40.00',
      '08-06: clear',
    ],
  ],
  [
    'a month is paid over, and the next before it is due',
    { owed: same.slice(0, 2), paid: ['2025-06-02 120.00', '2025-07-02 100.00'], to: '2025-08-14' },
    [
      '06-25: ahead 120.00',
      '06-30: ahead 20.00',
      '07-02: other_postings 120.00 06-01..06-24',
      '07-31: 07-31 due 100.00; other_postings 120.00 06-01..06-24',
      '08-06: other_postings 20.00 06-01..06-24',
    ],
  ],
  [
    'a month is paid twice within its days, and the one after next ahead',
    { owed: same.slice(0, 3), paid: ['2025-07-02 200.00', '2025-08-01 100.00'], to: '2025-09-12' },
    [
      '06-30: 06-30 due 100.00',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-01: paid_twice 100.00 06-30',
      '08-29: 08-29 due 100.00; paid_twice 100.00 06-30',
      '09-04: clear',
    ],
  ],
  [
    'a late month, then a claim, and a month larger than what comes',
    {
      owed: ['2025-06-30 100.00', '2025-07-31 110.00', '2025-08-29 -30.00', '2025-09-30 200.00'],
      paid: ['2025-06-30 100.00', '2025-09-30 110.00'],
      to: '2025-10-12',
    },
    [
      '07-31: 07-31 due 110.00',
      '08-06: 07-31 no_payment_posted 110.00',
      '08-26: 07-31 no_payment_posted 110.00; ahead 30.00',
      '09-30: 09-30 due 200.00; ahead 30.00',
      '10-04: 09-30 no_payment_posted 200.00; ahead 30.00',
    ],
  ],
  [
    'a late month, then a claim, and less than a month comes',
    {
      owed: ['2025-06-30 100.00', '2025-07-31 110.00', '2025-08-29 -30.00', '2025-09-30 130.00'],
      paid: ['2025-06-30 100.00', '2025-09-30 110.00'],
      to: '2025-10-08',
    },
    [
      '07-31: 07-31 due 110.00',
      '08-06: 07-31 no_payment_posted 110.00',
      '08-26: 07-31 no_payment_posted 110.00; ahead 30.00',
      '09-30: 07-31 no_payment_posted 110.00; ahead 10.00',
    ],
  ],
  [
    'a late month is paid while another and a claim are due',
    {
      owed: [
        '2025-06-30 100.00',
        '2025-07-31 -30.00',
        '2025-08-29 120.00',
        '2025-09-30 130.00',
        '2025-10-31 -30.00',
        '2025-10-31 100.00',
      ],
      paid: ['2025-06-30 100.00', '2025-08-29 120.00', '2025-10-31 100.00'],
      to: '2025-11-14',
    },
    [
      '07-28: ahead 30.00',
      '08-29: credit 30.00 07-31',
      '09-30: 09-30 due 130.00; credit 30.00 07-31',
      '10-04: 09-30 part_paid 100.00',
      '10-31: 10-31 due 70.00',
      '11-06: 10-31 part_paid 70.00',
    ],
  ],
  [
    'each is paid ahead but two on one day',
    { owed: [...owed.slice(0, 5), '2025-08-29 35.00'], paid: but(early.slice(0, 5), 2), to: '2025-11-08' },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-29: 08-29 due 120.00; 08-29 due 35.00',
      '09-02: 08-29 due 120.00; 08-29 due 35.00; ahead 130.00',
      '09-04: 08-29 no_payment_posted 120.00; 08-29 no_payment_posted 35.00; ahead 130.00',
      '09-30: 08-29 no_payment_posted 120.00; 08-29 no_payment_posted 35.00',
      '10-02: 08-29 no_payment_posted 120.00; 08-29 no_payment_posted 35.00; ahead 140.00',
      '10-31: 08-29 no_payment_posted 120.00; 08-29 no_payment_posted 35.00',
    ],
  ],
  [
    'equal months are paid ahead, but one of two on one day',
    { owed: [...same.slice(0, 5), '2025-08-29 35.00'], paid: but(earlySame.slice(0, 5), 2), to: '2025-11-08' },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-29: 08-29 due 100.00; 08-29 due 35.00',
      '09-02: 08-29 due 35.00',
      '09-04: 08-29 no_payment_posted 35.00',
      '09-30: 08-29 no_payment_posted 35.00; 09-30 due 100.00',
      '10-02: 08-29 no_payment_posted 35.00; 09-30 due 100.00; ahead 100.00',
      '10-04: 08-29 no_payment_posted 35.00; 09-30 one_of_these 100.00 09-30 10-31; ahead 100.00',
      '10-31: 08-29 no_payment_posted 35.00; 09-30 one_of_these 100.00 09-30 10-31',
    ],
  ],
  [
    'of three on one day all but one are paid, as much as the next',
    {
      owed: [...same.slice(0, 3), '2025-08-29 35.00', '2025-08-29 9.00', '2025-09-30 109.00'],
      paid: ['2025-06-02 100.00', '2025-07-02 100.00', '2025-09-02 109.00'],
      to: '2025-10-12',
    },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-29: 08-29 due 100.00; 08-29 due 35.00; 08-29 due 9.00',
      '09-02: 08-29 due 35.00',
      '09-04: 08-29 no_payment_posted 35.00',
      '09-30: 08-29 no_payment_posted 35.00; 09-30 due 109.00',
      '10-04: 08-29 no_payment_posted 35.00; 09-30 no_payment_posted 109.00',
    ],
  ],
  [
    'nothing is paid while a month and a claim on one day come to nothing',
    { owed: ['2025-06-30 100.00', '2025-07-31 40.00', '2025-07-31 -40.00'], paid: [], to: '2025-08-08' },
    ['06-30: 06-30 due 100.00', '07-04: 06-30 no_payment_posted 100.00'],
  ],
  [
    'a claim without a day stays',
    { owed: [...owed.slice(0, 4), '2025-08-10 -25.00 ?'], paid: owed.slice(0, 4), to: '2025-10-08' },
    ['08-10: waiting -25.00'],
  ],
  [
    'a debt of before stays while two are paid at once, ahead',
    {
      owed: ['2025-06-30 100.00', '2025-07-31 110.00', '2025-07-31 100.00'],
      paid: ['2025-06-02 100.00', '2025-07-02 210.00'],
      before: '2025-06-19 40.00',
      to: '2025-08-08',
    },
    [
      '06-25: 06-19 no_payment_posted 40.00; ahead 100.00',
      '06-30: 06-19 no_payment_posted 40.00',
      '07-02: 06-19 no_payment_posted 40.00; ahead 210.00',
      '07-31: 06-19 no_payment_posted 40.00',
    ],
  ],
  [
    'the last is paid ahead in part',
    { owed: owed.slice(0, 3), paid: [...early.slice(0, 2), '2025-08-01 70.00'], to: '2025-09-12' },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-01: ahead 70.00',
      '08-29: 08-29 due 120.00; ahead 70.00',
      '09-04: 08-29 part_paid 50.00',
    ],
  ],
  [
    'one of two, and as much as an open month and the next',
    {
      owed: ['2025-06-30 130.00', '2025-07-31 110.00', '2025-08-29 120.00', '2025-08-29 35.00', '2025-09-30 130.00'],
      paid: ['2025-07-31 110.00', '2025-08-29 250.00', '2025-09-30 130.00'],
      to: '2025-10-08',
    },
    ['06-30: 06-30 due 130.00', '07-04: 06-30 no_payment_posted 130.00', '08-29: 06-30 on_account 35.00'],
  ],
  [
    'ahead goes on after more was ahead than is due',
    {
      owed: same.slice(0, 4),
      paid: ['2025-06-02 100.00', '2025-07-02 100.00', '2025-08-01 200.00', '2025-09-02 100.00'],
      to: '2025-10-08',
    },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 100.00',
      '07-31: clear',
      '08-01: ahead 200.00',
      '08-29: ahead 100.00',
      '09-02: ahead 200.00',
      '09-30: ahead 100.00',
    ],
  ],
  [
    'something without a day is as much as a month that is paid',
    { owed: [...owed.slice(0, 4), '2025-08-10 120.00 ?'], paid: owed.slice(0, 4), to: '2025-10-08' },
    ['08-10: waiting 120.00'],
  ],
  [
    'something without a day is paid while a month is open',
    {
      owed: [...owed.slice(0, 4), '2025-08-10 25.00 ?'],
      paid: [...but(owed.slice(0, 4), 1), '2025-09-18 25.00'],
      to: '2025-10-08',
    },
    [
      '07-31: 07-31 due 110.00',
      '08-06: 07-31 no_payment_posted 110.00',
      '08-10: 07-31 no_payment_posted 110.00; waiting 25.00',
      '09-18: 07-31 no_payment_posted 110.00',
    ],
  ],
  [
    'three on one day, one is paid',
    {
      owed: [...owed.slice(0, 3), '2025-08-29 35.00', '2025-08-29 9.00'],
      paid: but(owed.slice(0, 3), 2, '2025-08-29 35.00'),
      to: '2025-09-12',
    },
    ['08-29: 08-29 due 120.00; 08-29 due 9.00', '09-04: 08-29 no_payment_posted 120.00; 08-29 no_payment_posted 9.00'],
  ],
  [
    'a month is paid ahead in two parts, and more than it',
    {
      owed: owed.slice(0, 5),
      paid: but(owed.slice(0, 5), 3, '2025-09-16 65.00', '2025-09-18 80.00'),
      to: '2025-11-08',
    },
    ['09-16: ahead 65.00', '09-18: ahead 145.00', '09-30: ahead 15.00', '10-31: other_postings 15.00 09-15..09-24'],
  ],
  [
    'a credit of before and a month that is paid twice',
    { owed: same.slice(0, 2), paid: ['2025-06-30 200.00'], before: '2025-06-01 -130.00', to: '2025-08-14' },
    [
      '06-25: ahead 130.00',
      '06-30: credit 130.00 06-01; ahead 100.00',
      '07-31: credit 130.00 06-01',
      '08-06: credit 30.00 06-01; ahead 100.00',
    ],
  ],
  [
    'each is paid ahead but one, and the last is as large as that',
    {
      owed: but(owed.slice(0, 6), 5, '2025-11-28 130.00'),
      paid: but(but(early, 5, '2025-11-03 130.00'), 3),
      to: '2025-12-12',
    },
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
      '11-03: clear',
      '11-28: 11-28 due 130.00',
      '12-04: 11-28 no_payment_posted 130.00',
    ],
  ],
  [
    'two months are paid over, one after the other',
    { owed: owed.slice(0, 3), paid: ['2025-06-30 101.00', '2025-07-31 115.00', '2025-08-29 120.00'], to: '2025-09-06' },
    [
      '06-30: ahead 1.00',
      '07-31: paid_over 1.00 06-25..07-15; ahead 5.00',
      '08-29: paid_over 1.00 06-25..07-15; paid_over 5.00 07-28..08-14',
    ],
  ],
  [
    'each is paid ahead but one, then that and the next at once',
    { owed, paid: but(but(early, 4, '2025-10-02 270.00'), 3), to: '2025-12-06' },
    [
      '06-25: ahead 100.00',
      '06-30: clear',
      '07-02: ahead 110.00',
      '07-31: clear',
      '08-01: ahead 120.00',
      '08-29: clear',
      '09-30: 09-30 due 130.00',
      '10-02: ahead 140.00',
      '10-31: clear',
      '11-03: ahead 150.00',
      '11-28: clear',
    ],
  ],
  [
    'two are paid ahead while one is due, and a debt of before has no day',
    {
      owed: owed.slice(0, 3),
      paid: ['2025-06-02 100.00', '2025-07-02 110.00', '2025-07-22 120.00'],
      ...{ before: '2025-06-01 40.00 ?', to: '2025-09-06' },
    },
    [
      '06-25: ahead 100.00; waiting 40.00',
      '06-30: waiting 40.00',
      '07-02: ahead 110.00; waiting 40.00',
      '07-22: ahead 230.00; waiting 40.00',
      '07-31: ahead 120.00; waiting 40.00',
      '08-29: waiting 40.00',
    ],
  ],
  [
    'a month and the next at once, while something without a day arises, and the next again',
    {
      owed: [...owed.slice(0, 3), '2025-07-10 100.00 ?'],
      paid: ['2025-06-30 210.00', '2025-07-31 110.00', '2025-08-29 120.00'],
      to: '2025-09-06',
    },
    [
      '06-30: ahead 110.00',
      '07-10: ahead 110.00; waiting 100.00',
      '07-31: ahead 10.00',
      '08-29: paid_over 10.00 07-28..08-14',
    ],
  ],
];

test.each(stories)('%s', (_, story, expected) => {
  expect(told(story)).toEqual(expected);
});
