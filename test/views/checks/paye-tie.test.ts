import { expect, it } from '@jest/globals';
import type { Database } from '../../../src/ground/database.js';
import type { ReadRows } from '../../../src/ground/rows.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { PayPeriodRecord, TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { type HmrcTie, yearsOf } from '../../../src/views/checks/paye-tie.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun, type RunStory } from '../../factories/runs.js';
import { openFresh } from '../../harness/databases.js';
import { watched } from '../../harness/watched-rows.js';

/** HMRC is owed 30.00 by each of these runs. */
const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '15.00' }]);
const year = 2026;

interface Told {
  readonly runs: readonly (Partial<RunStory> & { readonly kind?: string; readonly pays?: string })[];
  readonly due?: readonly (readonly [dueOn: string, amountDue: string])[];
  readonly cis?: string;
  readonly isUnread?: boolean;
}

/** October's month of one company, as one line. */
async function october({ runs, due = [], cis = '0', isUnread }: Told, fill?: (db: Database) => Promise<unknown>) {
  const db = await openFresh('sqlite');
  const { id } = await insertCompany(db, { name: 'Elm Ltd' });
  for (const [at, { pays = '30.00', ...story }] of runs.entries()) {
    const more = { tag: `counterfoil:2026-06:2025-10-31:${at}`, payeNi: Money.parse(pays) } as Partial<PayRunRecord>;
    await insertRun(db, id, payroll, { state: 'posted', datedOn: '2025-10-31', ...more, ...story } as RunStory);
  }
  const payments = due.map(([dueOn, amountDue]) => ({ dueOn, amountDue, status: 'unpaid' }));
  const listed = { companyId: id, year, adoptedAt: null, listedAt: new Date('2025-11-01'), fullReadAt: null, payments };
  await db.work(async (rows) => {
    await rows.insert(TaxYearRecord, listed as never);
    await rows.update(PayPeriodRecord, { companyId: id }, { cis: Money.parse(cis), ...(isUnread && { readAt: null }) });
  });
  await fill?.(db);
  const ties = await db.read((rows) => yearsOf(rows, [id], year));
  return (ties.get(id) ?? []).map(shown);
}

const shown = ({ period, expected, due, verdict, of, notOurs, dueOn }: HmrcTie) =>
  [period, expected, due ?? '-', verdict, of, ...(notOurs ? [`not ours ${notOurs}`] : []), dueOn ?? 'no day'].join(' ');

const none = { journalSet: null } as const;
it.each<[string, Told, readonly string[]]>([
  ['a posted run', { runs: [{}] }, ['6 30.00 - not_due_yet posted no day']],
  ['two runs', { runs: [{}, {}] }, ['6 60.00 - not_due_yet posted no day']],
  // Its journal is in the books, so HMRC is owed what it says.
  [
    'a posted run that payroll lost',
    { runs: [{}, { gone: true, state: 'changed' }] },
    ['6 60.00 - not_due_yet posted no day'],
  ],
  [
    'a run that payroll lost before it was posted',
    { runs: [{}, { gone: true, state: 'ready', ...none }] },
    ['6 30.00 - not_due_yet posted no day'],
  ],
  [
    'a run that is to be posted',
    { runs: [{}, { state: 'ready', ...none }] },
    ['6 60.00 - not_due_yet to_be_posted no day'],
  ],
  [
    'a run that is ignored',
    { runs: [{}, { state: 'ignored', ...none }] },
    ['6 60.00 - not_due_yet posted not ours 30.00 no day'],
  ],
  ['a run that others posted', { runs: [{ state: 'agrees', ...none }] }, ['6 30.00 - not_due_yet posted no day']],
  ['its payment', { runs: [{}], due: [['2025-11-22', '30.00']] }, ['6 30.00 30.00 agrees posted 2025-11-22']],
  [
    'the payment of another month',
    { runs: [{}], due: [['2025-10-22', '30.00']] },
    ['6 30.00 - not_due_yet posted no day'],
  ],
  [
    'CIS suffered',
    { runs: [{}], cis: '4.00', due: [['2025-11-22', '26.00']] },
    ['6 26.00 26.00 agrees posted 2025-11-22'],
  ],
  [
    'a recovery',
    { runs: [{}, { kind: 'recovery', pays: '-8.00' }], due: [['2025-11-22', '22.00']] },
    ['6 22.00 22.00 agrees posted 2025-11-22'],
  ],
  // A recovery is in no payment a second time.
  [
    'a recovery that says it is in its payment',
    { runs: [{}, { kind: 'recovery', pays: '-8.00', inPayment: true } as never], due: [['2025-11-22', '22.00']] },
    ['6 22.00 22.00 agrees posted 2025-11-22'],
  ],
  [
    'a recovery that is not posted',
    { runs: [{}, { kind: 'recovery', pays: '-8.00', state: 'ready', ...none }], due: [['2025-11-22', '30.00']] },
    ['6 30.00 30.00 agrees posted 2025-11-22'],
  ],
  [
    'a levy in its payment',
    { runs: [{}, { kind: 'levy', pays: '7.00', inPayment: true } as never], due: [['2025-11-22', '37.00']] },
    ['6 37.00 37.00 agrees posted 2025-11-22'],
  ],
  [
    'a levy apart',
    { runs: [{}, { kind: 'levy', pays: '7.00', inPayment: false } as never], due: [['2025-11-22', '30.00']] },
    ['6 30.00 30.00 agrees posted 2025-11-22'],
  ],
  ['a month that was never read', { runs: [{}], isUnread: true }, []],
])('what HMRC is owed of a month with %s', async (_, told, expected) => {
  expect(await october(told)).toEqual(expected);
});

it('takes no other company, and no other year, for it', async () => {
  const other = async (db: Database) => {
    const { id } = await insertCompany(db, { name: 'Oak Ltd' });
    await insertRun(db, id, payroll, { state: 'posted', datedOn: '2025-10-31' });
    await insertRun(db, 'elm-ltd', payroll, { state: 'posted', datedOn: '2025-10-31', year: 2025, tag: 'x' });
    const payments = [{ dueOn: '2025-11-22', amountDue: '1.00', status: 'unpaid' }];
    const listed = { adoptedAt: null, listedAt: null, fullReadAt: null, payments };
    await db.work(async (rows) => {
      await rows.insert(TaxYearRecord, { companyId: id, year, ...listed } as never);
      await rows.insert(TaxYearRecord, { companyId: 'elm-ltd', year: 2025, ...listed } as never);
    });
  };
  expect(await october({ runs: [{}] }, other)).toEqual(['6 30.00 - not_due_yet posted no day']);
  // PostgreSQL would refuse an empty list.
  expect(await yearsOf({} as ReadRows, [], year)).toEqual(new Map());
});

it.each([
  ['30.00', 0],
  ['31.00', 1],
])(
  'reads long payslips only where a figure is not explained by itself: of 30.00 owed %s is due',
  async (due, times) => {
    const asked: unknown[] = [];
    await october({ runs: [{}], due: [['2025-11-22', due]] }, async (db) => {
      await db.read((rows) => yearsOf(watched(rows, asked as never), ['elm-ltd'], year));
    });
    // Once for what its months owe.
    expect(asked.filter((one) => one === PayPeriodRecord)).toHaveLength(1 + times);
  },
);

it('explains what was taken off a payment by the statutory pay of that company and year alone', async () => {
  const slip = { id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '115.00' };
  const mother = payrollOf([{ ...slip, more: { statutory_maternity_pay: '100.00' } }]);
  const told = { runs: [], due: [['2025-11-22', '38.00']] } as const;
  const fill = (payroll: typeof mother) => async (db: Database) => {
    await insertRun(db, 'elm-ltd', payroll, { state: 'posted', datedOn: '2025-10-31' });
    await insertCompany(db, { name: 'Oak Ltd' });
    const others = payroll === mother ? payrollOf([slip]) : mother;
    await insertRun(db, 'oak-ltd', others, { state: 'posted', datedOn: '2025-10-31' });
    for (const datedOn of ['2024-10-31', '2026-10-30'])
      await insertRun(db, 'elm-ltd', others, { state: 'posted', datedOn });
  };
  expect(await october(told, fill(mother))).toEqual(['6 130.00 38.00 explained posted 2025-11-22']);
  expect(await october(told, fill(payrollOf([slip])))).toEqual(['6 130.00 38.00 unexplained posted 2025-11-22']);
});

it('explains the first, the middle and the last month of a year by their statutory pay, if it alone is odd', async () => {
  const slip = { id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '115.00' };
  const mother = payrollOf([{ ...slip, more: { statutory_maternity_pay: '100.00' } }]);
  const months = ['2025-09-30', '2025-10-31', '2025-11-28'];
  for (const [odd, at] of months.entries()) {
    const due = ['2025-10-22', '2025-11-22', '2025-12-22'].map(
      (day, index) => [day, index === odd ? '38.00' : '130.00'] as const,
    );
    const fill = async (db: Database) => {
      for (const datedOn of months)
        await insertRun(db, 'elm-ltd', datedOn === at ? mother : payrollOf([slip]), { state: 'posted', datedOn });
    };
    const verdicts = (await october({ runs: [], due }, fill)).map((line) => line.split(' ')[3]);
    expect(verdicts).toEqual(months.map((_, index) => (index === odd ? 'explained' : 'agrees')));
  }
});
