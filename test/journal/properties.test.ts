import * as fc from 'fast-check';
import { sameTotals } from '../../src/journal/nouns/diff.js';
import type { Line } from '../../src/journal/nouns/identity.js';
import type { MappedRun } from '../../src/journal/mapping/mapper.js';
import { Money } from '../../src/journal/nouns/money.js';
import type { FieldTreatment, Layout, Policy } from '../../src/journal/policy/policy.js';
import { fieldRows } from '../../src/journal/policy/treatments.js';
import { type Circumstances, map, period, userUrl } from './payroll.js';

/** What must hold for any payslips and any policy. Amounts here are whole pence, summed without the mapper. */
type Slip = Record<string, unknown>;

const pence = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -50_000, max: 500_000 }));
const fields = fieldRows.map(({ field }) => field);

function amount(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const slip: fc.Arbitrary<Slip> = fc
  .record({
    user: fc.integer({ min: 1, max: 4 }),
    day: fc.constantFrom('2025-10-24', '2025-10-31'),
    ni: fc.constantFrom('Director', 'Employee'),
    amounts: fc.array(pence, { minLength: fields.length, maxLength: fields.length }),
  })
  .map(({ user, day, ni, amounts }) => ({
    user: userUrl(user),
    dated_on: day,
    ni_calc_type: ni,
    ...Object.fromEntries(fields.map((field, index) => [field, amount(amounts[index] ?? 0)])),
  }));

const layouts: Layout[] = [
  'itemised',
  'summarised',
  { merged: { controlUser: userUrl(4) } },
  { merged: { liabilityCategory: '731' } },
];

const policy = fc.record({
  directors: fc.constantFrom<Policy['directors']>('role', 'ni_calc_type'),
  studentLoans: fc.constantFrom<Policy['studentLoans']>('payeNi', 'otherDeductions'),
  sacrificedPension: fc.constantFrom<Policy['sacrificedPension']>('salary', 'staffPensions'),
  layout: fc.constantFrom(...layouts),
  treatments: fc.record({
    other_deductions: fc.constantFrom<FieldTreatment>(
      'hold',
      'pay',
      'deduct',
      'deduct_to_tax_authority',
      'information',
      {
        as: 'deduct' as const,
        account: '816',
      },
      { as: 'deduct' as const, account: '907' },
    ),
    deductions_subject_to_nic_but_not_paye: fc.constantFrom<FieldTreatment>(
      'hold',
      'employer_cost_to_tax_authority',
      'deduct',
    ),
    bonus: fc.constantFrom<FieldTreatment>('pay', 'hold', 'deduct', { as: 'pay' as const, account: '410' }),
  }),
});

interface Story {
  slips: Slip[];
  policy: Partial<Policy>;
  allowance: number;
  roles: string[];
}

const story: fc.Arbitrary<Story> = fc.record({
  slips: fc.array(slip, { minLength: 1, maxLength: 5 }),
  policy,
  allowance: fc.integer({ min: 0, max: 100_000 }),
  roles: fc.array(fc.constantFrom('Director', 'Employee', 'Shareholder'), { minLength: 4, maxLength: 4 }),
});

function mapStory({ slips, policy: chosen, allowance, roles }: Story, host = 'https://api.example.test') {
  const circumstances: Circumstances = {
    policy: chosen,
    users: roles.map((role, index) => ({
      url: `${host}/v2/users/${index + 1}`,
      role,
      first_name: 'Person',
      last_name: `${index}`,
    })),
  };
  const claim = { employment_allowance_claimed: true, employment_allowance_amount: amount(allowance) };
  return map(period(slips, claim), circumstances);
}

function journals(runs: readonly MappedRun[]): [string, readonly Line[]][] {
  return runs.map((run) => [run.tag, run.journal?.entries ?? []]);
}

function fingerprints(runs: readonly MappedRun[]): unknown[] {
  return runs.map((run) => [run.tag, run.fingerprint]);
}

test('every journal balances', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      for (const run of mapStory(drawn).runs) {
        expect(run.journal).toBeDefined();
        expect(Money.sum((run.journal?.entries ?? []).map((entry) => entry.debit)).toString()).toBe('0.00');
        for (const entry of run.journal?.entries ?? []) expect(entry.debit.isZero()).toBe(false);
      }
    }),
  );
});

const payFields = fieldRows.filter((row) => row.part === 'pay' && row.field !== 'bonus').map((row) => row.field);

test('totals are those of an independent sum', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const usual = { ...drawn, policy: { ...drawn.policy, treatments: {} } };
      const of = (names: string[]) => {
        let sum = 0;
        for (const one of drawn.slips) for (const name of names) sum += Math.round(Number(one[name]) * 100);
        return sum;
      };
      const gross = of([...payFields, 'bonus']);
      const loans = of(['student_loan_deduction', 'postgrad_loan_deduction']);
      const taken = of(['tax_deducted', 'employee_ni']) + loans;
      const employee = of([
        'employee_pension',
        'employee_pension_not_under_net_pay',
        'employee_pension_salary_sacrifice',
      ]);
      const other = of([
        'other_salary_sacrifice_deductions',
        'attachments',
        'payroll_giving',
        'other_deductions_from_net_pay',
      ]);
      const { runs } = mapStory(usual);
      const total = (name: keyof MappedRun['totals']) => Money.sum(runs.map((run) => run.totals[name])).toString();
      expect({
        gross: total('gross'),
        netPay: total('netPay'),
        taxAuthority: total('taxAuthority'),
        pension: total('pension'),
        other: total('other'),
      }).toEqual({
        gross: Money.pence(BigInt(gross)).toString(),
        netPay: Money.pence(BigInt(gross - taken - employee - other)).toString(),
        taxAuthority: Money.pence(BigInt(taken + of(['employer_ni']) - drawn.allowance)).toString(),
        pension: Money.pence(BigInt(employee + of(['employer_pension']))).toString(),
        other: Money.pence(BigInt(other)).toString(),
      });
    }),
  );
});

/** Lines with net pay on one name, wherever a layout puts it. */
function netPayAside(lines: readonly Line[]): Line[] {
  return lines.map(({ category, debit }) => ({ category: category === '731' ? '902' : category, debit }));
}

test('every layout has the same totals, and merged names no one', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const runs = layouts.map((layout) => mapStory({ ...drawn, policy: { ...drawn.policy, layout } }).runs);
      const [itemised = [], summarised = [], ...merged] = runs.map(journals);
      for (const [index, [tag, lines]] of itemised.entries()) {
        expect(summarised[index]?.[0]).toBe(tag);
        expect(sameTotals(lines, summarised[index]?.[1] ?? [])).toBe(true);
        for (const one of merged) expect(sameTotals(netPayAside(lines), netPayAside(one[index]?.[1] ?? []))).toBe(true);
      }
      for (const one of runs.slice(2).flat()) {
        expect(JSON.stringify(one.journal?.entries.map((entry) => entry.description))).not.toContain('Person');
        const nets = one.journal?.entries.filter((entry) => entry.category !== '907');
        expect(JSON.stringify(nets)).not.toMatch(/users\/[1-3]/);
      }
      for (const one of runs.flat()) {
        for (const { category, user } of one.journal?.entries ?? [])
          expect(user !== undefined).toBe(category === '902' || category === '907');
      }
    }),
  );
});

test('the order of payslips does not matter, nor a second mapping, nor another host', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const once = mapStory(drawn).runs;
      expect(fingerprints(mapStory(drawn).runs)).toEqual(fingerprints(once));
      expect(fingerprints(mapStory({ ...drawn, slips: drawn.slips.toReversed() }).runs)).toEqual(fingerprints(once));
      expect(fingerprints(mapStory(drawn, 'http://localhost:4010').runs)).toEqual(fingerprints(once));
    }),
  );
});

test('a field of zero changes nothing', () => {
  fc.assert(
    fc.property(
      story,
      fc.constantFrom('0', '0.0', '0.00', '-0.0', '0.000'),
      fc.constantFrom('mystery', ...fields),
      (drawn, zero, field) => {
        const more = drawn.slips.map((one) =>
          one[field] === undefined || one[field] === '0.00' ? { ...one, [field]: zero } : one,
        );
        const before = mapStory(drawn).runs;
        const after = mapStory({ ...drawn, slips: more }).runs;
        expect(after.map((run) => JSON.stringify([run.journal, run.holds, run.warnings, run.totals]))).toEqual(
          before.map((run) => JSON.stringify([run.journal, run.holds, run.warnings, run.totals])),
        );
      },
    ),
  );
});

test('nothing is posted while something is held, and every hold has a message', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      for (const run of mapStory(drawn).runs) {
        expect(run.outcome).toBe(
          run.holds.length > 0 ? 'hold' : run.journal?.entries.length === 0 ? 'nothing' : 'post',
        );
        for (const { message } of [...run.holds, ...run.warnings])
          expect(message).not.toMatch(/undefined|NaN|\[object/);
      }
    }),
  );
});

/** The ways in which the service or someone else may write a number. */
const written = fc.constantFrom('5.00', '5.0', 5, 5.25, '(5.00)', '5.00-', '£ 5.00', '5.00 GBP', '−5.00', '-5.00');
const place = fc.constantFrom<(value: unknown) => Slip>(
  (value) => ({ mystery: value }),
  (value) => ({ mystery: { inner: [value] } }),
  (value) => ({ mystery: [{ label: 'x', value }] }),
  (value) => ({ statutory_pay_recovered: value }),
  (value) => ({ constructor: value }),
  (value) => ({ ['mystery.inner']: value }),
);

test('every number in the document is treated or held, on a payslip and in the period itself', () => {
  fc.assert(
    fc.property(slip, written, place, fc.boolean(), (one, value, put, onPayslip) => {
      const found = put(value);
      const wire = onPayslip ? period([{ ...one, ...found }]) : period([one], found);
      const holds = map(wire).runs.flatMap((run) => run.holds);
      const [field = ''] = Object.keys(found);
      expect(holds.filter((hold) => hold.field?.startsWith(field)).map(({ code }) => code)).toEqual([
        'unknown_money_field',
      ]);
    }),
  );
});

test('net pay is what is paid less what is deducted, whatever is decided and wherever it is posted', () => {
  const net = { pay: 1, deduct: -1, deduct_to_tax_authority: -1, employer_cost_to_tax_authority: 0, information: 0 };
  const decision = fc.record({
    field: fc.constantFrom(...fields, 'mystery'),
    as: fc.constantFrom(...(Object.keys(net) as (keyof typeof net)[])),
    account: fc.constantFrom(undefined, '816', '907'),
    value: fc.integer({ min: -500_00, max: 500_00 }),
  });
  fc.assert(
    fc.property(decision, fc.constantFrom(...layouts), ({ field, as, account, value }, layout) => {
      const treatment = account === undefined || as === 'information' ? as : { as, account };
      const chosen = { treatments: { [field]: treatment }, layout };
      const slips = [{ user: userUrl(1), dated_on: '2025-10-31', [field]: amount(value) }];
      const [run] = map(period(slips), { policy: chosen }).runs;
      const paid = Math.abs(value) * net[as] * Math.sign(value);
      expect(run?.totals.netPay.toString()).toBe(Money.pence(BigInt(paid + 0)).toString());
      const entries = run?.journal?.entries ?? [];
      expect(Money.sum(entries.map((entry) => entry.debit)).isZero()).toBe(true);
      // A decision's account gets the figure, and no figure is lost on the way.
      if (typeof treatment === 'object') {
        const there = Money.sum(entries.filter((entry) => entry.category === account).map((entry) => entry.debit));
        expect(there.abs().toString()).toBe(Money.pence(BigInt(Math.abs(value))).toString());
      }
    }),
  );
});
