import { type Eps, monthOfDay, monthsOf } from '../../../src/payrolls/files/eps.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { isSameButDay, keptOn, keptReturn, returnedIn, returnsKept } from '../../../src/payrolls/files/returned.js';
import { allowance, epsFile, levy, recovered, unpaid } from './eps-files.js';

function eps(inside: string): Eps {
  const read = readReturn(epsFile(inside));
  if (read.is !== 'eps') throw new Error('It is an FPS');
  return read;
}

const told = (file: string, before: readonly string[]) =>
  monthsOf(eps(file), before.map(eps)).map((one) =>
    [one.month, one.recovered, one.compensation, one.cisSuffered, one.levy].map(String).join(' '),
  );

/** Month; recovered, compensation, CIS suffered, levy. */
test.each<[string, string, readonly string[], readonly string[]]>([
  ['the first of the year', recovered(1, 100), [], ['1 100.00 10.00 0.00 0.00']],
  ['the next month', recovered(2, 250, 50), [recovered(1, 100)], ['2 150.00 15.00 50.00 0.00']],
  ['a month after a skipped one', recovered(4, 400), [recovered(1, 100)], ['4 300.00 30.00 0.00 0.00']],
  [
    'a correction of the same month',
    recovered(2, 300),
    [recovered(1, 100), recovered(2, 250)],
    ['2 200.00 20.00 0.00 0.00'],
  ],
  [
    'after an EPS that says nothing of recovery',
    recovered(3, 300),
    [recovered(1, 100), '<EmpAllceInd>yes</EmpAllceInd>', levy(2, 40)],
    ['3 200.00 20.00 0.00 0.00'],
  ],
  ['levy alone leaves recovery as it was', levy(2, 40), [recovered(1, 100) + levy(1, 30)], ['2 0.00 0.00 0.00 10.00']],
  [
    'levy to another month than recovery',
    recovered(3, 300) + levy(2, 40),
    [recovered(2, 200) + levy(1, 30)],
    ['3 100.00 10.00 0.00 0.00', '2 0.00 0.00 0.00 10.00'],
  ],
  ['less than before', recovered(2, 60), [recovered(1, 100)], ['2 -40.00 -4.00 0.00 0.00']],
  ['a month in which no one was paid', unpaid('2025-10-06', '2025-11-05'), [], ['7 0.00 0.00 0.00 0.00']],
  ['nothing but the allowance', '<EmpAllceInd>no</EmpAllceInd>', [], ['undefined 0.00 0.00 0.00 0.00']],
])('%s', (_, file, before, expected) => {
  expect(told(file, before)).toEqual(expected);
});

test.each([
  ['a later month given before it', recovered(7, 100), [recovered(8, 200)]],
  ['a later one among them', recovered(7, 100), [recovered(6, 50), recovered(8, 200)]],
  ['only its own month given before it', recovered(7, 100), [recovered(7, 90)]],
])('refuses %s, which would make the month wrong', (_, file, before) => {
  expect(() => told(file, before)).toThrow('the EPS of an earlier month is needed');
});

const folded = (...files: readonly string[]) => {
  const kept = files.map((file) => JSON.parse(JSON.stringify(keptReturn(eps(file)))) as unknown[]);
  return returnedIn(
    2026,
    kept.flatMap((one) => returnsKept(one)),
  );
};

/** Month; the first month of its amounts; recovered, compensation, CIS suffered, levy. */
test.each<[string, readonly string[], readonly string[]]>([
  [
    'in their order',
    [recovered(1, 100), recovered(2, 250, 50)],
    ['1 1 100.00 10.00 0.00 0.00', '2 2 150.00 15.00 50.00 0.00'],
  ],
  [
    'out of order',
    [recovered(2, 250, 50), recovered(1, 100)],
    ['1 1 100.00 10.00 0.00 0.00', '2 2 150.00 15.00 50.00 0.00'],
  ],
  [
    'of which one skips months',
    [recovered(1, 100), recovered(4, 400)],
    ['1 1 100.00 10.00 0.00 0.00', '4 2 300.00 30.00 0.00 0.00'],
  ],
  ['of which the last corrects', [recovered(2, 250), recovered(2, 300)], ['2 1 300.00 30.00 0.00 0.00']],
  ['with levy apart', [recovered(2, 200) + levy(1, 30)], ['1 1 0.00 0.00 0.00 30.00', '2 1 200.00 20.00 0.00 0.00']],
])('returns of a year %s are one fold', (_, files, expected) => {
  const months = [...folded(...files).months].sort(([a], [b]) => a - b);
  expect(
    months.map(([month, one]) =>
      [month, one.since, one.recovered, one.compensation, one.cisSuffered, one.levy].map(String).join(' '),
    ),
  ).toEqual(expected);
});

test('a claim of the allowance stands until a return says otherwise', () => {
  expect(folded(allowance('yes'), recovered(2, 100)).allowanceClaimed).toBe(true);
  expect(folded(allowance('yes'), allowance('no')).allowanceClaimed).toBe(false);
  expect(folded(recovered(2, 100)).allowanceClaimed).toBeUndefined();
});

test.each([
  ['2025-10-06', '2025-11-05', [7]],
  ['2025-11-06', '2026-02-05', [8, 9, 10]],
  ['2026-03-06', '2026-06-05', [12]],
])('no one is paid from %s to %s', (from, to, months) => {
  expect([...folded(unpaid(from, to)).noPayment]).toEqual(months);
});

const noMonth = '<RecoverableAmountsYTD><SMPRecovered>100.00</SMPRecovered></RecoverableAmountsYTD>';

/** To the 19th, the month that ended on the 5th; then the running one. */
test.each([
  ['2025-11-05', 7],
  ['2025-11-06', 7],
  ['2025-11-19', 7],
  ['2025-11-20', 8],
  ['2025-12-05', 8],
  ['2025-12-06', 8],
  ['2025-04-20', 1],
  ['2026-04-05', 12],
  ['2026-04-06', 12],
  ['2026-04-19', 12],
  ['2026-04-20', undefined],
  ['2025-04-19', undefined],
])('an EPS without a tax month, on %s, is of month %s', (day, month) => {
  expect(monthOfDay(2026, day)).toBe(month);
});

test('an EPS without a tax month is kept as one of the month of its day, and as the same on another', () => {
  const kept = JSON.parse(JSON.stringify(keptReturn(eps(noMonth)))) as unknown[];
  const [october, november] = ['2025-11-10', '2025-12-10'].map((day) => keptOn(kept, { year: 2026, day }) ?? []);
  expect(returnsKept(october ?? [])).toMatchObject([{ recoveredTo: 7, monthByDay: true }]);
  expect(isSameButDay(october ?? [], november ?? [])).toBe(true);
  expect(isSameButDay(october ?? [], keptReturn(eps(recovered(7, 100))))).toBe(false);
  expect(keptOn(kept, { year: 2026, day: '2026-04-20' })).toBeUndefined();
  expect(returnsKept(keptOn(kept, { year: 2026, day: '2026-04-20', month: 12 }) ?? [])).toEqual([
    { ...returnsKept(october ?? [])[0], monthByDay: undefined, recoveredTo: 12 },
  ]);
  const named = keptReturn(eps(recovered(7, 100)));
  expect(keptOn(named, { year: 2026, day: '2026-12-20', month: 12 })).toBe(named);
});
