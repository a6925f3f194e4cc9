import { Money } from '../../../src/journal/nouns/money.js';
import { compensationOn, recoveryFactorsOn } from '../../../src/journal/paye/recovery-rates.js';
import { findRates, type MonthPaid, proposeRecovery } from '../../../src/journal/paye/proposal.js';
import { type Known, questionOf } from '../../../src/journal/paye/question.js';
import { claimsTriedMax } from '../../../src/journal/paye/ways.js';
import { recoverySet } from '../../../src/journal/paye/recovery-set.js';
import { recover } from '../../../src/journal/paye/recovery.js';
import { whyInWords } from '../../../src/journal/mapping/why-in-words.js';
import { whyText } from '../../../src/journal/nouns/why.js';
import { claimOf, type ClaimedPay } from '../../../src/journal/mapping/claims.js';
import type { StatutoryPay } from '../../../src/journal/mapping/statutory-pay.js';
import { parsePolicy } from '../../../src/journal/policy/policy.js';
import { mapOne, payslip, period, users, userUrl } from '../payroll.js';

const maternity = 'statutory_maternity_pay';
const paternity = 'statutory_paternity_pay';

interface PayCase {
  amount: string;
  user?: number;
  field?: string;
  on?: string;
}

function pays(...cases: (string | PayCase)[]): StatutoryPay[] {
  return cases.map((one, index) => {
    const {
      amount,
      user = index + 1,
      field = maternity,
      on = '2025-10-31',
    } = typeof one === 'string' ? { amount: one } : one;
    return {
      payslip: userUrl(user),
      userPath: `/v2/users/${user}`,
      name: `Person ${user}`,
      datedOn: on,
      field,
      kind: field,
      amount: Money.parse(amount),
      pay: [{ account: '401', weight: 1n }],
      employerNi: [{ account: '402', weight: 1n }],
    };
  });
}

const all = () => true;
const none = () => false;
const undecided = () => undefined;
const shares = (recovery: ReturnType<typeof recover>) =>
  recovery.shares.map((share) => `${share.pay.name} ${share.because} ${share.rate} ${share.amount}`);

test.each([
  ['2024-04-06', '3'],
  ['2025-04-05', '3'],
  ['2025-04-06', '8.5'],
  ['2026-04-05', '8.5'],
  ['2026-04-06', '9'],
  ['2030-01-01', '9'],
])('a small employer paid on %s has %s %% on top', (day, percent) => {
  expect(compensationOn(day).percent).toBe(percent);
});

test.each([
  ['2025-04-05', ['0.920', '1.030']],
  ['2025-04-06', ['0.920', '1.085']],
  ['2026-04-06', ['0.920', '1.090']],
])('on %s what comes back is one of %j of the pay', (day, factors) => {
  expect(recoveryFactorsOn(day)).toEqual(factors);
});

describe('what comes back', () => {
  test('92 % is rounded once for the month, and shared by the remainders', () => {
    // 187.18 × 3 × 92 % is 516.6168; each one alone is 172.2056.
    const recovery = recover(pays('187.18', '187.18', '187.18'), none);
    expect(recovery.total.toString()).toBe('516.62');
    expect(shares(recovery)).toEqual([
      'Person 1 recovery 92 172.21',
      'Person 2 recovery 92 172.21',
      'Person 3 recovery 92 172.20',
    ]);
    expect(recovery.shares.map((share) => share.pennies)).toEqual([1, 1, 0]);
  });

  test('half a penny is rounded up, and down for a correction, which is the exact opposite', () => {
    // 8.5 % of 1.00 is 0.085.
    expect(recover(pays('1.00'), all).total.toString()).toBe('1.09');
    expect(recover(pays('-1.00'), all).total.toString()).toBe('-1.09');
  });

  test('a small employer gets all of it back, with the compensation credited to employer NI', () => {
    const recovery = recover(pays({ amount: '777.28', on: '2026-04-30' }), all);
    expect(recovery.total.toString()).toBe('847.24');
    expect(shares(recovery)).toEqual(['Person 1 recovery 100 777.28', 'Person 1 compensation 9 69.96']);
  });

  test('each kind of pay, and each rate, is rounded by itself', () => {
    const two = pays({ amount: '187.18' }, { amount: '374.36', field: paternity });
    expect(recover(two, all).total.toString()).toBe('609.27');
    const isFirst = (pay: ClaimedPay) => pay.userPath === '/v2/users/1';
    expect(shares(recover(pays('187.18', '187.18'), isFirst))).toEqual([
      'Person 1 recovery 100 187.18',
      'Person 1 compensation 8.5 15.91',
      'Person 2 recovery 92 172.21',
    ]);
  });

  test('pay dates before and after a new rate are separate groups', () => {
    const both = pays({ amount: '100.00', on: '2026-04-05' }, { amount: '100.00', on: '2026-04-06' });
    expect(shares(recover(both, all)).filter((line) => line.includes('compensation'))).toEqual([
      'Person 1 compensation 8.5 8.50',
      'Person 2 compensation 9 9.00',
    ]);
  });

  test('a correction among others takes back its own share', () => {
    const recovery = recover(pays('748.72', '-187.18'), none);
    expect(recovery.total.toString()).toBe('516.62');
    expect(shares(recovery)).toEqual(['Person 1 recovery 92 688.82', 'Person 2 recovery 92 -172.20']);
    expect(shares(recover(pays('-748.72', '187.18'), none))).toEqual([
      'Person 1 recovery 92 -688.82',
      'Person 2 recovery 92 172.20',
    ]);
  });

  test('the payment’s own figure is used as the total when it is within a penny for each group', () => {
    const one = pays('748.72');
    const total = (actual: string) => recover(one, none, Money.parse(actual)).total.toString();
    expect([total('688.81'), total('688.83'), total('688.84'), total('688.80')]).toEqual([
      '688.81',
      '688.83',
      '688.82',
      '688.82',
    ]);
  });

  test('the extra penny goes to the kind that was nearest to the next penny', () => {
    // 92 % of 0.52 is 0.4784 (rounded up), of 0.53 is 0.4876 (up), of 0.57 is 0.5244 (down, so nearest to a penny more).
    const three = pays(
      { amount: '0.52' },
      { amount: '0.57', field: paternity },
      { amount: '0.53', field: 'statutory_adoption_pay' },
    );
    const split = (actual: string) =>
      recover(three, none, Money.parse(actual)).shares.map(({ amount }) => amount.toString());
    expect(split('1.49')).toEqual(['0.48', '0.52', '0.49']);
    expect(split('1.50')).toEqual(['0.48', '0.53', '0.49']);
    expect(split('1.48')).toEqual(['0.48', '0.52', '0.48']);
  });
});

describe('which rate was claimed', () => {
  const found = (
    given: StatutoryPay[],
    actual: string,
    decided: (pay: ClaimedPay) => boolean | undefined = undecided,
  ) => {
    const { found: is, isSmall } = findRates(given, decided, { off: Money.parse(actual), nextPays: [] });
    return isSmall ? given.map(isSmall) : is;
  };

  test('follows from what was taken off the payment', () => {
    expect(found(pays('748.72'), '688.82')).toEqual([false]);
    expect(found(pays('748.72'), '812.36')).toEqual([true]);
    expect(found(pays('748.72'), '688.83')).toEqual([false]);
    expect(found(pays('748.72'), '688.84')).toBe('none');
  });

  test('two rates in one month, each claim its own', () => {
    expect(found(pays('748.72', { amount: '374.36', field: paternity }), '1095.00')).toEqual([false, true]);
  });

  test('one person’s claim has one rate, however many payslips it is paid on', () => {
    const twice = pays({ amount: '374.36', user: 1 }, { amount: '374.36', user: 1 });
    expect(new Set(twice.map(claimOf)).size).toBe(1);
    expect(found(twice, '688.82')).toEqual([false, false]);
    expect(found(twice, '750.59')).toBe('none');
  });

  test('two combinations that fit prove nothing', () => {
    expect(found(pays('187.18', '187.18'), '375.30')).toBe('several');
    expect(
      found(pays('187.18', '187.18'), '375.30', (pay) => (pay.userPath === '/v2/users/2' ? true : undefined)),
    ).toEqual([false, true]);
  });

  test('the search is bounded, and gives up with a message', () => {
    const many = pays(...Array.from({ length: claimsTriedMax + 1 }, (_, index) => `${100 + index}.00`));
    expect(found(many, '1000.00')).toBe('too_many');
    expect(found(many.slice(1), '0.01')).toBe('none');
  });
});

describe('what is proposed', () => {
  const paid = (due: string, owed = '1028.63') => ({
    paye: {
      owed: Money.parse(owed),
      cisSuffered: Money.zero,
      adjustments: Money.zero,
      creditBroughtForward: Money.zero,
      due: Money.parse(due),
    },
  });
  const proposed = (decided: boolean | undefined, month: MonthPaid) => {
    const { verdict, rates, recovery } = proposeRecovery(pays('748.72'), () => decided, month);
    return [verdict, rates, recovery?.total.toString()];
  };

  test.each([
    [undefined, paid('339.81'), ['explained', 'from the payment due', '688.82']],
    [undefined, paid('300.00'), ['unexplained', undefined, undefined]],
    [undefined, paid('1028.63'), ['carried', undefined, undefined]],
    [undefined, paid('0.00'), ['cannot_tell', undefined, undefined]],
    [undefined, {}, ['not_due_yet', undefined, undefined]],
    [false, paid('339.81'), ['explained', 'decided', '688.82']],
    [false, paid('339.80'), ['explained', 'decided', '688.83']],
    [true, paid('339.81'), ['unexplained', 'decided', '812.36']],
    [true, paid('1028.63'), ['carried', 'decided', '812.36']],
    [true, paid('0.00'), ['cannot_tell', 'decided', '812.36']],
    [true, {}, ['not_due_yet', 'decided', '812.36']],
  ])('decided %p, paid %j', (decided, month, expected) => {
    expect(proposed(decided, month)).toEqual(expected);
  });

  test.each([
    ['two ways of claiming it fit', pays('187.18', '187.18'), '653.33'],
    ['there are too many claims to try', pays(...Array.from({ length: 13 }, () => '1.00')), '1.00'],
  ])('no rate can be found where %s', (_, given, due) => {
    const { verdict, rates, recovery } = proposeRecovery(given, undecided, paid(due));
    expect([verdict, rates, recovery]).toEqual(['cannot_tell', undefined, undefined]);
  });

  const question = (
    given: StatutoryPay[],
    month: Known,
    decided = undecided as (pay: ClaimedPay) => boolean | undefined,
  ) => questionOf(given, decided, proposeRecovery(given, decided, month), month);

  test('a rate that the payment contradicts is shown beside it', () => {
    expect(question(pays('748.72'), paid('339.81'), all)).toMatch(
      /^£748.72 of statutory parental pay was paid. At the rate decided HMRC repays £812.36, but £688.82 was taken off the payment due to HMRC. .* Decide which it is.$/,
    );
    expect(question(pays('748.72'), paid('339.81'), none)).toMatch(/HMRC repays £688.82. .* Confirm it, and/);
    expect(question(pays('748.72'), paid('339.81'))).toMatch(
      /^£748.72 of .* shows £688.82 taken off it, 92 % of the pay. .* Confirm it, and the recovery is posted.$/,
    );
    expect(question(pays('748.72'), paid('216.27'))).toContain(
      "£812.36 taken off it, 100 % of the pay with the small employer's compensation.",
    );
  });

  test('the question shows what is known, and what was tried', () => {
    const class1 = [{ year: 2025, amount: Money.parse('38211.40'), months: 12 }, { year: 2026 }];
    expect(question(pays('748.72'), { ...paid('300.00'), class1 })).toBe(
      "£748.72 of statutory parental pay was paid, and £728.63 was taken off the payment due to HMRC, which fits no rate. HMRC repays 92 %, or 100 % and 8.5 % on top to a small employer: one whose Class 1 NI, employees' and employer's before the employment allowance, came to £45,000.00 or less in the last complete tax year before the qualifying week. In 2024/25 it came to £38,211.40. Payroll of 2025/26 was not read here. Decide which it is.",
    );
    expect(question(pays({ amount: '748.72', on: '2026-04-30' }), {})).toBe(
      "£748.72 of statutory parental pay was paid, and the payment due to HMRC is not known. HMRC repays 92 %, or 100 % and 9 % on top to a small employer: one whose Class 1 NI, employees' and employer's before the employment allowance, came to £45,000.00 or less in the last complete tax year before the qualifying week. Decide which it is.",
    );
    const part = [{ year: 2025, amount: Money.parse('900.00'), months: 3 }];
    expect(question(pays('748.72'), { class1: part })).toContain(
      'In 2024/25 it came to £900.00, in the 3 months that payroll has of it.',
    );
    expect(question(pays('748.72'), paid('0.00'))).toContain('nothing is due to HMRC, which proves no rate.');
    expect(question(pays('748.72'), paid('1028.63'))).toContain('it may come off the next one.');
    expect(question(pays('187.18', '187.18'), paid('653.33'))).toContain('fits more than one way of claiming it.');
    const many = pays(...Array.from({ length: 13 }, () => '1.00'));
    expect(question(many, paid('1.00'))).toContain('its 13 claims are too many to find their rates');
    expect(question(pays('748.72'), { class1: [{ year: 2025, amount: Money.parse('900.00'), months: 1 }] })).toContain(
      'In 2024/25 it came to £900.00, in the 1 month that payroll has of it.',
    );
    expect(question(pays('748.72'), { unknown: 'paid by the quarter' })).toContain('HMRC is paid by the quarter');
    expect(question(pays('748.72'), { unknown: 'rate of an earlier month' })).toContain('rate of an earlier month');
  });

  test('the question is about what is not decided yet', () => {
    const isFirst = (pay: ClaimedPay) => (pay.userPath === '/v2/users/1' ? true : undefined);
    expect(question(pays('748.72', '187.18'), paid('300.00'), isFirst)).toMatch(/^£187.18 of statutory parental pay/);
    expect(question(pays('748.72', '187.18'), paid('1028.63'), all)).toMatch(/^£935.90 of statutory parental pay/);
  });

  test('the question says whether the next payment was looked at', () => {
    const full = paid('1028.63');
    const next = (due: string, nextPays: StatutoryPay[] = []) => ({ paye: paid(due).paye, pays: nextPays });
    expect(question(pays('748.72'), { ...full, next: next('900.00') })).toContain(
      'nothing was taken off the payment due to HMRC, and the next one fits no rate.',
    );
    expect(question(pays('748.72'), { ...full, next: next('0.00') })).toContain('it may come off the next one.');
    const seven = (from: number) =>
      pays(...Array.from({ length: 7 }, (_, index) => ({ amount: '1.00', user: from + index })));
    // Fourteen claims may have come off the next payment, where none came off its own.
    expect(question(seven(1), { ...full, next: next('900.00', seven(8)) })).toContain('its 14 claims are too many');
    const thirteen = pays(...Array.from({ length: 13 }, () => '1.00'));
    expect(question(thirteen, { ...paid('1.00'), next: next('900.00', seven(14)) })).toContain('its 13 claims are');
  });
});

describe('a claim that came after the 19th', () => {
  const month = (due: string, owed = '1000.00', credit = '0.00') => ({
    owed: Money.parse(owed),
    cisSuffered: Money.zero,
    adjustments: Money.zero,
    creditBroughtForward: Money.parse(credit),
    due: Money.parse(due),
  });
  const late = (own: string, next: string, nextPays: StatutoryPay[] = [], decided?: boolean) => {
    const paye = month(own);
    const { verdict, recovery } = proposeRecovery(pays('748.72'), () => decided, {
      paye,
      next: { paye: month(next), pays: nextPays },
    });
    return `${verdict} ${recovery?.total ?? 'asked'}`;
  };
  const anna = pays('748.72');
  const ben = pays({ amount: '500.00', user: 2 });

  test.each([
    ['its own payment shows it', '311.18', '1000.00', [], 'explained 688.82'],
    ['the next payment shows it', '1000.00', '311.18', [], 'explained 688.82'],
    ['the next payment shows it at the other rate', '1000.00', '187.64', [], 'explained 812.36'],
    [
      'the next payment shows it alone, without another claim of its month',
      '1000.00',
      '311.18',
      ben,
      'explained 688.82',
    ],
    ['no payment shows it', '1000.00', '1000.00', [], 'carried asked'],
    ['the next payment fits no rate', '1000.00', '900.00', [], 'carried asked'],
    ['its own payment fits no rate', '900.00', '311.18', [], 'unexplained asked'],
    ['nothing is due, and the rest comes off the next payment', '0.00', '1311.18', [], 'explained 688.82'],
    ['nothing is due twice', '0.00', '0.00', [], 'cannot_tell asked'],
    ['two months of a claim come off the next payment', '1000.00', '-377.64', anna, 'carried asked'],
    ['another claim comes off the next payment with it', '2000.00', '1851.18', ben, 'unexplained asked'],
    ['another claim alone comes off the next payment', '1000.00', '540.00', ben, 'cannot_tell asked'],
    ['both claims come off the next payment', '1000.00', '-148.82', ben, 'carried asked'],
    ['the same pay may be of either month', '1000.00', '311.18', anna, 'cannot_tell asked'],
  ] as const)('%s', (_, own, next, nextPays, expected) => {
    expect(late(own, next, [...nextPays])).toBe(expected);
  });

  test('both months of a claim come off the next payment', () => {
    const { recovery } = proposeRecovery(anna, undecided, {
      paye: month('1000.00'),
      next: { paye: month('622.36', '2000.00'), pays: anna },
    });
    expect(recovery?.total.toString()).toBe('688.82');
  });

  test('a decided rate is contradicted by its own payment alone', () => {
    expect([late('311.18', '1000.00', [], true), late('1000.00', '311.18', [], true)]).toEqual([
      'unexplained 812.36',
      'carried 812.36',
    ]);
    expect(late('1000.00', '187.64', [], true)).toBe('explained 812.36');
  });
});

describe('the set', () => {
  const wire = period([
    payslip(1, { [maternity]: '748.72' }),
    payslip(2, { [maternity]: '187.18', statutory_sick_pay: '118.75' }),
  ]);
  const set = (policy: object, small = true) => {
    const parsed = parsePolicy(policy);
    const run = mapOne(wire, { policy: parsed, users: users('Employee', 'Director') });
    return recoverySet(
      recover(run.statutoryPay, () => small),
      { ...run.payRun, tag: run.tag },
      parsed,
    );
  };
  const shown = (journal: ReturnType<typeof set>) =>
    journal.entries.map((entry) => `${entry.category} ${entry.debit} ${entry.description}`);

  test('is a set beside the run, on the accounts that the pay went to', () => {
    const journal = set({});
    expect(journal).toMatchObject({
      datedOn: '2025-10-31',
      tag: 'counterfoil:2026-06:2025-10-31:recovery',
      description: 'Statutory pay recovered, 2025/26 month 7, paid 31 October 2025',
    });
    expect(shown(journal)).toEqual([
      '814 1015.45 Statutory pay recovered from HMRC',
      '401 -748.72 Statutory maternity pay, recovered, Person One',
      "402 -63.64 Statutory maternity pay, small employer's compensation, Person One",
      '407 -187.18 Statutory maternity pay, recovered, Person Two',
      "408 -15.91 Statutory maternity pay, small employer's compensation, Person Two",
    ]);
    expect(journal.entries[0]?.from).toEqual([maternity]);
    expect(journal.entries[1]?.why?.[0]).not.toHaveProperty('percent');
    expect(journal.entries[1]).toMatchObject({ payslip: userUrl(1), from: [maternity] });
    expect(JSON.parse(JSON.stringify(journal.entries[2]?.why))).toEqual([
      { because: 'compensation', payslip: userUrl(1), field: maternity, rate: '8.5', of: '-748.72', amount: '-63.64' },
    ]);
  });

  test('follows the allocation, and a decision that names an account', () => {
    const allocations = {
      [userUrl(1)]: [
        {
          from: '2025-04-06',
          parts: [
            { percent: '33.33', accounts: { salaries: '150', employerNics: '152' } },
            { percent: '66.67', accounts: {} },
          ],
        },
      ],
    };
    expect(shown(set({ allocations })).slice(1, 5)).toEqual([
      '150 -249.55 Statutory maternity pay, recovered, Person One',
      '401 -499.17 Statutory maternity pay, recovered, Person One',
      "152 -21.21 Statutory maternity pay, small employer's compensation, Person One",
      "402 -42.43 Statutory maternity pay, small employer's compensation, Person One",
    ]);
    expect(set({ allocations }).entries[1]?.why).toMatchObject([
      { percent: '33.33', rate: '100', because: 'recovery' },
    ]);
    const treatments = {
      [maternity]: { as: 'pay', account: '410' },
      employer_ni: { as: 'employer_cost_to_tax_authority', account: '411' },
    };
    expect(shown(set({ treatments, layout: 'summarised' }))).toEqual([
      '814 1015.45 Statutory pay recovered from HMRC',
      '410 -935.90 Statutory maternity pay, recovered',
      "411 -79.55 Statutory maternity pay, small employer's compensation",
    ]);
    const split = [
      { account: '410', amount: '93.59' },
      { account: '401', rest: true },
    ];
    expect(shown(set({ treatments: { [maternity]: { as: 'pay', split } } }, false)).slice(1, 3)).toEqual([
      '410 -86.10 Statutory maternity pay, recovered, Person One',
      '401 -602.72 Statutory maternity pay, recovered, Person One',
    ]);
  });

  test('a cost that no part moves comes back whole, not as half of twice as much', () => {
    const parts = ['150', '151'].map((staffPensions) => ({ percent: '50', accounts: { staffPensions } }));
    const { entries } = set({ allocations: { [userUrl(1)]: [{ from: '2025-04-06', parts }] } });
    expect(entries.slice(1, 3).map(({ category, why = [] }) => [category, whyInWords(why.map(whyText))])).toEqual([
      ['401', '100 % of 748.72, 100 % of it'],
      ['402', '8.5 % of 748.72, 100 % of it'],
    ]);
    const split = [
      { account: '410', amount: '9.36' },
      { account: '411', amount: '9.36' },
      { account: '410', rest: true },
    ];
    const onTwo = set({ treatments: { [maternity]: { as: 'pay', split } } }, false).entries.slice(1, 3);
    expect(onTwo.map(({ category, why = [] }) => [category, whyInWords(why.map(whyText))])).toEqual([
      ['410', '92 % of 748.72, a penny more by the remainder'],
      ['411', '92 % of 748.72'],
    ]);
  });

  test('counts the pennies of both remainders: of the month and of the allocation', () => {
    // 172.21 is 172.2056 with a rounding penny, and 86.11, one of its halves, has another.
    const halves = ['150', '401'].map((account) => ({ account, weight: 1n, percent: '50' }));
    const given = pays('187.18', '187.18', '187.18').map((pay) => ({ ...pay, pay: halves }));
    const journal = recoverySet(recover(given, none), { ...mapOne(wire).payRun, tag: 'x' }, parsePolicy({}));
    expect(
      journal.entries.slice(1, 3).map(({ category, debit, why }) => `${category} ${debit} ${why?.[0]?.pennies}`),
    ).toEqual(['150 -86.11 2', '401 -86.10 1']);
  });

  test('a split above its amount is held, and what comes back follows the account of the rest meanwhile', () => {
    const split = [
      { account: '410', amount: '800.00' },
      { account: '409', rest: true },
    ];
    const policy = parsePolicy({ treatments: { [maternity]: { as: 'pay', split } } });
    const [pay] = mapOne(wire, { policy }).statutoryPay;
    expect(pay?.pay).toEqual([{ account: '409', weight: 1n }]);
  });

  test('who is not known to be a director counts as an employee', () => {
    const unknown = period([payslip(9, { [maternity]: '100.00', ni_calc_type: undefined })]);
    const [pay] = mapOne(unknown).statutoryPay;
    expect([pay?.pay, pay?.employerNi]).toEqual([[{ account: '401', weight: 1n }], [{ account: '402', weight: 1n }]]);
  });

  test('has no line of nil: pay that is taken back in the month it was paid leaves 814 alone', () => {
    const journal = recoverySet(
      recover(pays('748.72', '-748.72'), none),
      { ...mapOne(wire).payRun, tag: 'x' },
      parsePolicy({}),
    );
    expect(journal.entries.map(({ category, debit }) => `${category} ${debit}`)).toEqual(['401 -688.82', '401 688.82']);
  });

  test('names no one when the layout does not', () => {
    const merged = set({ layout: { merged: { liabilityCategory: '731' } } });
    expect(JSON.stringify(merged)).not.toMatch(/Person|users/);
    expect(JSON.parse(JSON.stringify(merged.entries[1]?.why))).toEqual([
      { because: 'recovery', field: maternity, rate: '100', of: '-748.72', amount: '-748.72' },
    ]);
  });

  test('sick pay, and statutory pay that a decision treats as something else, are not recovered', () => {
    const run = (policy: object) =>
      mapOne(wire, { policy: parsePolicy(policy) }).statutoryPay.map((pay) => pay.amount.toString());
    expect(run({})).toEqual(['748.72', '187.18']);
    expect(run({ treatments: { [maternity]: 'information' } })).toEqual([]);
  });

  describe('Northern Ireland’s bereavement pay', () => {
    const british = 'statutory_parental_bereavement_pay';
    const northern = 'statutory_parental_bereavement_pay_n_ireland';
    const both = (on: string) => {
      const wire = period([payslip(1, { [british]: '100.03', [northern]: '50.03', dated_on: on })]);
      const policy = parsePolicy({ treatments: { [northern]: 'pay' } });
      return mapOne(wire, { policy }).statutoryPay;
    };

    test.each([
      ['2025-10-31', [british, british], '162.82'],
      ['2026-04-05', [british, british], '162.82'],
      ['2026-04-06', [british, northern], '163.56'],
      ['2030-01-31', [british, northern], '163.56'],
    ])('paid on %s it is claimed as %j, and a small employer has %s back', (on, kinds, total) => {
      const pays = both(on);
      expect(pays.map(({ kind }) => kind)).toEqual(kinds);
      expect(recover(pays, all).total.toString()).toBe(total);
    });

    test('has a rate of its own from 6 April 2026', () => {
      const isBritish = ({ kind }: ClaimedPay) => kind === british;
      // 100.03 and 9.00, then 92 % of 50.03; before, one claim has one rate.
      expect(recover(both('2026-04-06'), isBritish).total.toString()).toBe('155.06');
      expect(new Set(both('2026-04-05').map(claimOf)).size).toBe(1);
      expect(new Set(both('2026-04-06').map(claimOf)).size).toBe(2);
    });
  });
});
