import { parsePayPeriod, parsePeople, peopleByPath } from '../../src/payrolls/service/wire.js';
import { WrongShape } from '../../src/books/wrong-shape.js';
import type { Payslip, Person } from '../../src/journal/nouns/pay-run.js';

const user = 'https://api.example.test/v2/users/1';
const wire = (payslips: unknown = [], fields: Record<string, unknown> = {}) => ({
  period: 6,
  dated_on: '2025-10-31',
  status: 'filed',
  payslips,
  ...fields,
});
const read = (fields: Record<string, unknown>): Payslip => {
  const [payslip] = parsePayPeriod(wire([{ user, dated_on: '2025-10-31', ...fields }]), 2026).payslips;
  if (payslip === undefined) throw new Error('A payslip is expected');
  return payslip;
};
const figures = (fields: Record<string, unknown>) =>
  Object.fromEntries([...read(fields).figures].map(([field, amount]) => [field, amount.toString()]));

describe('a period', () => {
  test('is read whole', () => {
    const period = parsePayPeriod(
      wire([], {
        url: 'https://api.example.test/v2/payroll/2026/6',
        frequency: 'Monthly',
        employment_allowance_claimed: true,
        employment_allowance_amount: '500.0',
        construction_industry_scheme_deduction: '12.5',
        updated_at: '2025-10-20T10:00:00.000Z',
      }),
      2026,
    );
    expect(JSON.parse(JSON.stringify(period))).toEqual({
      url: 'https://api.example.test/v2/payroll/2026/6',
      year: 2026,
      period: 6,
      datedOn: '2025-10-31',
      status: 'filed',
      frequency: 'Monthly',
      allowanceClaimed: true,
      allowanceAmount: '500.00',
      cisDeduction: '12.50',
      updatedAt: '2025-10-20T10:00:00.000Z',
      payslips: [],
      flaws: [],
      unknown: { figures: {}, flaws: [] },
    });
  });

  test('may lack optional fields, and may come in its wrapper', () => {
    for (const json of [wire(), { period: wire() }]) {
      expect(JSON.parse(JSON.stringify(parsePayPeriod(json, 2026)))).toEqual({
        year: 2026,
        period: 6,
        datedOn: '2025-10-31',
        status: 'filed',
        allowanceClaimed: false,
        allowanceAmount: '0.00',
        cisDeduction: '0.00',
        payslips: [],
        flaws: [],
        unknown: { figures: {}, flaws: [] },
      });
    }
  });

  test('keeps numbers in fields that we do not know', () => {
    const { unknown } = parsePayPeriod(
      wire([], {
        levy: '25.0',
        run: { code: '60', charge: [{ amount: 3 }] },
        back: '(5.00)',
        rate: 0.92,
        nothing: '0.0',
      }),
      2026,
    );
    expect([...unknown.figures].map(([field, amount]) => [field, amount.toString()])).toEqual([
      ['levy', '25.00'],
      ['run.charge.0.amount', '3.00'],
    ]);
    expect(unknown.flaws).toEqual([
      { field: 'back', value: '(5.00)' },
      { field: 'rate', value: '0.92', number: true },
    ]);
  });

  test('keeps an amount that is not exact money, for a person to see', () => {
    const period = parsePayPeriod(
      wire([], { employment_allowance_amount: 10.5, construction_industry_scheme_deduction: null }),
      2026,
    );
    expect(period.flaws).toEqual([
      { field: 'employment_allowance_amount', value: '10.5', number: true },
      { field: 'construction_industry_scheme_deduction', value: 'null' },
    ]);
    expect(period.allowanceAmount.isZero()).toBe(true);
  });

  const slip = { user, dated_on: '2025-10-31' };
  test.each([
    [wire(), '2026', 'year: '],
    [wire(), 2026.5, 'year: '],
    [wire(), undefined, 'year: '],
    [wire([], { period: 12 }), 2026, 'period.period: '],
    [wire([], { period: -1 }), 2026, 'period.period: '],
    [wire([], { dated_on: '2025-02-30' }), 2026, 'period.dated_on: a date is expected'],
    [wire([], { status: '' }), 2026, 'period.status: '],
    [wire([], { employment_allowance_claimed: 'yes' }), 2026, 'period.employment_allowance_claimed: '],
    [wire({}), 2026, 'period.payslips: '],
    [{ period: 6 }, 2026, 'period.payslips: '],
    [wire([slip, { ...slip, user: undefined }]), 2026, 'period.payslips[1].user: '],
    [wire([{ ...slip, dated_on: '31 Oct' }]), 2026, 'period.payslips[0].dated_on: a date is expected'],
    [wire([{ ...slip, ni_calc_type: 5 }]), 2026, 'period.payslips[0].ni_calc_type: '],
    [wire([null]), 2026, 'period.payslips[0]: '],
    [null, 2026, 'period: '],
    [[], 2026, 'period: '],
  ])('of a wrong shape names the place: %j', (json, year, message) => {
    expect(() => parsePayPeriod(json, year)).toThrow(WrongShape);
    expect(() => parsePayPeriod(json, year)).toThrow(message);
  });

  test('that is wrong in many places names five', () => {
    const people = Array.from({ length: 9 }, () => ({}));
    expect(() => parsePeople(people)).toThrow(/^users\[0\]\.url: [^;]+(; users\[\d\]\.url: [^;]+){4}$/);
  });
});

describe('a payslip', () => {
  test('has what is not zero, by its wire name', () => {
    expect(figures({ basic_pay: '2500.0', bonus: '0.0', overtime: '0.00', commission: '-0.0', allowance: 0 })).toEqual({
      basic_pay: '2500.00',
    });
  });

  test('has its person, its texts and whether the person leaves', () => {
    const payslip = read({ tax_code: '60', ni_calc_type: 'Director', leaving_payslip: true });
    expect(payslip).toMatchObject({
      user,
      userPath: '/v2/users/1',
      datedOn: '2025-10-31',
      taxCode: '60',
      niCalcType: 'Director',
      leaving: true,
    });
    const plain = read({ tax_code: null });
    expect([plain.taxCode, plain.niCalcType, plain.leaving]).toEqual([undefined, undefined, false]);
  });

  test.each([
    [null, 'null'],
    [10.005, '10.005'],
    ['10.005', '10.005'],
    ['', 'a blank'],
    ['  ', 'a blank'],
    ['1e3', '1e3'],
    ['ten', 'ten'],
    [true, 'true'],
    [1e21, '1e+21'],
    [2 ** 53, '9007199254740992'],
    [['5.0'], '["5.0"]'],
  ])('%j is no exact money, and is kept as a flaw', (value, shown) => {
    const payslip = read({ bonus: value });
    expect(payslip.flaws).toEqual([{ field: 'bonus', value: shown }]);
    expect(payslip.figures.has('bonus')).toBe(false);
  });

  test('a number with pence is a flaw that says so', () => {
    expect(read({ bonus: 2500.1 }).flaws).toEqual([{ field: 'bonus', value: '2500.1', number: true }]);
    expect(read({ mystery: 12.5 }).flaws).toEqual([{ field: 'mystery', value: '12.5', number: true }]);
  });

  test.each([
    [2500, '2500.00'],
    ['2500.100', '2500.10'],
    [-5, '-5.00'],
  ])('%j is exact', (value, amount) => {
    expect(figures({ bonus: value })).toEqual({ bonus: amount });
  });

  test('information is never a flaw', () => {
    const payslip = read({ hours_worked: '151.6667', pension_earnings_amount: null });
    expect(payslip.flaws).toEqual([]);
    expect(figures({ hours_worked: '37.5', pension_earnings_amount: '1480.0' })).toEqual({
      hours_worked: '37.50',
      pension_earnings_amount: '1480.00',
    });
  });

  test.each([
    ['12.00', '12.00'],
    ['-3', '-3.00'],
    [7, '7.00'],
  ])('a field no one named that holds %j is money', (value, amount) => {
    expect(figures({ mystery: value })).toEqual({ mystery: amount });
  });

  test.each(['1.005', 1.005, '1,000.00', '+5', '.5', '5.', '£12', '1e3', ' 12.00 ', '-1.5E-2', '£1,000'])(
    'an unknown field with the number %j is a flaw',
    (value) => {
      expect(read({ mystery: value }).flaws).toEqual([{ field: 'mystery', value: String(value) }]);
    },
  );

  test.each([
    null,
    true,
    false,
    '',
    'A',
    'Plan 1',
    '2025-10-31',
    '1257L',
    '12-34',
    '1.2.3',
    'https://x.test/v2/users/1',
    '2025-10-20T10:00:00.000Z',
    '0.0',
    0,
    '0.000',
    'e5',
    '£',
    '-',
    '.',
    'x12',
    '12x',
  ])('a field no one named that holds %j is no money', (value) => {
    const payslip = read({ mystery: value });
    expect([payslip.figures.size, payslip.flaws]).toEqual([0, []]);
  });

  test('numbers are found however deep they are nested', () => {
    expect(
      figures({ extras: [{ label: 'Car', amount: '12.00' }, { amount: 3 }], more: { inner: { tax: '1.5' } } }),
    ).toEqual({
      'extras.0.amount': '12.00',
      'extras.1.amount': '3.00',
      'more.inner.tax': '1.50',
    });
    let deep: unknown = '5.0';
    for (let level = 0; level < 100; level += 1) deep = { deep };
    expect(read({ deep }).flaws).toEqual([
      { field: expect.stringMatching(/^deep(\.deep){8}$/), value: 'a deeply nested value' },
    ]);
    expect(figures({ a: { b: { c: { d: { e: { f: { g: { h: '5.0' } } } } } } } })).toEqual({
      'a.b.c.d.e.f.g.h': '5.00',
    });
  });
});

describe('an unknown field', () => {
  test.each([
    ...['(5.00)', '£ 5.00', '5.00-', '5.00 GBP', '−5.00', 'GBP5.00', 'gbp 5.00', '-£5.00', '($5.00)', '€5', '£ 5'],
    ...['1 234.50', '1,234.50 CR', '5.00dr', '[5.00]', '\u00a05.00\u200b', "1'234.50", '５.００ GBP'],
  ])('counts as money when written %j', (value) => {
    expect(read({ mystery: value }).flaws).toEqual([{ field: 'mystery', value }]);
  });

  test.each([
    ...['Plan 2', '60', ' 60 ', '2026-01-31', '10:30', '50%', '31.01.2026', 'v5.00', '5.00p', 'SD0', '60 GBP', 'GBP'],
    ...['(60)', '1.2.3', '5.0.0 GBP', `${'word '.repeat(20)}5.00`],
  ])('counts as text when written %j', (value) => {
    const payslip = read({ mystery: value });
    expect([payslip.figures.size, payslip.flaws]).toEqual([0, []]);
  });

  test('keeps text that is only digits, in case the field is decided to be money', () => {
    const kept = read({ dues: '60', code: '0', day: '1.5', tax_code: '60' }).wholeTexts;
    expect([...(kept ?? [])].map(([field, amount]) => [field, amount.toString()])).toEqual([['dues', '60.00']]);
    expect(read({ dues: 'x' }).wholeTexts).toBeUndefined();
  });

  test('and one nested under the same name are both kept', () => {
    const payslip = read({ 'a.b': '5.0', a: { b: '-5.0' } });
    expect(payslip.flaws).toEqual([{ field: 'a.b', value: '-5.0' }]);
  });

  test('that should be text is kept when it holds a number', () => {
    expect(figures({ student_loan_deductions_plan: 2, frequency: { extra: '3.50' } })).toEqual({
      student_loan_deductions_plan: '2.00',
      'frequency.extra': '3.50',
    });
    expect(figures({ deduct_student_loan: null, week_1_month_1_basis: true, ni_letter: '60.00' })).toEqual({});
  });
});

describe('people', () => {
  const pat = { url: user, role: 'Director', first_name: 'Pat', last_name: 'Lee', hidden: true };

  test('are known by path', () => {
    const expected = { url: user, path: '/v2/users/1', role: 'Director', firstName: 'Pat', lastName: 'Lee' };
    expect(parsePeople([pat])).toEqual([expected]);
    expect(parsePeople({ users: [pat] })).toEqual([expected]);
    expect(peopleByPath(parsePeople([pat])).get('/v2/users/1')).toEqual(expected);
  });

  test('listed twice with different roles have all of them', () => {
    const again = (role: string) => ({ ...pat, role, url: '/v2/users/1' });
    const of = (...roles: string[]) =>
      peopleByPath(parsePeople(roles.map((role) => again(role)))).get('/v2/users/1') as Person;
    expect(of('Director', 'Director').otherRoles).toBeUndefined();
    expect([of('Director', 'Employee').role, of('Director', 'Employee').otherRoles]).toEqual([
      'Employee',
      ['Director'],
    ]);
    expect(of('Director', 'Employee', 'Owner', 'Director').otherRoles).toEqual(['Employee', 'Owner']);
  });

  test('may lack what is not needed to know them', () => {
    expect(parsePeople([{ url: '/v2/users/2', role: null }])).toEqual([
      { url: '/v2/users/2', path: '/v2/users/2', role: '', firstName: '', lastName: '' },
    ]);
  });

  test.each([
    [[{}], 'users[0].url: '],
    [[{ url: 5 }], 'users[0].url: '],
    [{}, 'users: '],
    ['x', 'users: '],
    [[pat, { ...pat, role: 3 }], 'users[1].role: '],
  ])('of a wrong shape name the place: %j', (json, message) => {
    expect(() => parsePeople(json)).toThrow(message);
  });
});
