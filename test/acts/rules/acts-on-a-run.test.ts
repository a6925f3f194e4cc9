import { expect, test } from '@jest/globals';
import { toAmend } from '../../../src/acts/runs/amend.js';
import { toApprove } from '../../../src/acts/approval/approve.js';
import type { ToDecide } from '../../../src/acts/runs/decided.js';
import { toPost } from '../../../src/acts/runs/post.js';
import { reviewing, toReverse } from '../../../src/acts/runs/reverse.js';
import type { PayRunRecord, Plan } from '../../../src/record/runs/pay-run.entity.js';
import { notNow, outcomeOf, payRun } from './refused.js';

const changed = (
  why: Extract<Plan, { kind: 'changed' }>['why'],
  more: Partial<Extract<Plan, { kind: 'changed' }>> = {},
): Plan => ({
  kind: 'changed',
  why,
  differences: [],
  ...more,
});
const drift = (what: 'edited' | 'missing' | 'doubled', more: object = {}): Plan => ({
  kind: 'drift',
  what,
  differences: [],
  sets: [],
  ...more,
});
const [september, october] = ['counterfoil:2026-05:2025-09-30', 'counterfoil:2026-06:2025-10-31'];
const set = 'https://books.test/v2/journal_sets/1';
const inPayroll = 'neither payroll nor the books have changed since it was posted';
const nothing = 'payroll has nothing to amend it to; reverse it';

test.each<[string, Partial<PayRunRecord>, string | null]>([
  ['other amounts', { plan: changed('amount') }, 'seen'],
  ['another pay date', { plan: changed('gone', { redateTo: 'other' }), gone: true }, 'gone'],
  [
    'another pay date, where payroll files it no more',
    { plan: changed('not_filed', { redateTo: 'other' }) },
    'not_filed',
  ],
  ['books that someone edited', { plan: drift('edited'), journalSet: set }, 'seen'],
  [
    'one of two equal sets, of which payroll holds the run',
    { plan: drift('doubled', { removable: 'set/2', payroll: 'hold' }) },
    'hold',
  ],
  ['one of two equal sets', { plan: drift('doubled', { removable: 'set/2' }) }, 'seen'],
])('a run is amended to %s', (_, over, fingerprint) => {
  expect(toAmend('Elm Ltd', payRun(over))).toStrictEqual([{ kind: 'amend', fingerprint }]);
});

test.each<[string, Plan | null, string]>([
  ['nothing changed', null, inPayroll],
  ['its books were compared', { kind: 'check', verdict: 'wrong', sets: [], causes: [] }, inPayroll],
  ['payroll holds it', changed('hold'), nothing],
  ['payroll pays no one', changed('nothing'), nothing],
  ['payroll has it no more', changed('gone'), nothing],
  ['payroll files it no more', changed('not_filed'), nothing],
  [
    'two others changed',
    changed('neighbour', { waitsFor: [september, october, october] }),
    'it only waits for the pay run paid 30 Sep 2025 and that paid 31 Oct 2025: deal with that first',
  ],
  ['another changed', changed('neighbour'), 'it only waits for the pay run next to it: deal with that first'],
  [
    'the journal of another may still come',
    changed('neighbour', { waitsFor: [october], mayCome: true }),
    'it only waits for the pay run paid 31 Oct 2025: its journal may still reach the books: we are looking for it',
  ],
  [
    'it waits for an ignored one alone',
    changed('neighbour', { waitsFor: [october], mayPost: true }),
    'the pay run paid 31 Oct 2025 is ignored and may pay some of the same people: post it anyway, or ignore it too',
  ],
  [
    'the books lost it',
    drift('missing'),
    'what is gone from the books cannot be amended there; post it again, or ignore it',
  ],
  [
    'someone edited what payroll holds now',
    drift('edited', { payroll: 'hold' }),
    'payroll has nothing to restore it to. Put it right in the books, or ignore it',
  ],
  [
    'the books have two that differ',
    drift('doubled'),
    'the journals in the books are not the same, so none of them is removed from here. Remove the wrong one in the books',
  ],
])('a run is not amended where %s', (_, plan, why) => {
  expect(outcomeOf(() => toAmend('Elm Ltd', payRun({ plan, journalSet: set })))).toStrictEqual(notNow('amend', why));
});

test('a reversal that was edited is put right in the books alone, and an ignored run is not reversed', () => {
  expect(outcomeOf(() => toAmend('Elm Ltd', payRun({ plan: drift('edited') })))).toStrictEqual(
    notNow('amend', 'what was edited is a reversal. Put it right in the books'),
  );
  const ignored = payRun({ state: 'ignored', journalSet: set });
  expect(outcomeOf(() => toReverse('Elm Ltd', ignored))).toStrictEqual(
    notNow('reverse', 'it is left alone for good. Reverse it in the books', 'ignored'),
  );
});

test('what is left is kept, and nothing is posted in place of what is gone, where payroll has no figures', () => {
  const lost = (left?: 'journal' | 'reversal') =>
    payRun({ state: 'drift', plan: drift('missing', { left, payroll: 'hold' }) });
  expect(toPost('Elm Ltd', lost('journal'))).toStrictEqual([{ kind: 'post', fingerprint: 'hold', figures: null }]);
  const why = 'payroll has nothing to post in place of what is gone. Ignore it, or wait until payroll has';
  expect(outcomeOf(() => toPost('Elm Ltd', lost()))).toStrictEqual(notNow('post', why, 'books altered since posting'));
  const undoes =
    'its reversal is still in the books and would undo what else is posted for this pay run. Remove that there too, or ignore this run';
  expect(outcomeOf(() => toPost('Elm Ltd', lost('reversal')))).toStrictEqual(
    notNow('post', undoes, 'books altered since posting'),
  );
});

test('a run is not posted while a refused change of it may still be made', () => {
  const refused = (checked?: true) =>
    payRun({ state: 'refused', plan: { kind: 'refused', act: 'amend', words: 'no', status: 422, checked } as never });
  const why = 'a change of its journal was refused and may still be made: we look for it first';
  expect(outcomeOf(() => toPost('Elm Ltd', refused(true)))).toStrictEqual(notNow('post', why, 'refused by the books'));
  expect(toPost('Elm Ltd', refused())).toStrictEqual(toBePosted());
});

const held = (code: string, figures?: Readonly<Record<string, string>>) =>
  payRun({
    state: 'held',
    mapped: {
      holds: [
        { code: 'other', message: '' },
        { code, message: '', figures },
      ],
    } as never,
  });

test('a hold is approved for the figures that the run has, and for its own', () => {
  const approval = { kind: 'approval', holdCode: 'already_in_books', fingerprint: 'seen' };
  const figures = { set: '1' };
  expect(toApprove('Elm Ltd', held('already_in_books', figures), { hold: 'already_in_books' })).toStrictEqual([
    { ...approval, figures },
  ]);
  expect(toApprove('Elm Ltd', held('already_in_books'), { hold: 'already_in_books' })).toStrictEqual([
    { ...approval, figures: null },
  ]);
});

test.each<[string, PayRunRecord, string, string]>([
  ['is not there', held('negative_gross'), 'negative_net_pay', '“Negative net pay” is not what holds it'],
  [
    'is of payslips that are not kept',
    payRun({ state: 'held' }),
    'negative_gross',
    '“Negative gross pay” is not what holds it',
  ],
  ['is unknown', held('negative_gross'), 'no_such_hold', '“no such hold” is not what holds it'],
  [
    'payroll releases',
    held('unknown_user'),
    'unknown_user',
    '“Employee not in the company” is not released by an approval, but by payroll, policy or a decision about the pay item',
  ],
])('no hold is approved that %s', (_, run, code, why) => {
  expect(outcomeOf(() => toApprove('Elm Ltd', run, { hold: code }))).toStrictEqual(notNow('approve', why, 'held'));
});

test('a hold of one person is approved for that person alone', () => {
  const user = (id: number) => `https://books.test/v2/users/${id}`;
  const holds = [
    { code: 'negative_gross', message: '', payslip: user(1), figures: { gross: '-1.00' } },
    { code: 'negative_gross', message: '', payslip: user(2), figures: { gross: '-2.00' } },
  ];
  const run = payRun({ state: 'held', mapped: { holds, paid: [] } as never });
  const released = (of?: string) => toApprove('Elm Ltd', run, { hold: 'negative_gross', user: of });
  expect(released(user(2))).toMatchObject([{ scope: 'payslip', userPath: '/v2/users/2', figures: { gross: '-2.00' } }]);
  expect(released()[0]).not.toHaveProperty('scope');
  expect(outcomeOf(() => released(user(3)))).toStrictEqual(
    notNow('approve', '“Negative gross pay” is not what holds the payslip of the user at /v2/users/3', 'held'),
  );
});

const toBePosted = (figures: { readonly despite: string } | null = null): readonly ToDecide[] => [
  { kind: 'post', fingerprint: 'seen', figures },
];

test.each<[string, Partial<PayRunRecord>, { readonly despite: string } | null]>([
  ['is ready', { state: 'ready' }, null],
  ['the books refused', { state: 'refused' }, null],
  ['was reversed', { state: 'held', holdCodes: ['negative_gross', 'reversed'] }, null],
  ['was reversed and changed since', { state: 'held', holdCodes: ['reversed'], plan: changed('amount') }, null],
  ['the books lost', { state: 'drift', plan: drift('missing') }, null],
  [
    'waits for ignored ones alone',
    { state: 'changed', plan: changed('neighbour', { mayPost: true, waitsFor: ['a', 'b'] }) },
    { despite: 'a b' },
  ],
  ['waits for none by name', { state: 'changed', plan: changed('neighbour', { mayPost: true }) }, { despite: '' }],
])('a run is posted that %s', (_, over, despite) => {
  expect(toPost('Elm Ltd', payRun(over))).toStrictEqual(toBePosted(despite));
});

test.each<[string, Partial<PayRunRecord>, string]>([
  ['is posted', { state: 'posted' }, 'posted'],
  ['is held', { state: 'held', holdCodes: ['negative_gross'] }, 'held'],
  ['was reversed and is ignored', { state: 'ignored', holdCodes: ['reversed'] }, 'ignored'],
  ['was edited in the books', { state: 'drift', plan: drift('edited') }, 'books altered since posting'],
  ['stands there twice', { state: 'drift', plan: drift('doubled') }, 'books altered since posting'],
  ['payroll changed', { state: 'changed', plan: changed('amount') }, 'payroll changed since posting'],
])('a run is not posted that %s', (_, over, state) => {
  const why =
    'only a run that is ready, refused, reversed, missing from the books or next to an ignored one can be posted';
  expect(outcomeOf(() => toPost('Elm Ltd', payRun(over)))).toStrictEqual(notNow('post', why, state));
});

test.each<[string, Plan | null, string, boolean]>([
  ['is as payroll has it', null, 'seen', false],
  ['payroll has other amounts for', changed('amount'), 'seen', true],
  ['payroll holds', changed('hold'), 'hold', false],
  ['payroll files no more', changed('not_filed'), 'not_filed', false],
  ['waits for another', changed('neighbour'), 'seen', false],
])(
  'what is reversed is bound to what was seen, and posted anew where amounts changed: one that %s',
  (_, plan, fingerprint, anew) => {
    const run = payRun({ plan, journalSet: 'https://books.test/v2/journal_sets/1' });
    const reversal = { kind: 'reverse', fingerprint, onDate: null };
    expect(toReverse('Elm Ltd', run)).toStrictEqual(
      anew ? [reversal, { kind: 'post', fingerprint: 'seen' }] : [reversal],
    );
    expect(reviewing(run)).toBe(anew ? 'post' : undefined);
  },
);

test('a reversal has a date where one is given, and there is none of what is not in the books', () => {
  const run = payRun({ journalSet: 'https://books.test/v2/journal_sets/1' });
  expect(toReverse('Elm Ltd', run, '2025-11-30')).toStrictEqual([
    { kind: 'reverse', fingerprint: 'seen', onDate: '2025-11-30' },
  ]);
  expect(outcomeOf(() => toReverse('Elm Ltd', payRun()))).toStrictEqual(
    notNow('reverse', 'there is no journal set of it in the books'),
  );
});

test.each<[string, Plan, string]>([
  ['edited it', drift('edited'), 'its journal was edited in the books. Put that right first'],
  ['removed it', drift('missing'), 'its journal is gone from the books, so nothing is left to reverse'],
  ['posted it again', drift('doubled'), 'the books have it twice. Remove one of the two first'],
  [
    'removed a part of it',
    drift('missing', { left: 'journal' }),
    'part of it is gone from the books. Keep what is left first (post)',
  ],
  [
    'removed it and left its reversal',
    drift('missing', { left: 'reversal' }),
    'its journal is gone from the books, so nothing is left to reverse',
  ],
])('nothing is reversed where someone %s in the books', (_, plan, why) => {
  const run = payRun({ plan, journalSet: 'https://books.test/v2/journal_sets/1' });
  expect(outcomeOf(() => toReverse('Elm Ltd', run))).toStrictEqual(notNow('reverse', why));
});
