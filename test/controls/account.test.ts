import { expect, test } from '@jest/globals';
import { but, owed, same, type Told, told } from './account-stories.js';

/** An account whose months are paid on their day, late, in part, twice or never. */
const stories: readonly Told[] = [
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
];

test.each(stories)('%s', (_, story, expected) => {
  expect(told(story)).toEqual(expected);
});
