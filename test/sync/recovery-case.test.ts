import { type RecoverySituation, recoveryCase } from '../../src/sync/facts/recovery-of.js';

const usual: RecoverySituation = {
  hasPay: true,
  hasRuns: true,
  payInBooks: true,
  recovery: 'none',
  runGone: false,
  isWanted: true,
  rate: 'settled',
};

test.each<[string, Partial<RecoverySituation>, ReturnType<typeof recoveryCase>]>([
  ['pay in the books, at a rate that is settled', {}, 'due'],
  ['no such pay', { hasPay: false }, 'none'],
  ['a month whose recoveries the policy does not post', { isWanted: false }, 'none'],
  ['pay that is not in the books yet', { payInBooks: false }, 'none'],
  ['a rate that no one confirmed', { rate: 'known' }, 'ask'],
  ['a rate that no one knows', { rate: 'unknown' }, 'ask'],
  ['a recovery whose send is not known to have arrived', { recovery: 'recorded' }, 'due'],
  ['the same, while the rate is not confirmed', { recovery: 'recorded', rate: 'known' }, 'ask'],
  ['the same, of pay that left the books', { recovery: 'recorded', payInBooks: false }, 'none'],
  ['a posted recovery', { recovery: 'in books', rate: 'known' }, 'due'],
  ['a posted recovery, and pay added at a rate no one knows', { recovery: 'in books', rate: 'unknown' }, 'stands'],
  ['a posted recovery of what the policy no longer posts', { recovery: 'in books', isWanted: false }, 'due'],
  ['a posted recovery of pay that left the books', { recovery: 'in books', payInBooks: false }, 'gone'],
  ['a posted recovery of pay that payroll took out', { recovery: 'in books', hasPay: false }, 'emptied'],
  ['the same, with its run', { recovery: 'in books', hasPay: false, runGone: true }, 'gone'],
  ['the same, where the month is empty', { recovery: 'in books', hasPay: false, hasRuns: false }, 'none'],
])('%s', (_, more, expected) => {
  expect(recoveryCase({ ...usual, ...more })).toBe(expected);
});
