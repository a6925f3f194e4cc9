import { amountWritten } from '../../../src/payrolls/files/amount-written.js';
import type { ColumnMap } from '../../../src/journal/policy/column-map.js';
import { headingsOf, parseColumnMap, payslipsInColumns } from '../../../src/payrolls/files/columns.js';
import { linesOfCsv } from '../../../src/payrolls/files/report-lines.js';
import { reportText } from '../../../src/payrolls/files/report-text.js';

test.each([
  ['£2,400.00', '2400.00'],
  ['2400', '2400.00'],
  ['2400.5', '2400.50'],
  ['(12.50)', '-12.50'],
  ['(£1,012.50)', '-1012.50'],
  ['12.50-', '-12.50'],
  ['-£5', '-5.00'],
  ['−5.00', '-5.00'],
  ['', '0.00'],
  ['-', '0.00'],
  ['1.234,56', undefined],
  ['1,23', undefined],
  ['12.345', undefined],
  ['(12.50', undefined],
  ['12.50)', undefined],
  ['-(12.50)', undefined],
  ['1257L', undefined],
  ['26OO.00', undefined],
])('%s is %s', (written, amount) => {
  expect(amountWritten(written)?.toString()).toBe(amount);
});

const map: ColumnMap = {
  person: 'Ref',
  name: 'Employee',
  fields: {
    Basic: 'basic_pay',
    PAYE: 'tax_deducted',
    NI: 'employee_ni',
    'ER NI': 'employer_ni',
    Pension: 'employee_pension',
  },
  net: 'Net',
  totals: 'Total',
};
const header = 'Ref,Employee,Basic,PAYE,NI,ER NI,Pension,Net';
const ada = 'E1,"Ash, Ada","2,000.00",190.20,76.16,237.45,0.00,"1,733.64"';
const ben = 'E2,Ben Birch,1500.00,90.20,36.16,162.45,,1373.64';
const total = 'Total,,"3,500.00",280.40,112.32,399.90,,"3,107.28"';

const people = new Map(['E1', 'E2'].map((id) => [id, { user: `/v2/users/${id}`, role: 'Employee' }]));
const answers = { employerPension: { '*': '0.00' }, bothShares: false, paidBefore: {} };
const read = (lines: readonly string[], its: ColumnMap = map) =>
  payslipsInColumns(linesOfCsv(lines.join('\n'), headingsOf(its)), its, '2025-10-31', { year: 2026, people, answers });
const asked = (lines: readonly string[], its?: ColumnMap) =>
  read(lines, its).flatMap((one) =>
    one.read.asked.map(({ code, field, amount }) => [code, field, amount].join(' ').trim()),
  );

test('reads each row, whatever stands before the headings', () => {
  const payslips = read(['Payslips of October', '', header, ada, '', ben, total]);
  expect(payslips.map(({ read: { user, firstName, lastName } }) => [user, firstName, lastName])).toEqual([
    ['/v2/users/E1', 'Ada', 'Ash'],
    ['/v2/users/E2', 'Ben', 'Birch'],
  ]);
  expect(payslips.flatMap((one) => one.read.asked)).toEqual([]);
  expect(payslips[0]?.read.figures.get('basic_pay')?.toString()).toBe('2000.00');
});

test.each<[string, readonly string[], readonly string[]]>([
  ['a total that is a penny off', [header, ada, ben, total.replace('280.40', '280.41')], ['totals_differ PAYE -0.01']],
  [
    'a net pay that the columns do not make',
    [header, ada.replace('1,733.64', '1,723.64'), ben, total.replace('3,107.28', '3,097.28')],
    ['net_pay_differs Net -10.00'],
  ],
  [
    'a column that no one named, with amounts',
    [`${header},Bonus`, `${ada},100.00`, ben, total],
    ['column_unknown Bonus'],
  ],
  [
    'a pension of which the employer’s part is not known',
    [
      header,
      ada.replace('237.45,0.00', '237.45,50.00').replace('1,733.64', '1,683.64'),
      ben,
      total.replace('399.90,,', '399.90,50.00,').replace('3,107.28', '3,057.28'),
    ],
    ['employer_pension_unknown employer_pension 50.00'],
  ],
  ['someone who is no one in the books', [header, ada, ben.replace('E2', 'E7'), total], ['person_unmapped user']],
])('asks about %s', (_, lines, expected) => {
  expect(asked(lines)).toEqual(expected);
});

const departments = {
  ...map,
  fields: { ...map.fields, Dept: 'information' },
};
const inDepartments = [`${header},Dept`, `${ada},Sales`, `${ben},Works`];

test('the total row may be named in a column that is information', () => {
  expect(asked([...inDepartments, `${total.replace('Total', '')},Total`], departments)).toEqual([]);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['of each part, and of all', [header, ada, ada.replace('E1', 'Total'), ben, ben.replace('E2', 'Total'), total], []],
  ['of each part', [header, ada, ada.replace('E1', 'Total'), ben, ben.replace('E2', 'Total')], []],
  [
    'of which one is off',
    [header, ada, ada.replace('E1', 'Total').replace('190.20', '190.21'), ben, total],
    ['totals_differ PAYE -0.01'],
  ],
  [
    'with someone after the last',
    [header, ada, ada.replace('E1', 'Total'), ben, ben.replace('E2', 'Total'), ben.replace('E2', 'E1')],
    ['totals_differ Basic 3500.00'],
  ],
])('several total rows, %s', (_, lines, expected) => {
  expect(asked(lines)).toEqual(expect.arrayContaining([...expected]));
  if (expected.length === 0) expect(asked(lines)).toEqual([]);
});

test('a column with no heading, and the first of two that no one named, hold money too', () => {
  expect(asked([`${header},`, `${ada},100.00`, ben, total])).toEqual(['column_unknown column 9']);
  expect(asked([`${header},Extra,Extra`, `${ada},100.00,`, `${ben},,`, `${total},,`])).toEqual([
    'column_unknown Extra',
  ]);
});

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('is read with %s between its columns', (_, delimiter) => {
  const lines = [
    ['Ref', '"Employee"', 'Basic', 'PAYE', 'NI', 'ER NI', 'Pension', 'Net'],
    ['E1', '"Ash, Ada"', '2,000.00', '190.20', '76.16', '237.45', '0.00', '1,733.64'],
    ['Total', '', '2,000.00', '190.20', '76.16', '237.45', '', '1,733.64'],
  ].map((cells) => cells.join(delimiter));
  expect(asked(lines)).toEqual([]);
});

test('is read as UTF-8, with a mark or without, as UTF-16 and as Windows writes it', () => {
  const written = 'Ref,Zoë,£5';
  const utf8 = new TextEncoder().encode(written);
  const all = [
    utf8,
    new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]),
    new Uint8Array([0xff, 0xfe, ...Buffer.from(written, 'utf16le')]),
    Buffer.from(written, 'latin1'),
  ];
  expect(all.map(reportText)).toEqual(all.map(() => written));
});

test('a column called information is not asked about, and one that is indispensable is missed', () => {
  expect(
    asked([`${header},Bonus`, `${ada},100.00`, ben, total], {
      ...map,
      fields: { ...map.fields, Bonus: 'information' },
    }),
  ).toEqual([]);
  const { 'ER NI': _, ...without } = map.fields;
  expect(asked([header, ada, ben, total], { ...map, fields: without })).toEqual([
    'column_unknown ER NI',
    'column_unknown employer_ni',
  ]);
});

test.each([
  ['nothing', [''], 'it is empty'],
  ['a web page', ['<html>sign in</html>'], 'it is a web page'],
  ['no headings', ['a,b', '1,2'], 'no row of headings with "Ref"'],
  ['a column that is not there', [header.replace('PAYE', 'Tax'), ada], 'there is no column "PAYE"'],
  [
    'a column that is there twice',
    [header.replace('Pension', 'PAYE').replace('Net', 'Pension,Net'), ada],
    'two columns "PAYE"',
  ],
  ['no total row', [header, ada, ben], 'no row "Total": it may have been cut short'],
  [
    'an amount that is none',
    [header, ada.replace('190.20', '19O.20'), total],
    'line 2, column "PAYE": an amount is expected',
  ],
  ['a row of no one', [header, ada, ben.replace('E2', ''), total], 'line 3: "Ref" is empty'],
  ['more cells than headings', [header, `${ada},5.00`, total], 'line 2: there are more cells than headings'],
  [
    'a row that is cut short',
    [header, ada, 'E2,Ben Birch,1500.00', total],
    'line 3: there are fewer cells than headings',
  ],
  ['a total row with no totals', [header, ada, 'Total,,,,,,,'], 'the row "Total" has no totals'],
  ['no one', [header, total], 'it contains no people'],
  ['quotation marks that do not match', [header, 'E1,"Ash', total], 'it is not CSV'],
])('refuses %s', (_, lines, words) => {
  expect(() => read(lines)).toThrow(words);
});

test('a map names payslip fields', () => {
  expect(() => parseColumnMap({ ...map, fields: { Basic: 'basic' } })).toThrow('did you mean "basic_pay"');
});
