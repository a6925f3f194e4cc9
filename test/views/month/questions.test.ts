import type { HeldRun } from '../../../src/views/month/board-lists.js';
import { nextHeld, questionsIn, sameQuestions } from '../../../src/views/month/questions.js';

type Asked = HeldRun['questions'][number];
const other: Asked = { code: 'ambiguous_field', message: 'x', field: 'other_deductions', payslip: 'u/1' };
const loan: Asked = { ...other, field: 'deductions_subject_to_nic_but_not_paye' };
const held = (companyId: string, questions: readonly Asked[], tag = 'counterfoil:2026-06:2025-10-31'): HeldRun => ({
  row: { companyId, company: companyId, tag } as HeldRun['row'],
  questions,
});
const [ash, birch, cedar, dale] = [
  held('ash', [other, loan]),
  held('birch', [other]),
  held('cedar', [loan]),
  held('dale', [other], 'counterfoil.monthly:2026-06:2025-10-31'),
] as const;
const all = [ash, birch, cedar, dale];
const clients = (same: ReturnType<typeof sameQuestions>) => same.map(({ row }) => row.companyId);

test('a question is the same only for the same item, asked for the same reason, of the same program', () => {
  expect(clients(sameQuestions(all, ash.row, other))).toEqual(['birch']);
  expect(clients(sameQuestions(all, ash.row, loan))).toEqual(['cedar']);
  // Files may come of any program, and its “other deductions” may be something else.
  expect(clients(sameQuestions(all, dale.row, other))).toEqual([]);
  expect(clients(sameQuestions(all, ash.row, { ...other, code: 'unknown_money_field' }))).toEqual([]);
  expect(
    clients(sameQuestions([ash, held('fir', [{ ...other, code: 'unknown_money_field' }])], ash.row, other)),
  ).toEqual([]);
});

test('an approval is never asked for many at once', () => {
  const guard: Asked = { code: 'possible_double_count', message: 'x', payslip: 'u/1', field: 'other_deductions' };
  expect(clients(sameQuestions([held('ash', [guard]), held('birch', [guard])], ash.row, guard))).toEqual([]);
});

test('after the last of the list comes its first again, and after the only one none', () => {
  const next = (of: HeldRun, among = all) => nextHeld(among, of.row)?.row.companyId;
  expect([next(ash), next(dale), next(ash, [ash])]).toEqual(['birch', 'ash', undefined]);
  // It was answered, and is held no more.
  expect(next(ash, [birch, cedar])).toBe('birch');
  expect(questionsIn(all)).toBe(5);
});
