import type { Parts } from '../rule.js';

const paye = (name: string) => `src/journal/paye/${name}.ts`;

export const ofPaye: Parts = {
  'What HMRC is paid': [
    [
      'lost-run-is-owed',
      'HMRC is owed what a posted run says, also when payroll lost it.',
      ['src/views/checks/paye-tie.ts', '!gone || journalSet !== null', '!gone'],
      'views/checks/paye-tie',
      'what HMRC is owed of a month with %s',
    ],
    [
      'lost-before-posted',
      'What payroll lost before it was posted is owed no more.',
      ['src/views/checks/paye-tie.ts', 'runs.filter(({ gone, journalSet }) => !gone || journalSet !== null)', 'runs'],
      'views/checks/paye-tie',
      'what HMRC is owed of a month with %s',
    ],
    [
      'levy-in-its-payment',
      'A levy counts in a month’s payment only if payroll’s own payment has it.',
      ['src/views/checks/paye-tie.ts', "kind !== 'recovery' && inPayment", "kind !== 'recovery'"],
      'views/checks/paye-tie',
      'what HMRC is owed of a month with %s',
    ],
    [
      'quarterly-payment',
      'A company that pays quarterly pays after its quarter.',
      [
        paye('due-days'),
        "payePeriod === 'quarterly' ? Math.floor(period / 3) * 3 + 2 : period",
        'payePeriod && period',
      ],
      'journal/paye/due-days',
      'a company pays HMRC %s',
    ],
    [
      'collected-after-the-month',
      'A direct debit of the 3rd is that of the month after.',
      [paye('due-days'), 'own > monthEnd ? own : dayOfNextMonth(monthEnd, day)', 'own'],
      'journal/paye/due-days',
      'a company pays HMRC %s',
    ],
    [
      'payment-of-its-month',
      'The payment of a month is the one after it, not that of a later month.',
      [paye('month'), ' && dueOn <= latest', ''],
      'journal/paye/due-days',
      'the payment of the tax month to 5 May is %s',
    ],
  ],
};
