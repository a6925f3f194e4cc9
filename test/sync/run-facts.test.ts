import { judge } from '../../src/sync/facts/judged.js';
import { describe, expect, test } from '@jest/globals';
import type { Mapped } from '../../src/journal/decide/decide.js';
import { fingerprint } from '../../src/journal/nouns/identity.js';
import type { MappedRun } from '../../src/journal/mapping/mapper.js';
import type { StoredRemark } from '../../src/record/runs/pay-run.entity.js';
import type { Posting } from '../../src/record/runs/posting.entity.js';
import {
  askedActs,
  caseOf,
  decisionFor,
  effectivePosting,
  fingerprintShown,
  guardRange,
  isAskedFor,
  isAdjustmentTag,
  mappedOf,
  mayYetShow,
  newRun,
  ofPeriod,
  payRunsOf,
  postedFromThis,
  postedJournal,
  type RunFacts,
  sentContent,
  standing,
  triedAgain,
} from '../../src/sync/facts/run-facts.js';
import {
  company,
  contentKeyOf,
  decisionOf,
  entriesOf,
  october,
  paidOn,
  postingOf,
  runOf,
  september,
  urlOf,
  writeOf,
  type RunFields,
} from '../factories/facts.js';

const { policy } = company;
const replacement = `${october}:r2`;
const reversal = `${october}:reversal-1`;
const levy: RunFacts['adjustment'] = {
  kind: 'levy',
  number: 1,
  runTag: null,
  entered: null,
  note: 'bill',
  dueOn: null,
  inPayment: false,
  enteredBy: 'Ruth',
};
const hold: StoredRemark = { code: 'unknown_field', message: 'What is it?' };
const documentOf = (gross: string) => ({ documentHash: `document of ${gross}` });

describe('a run that nothing is recorded of', () => {
  const { policyVersion } = company;
  const place = { tag: october, year: 2026, period: 6, datedOn: paidOn };
  const made = (postFrom: string | null, startDate?: string) =>
    newRun({ policy: { ...policy, postFrom }, policyVersion, startDate }, place);

  test('is not in payroll, and no one has begun anything for it', () => {
    expect(made(null)).toStrictEqual({
      ...place,
      beforeCutover: false,
      policyVersion: 1,
      recorded: { postings: [], toLookAgain: [], decided: [] },
      payroll: { inPayroll: false, filed: false, holds: [] },
      looked: { guardHolds: [], remarks: [] },
      thisSync: { isAskedAgain: false, tries: 0, unclear: {}, rowIsStale: false, doneForNow: false },
    });
  });

  test.each<[string, string | null, string | undefined, boolean]>([
    ['paid on the day of the cut-over', paidOn, undefined, false],
    ['paid the day before it', '2025-11-01', undefined, true],
    ['paid on the first day of the books', null, paidOn, false],
    ['paid before the books begin', null, '2025-11-01', true],
    ['paid before the books begin, after the cut-over', '2025-10-01', '2025-11-01', true],
    ['paid before the cut-over, in the books', '2025-11-01', '2025-04-01', true],
  ])('%s', (_, postFrom, startDate, before) => {
    expect(made(postFrom, startDate).beforeCutover).toBe(before);
  });
});

describe('which runs', () => {
  const weekly = runOf('500.00', { tag: october.replace('31', '24') });
  const bill = runOf('10.00', { tag: october.replace(paidOn, '2025-10-30'), adjustment: levy });
  const before = runOf('2000.00', { tag: september });
  const runs = new Map([runOf('2000.00'), weekly, bill, before].map((run) => [run.tag, run]));

  test('are of a period', () => {
    expect(ofPeriod(runs, weekly.tag).map(({ tag }) => tag)).toStrictEqual([october, weekly.tag, bill.tag]);
    expect(ofPeriod(runs, september).map(({ tag }) => tag)).toStrictEqual([september]);
    expect(ofPeriod(runs, 'counterfoil:2026-08:2025-12-31')).toStrictEqual([]);
  });

  test('are pay runs', () => {
    expect(payRunsOf(runs.values())).not.toContain(bill);
    expect(payRunsOf(runs.values())).toHaveLength(3);
    expect(isAdjustmentTag('counterfoil', 'counterfoil:2026-06:levy-1')).toBe(true);
    expect(isAdjustmentTag('counterfoil', october)).toBe(false);
  });

  test.each<[string, { year?: number; period?: number }, boolean]>([
    ['everything', {}, true],
    ['their year', { year: 2026 }, true],
    ['another year', { year: 2025 }, false],
    ['their period', { year: 2026, period: 6 }, true],
    ['another period', { year: 2026, period: 5 }, false],
    ['the same period of another year', { year: 2025, period: 6 }, false],
  ])('are asked for with %s', (_, asked, is) => {
    expect(isAskedFor({ trigger: 'command', actor: 'Ruth', ...asked }, { year: 2026, period: 6 })).toBe(is);
  });
});

describe('the days that the guard reads', () => {
  test('are the tax month', () => {
    expect(guardRange([runOf('2000.00')])).toStrictEqual({ from: '2025-10-06', to: '2025-11-05' });
  });

  test.each<[string, RunFields, { from?: string; to?: string }]>([
    ['a pay date before it', { datedOn: '2025-09-30' }, { from: '2025-09-30' }],
    ['a pay date after it', { datedOn: '2025-11-30' }, { to: '2025-11-30' }],
    [
      'the day of a reversal',
      { postings: [postingOf('2000.00', { kind: 'reversal', datedOn: '2025-12-04' })] },
      { to: '2025-12-04' },
    ],
    ['not the day of a post', { postings: [postingOf('2000.00', { datedOn: '2025-12-04' })] }, {}],
    [
      'not a reversal that is gone',
      {
        postings: [postingOf('2000.00', { kind: 'reversal', datedOn: '2025-12-04', state: 'removed' })],
      },
      {},
    ],
  ])('and %s', (_, over, days) => {
    const range = { from: '2025-10-06', to: '2025-11-05', ...days };
    expect(guardRange([runOf('2000.00'), runOf('2000.00', over)])).toStrictEqual(range);
  });

  test('are those of some run', () => {
    expect(() => guardRange([])).toThrow('a pay period without pay runs is not looked at');
  });
});

describe('what payroll has', () => {
  const content = (gross: string, datedOn = paidOn): Mapped => ({
    is: 'post',
    datedOn,
    lines: entriesOf(gross),
    fingerprint: contentKeyOf(gross, datedOn),
  });
  const mapped = (change: Partial<MappedRun>): RunFields => ({
    mapped: { ...(runOf('2000.00').payroll.mapped as MappedRun), ...change },
  });
  const paid = { year: 2026, period: 6, datedOn: paidOn, payslips: [{ userPath: '/v2/users/1' }] };
  const replaced = (generation: number, datedOn: string, over = {}) =>
    postingOf('1900.00', { id: `posting-${generation}`, generation, datedOn, ...over });

  test.each<[string, RunFields, Mapped]>([
    ['a journal', {}, content('2000.00')],
    ['no such run', { inPayroll: false }, { is: 'gone' }],
    ['a run that is not filed', { filed: false }, { is: 'not_filed' }],
    ['a document that was not mapped', { mapped: undefined }, { is: 'nothing' }],
    ['nothing to post', mapped({ outcome: 'nothing' }), { is: 'nothing' }],
    [
      'something held',
      { holds: [hold], ...mapped({ payRun: paid as unknown as MappedRun['payRun'] }) },
      { is: 'hold', people: ['/v2/users/1'] },
    ],
    ['no journal of what is held', mapped({ journal: undefined }), { is: 'hold', people: [] }],
    ['what the mapper has not given a fingerprint', mapped({ fingerprint: undefined }), content('2000.00')],
    [
      'what the mapper has given one',
      mapped({ fingerprint: 'known' }),
      { ...content('2000.00'), fingerprint: 'known' } as Mapped,
    ],
    [
      'another document than what was posted',
      { postings: [postingOf('1900.00', documentOf('1900.00'))] },
      content('2000.00'),
    ],
    [
      'the document that was posted, whatever it is mapped to now',
      { postings: [postingOf('1900.00', documentOf('2000.00'))], holds: [hold] },
      expect.objectContaining({
        is: 'post',
        fingerprint: contentKeyOf('1900.00'),
        datedOn: paidOn,
      }) as unknown as Mapped,
    ],
    ['the day of the replacement', { postings: [replaced(2, '2025-11-03')] }, content('2000.00', '2025-11-03')],
    [
      'the day of the last of them',
      { postings: [replaced(2, '2025-11-03'), replaced(3, '2025-11-04')] },
      content('2000.00', '2025-11-04'),
    ],
    [
      'in whatever order',
      { postings: [replaced(3, '2025-11-04'), replaced(2, '2025-11-03')] },
      content('2000.00', '2025-11-04'),
    ],
    [
      'its own day, though a reversal has another',
      { postings: [replaced(2, '2025-11-03', { kind: 'reversal' })] },
      content('2000.00'),
    ],
    ['its own day, though the first post has another', { postings: [replaced(1, '2025-11-03')] }, content('2000.00')],
    [
      'its own day, though a replacement that is gone has another',
      { postings: [replaced(2, '2025-11-03', { state: 'removed' })] },
      content('2000.00'),
    ],
  ])('%s', (_, over, expected) => {
    expect(mappedOf(runOf('2000.00', over))).toStrictEqual(expected);
  });

  test.each<[string, RunFields, string | null]>([
    ['what is to be posted', {}, contentKeyOf('2000.00')],
    [
      'what was posted, dated as the replacement',
      { postings: [replaced(2, '2025-11-03')] },
      contentKeyOf('2000.00', '2025-11-03'),
    ],
    ['what is held', { holds: [hold] }, contentKeyOf('2000.00')],
    ['nothing', { mapped: undefined }, null],
    ['a journal without one', { holds: [hold], ...mapped({ fingerprint: undefined }) }, null],
  ])('its fingerprint is shown: %s', (_, over, expected) => {
    expect(fingerprintShown(runOf('2000.00', over))).toBe(expected);
  });
});

describe('what was posted from the document that payroll has now', () => {
  const from = (over: RunFields) => runOf('2000.00', over);
  const same = postingOf('1900.00', documentOf('2000.00'));

  test('is a journal again', () => {
    const lines = same.lines.map((line, index) =>
      index === 0 ? { ...line, from: ['gross'] } : { ...line, from: undefined },
    );
    const run = from({ postings: [{ ...same, lines: lines as typeof same.lines }] });
    const [gross, net] = entriesOf('1900.00');
    expect(postedFromThis(run)).toMatchObject({ fingerprint: contentKeyOf('1900.00'), datedOn: paidOn });
    expect(postedFromThis(run)?.lines.map(({ debit }) => debit.toString())).toStrictEqual(['1900.00', '-1900.00']);
    expect(postedJournal(run)).toMatchObject({ datedOn: paidOn, description: 'Payroll', tag: october });
    expect(postedJournal(run)?.entries).toStrictEqual([
      expect.objectContaining({ category: gross?.category, from: ['gross'] }),
      expect.objectContaining({ category: net?.category, user: net?.user, from: [] }),
    ]);
  });

  test.each<[string, RunFields]>([
    ['nothing is posted', {}],
    ['it was posted from another', { postings: [postingOf('2000.00', documentOf('1900.00'))] }],
    ['neither has a hash', { documentHash: undefined, postings: [postingOf('2000.00', { documentHash: undefined })] }],
    ['the set is gone', { postings: [{ ...same, state: 'removed' }] }],
  ])('is nothing if %s', (_, over) => {
    expect(postedFromThis(from(over))).toBeUndefined();
    expect(postedJournal(from(over))).toBeUndefined();
  });
});

describe('the set that counts', () => {
  const first = postingOf('2000.00');
  const undone = postingOf('2000.00', { id: 'posting-2', kind: 'reversal', tag: reversal, journalSet: urlOf(2) });
  const second = postingOf('2100.00', { id: 'posting-3', tag: replacement, generation: 2, journalSet: urlOf(3) });

  test.each<[string, readonly Posting[], Posting | undefined]>([
    ['none without postings', [], undefined],
    ['the post', [first], first],
    ['none once it is reversed', [first, undone], undefined],
    ['the replacement after that', [first, undone, second], second],
    ['never a reversal', [{ ...undone, generation: 2 }], undefined],
    ['the post, though a reversal of it is gone', [first, { ...undone, state: 'removed' }], first],
    ['none that is gone', [{ ...first, state: 'removed' }], undefined],
    ['also a doubled one', [{ ...first, state: 'doubled' as const }], { ...first, state: 'doubled' }],
  ])('%s', (_, postings, expected) => {
    expect(effectivePosting({ recorded: { postings } })).toStrictEqual(expected);
    expect(standing({ recorded: { postings } })).toStrictEqual(
      postings.filter(({ state }) => ['in_books', 'doubled'].includes(state)),
    );
  });
});

describe('what may yet show in the books', () => {
  const lookedAt = new Date('2025-11-10T09:00:00Z');
  test.each([
    ['a post that no one looked for', {}, true],
    ['a post in the minute after it was refused', { lookedAt, waitedMs: 59_999 }, true],
    ['not one that was looked for over its window', { lookedAt, waitedMs: 60_000 }, false],
    ['not a reversal', { kind: 'reverse' as const }, false],
    ['an amendment that no one looked for', { kind: 'amend' as const }, true],
  ])('%s', (_, over, may) => {
    const write = writeOf('2000.00', { state: 'refused', ...over });
    const run = runOf('2000.00', { toLookAgain: [write] });
    expect(mayYetShow(run)).toStrictEqual(may ? [write] : []);
    expect(caseOf(run, policy).mayYetShow).toStrictEqual(may ? [contentKeyOf('2000.00')] : undefined);
  });

  const dated = { is: 'post', datedOn: paidOn, lines: [], fingerprint: 'other' } as const;
  const asPayroll = fingerprint(paidOn, entriesOf('2000.00'));
  test.each<[string, Parameters<typeof writeOf>[1], Mapped, string]>([
    ['a first post: as it was sent', { targetFingerprint: 'sent' }, dated, 'sent'],
    ['a replacement: on the day that payroll has', { tag: replacement, targetFingerprint: 'sent' }, dated, asPayroll],
    [
      'a replacement of a run that is gone: as it was sent',
      { tag: replacement, targetFingerprint: 'sent' },
      { is: 'gone' },
      'sent',
    ],
    ['a reversal: as it was sent', { kind: 'reverse', tag: reversal, targetFingerprint: 'sent' }, dated, 'sent'],
  ])('%s', (_, over, mapped, expected) => {
    expect(sentContent(writeOf('2000.00', over), mapped)).toBe(expected);
  });
});

describe('a run in the form of the decision table', () => {
  const approval = decisionOf('approval');
  const two = { ...policy, approval: 'two' as const, amendments: 'amend' as const };
  const open = writeOf('2000.00');

  test('has all that is decided from', () => {
    const firstSeenAt = new Date('2025-11-01T09:00:00Z');
    const posted = postingOf('2000.00', { generation: 3 });
    const over = {
      ...{ postings: [posted], open, seen: [], drift: 'edited', lastFreeLines: entriesOf('2000.00') },
      row: { firstSeenAt },
    } as unknown as RunFields;
    const made = caseOf(runOf('2000.00', over), policy);
    expect(made).toStrictEqual({
      tag: october,
      periodIndex: 2026 * 12 + 6,
      recorded: [expect.objectContaining({ url: urlOf(1), generation: 3 })],
      generationsUsed: 3,
      inBooks: [],
      mapped: expect.objectContaining({ is: 'post', fingerprint: contentKeyOf('2000.00') }),
      mode: 'auto',
      beforeCutover: false,
      openWrite: { fingerprint: contentKeyOf('2000.00') },
      mayYetShow: undefined,
      drift: 'edited',
      decided: expect.objectContaining({ ignored: false }),
      amendments: 'ask',
      lastFreeLines: entriesOf('2000.00'),
      firstSeenAt,
      merged: false,
    });
  });

  test('counts the generations of sets that are gone', () => {
    const gone = postingOf('2000.00', { generation: 4, state: 'removed' });
    expect(caseOf(runOf('2000.00', { postings: [gone] }), policy)).toMatchObject({ generationsUsed: 4, recorded: [] });
    expect(caseOf(runOf('2000.00'), policy).generationsUsed).toBe(0);
  });

  test('is judged once for each run and policy', () => {
    const run = runOf('2000.00');
    expect(judge(run, policy)).toBe(judge(run, policy));
    expect(judge(run, { ...policy, mode: 'check' }).case.mode).toBe('check');
    expect(judge(run, policy).case.mode).toBe('auto');
  });

  test('is merged where the layout is', () => {
    const layout = { merge: [] } as unknown as typeof policy.layout;
    expect(caseOf(runOf('2000.00'), { ...policy, layout }).merged).toBe(true);
  });

  test('of an adjustment is posted by itself once it was entered', () => {
    expect(caseOf(runOf('10.00', { adjustment: levy }), { ...policy, mode: 'approve' }).mode).toBe('auto');
  });

  test.each<[string, RunFields, 'auto' | 'approve', 'amend' | 'ask']>([
    ['no one had to look at it', {}, 'auto', 'amend'],
    ['it waited for someone', { hadToBeReviewed: true }, 'approve', 'ask'],
    ['someone approved it', { decided: [approval] }, 'approve', 'ask'],
    ['someone decided a field', { decided: [decisionOf('treatment')] }, 'approve', 'ask'],
    ['someone asked for it', { decided: [decisionOf('post')] }, 'auto', 'amend'],
    ['of several decisions one was', { decided: [decisionOf('post'), approval] }, 'approve', 'ask'],
  ])('with two pairs of eyes: %s', (_, over, mode, amendments) => {
    expect(caseOf(runOf('2000.00', over), two)).toMatchObject({ mode, amendments });
  });

  test('is amended by itself with one pair of eyes, unless it may come back', () => {
    const one = { ...policy, amendments: 'amend' as const };
    expect(caseOf(runOf('2000.00', { hadToBeReviewed: true }), one).amendments).toBe('amend');
    expect(caseOf(runOf('2000.00', { mayComeBack: true }), one).amendments).toBe('ask');
  });
});

describe('what people decided', () => {
  const key = contentKeyOf('2000.00');
  const decidedActs = (...decided: RunFacts['recorded']['decided']) =>
    caseOf(runOf('2000.00', { decided }), policy).decided;
  const nothing = {
    ...{ ignored: false, ignoredAt: undefined },
    ...{ post: undefined, despite: undefined, amend: undefined, reverse: undefined },
  };

  test.each<[string, RunFacts['recorded']['decided'], object]>([
    ['nothing', [], {}],
    ['to post this content', [decisionOf('post', { fingerprint: key })], { post: key }],
    ['to post another content', [decisionOf('post', { fingerprint: 'other' })], {}],
    ['to amend', [decisionOf('amend', { fingerprint: key })], { amend: key }],
    ['to reverse', [decisionOf('reverse', { fingerprint: key })], { reverse: key }],
    ['to ignore', [decisionOf('ignore')], { ignored: true, ignoredAt: decisionOf('ignore').at }],
    [
      'to post it beside ignored ones',
      [decisionOf('post', { fingerprint: key, figures: { despite: `${september} other` } })],
      { post: key, despite: [september, 'other'] },
    ],
    [
      'to post it, with figures of something else',
      [decisionOf('post', { fingerprint: key, figures: {} })],
      { post: key },
    ],
  ])('%s', (_, decided, expected) => {
    expect(decidedActs(...decided)).toStrictEqual({ ...nothing, ...expected });
  });

  test('is for one content, or for any', () => {
    const found = (kind: 'post' | 'amend', fingerprintOf: string | null) =>
      decisionFor(runOf('2000.00', { decided: [decisionOf('post', { fingerprint: fingerprintOf })] }), kind);
    expect(found('post', key)).toBeDefined();
    expect(found('post', null)).toBeDefined();
    expect(found('post', 'other')).toBeUndefined();
    expect(found('amend', key)).toBeUndefined();
  });

  test('can be asked for', () => {
    expect([...askedActs]).toStrictEqual(['post', 'amend', 'reverse']);
  });
});

test.each([
  [403, 'next_sync'],
  [404, 'next_sync'],
  [400, 'on_change'],
  [422, 'on_change'],
] as const)('after a refusal with %i it is tried again: %s', (status, when) => {
  expect(triedAgain(status)).toBe(when);
});
