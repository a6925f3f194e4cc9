import { correctionColumns, correctionsOf, reachesToNow } from '../../../src/views/company/audit-corrections.js';
import type { AuditSeen } from '../../../src/views/company/audits.js';

type Verdict = AuditSeen['runs'][number]['verdict'];

const accounts = [
  { account: '402', amount: '437.50' },
  { account: '814', amount: '-437.50' },
];
const run = (datedOn: string, verdict: Verdict): AuditSeen['runs'][number] => ({
  ...{ year: 2026, period: 6, datedOn, verdict, sets: [], amount: '437.50' },
  causes: [{ cause: 'other', amount: '437.50', accounts }],
});
const year = (...runs: AuditSeen['runs']) => ({
  answer: { year: 2026, runs, other: [], accounts: [], causes: [] },
});
const corrected = (kept: ReturnType<typeof year>, policy: Parameters<typeof correctionsOf>[1]) =>
  correctionsOf(kept, policy).map((one) => one.run.datedOn);

test('what others posted is corrected by a journal, what we post on its pay run, and never by both', () => {
  const kept = year(
    run('2025-09-30', 'wrong'),
    run('2025-10-05', 'missing'),
    run('2025-10-06', 'missing'),
    run('2025-10-31', 'wrong'),
    run('2025-11-30', 'doubled'),
  );
  const others = ['2025-09-30', '2025-10-05', '2025-11-30'];
  expect(corrected(kept, { mode: 'approve', postFrom: '2025-10-06' })).toEqual(others);
  expect(corrected(kept, { mode: 'auto', postFrom: null })).toEqual(['2025-11-30']);
  expect(corrected(kept, { mode: 'check', postFrom: '2025-10-06' })).toHaveLength(5);
});

test('inside filed accounts a correction is dated on the first open day, and called prior-year', () => {
  const closed = [
    { from: '2024-04-01', to: '2025-03-31' },
    { from: '2025-04-01', to: '2025-09-30' },
  ];
  const kept = { ...year(run('2025-03-31', 'wrong'), run('2025-09-30', 'missing'), run('2025-10-31', 'wrong')) };
  const should = { runs: [], people: {}, closed };
  const found = correctionsOf({ ...kept, should }, { mode: 'check', postFrom: null });
  expect(found.map(({ datedOn, isPriorYear }) => [datedOn, isPriorYear])).toEqual([
    ['2025-10-01', true],
    ['2025-10-01', true],
    ['2025-10-31', false],
  ]);
  const names = { account: () => undefined, person: () => undefined } as never;
  const last = correctionColumns(names, { should }).slice(-2);
  const lines = found.flatMap(({ lines: [line] }) => line ?? []);
  expect(lines.map((line) => last.map(({ value }) => value(line)))).toEqual([
    ['Prior-year correction of payroll paid 31 Mar 2025: what no cause explains', { day: '2025-10-01' }],
    ['Prior-year correction of payroll paid 30 Sep 2025: what no cause explains', { day: '2025-10-01' }],
    ['Correction of payroll paid 31 Oct 2025: what no cause explains', { day: '2025-10-31' }],
  ]);
});

test('nothing is corrected of what agrees, was corrected, was posted another way or is not judged', () => {
  const verdicts = ['right', 'corrected', 'elsewhere', 'not_judged'] as const;
  const kept = year(...verdicts.map((verdict) => run('2025-09-30', verdict)));
  expect(corrected(kept, { mode: 'check', postFrom: null })).toEqual([]);
});

test.each([
  ['of the year that runs', 2026, '2025-11-10', '2025-11-12', true],
  ['read more than a week ago', 2026, '2025-11-01', '2025-11-12', false],
  ['of the year that has just ended', 2026, '2026-05-01', '2026-05-06', true],
  ['of a year that ended more than a month ago', 2026, '2026-05-10', '2026-05-10', false],
])('an audit %s', (_, of, read, now, reaches) => {
  const kept = { readAt: new Date(`${read}T09:00:00Z`), answer: { ...year().answer, year: of } };
  expect(reachesToNow(kept, new Date(`${now}T08:00:00Z`))).toBe(reaches);
});
