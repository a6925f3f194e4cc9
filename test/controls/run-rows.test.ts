import { expect, test } from '@jest/globals';
import { causesOf, runRows } from '../../src/controls/judge/causes.js';
import { Money } from '../../src/journal/nouns/money.js';
import { factsOf, type Told } from './company-stories.js';

const cases: readonly (readonly [row: string, run: Partial<Told['runs'][number]>, lines: readonly string[]])[] = [
  ['in doubt', { isInDoubt: true }, ['902 0.00', '814 0.00']],
  ['not in the books', { inBooks: 'no', posted: null }, ['902 -100.00', '814 -30.00']],
  ['changed by payroll since', { posted: ['902 ann 90.00', '814 - 30.00'] }, ['902 -10.00']],
  ['altered by someone', { altered: ['902 ann 7.00', '750 - -7.00'] }, ['902 7.00']],
  [
    'in the books twice',
    { doubled: [{ account: '902', amount: Money.parse('100.00'), datedOn: '2025-10-31' }] },
    ['902 100.00'],
  ],
];

/** Each row that fits, and the control accounts of its cause. */
const told = (run: Partial<Told['runs'][number]>) => {
  const facts = factsOf({ runs: [{ day: '2025-10-31', lines: ['902 ann 100.00', '814 - 30.00'], ...run }] });
  return {
    rows: runRows.filter(({ when, lines }) => facts.runs.some((one) => when(one) && lines(one).length > 0)),
    causes: causesOf(facts),
  };
};

test.each(cases)('%s', (name, run, lines) => {
  const { rows, causes } = told(run);
  expect(rows.map((row) => row.name)).toEqual([name]);
  expect(causes.flatMap((one) => one.lines.map(({ account, amount }) => `${account} ${amount}`))).toEqual(lines);
});

test('each row has an example', () => {
  expect(runRows.map(({ name }) => name)).toEqual(cases.map(([name]) => name));
});

test('a run of which the last write is in doubt is neither absent nor changed', () => {
  const inDoubt = told({ isInDoubt: true, inBooks: 'no', posted: null });
  expect(inDoubt.causes.map(({ isInDoubt, lines }) => [isInDoubt, lines.length])).toEqual([[true, 2]]);
  expect(inDoubt.rows.map(({ name }) => name)).toEqual(['in doubt']);
});

test('what was altered and what is there twice are told as well as what is changed', () => {
  const { rows } = told({ posted: [], altered: ['902 ann 7.00'], doubled: [] });
  expect(rows.map(({ name }) => name)).toEqual(['changed by payroll since', 'altered by someone']);
});

test('a run of a day to come explains nothing yet', () => {
  const facts = factsOf({ runs: [{ day: '2025-11-28', lines: ['902 ann 100.00'], inBooks: 'no', posted: null }] });
  expect(causesOf(facts)).toEqual([]);
});
