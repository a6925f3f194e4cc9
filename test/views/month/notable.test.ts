import { Money } from '../../../src/journal/nouns/money.js';
import type { StoredPaid } from '../../../src/record/runs/pay-run.entity.js';
import { notableOf } from '../../../src/views/month/notable.js';

const person = (name: string, gross: string, director = false): StoredPaid => ({
  ...{ user: `u/${name}`, name, role: '', director, gross },
  ...{ tax: '0.00', employeeNi: '0.00', employerNi: '0.00', pension: '0.00', net: gross },
});
const monthOf = (...paid: StoredPaid[]) => ({
  gross: Money.sum(paid.map(({ gross }) => Money.parse(gross))),
  paid,
});
const usual = { variance: { percent: 10, amount: '500' }, pay: true };
const ada = person('Ada', '20000.00');
const eve = person('Eve', '3000.00', true);
const inWords = (of: ReturnType<typeof notableOf>) =>
  of.map((one) => [one.is, 'name' in one ? one.name : '', 'by' in one ? String(one.by) : ''].filter(Boolean).join(' '));

test.each([
  ['nothing', monthOf(ada, eve), monthOf(ada, eve), []],
  ['a starter', monthOf(ada, person('Ben', '100.00')), monthOf(ada), ['starter Ben']],
  ['a leaver', monthOf(ada), monthOf(ada, person('Ben', '100.00')), ['leaver Ben']],
  ['a new director', monthOf(ada, eve), monthOf(ada, { ...eve, director: false }), ['director Eve']],
  ['someone who is no director any more', monthOf({ ...eve, director: false }), monthOf(eve), ['no_director Eve']],
  ['a director’s pay', monthOf(ada, person('Eve', '3300.01', true)), monthOf(ada, eve), ['director_pay Eve 300.01']],
  // 10 %, as the setting allows, and less than £500.
  ['no director’s pay within the variance', monthOf(ada, person('Eve', '3300.00', true)), monthOf(ada, eve), []],
  [
    'a director who is paid in two payslips as before in one',
    monthOf(person('Eve', '1000.00', true), person('Eve', '2000.00', true)),
    monthOf(eve),
    [],
  ],
  ['a director who appears', monthOf(ada, eve), monthOf(ada), ['starter Eve', 'variance 3000.00']],
  // 2.5 %, but more than £500.
  ['an amount', monthOf(person('Ada', '20500.01')), monthOf(ada), ['variance 500.01']],
  ['no more than both allow', monthOf(person('Ada', '20500.00')), monthOf(ada), []],
  // £150, but 15 %.
  ['a share', monthOf(person('Ben', '850.00')), monthOf(person('Ben', '1000.00')), ['variance -150.00']],
  ['a month that has no other before it', monthOf(ada), undefined, ['not_compared']],
] as const)('%s', (_, now, before, expected) => {
  expect(inWords(notableOf(now, before, usual))).toEqual(expected);
});

test('what differs is what the client’s own variance says', () => {
  const more = monthOf(ada, person('Eve', '3000.01', true));
  expect(inWords(notableOf(more, monthOf(ada, eve), { variance: { amount: '0.00' }, pay: true }))).toEqual([
    'director_pay Eve 0.01',
    'variance 0.01',
  ]);
  expect(notableOf(more, monthOf(ada, person('Eve', '1.00', true)), { variance: null, pay: true })).toEqual([]);
});

test('who may not see pay is told what there is, without names and amounts', () => {
  const found = notableOf(monthOf(eve, person('Ben', '900.00')), monthOf(person('Eve', '1.00', true)), {
    ...usual,
    pay: false,
  });
  expect(found).toEqual([{ is: 'director_pay' }, { is: 'starter' }, { is: 'variance' }]);
});
