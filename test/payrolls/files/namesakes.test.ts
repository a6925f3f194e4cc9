import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { keyOf, yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

/** Ada Ash, of whom there are two, and whose payroll program sends no payroll ids. */
const ada = (paidOn: string, taxable: number, toDate: number, more: PersonInFile = {}): PersonInFile => ({
  ...{
    payId: '',
    paidOn,
    taxable: taxable.toFixed(2),
    tax: '0.00',
    toDate: { taxable: toDate.toFixed(2), tax: '0.00' },
  },
  ...more,
});

/** By whom they are taken to be paid to: each payment, and whether its year to date differs. */
function told(...files: readonly (readonly PersonInFile[])[]): Readonly<Record<string, readonly string[]>> {
  const read = files.map((people) => {
    const file = readReturn(fpsFile(people));
    if (file.is !== 'fps') throw new Error('an FPS was expected');
    return file;
  });
  const year = [...yearOf(read)].map(([key, payments]) => {
    const all = payments.map(({ filed, differs }) => {
      expect(keyOf(filed)).toBe(key);
      return `${filed.paidOn.slice(5)} ${filed.taxable.toString()}${differs === undefined ? '' : ' differs'}`;
    });
    return [key.replace(/, [0-9a-f]{3}\)$/, ')'), all.sort()] as const;
  });
  return Object.fromEntries(year);
}

const october = [ada('2025-10-31', 2600, 18_200), ada('2025-10-31', 1800, 1800)];
const november = [ada('2025-11-28', 1800, 3600), ada('2025-11-28', 2600, 20_800)];
const [one, two, which] = ['Ada Ash (1 of 31 October 2025)', 'Ada Ash (2 of 31 October 2025)', 'Ada Ash (which?)'];

test('each goes on from the own year to date, in whatever order a file names them', () => {
  const both = { [one]: ['10-31 2600.00', '11-28 2600.00'], [two]: ['10-31 1800.00', '11-28 1800.00'] };
  expect(told(october, november)).toEqual(both);
  expect(told(november, october)).toEqual(both);
  // The same file twice is not a second payment.
  expect(told(october, november, october)).toEqual(both);
});

test('who was there before stays who it was, and goes on', () => {
  const before = [ada('2025-09-30', 2600, 15_600)];
  expect(told(before, october, november)).toEqual({
    'Ada Ash': ['09-30 2600.00', '10-31 2600.00', '11-28 2600.00'],
    [two]: ['10-31 1800.00', '11-28 1800.00'],
  });
});

test('a correction replaces what it corrects', () => {
  expect(told(october, [ada('2025-10-31', 2650, 18_250)], [ada('2025-11-28', 2600, 20_850)])).toEqual({
    [one]: ['10-31 2650.00', '11-28 2600.00'],
    [two]: ['10-31 1800.00'],
  });
});

test.each<[string, readonly (readonly PersonInFile[])[], readonly string[]]>([
  ['two who are paid the same', [[ada('2025-10-31', 2600, 2600), ada('2025-10-31', 2600, 2600)]], ['10-31 2600.00', '10-31 2600.00']], // biome-ignore format: one line
  ['a correction for one of two who began that day', [[ada('2025-10-31', 2600, 2600), ada('2025-10-31', 1800, 1800)], [ada('2025-10-31', 1900, 1900)]], ['10-31 1900.00']], // biome-ignore format: one line
  ['a correction with a year to date of neither', [october, [ada('2025-10-31', 2650, 18_350)]], ['10-31 2650.00']],
  ['two who both go on from one of them', [october, [ada('2025-11-28', 1800, 3600), ada('2025-11-28', 1900, 3700)]], ['11-28 1800.00', '11-28 1900.00']], // biome-ignore format: one line
])('%s: the figures do not tell', (_, files, open) => {
  expect(told(...files)[which]).toEqual(open);
});

test('a year to date of neither begins another question, which is held for its year to date too', () => {
  const gap = [ada('2025-12-31', 2600, 26_000), ada('2025-12-31', 1800, 5400)];
  expect(told(october, november, gap)).toEqual({
    [one]: ['10-31 2600.00', '11-28 2600.00'],
    [two]: ['10-31 1800.00', '11-28 1800.00', '12-31 1800.00'],
    'Ada Ash (1 of 31 December 2025)': ['12-31 2600.00 differs'],
  });
});

test('a year to date of nil is no one’s: who begins in May is not the one who was paid nothing in April', () => {
  const april = [ada('2025-04-30', 0, 0), ada('2025-04-30', 900, 900)];
  const may = [ada('2025-05-30', 1800, 1800), ada('2025-05-30', 950, 1850)];
  expect(told(april, may)).toEqual({
    'Ada Ash (1 of 30 April 2025)': ['04-30 0.00'],
    'Ada Ash (2 of 30 April 2025)': ['04-30 900.00', '05-30 950.00'],
    'Ada Ash (1 of 30 May 2025)': ['05-30 1800.00'],
  });
});

test('another file is another question', () => {
  const ids = (first: number) => {
    const file = readReturn(fpsFile([ada('2025-10-31', first, 18_200), ada('2025-10-31', 1800, 1800)]));
    return file.is === 'fps' ? [...yearOf([file]).keys()] : [];
  };
  expect(ids(2600)).toEqual(ids(2600));
  expect(ids(2600).filter((id) => ids(2500).includes(id))).toEqual([]);
});
