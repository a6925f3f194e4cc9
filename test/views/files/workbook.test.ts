import { Money } from '../../../src/journal/nouns/money.js';
import type { Sheet } from '../../../src/views/files/sheet.js';
import { address, range, workbook } from '../../../src/views/files/workbook.js';
import { opened } from '../../harness/spreadsheet.js';

const wages: Sheet = {
  name: 'Journal: October [1/2]',
  landscape: true,
  sticky: 2,
  rows: [
    { cells: ['Barlow Electrical & Sons <“Ltd”>'], as: 'title' },
    { cells: ['Pay date', 'Account', 'Amount', 'Lines'], as: 'heading' },
    { cells: [{ day: '2025-10-31' }, '=1+1 _x0041_', Money.parse('20000.10'), 1] },
    { cells: [undefined, 'PAYE\u0000/NI\uD800', Money.parse('-637.67'), 2] },
    {
      cells: [
        'Total',
        undefined,
        { formula: `SUM(${range(2, 2, 2, 3)})`, is: Money.parse('19362.43') },
        { formula: `SUM(${range(3, 2, 3, 3)})`, is: 3 },
      ],
      as: 'total',
    },
  ],
};

describe('a workbook', () => {
  it('holds real dates, numbers and formulas, and text that stays text', async () => {
    const [sheet] = await opened(await workbook([wages]));
    expect(sheet).toEqual({
      name: 'Journal  October  1 2 ',
      rows: [
        ['Barlow Electrical & Sons <“Ltd”>'],
        ['Pay date', 'Account', 'Amount', 'Lines'],
        ['2025-10-31', '=1+1 _x0041_', '20000.1', '1'],
        ['', 'PAYE/NI', '-637.67', '2'],
        ['Total', '', '19362.43', '3'],
      ],
    });
  });

  it('shows times in London time, in summer and in winter', async () => {
    const rows = [new Date('2025-07-01T11:00:00Z'), new Date('2025-12-01T11:00:00Z')].map((at) => ({ cells: [at] }));
    const [sheet] = await opened(await workbook([{ name: 'Log', rows }]));
    expect(sheet?.rows).toEqual([['2025-07-01 12:00:00'], ['2025-12-01 11:00:00']]);
  });

  it('cuts a text that is so long that Excel would refuse the file', async () => {
    const [sheet] = await opened(await workbook([{ name: 'Log', rows: [{ cells: ['a'.repeat(40_000)] }] }]));
    expect(sheet?.rows[0]?.[0]).toHaveLength(32_767);
  });

  it('has each sheet, and the same bytes for the same sheets', async () => {
    const sheets = [wages, { ...wages, name: 'Again' }];
    const [first, second] = [await workbook(sheets), await workbook(sheets)];
    expect((await opened(first)).map(({ name }) => name)).toEqual(['Journal  October  1 2 ', 'Again']);
    expect(second.equals(first)).toBe(true);
  });

  it.each([
    [0, 0, 'A1'],
    [25, 9, 'Z10'],
    [26, 0, 'AA1'],
    [701, 0, 'ZZ1'],
    [702, 0, 'AAA1'],
  ])('calls column %i and row %i %s', (column, row, name) => {
    expect(address(column, row)).toBe(name);
  });
});
