import { foundInShort } from '../../../src/controls/found-in-short.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { actInWords, actNamed, answerInWords, decidedInWords } from '../../../src/views/log/log-words.js';
import {
  dealtWithFirst,
  dueInWords,
  partsInWords,
  stateInWords,
  uncleanInParts,
} from '../../../src/doors/review/frame/words.js';
import { recoveryInWords } from '../../../src/views/checks/check-words.js';
import { inSentence } from '../../../src/views/words/words.js';

test.each([
  ['2025-12-22', 'due by Mon 22 Dec'],
  ['2026-01-22', 'due by Thu 22 Jan 2026'],
  // By Faster Payments it is due on the day itself.
  ['2025-11-22', 'due by Fri 21 Nov, or Sat 22 Nov by Faster Payments'],
  ['2025-11-21', 'was due by Fri 21 Nov'],
  ['2025-06-22', 'was due by Fri 20 Jun, or Sun 22 Jun by Faster Payments'],
])('PAYE due on %s', (date, words) => {
  expect(dueInWords(date, '2025-11-22')).toBe(words);
});

test.each([
  ['0.92', 'after 92% statutory pay recovery'],
  ['1.085', 'after 108.5% statutory pay recovery'],
  ['0.92 and 1.03', 'after 92% and 103% statutory pay recovery'],
])('recovery at %s', (rates, words) => {
  expect(recoveryInWords(rates)).toBe(words);
});

test('a run that was never posted has not changed since posting', () => {
  expect(stateInWords({ state: 'changed', inBooks: true })).toBe('Payroll changed since posting');
  expect(stateInWords({ state: 'changed', inBooks: false })).toBe('Waits for another pay run');
  expect(actInWords({ act: 'changed', outcome: 'found', journalSet: 'set/1' })).toBe('Payroll changed since posting');
  expect(actInWords({ act: 'changed', outcome: 'found' })).toBe('Waits for another pay run');
});

test('a run that waits for others names their months', () => {
  expect(dealtWithFirst({ waitsFor: ['counterfoil:2026-06:2025-10-31'] })).toBe('Deal with October first');
  expect(dealtWithFirst({ waitsFor: ['counterfoil:2026-05:2025-09-30', 'counterfoil:2026-06:2025-10-31'] })).toBe(
    'Deal with September and October first',
  );
  expect(dealtWithFirst({})).toBe('Deal with the pay run next to it first');
  expect(dealtWithFirst({ waitsFor: ['counterfoil:2026-06:2025-10-31'], mayCome: true })).toBe(
    'The journal of October may still reach the books, and is looked for',
  );
  expect(dealtWithFirst({ waitsFor: ['counterfoil:2026-06:2025-10-31'], mayPost: true })).toBe(
    'Someone in it may be paid already by October, which is ignored',
  );
});

test.each([
  ['post', 'in_doubt', 'Journal sent, awaiting confirmation'],
  ['amend', 'in_doubt', 'Amendment sent, awaiting confirmation'],
  ['settle', 'released', 'Checked: was not posted'],
  ['settle', 'done', 'Checked: was posted'],
  ['reverse', 'asked', 'Reversal requested'],
  ['ask_admin', 'asked', 'Second administrator requested'],
  ['settle', 'refused', 'Checked: refused by the books'],
  ['amend', 'refused', 'Amended: refused by the books'],
  ['refuse', 'refused', 'Access refused'],
])('%s, %s', (act, outcome, words) => {
  expect(actInWords({ act, outcome })).toBe(words);
});

test('what is open of many people is kept in the log counted, and told so', () => {
  const of902 = Array.from({ length: 21 }, () => ({ account: '902', state: 'no_payment_posted' }));
  const answer = foundInShort(1, [{ account: '814', state: 'part_paid' }, ...of902]);
  expect(answer).toBe('causes 1, 814 part_paid, 902 no_payment_posted 21');
  const told = answerInWords({ act: 'controls', outcome: 'found', answer });
  expect(told).toBe('one cause · 814 part paid · 902 no payment posted (21)');
  expect(foundInShort(0, [])).toBeUndefined();
});

test('a filter by act is not named like its last stage alone', () => {
  expect(['post', 'sign_off', 'hold', 'policy'].map(actNamed)).toEqual([
    'Posting',
    'Sign-off',
    'Held',
    'Policy changed',
  ]);
});

test.each([
  [
    'controls',
    'found',
    'causes 2, 813 part_paid, 902 no_payment_posted, 902 no_payment_posted',
    '2 causes · 813 part paid · 902 no payment posted (2)',
  ],
  ['controls', 'found', 'causes 1, 902 no_payment_posted 21', 'one cause · 902 no payment posted (21)'],
  [
    'controls',
    'found',
    `causes 1, ${'902 no_payment_posted, '.repeat(20)}`.slice(0, 300),
    'one cause · 902 no payment posted (12) · and more',
  ],
  ['controls', 'found', 'causes 1', 'one cause'],
  // Of an earlier release.
  ['controls', 'found', '813 needs_a_journal', '813 needs a journal'],
  ['controls', 'accepted', '814 rounding', '814 rounding'],
  ['controls', 'failed', 'The trial balance was refused', 'The trial balance was refused'],
  ['verify', 'found', 'edited counterfoil:2027-05:2026-09-30', 'paid 30 Sep 2026 altered in the books'],
  [
    'verify',
    'found',
    'doubled a:2027-05:2026-09-30:r2, missing a:2027-04:2026-08-31',
    'paid 30 Sep 2026 in the books twice · paid 31 Aug 2026 missing from the books',
  ],
  [
    'post',
    'in_doubt',
    'the service answered 502: Bad gateway',
    'no clear answer: the service answered 502: Bad gateway',
  ],
  ['amend', 'in_doubt', 'other side closed', 'the service did not answer: the connection broke off'],
  ['post', 'refused', 'Journal set is locked', 'Journal set is locked'],
])('%s, %s: what was noted with it, in words', (act, outcome, answer, words) => {
  expect(answerInWords({ act, outcome, answer })).toBe(words);
});

test('an adjustment is named', () => {
  expect(actInWords({ act: 'post', adjustment: 'recovery' })).toBe('Statutory pay recovered: posted');
  expect(actInWords({ act: 'reverse', outcome: 'asked', adjustment: 'levy-2' })).toBe(
    'Apprenticeship levy 2: reversal requested',
  );
});

test.each([
  ['Posted', 'posted'],
  ['Pay date passed, FPS not accepted', 'pay date passed, FPS not accepted'],
  ['HMRC interest or penalty', 'HMRC interest or penalty'],
])('%s in a sentence', (words, lowered) => {
  expect(inSentence(words)).toBe(lowered);
});

test('a decision is shown with its field and for whom it is', () => {
  const decided = { kind: 'treatment', scope: 'person', field: 'other_deductions', as: 'deduct' } as const;
  expect(decidedInWords(decided)).toEqual(['Other deductions: deducted', 'this person, from now on']);
  expect(decidedInWords({ kind: 'reverse', scope: 'run', on: '2025-11-01' })).toEqual(['dated 1 Nov 2025']);
  expect(decidedInWords({ kind: 'approval', scope: 'run', hold: 'negative_gross' })).toEqual([
    'approved: negative gross pay',
  ]);
});

test('why a run needs a closer look', () => {
  expect(partsInWords(uncleanInParts({ is: 'variance', by: Money.parse('5855.83') }))).toBe(
    'Gross +£5,855.83 on the month before',
  );
  const paye = { answer: 'not_known', of: 'to_be_posted' } as const;
  expect(partsInWords(uncleanInParts({ is: 'not_agreed', paye }))).toBe('PAYE due not known yet');
  expect(partsInWords(uncleanInParts({ is: 'warning', code: 'negative_tax' }))).toBe('Tax refund');
});
