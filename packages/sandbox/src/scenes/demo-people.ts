import { type Facts, makePayslip } from '../payroll/payslip-maker.js';
import { FIRST_ID } from '../engine/ids.js';
import type { JsonObject } from '../engine/json.js';

/** A month of the demo's payroll; `index` counts from the first month of the previous tax year. */
export interface Month {
  readonly index: number;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly filed: boolean;
}

/** A person's pay, month by month; undefined for a month without pay. */
type Person = (index: number, period: number) => Omit<Facts, 'userId' | 'datedOn'> | undefined;

const CHRISTMAS = 8;
const STARTS = 2;
const LEAVES = 7;
const LEAVE_BEGINS = 5;
const LEAVE_ENDS = 13;
const FULL_RATE_MONTHS = 2;
const ATTACHED_FROM = 4;
const CYCLE_FROM = 3;
const CYCLE_UNTIL = 14;
const SICK = 10;
const UNKNOWN_ITEM_MONTHS_BEFORE_LAST = 2;

const harriet: Person = () => ({ director: true, pay: { basic_pay: 350_000n }, employerPensionOnly: 25_000n });

const owen: Person = () => ({ director: true, pay: { basic_pay: 104_750n } });

const priya: Person = (_, period) => ({
  pay: { basic_pay: 320_000n, ...(period === CHRISTMAS && { bonus: 75_000n }) },
  pension: { kind: 'relief_at_source', employee: 500n, employer: 300n },
  studentLoan: 'Plan 2',
  payrollGiving: 1_000n,
});

const tomasz: Person = (_, period) => ({
  pay: { basic_pay: 290_000n, ...(period % 3 === 2 && { commission: 18_500n }) },
  pension: { kind: 'net_pay', employee: 500n, employer: 300n },
  studentLoan: 'Plan 1',
  postgraduateLoan: true,
});

const grace: Person = (index) => ({
  pay: { basic_pay: 275_000n },
  pension: { kind: 'sacrifice', employee: 500n, employer: 300n },
  ...(index >= CYCLE_FROM && index <= CYCLE_UNTIL && { otherSacrifice: 4_167n }),
});

/** Starts on an emergency tax code; the next month's code refunds the tax. */
const callum: Person = (index) => {
  if (index < STARTS) return undefined;
  if (index === STARTS) return { pay: { basic_pay: 215_000n }, tax: 43_000n, fields: { tax_code: 'BR' } };
  if (index === STARTS + 1) return { pay: { basic_pay: 215_000n }, tax: -40_860n };
  return {
    pay:
      index === SICK
        ? { basic_pay: 177_783n, statutory_sick_pay: 11_875n }
        : { basic_pay: 215_000n, ...(index % 4 === 1 && { overtime: 12_450n }) },
    ...(index >= ATTACHED_FROM && { attachments: 7_500n }),
  };
};

const sian: Person = (index) => {
  const pension = { kind: 'relief_at_source', employee: 500n, employer: 300n } as const;
  if (index < LEAVE_BEGINS || index > LEAVE_ENDS) return { pay: { basic_pay: 260_000n }, pension };
  const paid = index < LEAVE_BEGINS + FULL_RATE_MONTHS ? 234_000n : 81_118n;
  return { pay: { statutory_maternity_pay: paid }, pension };
};

const dev: Person = (index) => {
  if (index > LEAVES) return undefined;
  return { pay: { basic_pay: 240_000n }, ...(index === LEAVES && { fields: { leaving_payslip: true } }) };
};

const PEOPLE: readonly Person[] = [harriet, owen, priya, tomasz, grace, callum, sian, dev];

/** The id of a user of demo.ts, by its place in the list there. */
export function demoUserId(position: number): number {
  return FIRST_ID + position;
}

const WITH_AMBIGUOUS_DEDUCTION = demoUserId(2);
const WITH_UNKNOWN_ITEM = demoUserId(3);

export function demoPayslips(month: Month, lastFiled: number): JsonObject[] {
  return PEOPLE.flatMap((person, position) => {
    const userId = demoUserId(position);
    const facts = person(month.index, month.period);
    if (!facts) return [];
    const payslip = makePayslip({ ...facts, userId, datedOn: month.datedOn });
    return [{ ...payslip, ...oddity(userId, month.index, lastFiled) }];
  });
}

/** Two payslips need a decision: one in the latest filed month, one two months before. */
function oddity(userId: number, index: number, lastFiled: number): JsonObject {
  if (userId === WITH_AMBIGUOUS_DEDUCTION && index === lastFiled) return { other_deductions: '40.0' };
  if (userId === WITH_UNKNOWN_ITEM && index === lastFiled - UNKNOWN_ITEM_MONTHS_BEFORE_LAST) {
    return { on_call_supplement: '65.0' };
  }
  return {};
}
