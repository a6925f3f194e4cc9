import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { keyOf, type KnownPayment, yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { fpsFile, type PersonInFile } from './fps-files.js';

const file = (...people: PersonInFile[]) => {
  const read = readReturn(fpsFile(people));
  if (read.is !== 'fps') throw new Error('It is an EPS');
  return read;
};

/** Paid on a day, and the year to date after it: tax follows the pay. */
const pay = (paidOn: string, taxable: number, toDate: number, rest: PersonInFile = {}): PersonInFile => ({
  paidOn,
  period: `<MonthNo>${Number(paidOn.slice(5, 7)) - 3}</MonthNo>`,
  ...{ taxable: `${taxable}.00`, tax: `${taxable / 10}.00` },
  toDate: { taxable: `${toDate}.00`, tax: `${toDate / 10}.00` },
  ...rest,
});

const told = ({ filed, differs, unchecked, again }: KnownPayment) =>
  [
    ...[filed.paidOn.slice(5), filed.taxable.toString()],
    ...(differs === undefined ? [] : [`differs: ${differs.known} known, ${differs.sent} sent`]),
    ...(unchecked ? ['unchecked'] : []),
    ...(again ? ['again'] : []),
  ].join(' ');

const april = pay('2025-04-30', 1000, 1000);
const may = pay('2025-05-30', 1000, 2000);

test.each<[string, readonly (readonly PersonInFile[])[], readonly string[]]>([
  ['a year from its beginning', [[april], [may]], ['04-30 1000.00', '05-30 1000.00']],
  ['the file of May before that of April', [[may], [april]], ['04-30 1000.00', '05-30 1000.00']],
  ['the same again', [[april], [april], [may]], ['04-30 1000.00', '05-30 1000.00']],
  [
    'a supplementary payment is added',
    [[april], [pay('2025-04-30', 100, 1100)]],
    ['04-30 1000.00', '04-30 100.00 again'],
  ],
  ['a replacement replaces', [[april], [pay('2025-04-30', 1200, 1200)]], ['04-30 1200.00']],
  [
    'a replacement of the second month',
    [[april], [may], [pay('2025-05-30', 1200, 2200)]],
    ['04-30 1000.00', '05-30 1200.00'],
  ],
  [
    'a correction of April that was sent after May',
    [[april], [may], [pay('2025-04-30', 100, 2100)]],
    ['04-30 1000.00', '05-30 1000.00', '04-30 100.00 again'],
  ],
  [
    'a file that is missing',
    [[april], [pay('2025-06-30', 1000, 3000)]],
    ['04-30 1000.00', '06-30 1000.00 differs: 2000.00 known, 3000.00 sent'],
  ],
  ['a year that had begun', [[may], [pay('2025-06-30', 1000, 3000)]], ['05-30 1000.00 unchecked', '06-30 1000.00']],
  ['a replacement in a year that had begun', [[may], [pay('2025-05-30', 1200, 2200)]], ['05-30 1200.00 unchecked']],
  [
    'the first pay of a year that had begun, on an earlier day than it was sent for',
    [[may], [pay('2025-05-30', 0, 1000), pay('2025-05-27', 1000, 2000)], [pay('2025-06-30', 1000, 3000)]],
    ['05-30 0.00 unchecked', '05-27 1000.00 again', '06-30 1000.00'],
  ],
  [
    'the first pay of a year that had begun, on a later day, whose old day is made void last',
    [[may], [pay('2025-06-02', 1000, 2000)], [pay('2025-05-30', 0, 1000)]],
    ['05-30 0.00 unchecked', '06-02 1000.00'],
  ],
  [
    'two jobs of one payroll id in one file, of which neither replaces the other',
    [[april, pay('2025-04-30', 500, 500)]],
    ['04-30 1000.00', '04-30 500.00 differs: 1500.00 known, 500.00 sent again'],
  ],
  [
    'the same payment twice in one file',
    [[april, april]],
    ['04-30 1000.00', '04-30 1000.00 differs: 2000.00 known, 1000.00 sent again'],
  ],
  [
    'a supplementary payment whose year to date has a file that is missing',
    [[april], [pay('2025-04-30', 100, 2100)]],
    ['04-30 1000.00', '04-30 100.00 differs: 1100.00 known, 2100.00 sent again'],
  ],
  [
    'what was sent once more after a supplementary payment',
    [[april], [pay('2025-04-30', 100, 1100)], [april]],
    ['04-30 1000.00', '04-30 100.00 again'],
  ],
  [
    'pay that moved to another day, whose old day is made void by a file that comes after the next month’s',
    [[april], [pay('2025-04-28', 1000, 1000)], [may], [pay('2025-04-30', 0, 0)]],
    ['04-30 0.00', '04-28 1000.00 again', '05-30 1000.00'],
  ],
  ['a refund', [[april], [pay('2025-05-30', -200, 800)]], ['04-30 1000.00', '05-30 -200.00']],
])('%s', (_, files, expected) => {
  expect(
    yearOf(files.map((people) => file(...people)))
      .get('E1')
      ?.map(told),
  ).toEqual(expected);
});

test('where files came for the year before, a first one that is missing is missed', () => {
  const files = [file(may), file(pay('2025-06-30', 1000, 3000))];
  expect(yearOf(files, { followsFiles: true }).get('E1')?.map(told)).toEqual([
    '05-30 1000.00 differs: 1000.00 known, 2000.00 sent',
    '06-30 1000.00 differs: 1000.00 known, 3000.00 sent',
  ]);
  expect(
    yearOf([file(april), ...files], { followsFiles: true })
      .get('E1')
      ?.map(told),
  ).toEqual(['04-30 1000.00', '05-30 1000.00', '06-30 1000.00']);
});

test('who is not in a file stays, and who is first seen later must begin with that payment', () => {
  const ben = { payId: 'E2', fore: 'Ben' };
  const year = yearOf([
    file(april, pay('2025-04-30', 500, 500, ben)),
    file(may),
    file(pay('2025-06-30', 700, 900, { payId: 'E3' })),
  ]);
  expect(year.get('E2')?.map(told)).toEqual(['04-30 500.00']);
  expect(year.get('E3')?.map(told)).toEqual(['06-30 700.00 differs: 700.00 known, 900.00 sent']);
});

test('a changed payroll id goes on from the old one', () => {
  const moved = { ...may, payId: 'N1' };
  const read = file(moved).payments.map((one) => ({ ...one, oldPayId: 'E1' }));
  const year = yearOf([file(april), { payments: read }]);
  expect([...year.keys()]).toEqual(['N1']);
  expect(year.get('N1')?.map(told)).toEqual(['04-30 1000.00', '05-30 1000.00']);
});

test('a late correction under an id that was changed in the tax year after replaces what the old one was paid', () => {
  const files = [file(may), file({ ...pay('2025-05-30', 900, 1900), payId: 'N1' })];
  expect([...yearOf(files, { renamed: new Map([['N1', 'E1']]) })].map(([key, all]) => [key, ...all.map(told)])).toEqual(
    [['N1', '05-30 900.00 unchecked']],
  );
});

test('a further payment under the new id, for the day on which the files of a begun year start, follows the others', () => {
  const renamed = file(pay('2025-06-30', 1000, 3000, { payId: 'N7' }));
  const june = renamed.payments.map((one) => ({ ...one, oldPayId: 'E1' }));
  const more = pay('2025-05-30', 100, 3100, { payId: 'N7' });
  const year = yearOf([file(may), { payments: june }, file(more)]);
  expect(year.get('N7')?.map(told)).toEqual(['05-30 1000.00 unchecked', '06-30 1000.00', '05-30 100.00 again']);
});

test('who has no payroll id is known by the name', () => {
  expect(keyOf({ firstName: 'Ada', lastName: 'Ash' })).toBe('Ada Ash');
});
