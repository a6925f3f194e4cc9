import { liabilitiesOf } from '../../../src/journal/controls/accounts.js';
import { controlsOf, oldestOpen } from '../../../src/journal/controls/company-controls.js';
import {
  type Balance,
  type ChargedLine,
  type CompanyFacts,
  controlKey,
  type RunCharged,
} from '../../../src/journal/controls/company-facts.js';
import { Money } from '../../../src/journal/money.js';
import { defaultPolicy, parsePolicy } from '../../../src/journal/policy.js';

const money = (text: string) => Money.parse(text);
const [ann, bob] = ['/v2/users/1', '/v2/users/2'];
const charged = (account: string, amount: string, userPath?: string, from: readonly string[] = []): ChargedLine => ({
  account,
  amount: money(amount),
  from,
  ...(userPath !== undefined && { userPath }),
});
const balance = (account: string, amount: string, userPath?: string): Balance => ({
  account,
  name: `Account ${account}`,
  amount: money(amount),
  ...(userPath !== undefined && { userPath }),
});

const lines = [
  charged('902', '1000.00', ann),
  charged('902', '2000.00', bob),
  charged('814', '700.00'),
  charged('813', '90.00'),
  charged('815', '50.00', undefined, ['attachments']),
  charged('815', '30.00', undefined, ['payroll_giving']),
  charged('401', '-3870.00'),
];
const october: RunCharged = {
  year: 2026,
  period: 6,
  datedOn: '2025-10-31',
  kinds: liabilitiesOf(defaultPolicy),
  lines,
  posted: lines.map((line) => ({ ...line, datedOn: '2025-10-31' })),
  inBooks: 'yes',
};
const onDay = (all: readonly ChargedLine[], datedOn: string) => all.map((line) => ({ ...line, datedOn }));
const bank = { accounts: 1, lines: [{ datedOn: '2026-02-20', amount: money('5.00'), explained: true }] };
const facts: CompanyFacts = {
  on: '2025-11-04',
  policy: defaultPolicy.controls,
  balances: lines.map(({ account, amount, userPath }) => balance(account, amount.toString(), userPath)),
  runs: [october],
  months: [{ year: 2026, period: 6, cisSuffered: Money.zero, owedElsewhere: Money.zero, statutoryPay: [] }],
  adjustments: [],
  notes: [],
  clearTo: new Map(),
  names: new Map([
    [ann, { name: 'Ann', user: `https://x${ann}` }],
    [bob, { name: 'Bob', user: `https://x${bob}` }],
  ]),
};
const shown = (over: Partial<CompanyFacts>) =>
  controlsOf({ ...facts, ...over }).map(
    ({ account, name, verdict }) => `${account} ${name}: ${verdict.state} ${verdict.owed} ${verdict.difference}`,
  );
const why = (over: Partial<CompanyFacts>, at: string) =>
  controlsOf({ ...facts, ...over })
    .find(({ account, name }) => `${account} ${name}` === at)
    ?.verdict.because.map(({ what, amount, due }) => `${amount} ${what}${due === undefined ? '' : ` due ${due}`}`);
const without = (...accounts: string[]) => facts.balances.filter(({ account }) => !accounts.includes(account));

test('what the accounts of a policy are for; net pay merged into a category is pay as well', () => {
  const usual = [
    ['815', 'other'],
    ['813', 'pension'],
    ['814', 'paye'],
    ['902', 'pay'],
  ];
  expect([...liabilitiesOf(defaultPolicy)]).toEqual(usual);
  const merged = liabilitiesOf({ ...defaultPolicy, layout: { merged: { liabilityCategory: '731' } } });
  expect([...merged]).toEqual([...usual, ['731', 'pay']]);
});

test('within the grace of the pay date all is owed', () => {
  expect(shown({})).toEqual([
    '813 Account 813: reconciled 90.00 0.00',
    '814 Account 814: reconciled 700.00 0.00',
    '815 Account 815: reconciled 80.00 0.00',
    '902 Ann: reconciled 1000.00 0.00',
    '902 Bob: reconciled 2000.00 0.00',
  ]);
  expect(controlsOf(facts)[3]).toMatchObject({ userPath: ann, user: `https://x${ann}`, balance: money('1000.00') });
});

test('each debt has its own day: attachments the 19th, PAYE and pension the 22nd, giving none', () => {
  const over = { on: '2025-11-26', bank: { ...bank, lines: [{ ...bank.lines[0]!, datedOn: '2025-11-26' }] } };
  expect(shown(over)).toEqual([
    '813 Account 813: reconciled 90.00 0.00',
    '814 Account 814: reconciled 700.00 0.00',
    '815 Account 815: not_paid 30.00 50.00',
    '902 Ann: not_paid 0.00 1000.00',
    '902 Bob: not_paid 0.00 2000.00',
  ]);
  expect(why({ ...over, on: '2025-11-28' }, '814 Account 814')).toEqual([
    '700.00 PAYE 2025/26 month 7 not paid due 2025-11-22',
  ]);
  expect(why(over, '815 Account 815')).toEqual(['50.00 Attachments of 31 October 2025 not paid due 2025-11-19']);
});

test('the provider’s own day, the day of the direct debit, a day for the rest', () => {
  const policy = { ...defaultPolicy.controls, pensionDay: 5, collectionDay: 27, otherDeductionsDay: 10 };
  const over = { policy, on: '2025-11-18', bank };
  expect(why(over, '813 Account 813')).toEqual(['90.00 Pension of 31 October 2025 not paid due 2025-11-05']);
  expect(why(over, '815 Account 815')).toEqual(['30.00 Other deductions of 31 October 2025 not paid due 2025-11-10']);
  expect(shown({ ...over, on: '2025-12-01' })[1]).toBe('814 Account 814: reconciled 700.00 0.00');
});

test('the balance of an account that the trial balance lacks is not guessed', () => {
  // A missing account taken for nil would look paid.
  expect(shown({ balances: without('814'), on: '2025-11-26' })[1]).toBe('814 PAYE/NI: cannot_tell 0.00 0.00');
  expect(shown({ balances: without('814') })[1]).toBe('814 PAYE/NI: cannot_tell 700.00 -700.00');
  const beside = { ...october, period: 7, datedOn: '2025-11-03', lines: [], posted: [] };
  expect(shown({ balances: without('814'), runs: [october, beside] })[1]).toMatch(/^814 PAYE\/NI: cannot_tell/);
  expect(shown({ balances: without('814'), on: '2025-10-31' })[1]).toMatch(/^814 PAYE\/NI: cannot_tell/);
  expect(why({ balances: without('814') }, '814 PAYE/NI')).toEqual([
    '-700.00 The trial balance does not have 814, although it was posted to',
  ]);
});

test('when the chart has it and the rest balances, it is nil', () => {
  const chart = new Set(['401', '813', '814', '815', '902']);
  const paid = [...without('814', '401'), balance('401', '-3170.00')];
  expect(shown({ balances: paid, chart, on: '2025-11-26' })[1]).toBe('814 PAYE/NI: settled 0.00 0.00');
  expect(shown({ balances: paid, chart: new Set(['825']), on: '2025-11-26' })[1]).toMatch(/^814 PAYE\/NI: cannot_tell/);
  expect(shown({ balances: without('814'), chart, on: '2025-11-26' })[1]).toMatch(/^814 PAYE\/NI: cannot_tell/);
});

test('an account that the policy has since replaced keeps its own debts', () => {
  const policy = parsePolicy({ accounts: { payeNi: '825' } });
  const later = {
    ...october,
    period: 7,
    datedOn: '2025-11-28',
    kinds: liabilitiesOf(policy),
    lines: [charged('825', '710.00')],
    posted: onDay([charged('825', '710.00')], '2025-11-28'),
  };
  const months = [6, 7].map((period) => ({ ...facts.months[0]!, period }));
  const balances = [...facts.balances, balance('825', '710.00')];
  const all = shown({ runs: [october, later], months, balances, on: '2025-12-10', bank });
  expect(all.filter((one) => /^8[12][45]/.test(one))).toEqual([
    '814 Account 814: not_paid 0.00 700.00',
    '815 Account 815: not_paid 30.00 50.00',
    '825 Account 825: reconciled 710.00 0.00',
  ]);
});

test.each([
  [
    'a control user',
    { merged: { controlUser: `https://x${ann}` } } as const,
    charged('902', '3000.00', ann),
    '902 Ann',
  ],
  [
    'a liability category',
    { merged: { liabilityCategory: '731' } } as const,
    charged('731', '3000.00'),
    '731 Account 731',
  ],
])('net pay merged into %s is one control', (_, layout, line, at) => {
  const run = {
    ...october,
    kinds: liabilitiesOf({ ...defaultPolicy, layout }),
    lines: [line],
    posted: onDay([line], '2025-10-31'),
  };
  const balances = [balance(line.account, '3000.00', line.userPath)];
  expect(shown({ runs: [run], balances })).toEqual([`${at}: reconciled 3000.00 0.00`]);
  expect(shown({ runs: [run], balances, on: '2025-11-20', bank })).toEqual([`${at}: not_paid 0.00 3000.00`]);
});

test('an account without a name is shown by its number', () => {
  const run = {
    ...october,
    kinds: new Map([['731', 'pay' as const]]),
    lines: [charged('731', '5.00')],
    posted: undefined,
  };
  expect(shown({ runs: [run], balances: [] })).toEqual(['731 : settled 0.00 0.00']);
});

test('a payment dated in the future does not count yet', () => {
  const later = [{ datedOn: '2025-11-30', amount: money('1000.00'), explained: true }];
  const over = { on: '2025-11-20', bank: { ...bank, later } };
  expect(shown(over)[3]).toBe('902 Ann: cannot_tell 0.00 1000.00');
  expect(why(over, '902 Ann')?.[0]).toContain('a payment of that amount is dated 30 November 2025');
});

test('CIS withheld from subcontractors may be paid with PAYE in one sum', () => {
  const policy = { ...defaultPolicy.controls, cisWithheld: '816' };
  const paidTogether = [...without('814'), balance('814', '-120.00'), balance('816', '120.00')];
  expect(shown({ policy, balances: paidTogether, on: '2025-12-10' })[1]).toBe(
    '814 Account 814: reconciled -120.00 0.00',
  );
  const paidApart = [...without('814'), balance('814', '0.00'), balance('816', '120.00')];
  expect(shown({ policy, balances: paidApart, on: '2025-12-10' })[1]).toBe('814 Account 814: settled 0.00 0.00');
});

test('CIS withheld on the PAYE account itself, or paid to the wrong one of the two, explains nothing', () => {
  const onPaye = [...without('814'), balance('814', '820.00')];
  const policy = { ...defaultPolicy.controls, cisWithheld: '814' };
  expect(shown({ policy, balances: onPaye, bank })[1]).toBe('814 Account 814: unexplained 700.00 120.00');
  const apart = { ...defaultPolicy.controls, cisWithheld: '816' };
  const paidAs816 = [...facts.balances, balance('816', '-700.00')];
  expect(shown({ policy: apart, balances: paidAs816, on: '2025-12-10', bank })[1]).toBe(
    '814 Account 814: not_paid 0.00 700.00',
  );
  // Nor is it a person's.
  const ofAnn = [...without('902'), balance('902', '-1000.00', ann), balance('816', '1000.00')];
  expect(shown({ policy: apart, balances: ofAnn, on: '2025-11-20', bank })[3]).toBe(
    '902 Ann: unexplained 0.00 -1000.00',
  );
});

test('one wage is found on net salary expense; a pension is not looked for there', () => {
  const at404 = (amount: string) => [...facts.balances, balance('404', amount)];
  expect(shown({ balances: at404('-1000.00'), on: '2025-11-18', bank })[3]).toBe(
    '902 Ann: coded_elsewhere 0.00 1000.00',
  );
  expect(shown({ balances: at404('-90.00'), on: '2025-11-28', bank })[0]).toBe('813 Account 813: not_paid 0.00 90.00');
});

test('two people of one name stand in the order of their addresses', () => {
  const names = new Map([ann, bob].map((path) => [path, { name: 'Sam', user: path }]));
  const turned = { ...october, lines: lines.toReversed() };
  const paths = controlsOf({ ...facts, names, runs: [turned] }).flatMap(({ userPath }) => userPath ?? []);
  expect(paths).toEqual([ann, bob]);
});

test('PAYE coded to 405, wages to 404, a wage to a loan account', () => {
  const at405 = [...facts.balances, balance('405', '-700.00')];
  expect(shown({ balances: at405, on: '2025-11-28', bank })[1]).toBe('814 Account 814: coded_elsewhere 0.00 700.00');
  const at404 = [...facts.balances, balance('404', '-3000.00')];
  expect(shown({ balances: at404, on: '2025-11-18', bank }).slice(3)).toEqual([
    '902 Ann: coded_elsewhere 0.00 1000.00',
    '902 Bob: coded_elsewhere 0.00 2000.00',
  ]);
  const at907 = [...facts.balances, balance('907', '-1000.00', ann)];
  expect(shown({ balances: at907, on: '2025-11-18', bank })[3]).toBe('902 Ann: ambiguous 0.00 1000.00');
});

test('what payroll changed after it was posted is named', () => {
  const changed = { ...october, lines: [charged('902', '1100.00', ann), ...lines.slice(1)] };
  expect(why({ runs: [changed], on: '2025-11-04' }, '902 Ann')).toEqual([
    '-100.00 Pay run of 31 October 2025: payroll has changed since it was posted',
  ]);
  // That part is certain; anything else that is missing is a part of its own.
  const less = [...facts.balances.filter(({ userPath }) => userPath !== ann), balance('902', '960.00', ann)];
  expect(why({ runs: [changed], balances: less, bank }, '902 Ann')).toEqual([
    '-40.00 No pay run, payment or journal explains it',
    '-100.00 Pay run of 31 October 2025: payroll has changed since it was posted',
  ]);
});

test('a person with a balance and no payslip is shown too', () => {
  const balances = [...facts.balances, balance('902', '12.00', '/v2/users/9')];
  expect(shown({ balances, on: '2025-11-04', bank }).at(-1)).toBe('902 Bob: reconciled 2000.00 0.00');
  expect(shown({ balances, on: '2025-11-04', bank }).some((one) => one.includes('/v2/users/9: unexplained'))).toBe(
    true,
  );
});

const days = (datedOn: string) => [{ datedOn, amount: money('5.00'), explained: true }];

test('a debt brought forward has its own day, and counts before all others', () => {
  const notes = [
    { account: '902', userPath: ann, kind: 'brought_forward', as: 'brought_forward', reason: 'Overtime of March' },
  ] as const;
  const balances = [...without('902'), balance('902', '1300.00', ann), balance('902', '2000.00', bob)];
  const over = {
    notes: notes.map((note) => ({ ...note, amount: money('300.00'), dueOn: '2025-04-30' })),
    balances,
    bank,
  };
  expect(why(over, '902 Ann')).toEqual(['300.00 Brought forward: Overtime of March not paid due 2025-04-30']);
  const november = { ...over, on: '2025-11-20' };
  expect(why(november, '902 Ann')).toEqual([
    '1000.00 Net pay of 31 October 2025 not paid due 2025-10-31',
    '300.00 Brought forward: Overtime of March not paid due 2025-04-30',
  ]);
  const [dueless] = over.notes.map(({ dueOn: _, ...note }) => note);
  expect(shown({ ...over, notes: [dueless!] })[3]).toBe('902 Ann: reconciled 1300.00 0.00');
  expect(why({ ...over, notes: [] }, '902 Ann')).toEqual(['300.00 No pay run, payment or journal explains it']);
});

test('what a person accepted counts for its account and person alone', () => {
  const note = {
    account: '902',
    kind: 'accepted',
    as: 'accepted',
    amount: money('40.00'),
    reason: 'Agreed with Bob',
  } as const;
  const balances = [...facts.balances, balance('902', '40.00', ann), balance('902', '40.00', bob)];
  const over = { notes: [{ ...note, userPath: bob }], balances, bank };
  expect(shown(over).slice(3)).toEqual(['902 Ann: unexplained 1000.00 40.00', '902 Bob: accepted 2000.00 40.00']);
  expect(why(over, '902 Bob')).toEqual(['40.00 Agreed with Bob']);
});

test('an account with only a debt brought forward is shown', () => {
  const note = { kind: 'brought_forward', as: 'brought_forward', reason: 'Old' } as const;
  const notes = [{ ...note, account: '902', userPath: '/v2/users/7', amount: money('20.00') }];
  expect(shown({ notes }).filter((one) => one.includes('users/7'))).toEqual(['902 /v2/users/7: settled 0.00 0.00']);
});

test('a pay run that is not in the books is a journal to post; one that others post may be there', () => {
  const { posted: _, ...unposted } = october;
  const empty = facts.balances.map((one) => ({ ...one, amount: Money.zero }));
  const no = { runs: [{ ...unposted, inBooks: 'no' as const }], balances: empty, bank };
  expect(shown(no)[3]).toBe('902 Ann: needs_a_journal 1000.00 -1000.00');
  expect(shown({ ...no, on: '2025-10-31' })[3]).toBe('902 Ann: needs_a_journal 1000.00 -1000.00');
  expect(why(no, '902 Ann')).toEqual(['-1000.00 Pay run of 31 October 2025 is not in the books yet']);
  const perhaps = {
    runs: [{ ...unposted, inBooks: 'perhaps' as const }],
    bank: { accounts: 1, lines: days('2025-11-20') },
  };
  // Within the grace, nothing on the account may be paid as well.
  expect(shown({ ...perhaps, balances: empty })[3]).toBe('902 Ann: settled 0.00 0.00');
  expect(shown(perhaps)[3]).toBe('902 Ann: reconciled 1000.00 0.00');
  const paid = [...facts.balances.filter(({ userPath }) => userPath !== ann), balance('902', '-1000.00', ann)];
  expect(shown({ ...perhaps, balances: paid, on: '2025-11-20' })[3]).toBe('902 Ann: needs_a_journal 0.00 -1000.00');
  expect(why({ ...perhaps, balances: paid, on: '2025-11-20' }, '902 Ann')).toEqual([
    '-1000.00 Pay run of 31 October 2025 is not in the books yet',
  ]);
  const agreed = { runs: [{ ...unposted, inBooks: 'yes' as const }], balances: empty, on: '2025-10-31' };
  expect(shown(agreed)[3]).toBe('902 Ann: settled 0.00 0.00');
});

test('a pay run still to come is neither owed nor missing', () => {
  const { posted: _, ...later } = { ...october, datedOn: '2025-11-28', period: 7 };
  expect(shown({ runs: [october, { ...later, inBooks: 'no' }] })[3]).toBe('902 Ann: reconciled 1000.00 0.00');
  const only = { ...october, datedOn: '2025-11-28', posted: onDay(lines, '2025-11-28') };
  expect(shown({ runs: [only], balances: [] })).toEqual([
    '813 Pension creditor: settled 0.00 0.00',
    '814 PAYE/NI: settled 0.00 0.00',
    '815 Other payroll deductions: settled 0.00 0.00',
    '902 Ann: settled 0.00 0.00',
    '902 Bob: settled 0.00 0.00',
  ]);
});

test('CIS suffered is a charge only on the account where sales receipts put it', () => {
  const months = facts.months.map((month) => ({ ...month, cisSuffered: money('100.00') }));
  expect(shown({ months })[1]).toBe('814 Account 814: unexplained 600.00 100.00');
  const balances = [...without('814'), balance('814', '600.00')];
  expect(shown({ months, balances })[1]).toBe('814 Account 814: reconciled 600.00 0.00');
  const policy = { ...defaultPolicy.controls, cisSuffered: '104' };
  expect(shown({ months, policy })[1]).toBe('814 Account 814: reconciled 700.00 0.00');
});

test.each(['900', '901', '905', '907'])('a wage on %s may be drawings as well', (account) => {
  const balances = [...facts.balances, balance(account, '-1000.00', ann)];
  expect(why({ balances, on: '2025-11-18', bank }, '902 Ann')).toEqual([
    `1000.00 Net pay of 31 October 2025 not paid, or coded to ${account} Account ${account}`,
  ]);
  const ofBob = [...facts.balances, balance(account, '-1000.00', bob)];
  expect(shown({ balances: ofBob, on: '2025-11-18', bank })[3]).toBe('902 Ann: not_paid 0.00 1000.00');
});

test('where net pay is not kept by person, no person’s account explains it', () => {
  const line = charged('731', '3000.00');
  const layout = { merged: { liabilityCategory: '731' } } as const;
  const run = {
    ...october,
    kinds: liabilitiesOf({ ...defaultPolicy, layout }),
    lines: [line],
    posted: onDay([line], '2025-10-31'),
  };
  const balances = [balance('731', '3000.00'), balance('901', '-3000.00')];
  expect(shown({ runs: [run], balances, on: '2025-11-18', bank })).toEqual(['731 Account 731: not_paid 0.00 3000.00']);
});

test('the wages of two in another account of cost are not looked for there', () => {
  const balances = [...without('401'), balance('401', '-3000.00')];
  expect(shown({ balances, on: '2025-11-18', bank }).slice(3)).toEqual([
    '902 Ann: not_paid 0.00 1000.00',
    '902 Bob: not_paid 0.00 2000.00',
  ]);
});

test('an account’s surplus is not taken for a person’s wage', () => {
  const balances = [...without('814'), balance('814', '-300.00')];
  const why814 = why({ balances, on: '2025-11-18', bank }, '814 Account 814');
  expect(why814?.join()).not.toContain('Ann');
  expect(shown({ balances, on: '2025-11-18', bank })[3]).toBe('902 Ann: not_paid 0.00 1000.00');
});

test('the same month of another year, and a journal on another account, do not count', () => {
  const before = { ...october, year: 2025, datedOn: '2024-10-31', posted: onDay(lines, '2024-10-31') };
  const months = [2025, 2026].map((year) => ({ ...facts.months[0]!, year }));
  const recovery = { year: 2026, period: 6, datedOn: '2025-10-31' };
  const adjustments = [
    { ...recovery, account: '814', amount: money('-50.00') },
    { ...recovery, account: '401', amount: money('50.00') },
  ];
  const balances = [...without('814'), balance('814', '650.00')];
  const over = { runs: [before, october], months, adjustments, balances, bank };
  expect(shown(over)[1]).toBe('814 Account 814: reconciled 650.00 0.00');
  expect(controlsOf({ ...facts, ...over })[1]?.verdict.charged).toEqual(money('1350.00'));
});

describe('the day from which the bank is read', () => {
  const november = { ...october, period: 7, datedOn: '2025-11-28', posted: onDay(lines, '2025-11-28') };
  const months = [6, 7].map((period) => ({ ...facts.months[0]!, period }));
  const two: CompanyFacts = { ...facts, on: '2025-12-29', runs: [october, november], months };
  const since = (clearOn: string | undefined, account: string, over: Partial<CompanyFacts> = {}) => {
    const company = { ...two, ...over };
    const open = controlsOf(company).filter((one) => one.account === account);
    const clearTo = new Map(
      clearOn === undefined ? [] : open.map(({ account: at, userPath }) => [controlKey(at, userPath), clearOn]),
    );
    return oldestOpen({ ...company, clearTo }, open);
  };

  test.each([
    ['never clear: since the first debt', undefined, '902', '2025-10-31'],
    ['clear within the grace: it may be unpaid', '2025-11-05', '902', '2025-10-31'],
    ['clear after the grace: it is paid', '2025-11-06', '902', '2025-11-28'],
    ['all paid', '2025-12-15', '902', undefined],
    ['PAYE of October is open until the grace of 22 November is over', '2025-11-26', '814', '2025-10-31'],
    ['and then that of November', '2025-11-27', '814', '2025-11-28'],
    // Other deductions that no day is named for are cleared by journals: no bank shows them.
    ['attachments, and not what is due on no day', '2025-12-31', '815', undefined],
  ])('%s', (_, clearOn, account, expected) => {
    expect(since(clearOn, account)).toBe(expected);
  });

  test('what another account lacks does not count, and a debt brought forward counts from its day', () => {
    const clearTo = new Map([[controlKey('902', ann), '2025-12-15']]);
    const company = { ...two, clearTo };
    const all = controlsOf(company);
    expect(
      oldestOpen(
        company,
        all.filter(({ name }) => name === 'Ann'),
      ),
    ).toBeUndefined();
    expect(
      oldestOpen(
        company,
        all.filter(({ name }) => name === 'Bob'),
      ),
    ).toBe('2025-10-31');
    const note = {
      account: '902',
      userPath: bob,
      kind: 'brought_forward',
      as: 'brought_forward',
      reason: 'Old',
    } as const;
    const notes = [{ ...note, amount: money('20.00'), dueOn: '2025-08-29' }];
    expect(since(undefined, '902', { notes })).toBe('2025-08-29');
  });
});
