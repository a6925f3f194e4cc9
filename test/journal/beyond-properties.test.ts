import * as fc from 'fast-check';
import { type Answer, answerTo } from '../../src/doors/terminal/journal/journal-answer.js';
import { Money } from '../../src/journal/nouns/money.js';
import { payslip, period, users, userUrl } from './payroll.js';

/** What must hold for allocated costs, splits and recoveries, whatever the percentages, figures and signs. */
const pence = (min: number, max: number) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.integer({ min, max }) });
const money = (value: number) => Money.pence(BigInt(value)).toString();

const figures = fc.record({
  basic_pay: pence(-50_000, 500_000),
  bonus: pence(-5_000, 50_000),
  employer_ni: pence(-5_000, 90_000),
  employer_pension: pence(-5_000, 50_000),
  employee_pension_salary_sacrifice: pence(0, 20_000),
  attachments: pence(100, 30_000),
  statutory_maternity_pay: pence(-20_000, 80_000),
  statutory_paternity_pay: pence(-20_000, 80_000),
});

/** Cut points on a scale of a million: parts that sum to exactly 100 per cent, however odd, or four alike. */
const parts = fc
  .oneof(
    { weight: 3, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }), { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant([250_000, 500_000, 750_000]) },
  )
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 1_000_000])
  .map((edges) => edges.slice(1).map((edge, index) => edge - (edges[index] as number)))
  .map((sizes) =>
    sizes.map((size, index) => ({
      percent: `${Math.floor(size / 10_000)}.${String(size % 10_000).padStart(4, '0')}`,
      accounts: index === 0 ? {} : ownAccounts(index),
    })),
  );

/** Every third part has an account that another has too. */
function ownAccounts(index: number): object {
  const digit = index % 3;
  const salaries = { salaries: `15${digit}` };
  return digit === 0 ? salaries : { ...salaries, employerNics: `16${digit}`, staffPensions: `17${digit}` };
}

const story = fc.record({
  people: fc.array(figures, { minLength: 1, maxLength: 4 }),
  parts: fc.array(fc.option(parts, { nil: undefined }), { minLength: 4, maxLength: 4 }),
  roles: fc.array(fc.constantFrom('Director', 'Employee'), { minLength: 4, maxLength: 4 }),
  small: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  allowance: fc.integer({ min: 0, max: 20_000 }),
  sacrificedPension: fc.constantFrom('salary', 'staffPensions'),
  layout: fc.constantFrom('itemised', 'summarised', { merged: { liabilityCategory: '731' } }),
});
type Story = typeof story extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function mapStory(drawn: Story, beside: object = {}, backwards = false): Answer {
  const slips = drawn.people.map((one, index) => {
    const { basic_pay, ...others } = one;
    // Enough gross pay that nothing is held for being negative.
    const amounts = {
      basic_pay: Math.abs(basic_pay) + 300_000,
      ...others,
      employer_ni: Math.abs(others.employer_ni) + 10_000,
    };
    return payslip(index + 1, {
      tax_deducted: '0.0',
      employee_ni: '0.0',
      ...Object.fromEntries(Object.entries(amounts).map(([field, value]) => [field, money(value)])),
    });
  });
  return answerTo({
    year: 2026,
    users: users(...drawn.roles),
    policy: { layout: drawn.layout, sacrificedPension: drawn.sacrificedPension },
    period: period(backwards ? slips.toReversed() : slips, {
      employment_allowance_claimed: drawn.allowance > 0,
      employment_allowance_amount: money(Math.min(drawn.allowance, drawn.people.length * 10_000)),
    }),
    ...beside,
  });
}

function allocated({ parts: given }: Story): object {
  const rules = given.flatMap((one, index) =>
    one === undefined ? [] : [[userUrl(index + 1), { parts: one, directors: true }]],
  );
  return { allocations: Object.fromEntries(rules) };
}

function decided({ small }: Story): object {
  return { small_employer: Object.fromEntries(small.map((one, index) => [userUrl(index + 1), one])) };
}

type Lines = Answer['journal_sets'][number]['journal_entries'];
const sum = (lines: Lines) => Money.sum(lines.map((line) => Money.parse(line.debit_value))).toString();
const costOf = (code: string) =>
  /^(401|407|15\d)$/.test(code)
    ? 'pay'
    : /^(402|408|16\d)$/.test(code)
      ? 'ni'
      : /^(403|17\d)$/.test(code)
        ? 'pension'
        : code;

/** Sums by cost, and by payslip where the layout keeps payslips apart. */
function byCost(sets: Answer['journal_sets']): Record<string, string> {
  const sums = new Map<string, Money>();
  for (const set of sets) {
    for (const { category, user = '', payslip: from = '', debit_value } of set.journal_entries) {
      const key = [set.tag, costOf(category), user, from].join(' ');
      sums.set(key, (sums.get(key) ?? Money.zero).plus(Money.parse(debit_value)));
    }
  }
  return Object.fromEntries(
    [...sums]
      .filter(([, one]) => !one.isZero())
      .map(([key, one]) => [key, one.toString()])
      .toSorted(),
  );
}

test('a set and its adjustments balance, and no line is zero', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const { journal_sets, holds } = mapStory(drawn, { ...allocated(drawn), decisions: decided(drawn) });
      expect(holds).toEqual([]);
      for (const set of journal_sets) {
        expect(sum(set.journal_entries)).toBe('0.00');
        for (const line of set.journal_entries) expect(line.debit_value).not.toBe('0.00');
      }
    }),
  );
});

test('allocated lines sum to the unallocated one, to the penny, in pay runs and recoveries', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const decisions = decided(drawn);
      expect(byCost(mapStory(drawn, { ...allocated(drawn), decisions }).journal_sets)).toEqual(
        byCost(mapStory(drawn, { decisions }).journal_sets),
      );
    }),
  );
});

test('the reasons of a line sum to the line', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      // A line that sums over people has reasons only for those with an allocation.
      const itemised = { ...drawn, layout: 'itemised' as const };
      for (const set of mapStory(itemised, { ...allocated(drawn), decisions: decided(drawn) }).journal_sets) {
        for (const { why, debit_value } of set.journal_entries) {
          if (why === undefined) continue;
          expect(Money.sum(why.map((one) => Money.parse(one.amount))).toString()).toBe(debit_value);
        }
      }
    }),
  );
});

test('every reason is about an amount that is there: a cost of the payslip, or a figure of it', () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 1, max: 50 }), (drawn, fee) => {
      const split = {
        attachments: [
          { account: '049', amount: money(fee) },
          { account: '049', amount: money(50) },
          { account: '815', rest: true },
        ],
      };
      const layout = typeof drawn.layout === 'string' ? drawn.layout : 'itemised';
      const { journal_sets } = mapStory(
        { ...drawn, layout },
        { ...allocated(drawn), decisions: { ...decided(drawn), split } },
      );
      for (const { journal_entries } of journal_sets) {
        const whys = journal_entries.flatMap(({ why = [], description }) =>
          why.map((one) => ({ ...one, cost: description.split(',')[0] })),
        );
        for (const { because, payslip, field, cost, of } of whys.filter((one) => one.because !== 'allowance')) {
          const person = drawn.people[Number(payslip?.split('/').at(-1)) - 1] as Record<string, number>;
          const parts = whys.filter((one) => one.payslip === payslip && one.cost === cost);
          const whole = Money.sum(parts.map(({ amount }) => Money.parse(amount))).toString();
          const expected = because === 'allocation' ? whole : money(person[field ?? ''] ?? 0);
          expect([because, of.replace('-', '')]).toEqual([because, expected.replace('-', '')]);
        }
      }
    }),
  );
});

test('splitting changes no net pay and no total', () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 1, max: 100 }), (drawn, fee) => {
      const split = {
        attachments: [
          { account: '049', amount: money(fee) },
          { account: '815', rest: true },
        ],
      };
      const [plain, parted] = [mapStory(drawn), mapStory(drawn, { decisions: { split } })];
      expect(parted.totals).toEqual(plain.totals);
      const owed = (answer: Answer) =>
        byCost(
          answer.journal_sets.map((set) => ({
            ...set,
            journal_entries: set.journal_entries.map((line) =>
              line.category === '049' ? { ...line, category: '815' } : line,
            ),
          })),
        );
      expect(owed(parted)).toEqual(owed(plain));
    }),
  );
});

test('recovery over persons sums to the group’s', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const { journal_sets, recovery } = mapStory(drawn, { ...allocated(drawn), decisions: decided(drawn) });
      const set = journal_sets.find(({ tag }) => tag.endsWith(':recovery'));
      const fields = ['statutory_maternity_pay', 'statutory_paternity_pay'] as const;
      let total = 0;
      for (const field of fields) {
        for (const small of [true, false]) {
          const group = drawn.people.reduce(
            (all, one, index) => (drawn.small[index] === small ? all + one[field] : all),
            0,
          );
          const size = Math.abs(group);
          // Tenths of a per cent of whole pence are whole thousandths: exact in a double.
          const back = small ? size + Math.floor((size * 85 + 500) / 1000) : Math.floor((size * 920 + 500) / 1000);
          total += Math.sign(group) * back;
        }
      }
      expect(recovery?.total ?? '0.00').toBe(money(total));
      const paye = set?.journal_entries.filter((line) => line.category === '814') ?? [];
      expect(sum(paye)).toBe(money(total));
    }),
  );
});

test('the order of payslips changes nothing in a pay run, and in a recovery only who has the odd penny', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const beside = { ...allocated(drawn), decisions: decided(drawn) };
      const [once, back] = [mapStory(drawn, beside), mapStory(drawn, beside, true)];
      const lines = ({ journal_sets: [run] }: Answer) =>
        run?.journal_entries
          .map(({ category, user = '', debit_value }) => `${category} ${user} ${debit_value}`)
          .toSorted();
      expect(lines(back)).toEqual(lines(once));
      expect(back.recovery).toEqual(once.recovery);
    }),
  );
});
