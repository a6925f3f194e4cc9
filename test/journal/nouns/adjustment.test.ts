import {
  type EnteredAdjustment,
  adjustmentProblems,
  adjustmentJournal,
  adjustmentTagOf,
  adjustmentIn,
  adjustmentName,
  parseAdjustmentTag,
  recoveryTagOf,
} from '../../../src/journal/nouns/adjustment.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { adjustmentDueOn } from '../../../src/journal/paye/bills.js';
import { payeControl, paymentAfter, takenOff } from '../../../src/journal/paye/month.js';

const parsed = (tag: string) => {
  const parts = parseAdjustmentTag('counterfoil', tag);
  return parts && [parts.base, parts.year, parts.period, parts.kind, parts.number, parts.act, parts.generation];
};

describe('tags', () => {
  const recovery = 'counterfoil:2026-06:2025-10-31:recovery';
  const levy = 'counterfoil:2026-06:levy-2';

  test('are made from the run’s tag, or from the tax month', () => {
    expect(recoveryTagOf('counterfoil:2026-06:2025-10-31')).toBe(recovery);
    expect(adjustmentTagOf('counterfoil', { year: 2026, period: 6, kind: 'levy', number: 2 })).toBe(levy);
  });

  test.each([
    [recovery, [recovery, 2026, 6, 'recovery', 1, 'post', 1]],
    [`${recovery}:r2`, [recovery, 2026, 6, 'recovery', 1, 'post', 2]],
    [`${recovery}:reversal-1`, [recovery, 2026, 6, 'recovery', 1, 'reversal', 1]],
    [
      'counterfoil:2026-06:2025-10-31:r2:recovery',
      ['counterfoil:2026-06:2025-10-31:r2:recovery', 2026, 6, 'recovery', 1, 'post', 1],
    ],
    [levy, [levy, 2026, 6, 'levy', 2, 'post', 1]],
    [`${levy}:r12`, [levy, 2026, 6, 'levy', 2, 'post', 12]],
    [
      'counterfoil:2026-11:class1a-1:reversal-3',
      ['counterfoil:2026-11:class1a-1', 2026, 11, 'class1a', 1, 'reversal', 3],
    ],
    [`${levy}:r1`, undefined],
    [`${recovery}:r1`, undefined],
    ['counterfoil:2026-06:2025-10-31', undefined],
    ['counterfoil:2026-06:2025-10-31:r1:recovery', undefined],
    ['counterfoil:2026-06:levy-0', undefined],
    ['counterfoil:2026-06:bonus-1', undefined],
    ['other:2026-06:levy-2', undefined],
    ['counterfoil-2:2026-06:levy-2', undefined],
    ['elevenchars:2026-06:levy-2', undefined],
    ['counterfoil:old-2026-06:levy-2', undefined],
    ['counterfoil:2026-06:levy-2x', undefined],
  ])('%s', (tag, expected) => {
    expect(parsed(tag)).toEqual(expected);
  });

  test.each([
    ['counterfoil:2026-06:2025-10-31:r2', 'counterfoil:2026-06:2025-10-31', undefined],
    [recovery, 'counterfoil:2026-06:2025-10-31', 'recovery'],
    [`${recovery}:reversal-1`, 'counterfoil:2026-06:2025-10-31', 'recovery'],
    ['counterfoil:2026-06:2025-10-31:r2:recovery', 'counterfoil:2026-06:2025-10-31', 'recovery'],
    [`${levy}:r12`, 'counterfoil:2026-06', 'levy-2'],
    ['counterfoil:2026-06', 'counterfoil:2026-06', undefined],
  ])('%s belongs to %s beside it', (tag, run, adjustment) => {
    expect(adjustmentIn(tag)).toEqual({ run, adjustment });
  });

  test('are named within their tax month', () => {
    expect(adjustmentName({ kind: 'recovery', number: 1 })).toBe('recovery');
    expect(adjustmentName({ kind: 'levy', number: 2 })).toBe('levy-2');
  });

  test('of someone else are not recognised', () => {
    expect(parseAdjustmentTag('counterfoil', undefined)).toBeUndefined();
  });
});

describe('a PAYE adjustment', () => {
  const lines = (...amounts: string[]) =>
    amounts.map((amount, index) => ({ account: String(402 + index * 412), amount: Money.parse(amount) }));
  const levy: EnteredAdjustment = {
    year: 2026,
    period: 6,
    kind: 'levy',
    number: 1,
    lines: lines('50.00', '-50.00'),
    reason: ' bill of October ',
  };
  const taxYear = 'the tax year is written 2026/27, or as the year it ends in: 2027';

  test('is dated the end of its tax month, due by the 22nd after it, and names its reason', () => {
    expect(adjustmentProblems(levy)).toEqual([]);
    expect(JSON.parse(JSON.stringify(adjustmentJournal('counterfoil', levy)))).toEqual({
      datedOn: '2025-11-05',
      description: 'Apprenticeship levy, 2025/26 month 7: bill of October',
      tag: 'counterfoil:2026-06:levy-1',
      entries: [
        { category: '402', debit: '50.00', description: 'Apprenticeship levy', from: [] },
        { category: '814', debit: '-50.00', description: 'Apprenticeship levy', from: [] },
      ],
    });
    expect(adjustmentDueOn(levy, defaultPolicy.controls)).toBe('2025-11-22');
    expect(adjustmentDueOn({ ...levy, dueOn: '2025-12-01' }, defaultPolicy.controls)).toBe('2025-12-01');
  });

  test('of Class 1A accrues on 5 April and is due on 22 July', () => {
    const class1a: EnteredAdjustment = { ...levy, kind: 'class1a', period: 11, lines: lines('9.00', '-9.00', '0.00') };
    const journal = adjustmentJournal('counterfoil', class1a);
    const dueOn = adjustmentDueOn(class1a, { ...defaultPolicy.controls, collectionDay: 3 });
    expect([journal.datedOn, dueOn, journal.entries.length]).toEqual(['2026-04-05', '2026-07-22', 2]);
    expect(journal.description).toBe('Class 1A National Insurance, 2025/26 month 12: bill of October');
    expect(adjustmentJournal('counterfoil', { ...class1a, period: 3 }).datedOn).toBe('2026-04-05');
    expect([0, 11].flatMap((period) => adjustmentProblems({ ...levy, period }))).toEqual([]);
    const other = adjustmentJournal('counterfoil', { ...levy, kind: 'other' });
    expect(other.description).toBe('PAYE adjustment, 2025/26 month 7: bill of October');
  });

  test.each([
    [{ lines: lines('50.00', '-49.99') }, ['the lines must balance: they come to £0.01']],
    [{ lines: lines('0.00', '0.00') }, ['an adjustment has at least two lines that are not nil']],
    [{ lines: [] }, ['an adjustment has at least two lines that are not nil']],
    [{ period: 12 }, ['a tax month is one of twelve']],
    [{ year: 1999 }, [taxYear]],
    [{ year: 2101 }, [taxYear]],
    [{ year: 26 }, [taxYear]],
    [{ year: Number.NaN }, [taxYear]],
    [{ year: 2026.5 }, [taxYear]],
    [{ period: -1 }, ['a tax month is one of twelve']],
    [{ dueOn: '22 July' }, ['the due date is a date, such as 2026-07-22']],
  ])('%j is refused', (change, problems) => {
    expect(adjustmentProblems({ ...levy, ...change })).toEqual(problems);
  });
});

describe('the control account', () => {
  const month = {
    owed: Money.parse('1158.63'),
    cisSuffered: Money.parse('450.00'),
    adjustments: Money.parse('25.00'),
    creditBroughtForward: Money.parse('10.00'),
    due: Money.parse('34.81'),
  };

  test('is cleared by the payment once everything is counted', () => {
    expect(takenOff(month).toString()).toBe('688.82');
    expect(JSON.parse(JSON.stringify(payeControl(month, Money.parse('688.82'))))).toEqual({
      payroll: '-1158.63',
      recovery: '688.82',
      cisSuffered: '450.00',
      adjustments: '-25.00',
      creditBroughtForward: '10.00',
      payment: '34.81',
      left: '0.00',
    });
    expect(payeControl(month, Money.zero).left.toString()).toBe('-688.82');
  });

  test('is paid after the tax month and before the end of the next', () => {
    const on = (dueOn: string) => paymentAfter({ year: 2026, period: 6 }, [{ dueOn }])?.dueOn;
    expect(['2025-11-05', '2025-11-06', '2025-11-22', '2025-12-05', '2025-12-06'].map(on)).toEqual([
      undefined,
      '2025-11-06',
      '2025-11-22',
      '2025-12-05',
      undefined,
    ]);
    const all = ['2025-10-22', '2025-11-22', '2025-12-22'].map((dueOn) => ({ dueOn }));
    expect(paymentAfter({ year: 2026, period: 6 }, all)?.dueOn).toBe('2025-11-22');
    expect(paymentAfter({ year: 2026, period: 11 }, [...all, { dueOn: '2026-04-22' }])?.dueOn).toBe('2026-04-22');
  });
});
