import { afterEach, describe, expect, test } from '@jest/globals';
import { type Client, start, stopAll } from './client.js';

afterEach(stopAll);

/** Pence as a number: exact for these sizes, and independent of the sandbox's own arithmetic. */
const pence = (text: string | undefined) => Math.round(Number(text ?? '0') * 100);

type Payslip = Record<string, string>;
interface Period {
  period: number;
  dated_on: string;
  status: string;
  employment_allowance_claimed: boolean;
  employment_allowance_amount: string;
  payslips: Payslip[];
}

const DOCUMENTED = new Set(
  `user dated_on tax_code basic_pay tax_deducted employee_ni employer_ni other_deductions student_loan_deduction postgrad_loan_deduction
  overtime commission bonus allowance statutory_sick_pay statutory_maternity_pay statutory_paternity_pay statutory_adoption_pay
  statutory_parental_bereavement_pay statutory_neonatal_care_pay absence_payments other_payments employee_pension employer_pension
  attachments payroll_giving additional_statutory_paternity_pay deductions_subject_to_nic_but_not_paye other_deductions_from_net_pay
  employee_pension_not_under_net_pay other_salary_sacrifice_deductions employee_pension_salary_sacrifice pension_earnings_amount
  deduction_free_pay hours_worked ni_calc_type frequency ni_letter student_loan_deductions_plan deduct_student_loan deduct_postgrad_loan
  week_1_month_1_basis leaving_payslip created_at updated_at`.split(/\s+/),
);
const PAY = ['basic_pay', 'overtime', 'commission', 'bonus', 'statutory_sick_pay', 'statutory_maternity_pay'];
const OWED = ['tax_deducted', 'employee_ni', 'employer_ni', 'student_loan_deduction', 'postgrad_loan_deduction'];
const TAKEN = [
  ...OWED.filter((name) => name !== 'employer_ni'),
  ...['employee_pension', 'employee_pension_not_under_net_pay', 'employee_pension_salary_sacrifice'],
  ...['other_salary_sacrifice_deductions', 'attachments', 'payroll_giving', 'other_deductions'],
];
const EMPLOYEE_PENSIONS = [
  'employee_pension',
  'employee_pension_not_under_net_pay',
  'employee_pension_salary_sacrifice',
];
const sum = (payslips: Payslip[], names: string[]) =>
  payslips.reduce((total, payslip) => total + names.reduce((part, name) => part + pence(payslip[name]), 0), 0);

async function yearOf(
  client: Client,
  year: number,
): Promise<{ periods: Period[]; payments: { amount_due: string; status?: string }[] }> {
  const { json } = await client.get(`/v2/payroll/${year}`);
  const periods: Period[] = [];
  for (const { period } of json.periods) periods.push((await client.get(`/v2/payroll/${year}/${period}`)).json.period);
  return { periods, payments: json.payments };
}

const CLOCKS = [
  '2025-11-10',
  '2025-10-31',
  '2025-11-03',
  '2025-11-06',
  '2026-04-06',
  '2026-04-30',
  '2026-05-01',
  '2026-03-30',
  '2026-03-31',
  '2026-04-04',
  '2028-02-29',
];

/** Small employers' compensation by pay date. */
function compensation(datedOn: string): number {
  return datedOn < '2025-04-06' ? 0.03 : datedOn < '2026-04-06' ? 0.085 : 0.09;
}

describe.each(CLOCKS)('the demo on %s', (today) => {
  const thisYear = today.slice(5) >= '04-06' ? Number(today.slice(0, 4)) + 1 : Number(today.slice(0, 4));
  const demo = () => start({ scenario: 'demo', limits: false, clock: () => new Date(`${today}T12:00:00Z`) });

  test('has the whole of the last tax year, and this one up to the pay date still to come', async () => {
    const client = await demo();
    const last = await yearOf(client, thisYear - 1);
    const current = await yearOf(client, thisYear);
    expect(last.periods.map(({ period, status }) => [period, status])).toEqual(
      Array.from({ length: 12 }, (_, i) => [i, 'filed']),
    );
    const open = current.periods.at(-1)!;
    expect(open.status).toBe('unfiled');
    expect(open.dated_on > today).toBe(true);
    for (const period of current.periods.slice(0, -1))
      expect([period.status, period.dated_on <= today]).toEqual(['filed', true]);
    for (const { period, dated_on: datedOn, payslips } of [...last.periods, ...current.periods]) {
      expect(payslips.filter((payslip) => payslip['dated_on'] === datedOn).length).toBeGreaterThanOrEqual(7);
      expect(period).toBeLessThan(12);
    }
    for (const { dated_on: datedOn } of current.periods) {
      expect(datedOn >= `${thisYear - 1}-04-06` && datedOn <= `${thisYear}-04-05`).toBe(true);
    }
  });

  test('holds exactly one ambiguous deduction and one unknown item, both filed', async () => {
    const client = await demo();
    const years = [await yearOf(client, thisYear - 1), await yearOf(client, thisYear)];
    const filed = years.flatMap(({ periods }) => periods).filter(({ status }) => status === 'filed');
    const payslips = filed.flatMap((period) => period.payslips);
    expect(payslips.filter((payslip) => pence(payslip['other_deductions']) !== 0)).toHaveLength(1);
    const unknown = payslips.flatMap((payslip) => Object.keys(payslip).filter((name) => !DOCUMENTED.has(name)));
    expect(unknown).toEqual(['on_call_supplement']);
    for (const payslip of years.flatMap(({ periods }) => periods).flatMap((period) => period.payslips)) {
      expect(pence(payslip['deductions_subject_to_nic_but_not_paye'])).toBe(0);
      expect(EMPLOYEE_PENSIONS.filter((name) => pence(payslip[name]) !== 0).length).toBeLessThanOrEqual(1);
      expect(sum([payslip], PAY) - sum([payslip], TAKEN)).toBeGreaterThanOrEqual(0);
    }
  });

  test('agrees with what is due while the allowance runs out', async () => {
    const client = await demo();
    const { periods, payments } = await yearOf(client, thisYear - 1);
    periods.forEach(({ payslips, employment_allowance_amount: allowance }, index) => {
      const paid = sum(payslips, ['statutory_maternity_pay']);
      const recovered = paid + Math.round(paid * compensation(String(payslips[0]!['dated_on'])));
      expect(pence(payments[index]!.amount_due)).toBe(sum(payslips, OWED) - pence(allowance) - recovered);
      expect(pence(allowance)).toBeLessThanOrEqual(sum(payslips, ['employer_ni']));
    });
    const allowances = periods.map((period) => pence(period.employment_allowance_amount));
    expect(allowances.reduce((total, amount) => total + amount, 0)).toBe(thisYear - 1 >= 2026 ? 1_050_000 : 500_000);
    expect(allowances.at(-1)).toBe(0);
    expect(periods.every((period) => period.employment_allowance_claimed)).toBe(true);
  });
});

test('the demo has every kind of pay run once', async () => {
  const client = await start({ scenario: 'demo', limits: false, clock: () => new Date('2025-11-10T12:00:00Z') });
  const { json } = await client.get('/v2/users');
  const roles = json.users.map((user: { role: string }) => user.role);
  expect([
    roles.filter((role: string) => role === 'Director').length,
    roles.filter((role: string) => role === 'Employee').length,
  ]).toEqual([2, 6]);
  const { periods } = await yearOf(client, 2025);
  const payslips = periods.flatMap((period) => period.payslips);
  const has = (test: (payslip: Payslip) => boolean) => expect(payslips.some(test)).toBe(true);
  has((payslip) => pence(payslip['tax_deducted']) < 0);
  for (const field of [
    'statutory_maternity_pay',
    'student_loan_deduction',
    'postgrad_loan_deduction',
    'attachments',
    'payroll_giving',
    'employee_pension_salary_sacrifice',
    'other_salary_sacrifice_deductions',
    'bonus',
  ]) {
    has((payslip) => pence(payslip[field]) > 0);
  }
  const nil = payslips.filter((payslip) => sum([payslip], [...PAY, ...OWED]) === 0);
  expect(nil).toHaveLength(1);
  expect(payslips.filter((payslip) => payslip['dated_on'] === nil[0]!['dated_on'])).toHaveLength(1);
});

test('nothing in the demo books looks like payroll, and nothing is locked', async () => {
  const client = await start({ scenario: 'demo', clock: () => new Date('2025-11-10T12:00:00Z') });
  const { json } = await client.get('/v2/accounting/trial_balance/summary?from_date=2021-04-01&to_date=2025-11-10');
  const codes = json.trial_balance_summary.map((item: { nominal_code: string }) => item.nominal_code);
  expect(codes.filter((code: string) => /^(40[1-9]|81[345]|902)/.test(code))).toEqual([]);
  const closed = (await client.get('/v2/final_accounts_reports')).json.final_accounts_reports.filter(
    (report: { filing_status: string; period_ends_on: string }) =>
      report.filing_status !== 'unfiled' && report.period_ends_on >= '2024-01-01',
  );
  expect(closed).toEqual([]);
});

describe('samples of what is no payroll follow the clock', () => {
  const clocks = ['2024-03-01', '2025-11-10', '2026-01-03', '2027-12-31'];
  test.each(clocks.flatMap((day) => ['demo', 'practice:1'].map((scenario) => [scenario, day] as const)))(
    '%s on %s: none is still to come, and each is recent',
    async (scenario, day) => {
      const client = await start({ scenario, clock: () => new Date(`${day}T09:00:00Z`), limits: false });
      const headers = { 'x-subdomain': client.sandbox.credentials().companies[0]!.subdomain };
      const get = async (path: string) => (await client.get(path, headers)).json;
      const { expenses } = await get('/v2/expenses?view=recent');
      expect(expenses).toHaveLength(2);
      const { bank_accounts: accounts } = await get('/v2/bank_accounts');
      const lists = accounts.flatMap(({ url }: { url: string }) =>
        ['bank_transactions', 'bank_transaction_explanations'].map(async (plural) => {
          const account = new URL(url).pathname;
          return (await get(`/v2/${plural}?bank_account=${account}`))[plural];
        }),
      );
      const dates = [...expenses, ...(await Promise.all(lists)).flat()].map(({ dated_on }) => dated_on);
      expect(dates.length).toBeGreaterThan(5);
      const oldest = new Date(Date.parse(day) - 60 * 86_400_000).toISOString().slice(0, 10);
      expect(dates.filter((date) => date > day || date < oldest)).toEqual([]);
    },
  );
});
