import { Money } from '../../../src/journal/nouns/money.js';
import { type PensionDay, pensionRows, pensionsOf } from '../../../src/payrolls/files/pension-answers.js';
import type { PayFrequency } from '../../../src/payrolls/files/fps.js';

/** A pay date of Ada's: gross pay, and what she pays into a pension herself. */
interface Day {
  readonly on: string;
  readonly gross?: string;
  readonly own?: string;
  readonly again?: boolean;
  readonly reported?: string;
  readonly frequency?: PayFrequency;
  readonly covers?: number;
  /** Its tax month, where that is not the calendar month. */
  readonly period?: string;
  readonly payId?: string;
  readonly isReport?: boolean;
}

const dayOf = (day: Day): PensionDay => ({
  ...{ paidOn: day.on, payId: day.payId ?? 'E1', name: 'Ada Ash', again: day.again ?? false },
  own: Money.parse(day.own ?? '0.00'),
  earned: [
    {
      gross: Money.parse(day.gross ?? '2000.00'),
      ...(day.isReport !== true && {
        period: {
          ...{ name: day.period ?? day.on.slice(0, 7), frequency: day.frequency ?? 'M1' },
          periodsCovered: day.covers ?? 1,
        },
      }),
    },
  ],
  ...(day.reported !== undefined && { reported: Money.parse(day.reported) }),
});

interface Given {
  readonly year?: number;
  readonly confirmed?: number;
}

/** "71.40", and what is asked: "71.40 began with the pay of 28 November 2025". */
function judged(employerPension: Readonly<Record<string, string>>, days: readonly Day[], given: Given = {}) {
  const { year = 2026, confirmed } = given;
  const said = { employerPension, ...(confirmed !== undefined && { pensionsConfirmed: confirmed }) };
  return [...pensionsOf(days.map(dayOf), { year, said }).values()].map(({ amount, asked, unconfirmed }) => {
    const [hold, ...more] = asked;
    expect(more).toEqual([]);
    const [, asks] = /(began|stopped|pays nothing|pays £[\d.,]+|band)/.exec(hold?.message ?? '') ?? [];
    const on = /with the pay of (\d+ \w+)/.exec(hold?.message ?? '')?.[1];
    return [amount.toString(), asks, on, unconfirmed && 'to confirm'].filter(Boolean).join(' ');
  });
}

const [october, november, december] = ['2025-10-31', '2025-11-28', '2025-12-31'] as const;
const oct: Day = { on: october };
const paying = (on: string): Day => ({ on, own: '60.00' });

test('the table names its situations once', () => {
  expect(new Set(pensionRows.map(({ name }) => name)).size).toBe(pensionRows.length);
});

test.each<[string, Readonly<Record<string, string>>, readonly Day[], readonly string[]]>([
  ['no one has said anything', {}, [oct, paying(november)], ['0.00 pays nothing', '0.00 pays £60.00']],
  ['a column file has it', {}, [{ ...oct, reported: '78.00' }], ['78.00']],
  ['a column file has none', {}, [{ ...oct, reported: '0.00' }], ['0.00']],
  ['a column file has it, and a person is named', { E1: '71.40' }, [{ ...oct, reported: '78.00' }], ['78.00']],
  ['named, by an amount', { E1: '71.40' }, [oct], ['71.40']],
  ['named, with nothing', { E1: '0.00' }, [paying(october)], ['0.00']],
  ['named, by a share of gross', { E1: '3%' }, [oct], ['60.00']],
  ['another is named', { E2: '71.40' }, [oct], ['0.00 pays nothing']],
  ['the rule for who pays nothing in', { '*': '0.00' }, [oct, { on: november, payId: 'S7' }], ['0.00', '0.00']],
  [
    'the rule for who pays nothing in, and a person who pays in',
    { '*': '0.00' },
    [paying(october)],
    ['0.00 pays £60.00'],
  ],
  ['the rule for who pays in', { '+': '3%' }, [paying(october)], ['60.00']],
  ['the rule for who pays in, and a person who does not', { '+': '3%' }, [oct], ['0.00 pays nothing']],
  ['both rules: a starter joins the scheme', { '*': '0.00', '+': '3%' }, [oct, paying(november)], ['0.00', '60.00']],
  ['named, and both rules', { E1: '71.40', '*': '0.00', '+': '3%' }, [oct], ['71.40']],
  ['a rule that is a name of every object', { constructor: '1.00' }, [oct], ['0.00 pays nothing']],
])('%s', (_, said, days, expected) => {
  expect(judged(said, days)).toEqual(expected);
});

describe('an answer has a date from which it holds', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['another from a day on', { E1: '71.40; 85.00 from 2025-11-28' }, ['71.40', '85.00', '85.00']],
    ['the first from a day on', { E1: '85.00 from 2025-11-28' }, ['0.00 pays nothing', '85.00', '85.00']],
    ['before it, the rule for all', { E1: '85.00 from 2025-11-28', '*': '1.00' }, ['1.00', '85.00', '85.00']],
    ['the rule too', { '*': '0.00; 5.00 from 2025-12-01' }, ['0.00', '0.00', '5.00']],
  ])('%s', (_, said, expected) => {
    expect(judged(said, [oct, { on: november }, { on: december }])).toEqual(expected);
  });
});

describe('an answer lapses when the employee’s own contribution starts or stops', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly Day[], readonly string[]]>([
    [
      'starts',
      { E1: '0.00' },
      [oct, paying(november), paying(december)],
      ['0.00', '0.00 began 28 November', '0.00 began 28 November'],
    ],
    ['stops', { E1: '71.40' }, [paying(october), { on: november }], ['71.40', '71.40 stopped 28 November']],
    [
      'stops and starts: it does not come back by itself',
      { E1: '71.40' },
      [paying(october), { on: november }, paying(december)],
      ['71.40', '71.40 stopped 28 November', '71.40 stopped 28 November'],
    ],
    [
      'and is said again from that day',
      { E1: '71.40; 0.00 from 2025-11-28' },
      [paying(october), { on: november }, { on: december }],
      ['71.40', '0.00', '0.00'],
    ],
    ['said ahead of the day it starts', { E1: '0.00; 3% from 2025-11-10' }, [oct, paying(november)], ['0.00', '60.00']],
    [
      'no pay shows nothing',
      { E1: '3%' },
      [paying(october), { on: november, gross: '0.00' }, paying(december)],
      ['60.00', '0.00', '60.00'],
    ],
    [
      'nor does more pay of the same month',
      { E1: '3%' },
      [paying(october), { on: '2025-11-04', gross: '100.00', again: true, period: '2025-10' }, paying(november)],
      ['60.00', '3.00', '60.00'],
    ],
    [
      'nor does pay below the band of qualifying earnings',
      { E1: '3% of qualifying earnings' },
      [paying(october), { on: november, gross: '520.00' }, paying(december)],
      ['44.40', '0.00', '44.40'],
    ],
    [
      'someone who is not named stops: by salary sacrifice, perhaps, so the rule for all does not cover it',
      { '*': '0.00', '+': '3%' },
      [paying(october), { on: november }, { on: december }],
      ['60.00', '0.00 stopped 28 November', '0.00 stopped 28 November'],
    ],
    [
      'and is named, or the rule is said again from that day',
      { '*': '0.00; 0.00 from 2025-11-28', '+': '3%' },
      [paying(october), { on: november }, { on: december }],
      ['60.00', '0.00', '0.00'],
    ],
    [
      'someone who is not named stops, starts and stops',
      { '*': '0.00', '+': '3%' },
      [paying(october), { on: november }, paying(december), { on: '2026-01-30' }],
      ['60.00', '0.00 stopped 28 November', '60.00', '0.00 stopped 30 January'],
    ],
    [
      'below the band, the rule for who pays in goes on',
      { '*': '0.00', '+': '3% of qualifying earnings' },
      [paying(october), { on: november, gross: '400.00' }, paying(december)],
      ['44.40', '0.00', '44.40'],
    ],
    [
      'another payroll id is another answer',
      { E1: '3%', E2: '0.00' },
      [paying(october), { on: november, payId: 'E2' }],
      ['60.00', '0.00 stopped 28 November'],
    ],
  ])('%s', (_, said, days, expected) => {
    expect(judged(said, days)).toEqual(expected);
  });
});

describe('answers are confirmed once each tax year', () => {
  const april = [{ on: '2026-04-30' }];
  test.each<[string, string, Given, string]>([
    ['said with the file', '71.40 from 2025-10-06', { year: 2027 }, '71.40'],
    ['said in its own tax year', '71.40 from 2026-04-06', { year: 2027, confirmed: 0 }, '71.40'],
    ['said in the tax year before', '71.40 from 2025-10-06', { year: 2027, confirmed: 2026 }, '71.40 to confirm'],
    ['and confirmed', '71.40 from 2025-10-06', { year: 2027, confirmed: 2027 }, '71.40'],
    ['confirmed for a later year', '71.40 from 2025-10-06', { year: 2027, confirmed: 2028 }, '71.40'],
    // Of a company that was set up before answers had dates.
    ['without a date', '71.40', { year: 2027, confirmed: 0 }, '71.40'],
    ['without a date, after the first April', '71.40', { year: 2028, confirmed: 0 }, '71.40 to confirm'],
    ['without a date, confirmed', '71.40', { year: 2028, confirmed: 2028 }, '71.40'],
  ])('%s', (_, said, given, expected) => {
    expect(judged({ E1: said }, april, given)).toEqual([expected]);
  });

  test('rules too, and what a column file has not', () => {
    const given = { year: 2027, confirmed: 2026 };
    expect(judged({ '*': '0.00 from 2025-10-06' }, april, given)).toEqual(['0.00 to confirm']);
    expect(judged({ '*': '0.00 from 2025-10-06' }, [{ ...april[0]!, reported: '5.00' }], given)).toEqual(['5.00']);
  });
});

describe('a share is of', () => {
  test.each<[string, string, Day, string]>([
    ['gross pay', '3.5%', { on: october, gross: '1999.99' }, '70.00'],
    ['a correction', '3%', { on: october, gross: '-200.00' }, '-6.00'],
    ['a month’s qualifying earnings', '3% of qualifying earnings', oct, '44.40'],
    ['at the lower limit', '3% of qualifying earnings', { on: october, gross: '520.00' }, '0.00'],
    ['above the upper limit', '3% of qualifying earnings', { on: october, gross: '9000.00' }, '110.07'],
    ['two months at once', '3% of qualifying earnings', { on: october, gross: '2000.00', covers: 2 }, '28.80'],
    ['a week', '3% of qualifying earnings', { on: october, gross: '600.00', frequency: 'W1' }, '14.40'],
    ['a week, above', '3% of qualifying earnings', { on: october, gross: '1200.00', frequency: 'W1' }, '25.41'],
    ['a fortnight', '3% of qualifying earnings', { on: october, gross: '2000.00', frequency: 'W2' }, '50.82'],
    [
      'a fortnight counted as two weeks',
      '3% of qualifying earnings',
      { on: october, gross: '2000.00', frequency: 'W2', covers: 2 },
      '50.82',
    ],
    ['four weeks', '3% of qualifying earnings', { on: october, gross: '4000.00', frequency: 'W4' }, '101.61'],
    ['a quarter', '3% of qualifying earnings', { on: october, gross: '20000.00', frequency: 'M3' }, '330.24'],
    ['half a year', '3% of qualifying earnings', { on: october, gross: '40000.00', frequency: 'M6' }, '660.45'],
    ['a year', '3% of qualifying earnings', { on: october, gross: '80000.00', frequency: 'MA' }, '1320.90'],
    ['pay now and then', '3% of qualifying earnings', { on: october, frequency: 'IR' }, '0.00 band'],
    ['no whole period', '3% of qualifying earnings', { on: october, covers: 0 }, '0.00 band'],
    ['a report, which has no frequency', '3% of qualifying earnings', { on: october, isReport: true }, '0.00 band'],
    // 1,900.00 are left of 2,000.00.
    ['pay after sacrifice', '3% + 100.00 sacrificed', { on: october, gross: '1900.00' }, '157.00'],
    ['pay before sacrifice', '3% before sacrifice + 100.00 sacrificed', { on: october, gross: '1900.00' }, '160.00'],
    [
      'pay before a share is sacrificed',
      '3% before sacrifice + 5% sacrificed',
      { on: october, gross: '1900.00' },
      '160.00',
    ],
    [
      'qualifying earnings before sacrifice',
      '3% of qualifying earnings before sacrifice + 5% sacrificed',
      { on: october, gross: '1900.00' },
      '144.40',
    ],
    ['no pay', '3% before sacrifice + 100.00 sacrificed', { on: october, gross: '0.00' }, '0.00'],
  ])('%s', (_, said, day, expected) => {
    expect(judged({ E1: said }, [day])).toEqual([expected]);
  });

  test('what is left of the band, if more is paid for the same month', () => {
    const more: Day = { on: '2025-11-04', gross: '3000.00', again: true, period: '2025-10' };
    const days = [paying(october), more, paying(november)];
    // Of 5,000.00 the band ends at 4,189.00: 2,189.00 are left of it.
    expect(judged({ E1: '3% of qualifying earnings' }, days)).toEqual(['44.40', '65.67', '44.40']);
  });

  test('the band of each week that is paid on one day', () => {
    const [first] = pensionsOf(
      [
        {
          ...dayOf({ on: october }),
          earned: ['500.00', '100.00'].map((gross, week) => ({
            gross: Money.parse(gross),
            period: { name: `W1 ${week}`, frequency: 'W1', periodsCovered: 1 },
          })),
        },
      ],
      { year: 2026, said: { employerPension: { E1: '10% of qualifying earnings' } } },
    ).values();
    expect(first?.amount.toString()).toBe('38.00');
  });
});

test('a tax year whose band is not known is asked', () => {
  expect(judged({ E1: '3% of qualifying earnings' }, [{ on: '2031-05-30' }], { year: 2032 })).toEqual(['0.00 band']);
});
