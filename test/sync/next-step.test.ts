import type { RunChecked } from '../../src/audit/answer.js';
import { describe, expect, it } from '@jest/globals';
import { decide } from '../../src/sync/facts/decide.js';
import type { Facts } from '../../src/sync/facts/facts.js';
import { nextStep, type Step } from '../../src/sync/facts/next-step.js';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { RunFacts } from '../../src/sync/facts/run-facts.js';
import type { SetInBooks, Verdict } from '../../src/journal/decide/decide.js';
import {
  company,
  contentKeyOf,
  decisionOf,
  entriesOf,
  factsOf,
  october,
  paidOn,
  postingOf,
  request,
  runOf,
  september,
  urlOf,
  writeOf,
  having,
  type RunFields,
} from '../factories/facts.js';

const look = {
  tag: october,
  serves: new Set([october]),
  takenMs: 0,
  range: { from: '2025-09-05', to: '2025-12-06' },
  sets: [],
};
const set = (gross: string, over: Partial<SetInBooks> = {}): SetInBooks => ({
  kind: 'post',
  generation: 1,
  url: urlOf(1),
  tag: october,
  datedOn: paidOn,
  lines: entriesOf(gross),
  fingerprint: contentKeyOf(gross),
  ...over,
});
const asked = (kind: 'post' | 'amend' | 'reverse', gross = '2000.00') =>
  decisionOf(kind, { fingerprint: contentKeyOf(gross) });
const posted = { postings: [postingOf('2000.00')] };
const amended = { ...posted, decided: [asked('amend', '2100.00')] };
const verify = { ...request, trigger: 'verify', recheck: true } as const;
const lookAt = (
  tag = october,
  { alsoOn = [], serves = [tag] }: { alsoOn?: string[]; serves?: string[] } = {},
): Step => ({
  do: 'look',
  tag,
  alsoOn,
  serves,
});
const index = 2026 * 12 + 6;
const levy = {
  kind: 'levy',
  number: 1,
  runTag: null,
  entered: null,
  note: 'bill',
  dueOn: null,
  inPayment: false,
  enteredBy: 'Ruth',
} as const;
const reversedLines = postingOf('-2000.00').lines;
const agreed: RunChecked = { verdict: 'right', sets: [], causes: [] };
/** A row in check mode whose figures agreed when they were last compared. */
const rowOf = (over: Partial<PayRunRecord> = {}) =>
  ({ state: 'agrees', plan: { kind: 'check', fingerprint: contentKeyOf('2000.00') }, ...over }) as PayRunRecord;
const withPolicy = (change: object) => ({ company: { ...company, policy: { ...company.policy, ...change } } });

/** What is known of October, what else is known, and what comes next. */
const table: readonly (readonly [string, RunFacts, Partial<Facts>, Step | undefined])[] = [
  ['nothing is sent without a look', runOf('2000.00'), {}, lookAt()],
  ['after the look, the guard', runOf('2000.00', { seen: [] }), { look }, { do: 'guard', tag: october }],
  [
    'a look at another run is none',
    runOf('2000.00', { seen: [] }),
    { look: { ...look, tag: september, serves: new Set([september]) } },
    lookAt(),
  ],
  [
    'the guard is asked again where it was not sure',
    runOf('2000.00', { seen: [] }),
    { look, guarded: { tag: october, passed: false } },
    { do: 'guard', tag: october },
  ],
  [
    'and then it is posted',
    runOf('2000.00', { seen: [] }),
    { look, guarded: { tag: october, passed: true } },
    { do: 'post', tag: october, generation: 1 },
  ],
  [
    'without a guard, where policy has none',
    runOf('2000.00', { seen: [] }),
    { look, ...withPolicy({ guard: 'off' }) },
    { do: 'post', tag: october, generation: 1 },
  ],
  [
    'what is missing is given up where a person keeps what is left',
    runOf('2000.00', {
      ...{ seen: [set('2000.00')], decided: [asked('post')] },
      postings: [
        postingOf('2000.00'),
        postingOf('2000.00', {
          ...{ id: 'posting-2', kind: 'reversal', generation: 2, journalSet: urlOf(2) },
          ...{ tag: `${october}:reversal-2`, fingerprint: 'reversal', lines: reversedLines },
        }),
      ],
    }),
    { look },
    { do: 'give_up', tag: october, urls: [urlOf(2)] },
  ],
  ['a run that rests is left alone', runOf('2000.00', { doneForNow: true }), {}, undefined],
  ['so is one that was tried often enough', runOf('2000.00', { tries: 3 }), {}, undefined],
  [
    'but what was begun is brought to its end',
    runOf('2000.00', { tries: 3, seen: [] }),
    { look },
    { do: 'guard', tag: october },
  ],
  [
    'also where the look was taken for another run',
    runOf('2000.00', { tries: 3, seen: [] }),
    {
      look: { ...look, tag: september, serves: new Set([september, october]) },
      guarded: { tag: october, passed: true },
    },
    { do: 'post', tag: october, generation: 1 },
  ],
  ['another year was asked for', runOf('2000.00'), { request: { ...request, year: 2025 } }, undefined],
  ['the period beside it could not be read', runOf('2000.00'), { unread: new Set([index + 1]) }, undefined],
  ['a period further away could not', runOf('2000.00'), { unread: new Set([index + 2]) }, lookAt()],
  [
    'refused for what it holds',
    runOf('2000.00', { refusal: { act: 'post', status: 422, words: 'locked' } }),
    {},
    undefined,
  ],
  [
    'refused for want of access',
    runOf('2000.00', { refusal: { act: 'post', status: 403, words: 'no' } }),
    {},
    lookAt(),
  ],
  [
    'refused for want of access, by a sync that only settles',
    runOf('2000.00', { refusal: { act: 'post', status: 403, words: 'no' } }),
    { request: { ...request, trigger: 'settle' } },
    undefined,
  ],
  [
    'refused, and a person asks again',
    runOf('2000.00', { refusal: { act: 'post', status: 422, words: 'locked' } }),
    { request: { ...request, trigger: 'act' } },
    lookAt(),
  ],
  ['trouble ends it', runOf('2000.00'), { brokenOff: { error: new Error('trouble') } }, undefined],
  ['what is out of date is read anew first', runOf('2000.00'), { outdated: true }, { do: 'gather' }],
  ['nothing to do for what is posted', runOf('2000.00', posted), {}, undefined],
  [
    'what a person asked for is there already',
    runOf('2000.00', { ...posted, decided: [asked('post')] }),
    {},
    { do: 'spend', tag: october, kinds: ['post'] },
  ],
  ['a write in doubt is waited for', runOf('2000.00', { open: writeOf('2000.00') }), {}, undefined],
  ['an amendment is looked at first', runOf('2100.00', amended), {}, lookAt()],
  [
    'and then sent',
    runOf('2100.00', { ...amended, seen: [set('2000.00')] }),
    { look },
    { do: 'amend', tag: october, moveTo: undefined },
  ],
  [
    'an amendment to nothing waits, once it was looked at',
    runOf('2000.00', {
      ...posted,
      inPayroll: false,
      seen: [set('2000.00')],
      decided: [decisionOf('amend', { fingerprint: 'gone' })],
    }),
    { look },
    undefined,
  ],
  [
    'a reversal',
    runOf('2000.00', { ...posted, seen: [set('2000.00')], decided: [asked('reverse')] }),
    { look },
    { do: 'reverse', tag: october },
  ],
  [
    'a look that was taken for another run serves no reversal',
    runOf('2000.00', { ...posted, seen: [set('2000.00')], decided: [asked('reverse')] }),
    { look: { ...look, tag: september, serves: new Set([september, october]) } },
    lookAt(),
  ],
  [
    'the younger of two equal sets',
    runOf('2000.00', {
      postings: [...posted.postings, postingOf('2000.00', { id: 'two', journalSet: urlOf(2), state: 'doubled' })],
      seen: [set('2000.00'), set('2000.00', { url: urlOf(2) })],
      decided: [asked('amend')],
    }),
    { look },
    { do: 'remove', tag: october, url: urlOf(2) },
  ],
  [
    'a set that is not recorded',
    runOf('2000.00', { seen: [set('2000.00')] }),
    { look },
    { do: 'record', tag: october, urls: [urlOf(1)] },
  ],
  ['altered books are looked at once more', runOf('2000.00', { ...posted, drift: 'missing' }), {}, lookAt()],
  ['but not twice', runOf('2000.00', { ...posted, drift: 'missing', seen: [] }), {}, undefined],
  [
    'what two decisions asked for is there already',
    runOf('2000.00', { ...posted, decided: [asked('post'), asked('amend'), asked('reverse', '1.00')] }),
    {},
    { do: 'spend', tag: october, kinds: ['post', 'amend'] },
  ],
  [
    'a decision on other content asked for something else',
    runOf('2000.00', { ...posted, decided: [asked('post', '1900.00')] }),
    {},
    undefined,
  ],
  ['a decision that is not carried out yet is not spent', runOf('2000.00', { decided: [asked('post')] }), {}, lookAt()],
  [
    'no amendment either beside a period that could not be read',
    runOf('2100.00', amended),
    { unread: new Set([index - 1]) },
    undefined,
  ],
  [
    'a reversal anyway',
    runOf('2000.00', { ...posted, decided: [asked('reverse')] }),
    { unread: new Set([index - 1]) },
    lookAt(),
  ],
  [
    'no reversal that the service refused for what it holds',
    runOf('2000.00', {
      ...posted,
      decided: [asked('reverse')],
      refusal: { act: 'reverse', status: 422, words: 'locked' },
    }),
    {},
    undefined,
  ],
  [
    'what was tried often enough is brought to its end where the guard is at it',
    runOf('2000.00', { tries: 3 }),
    { guarded: { tag: october, passed: false } },
    lookAt(),
  ],
  [
    'a reversal of what payroll no longer has',
    runOf('2000.00', {
      ...posted,
      inPayroll: false,
      seen: [set('2000.00')],
      decided: [decisionOf('reverse', { fingerprint: 'gone' })],
    }),
    { look },
    { do: 'reverse', tag: october },
  ],
  [
    'a set that is not recorded, whatever could not be read beside it',
    runOf('2000.00', { seen: [set('2000.00')] }),
    { look, unread: new Set([index + 1]) },
    { do: 'record', tag: october, urls: [urlOf(1)] },
  ],
  [
    'a new look at what this sync has posted, where books are read again',
    runOf('2000.00', posted),
    { look, request: { ...request, recheck: true } },
    lookAt(),
  ],
  [
    'another run’s look or guard brings it to none',
    runOf('2000.00', { tries: 3 }),
    { look: { ...look, tag: september }, guarded: { tag: september, passed: false } },
    undefined,
  ],
  ['what is checked needs no more', runOf('2000.00', { check: agreed }), withPolicy({ mode: 'check' }), undefined],
  [
    'figures that agreed are not compared again',
    runOf('2000.00', { row: rowOf() }),
    withPolicy({ mode: 'check' }),
    undefined,
  ],
  [
    'unless everything is asked for',
    runOf('2000.00', { row: rowOf() }),
    { ...withPolicy({ mode: 'check' }), request: { ...request, full: true } },
    { do: 'compare', tag: october, serves: [october] },
  ],
  ...(
    [
      { state: 'differs' },
      { plan: null },
      { plan: { kind: 'post', fingerprint: contentKeyOf('2000.00') } },
      { plan: { kind: 'check', fingerprint: 'other' } },
    ] as const
  ).map(
    (row) =>
      [
        `figures are compared again where the row has ${JSON.stringify(row)}`,
        runOf('2000.00', { row: rowOf(row as Partial<PayRunRecord>) }),
        withPolicy({ mode: 'check' }),
        { do: 'compare', tag: october, serves: [october] },
      ] as const,
  ),
  ['verify looks at what waits', runOf('2000.00', { filed: false }), { request: verify }, lookAt()],
  ['once too', runOf('2000.00', { filed: false, seen: [] }), { request: verify }, undefined],
  [
    'but not while its write is in doubt',
    runOf('2000.00', { open: writeOf('2000.00') }),
    { request: verify },
    undefined,
  ],
  [
    'verify amends nothing',
    runOf('2100.00', { ...amended, seen: [set('2000.00')] }),
    { request: verify, look },
    undefined,
  ],
  ['a check', runOf('2000.00'), withPolicy({ mode: 'check' }), { do: 'compare', tag: october, serves: [october] }],
  ['verify looks', runOf('2000.00'), { request: verify }, lookAt()],
  ['and sends nothing', runOf('2000.00', { seen: [] }), { request: verify, look }, undefined],
  ['verify looks at what is posted', runOf('2000.00', posted), { request: verify }, lookAt()],
  ['once', runOf('2000.00', { ...posted, seen: [set('2000.00')] }), { request: verify }, undefined],
];

describe('the next step', () => {
  it.each(table)('%s', (_, run, known, step) => {
    const facts = factsOf([run], known);
    expect(nextStep(facts, decide(facts))).toStrictEqual(step);
  });

  it('posts earlier pay dates first, and mends before it posts', () => {
    const due = factsOf([runOf('2000.00'), runOf('1900.00', { tag: september })]);
    expect(nextStep(due, decide(due))).toStrictEqual(lookAt(september, { serves: [september, october] }));
    const inOrder = factsOf([runOf('1900.00', { tag: september }), runOf('2000.00')]);
    expect(nextStep(inOrder, decide(inOrder))).toStrictEqual(lookAt(september, { serves: [september, october] }));
    // Runs of one day keep their order.
    const otherMonth = 'counterfoil:2026-08:2025-10-31';
    const ofOneDay = factsOf([runOf('2000.00'), runOf('1900.00', { tag: otherMonth })]);
    expect(nextStep(ofOneDay, decide(ofOneDay))).toStrictEqual(lookAt(october, { serves: [october, otherMonth] }));
    const mending = factsOf([
      runOf('2000.00', { ...posted, decided: [asked('reverse')] }),
      runOf('1900.00', { tag: 'counterfoil:2026-02:2025-06-30' }),
    ]);
    expect(nextStep(mending, decide(mending))).toStrictEqual(lookAt());
  });

  /** Each verdict is given to October and the next one to September, whose pay date is earlier. */
  const inTurn: readonly Verdict[] = [
    { do: 'record', sets: [set('2000.00')] },
    { do: 'give_up', urls: [urlOf(1)] },
    { do: 'remove', url: urlOf(1) },
    { do: 'amend', url: urlOf(1) },
    { do: 'reverse', url: urlOf(1) },
    { do: 'post', generation: 1 },
    { do: 'drift', what: 'edited', urls: [urlOf(1)] },
    { do: 'posted' },
    { do: 'check' },
  ];
  it.each(inTurn.slice(1).map((then, index) => [inTurn[index] as Verdict, then] as const))(
    'is for %j before %j, although its pay date is later',
    (first, then) => {
      const facts = factsOf([runOf('1900.00', { tag: september }), runOf('2000.00')], { request: verify });
      const verdicts = new Map([
        [september, then],
        [october, first],
      ]);
      expect(nextStep(facts, verdicts)).toMatchObject({ tag: october });
    },
  );

  it('is for a pay run before an adjustment, though its pay date is later', () => {
    const facts = factsOf([runOf('50.00', { tag: september, adjustment: levy }), runOf('2000.00')]);
    expect(nextStep(facts, decide(facts))).toMatchObject({ do: 'look', tag: october });
    const alone = factsOf([runOf('50.00', { tag: september, adjustment: levy })]);
    expect(nextStep(alone, decide(alone))).toStrictEqual(lookAt(september));
  });

  it('works out open recoveries once nothing else is left to do', () => {
    const due = factsOf([runOf('2000.00')], { isFollowed: true });
    expect(nextStep(due, decide(due))).toStrictEqual(lookAt());
    const done = factsOf([runOf('2000.00', posted)], { isFollowed: true });
    expect(nextStep(done, decide(done))).toStrictEqual({ do: 'gather' });
  });

  it('posts no pay run beside one that is to change, but still posts adjustments', () => {
    const changed = runOf('2100.00', posted);
    const payRuns = factsOf([changed, runOf('1900.00', { tag: september })]);
    expect(decide(payRuns).get(september)).toStrictEqual({ do: 'changed', why: 'neighbour', waitsFor: [october] });
    expect(nextStep(payRuns, decide(payRuns))).toBeUndefined();
    const withLevy = factsOf([changed, runOf('50.00', { tag: september, adjustment: levy })]);
    expect(nextStep(withLevy, decide(withLevy))).toStrictEqual(lookAt(september));
  });

  it('takes one look for all runs to be posted when the guard checks each of them', () => {
    const runs = [runOf('2000.00'), runOf('1900.00', { tag: september })];
    const without = factsOf(runs, withPolicy({ guard: 'off' }));
    expect(nextStep(without, decide(without))).toStrictEqual(lookAt(september));
    const unsure = factsOf(runs, { guarded: { tag: september, passed: false } });
    expect(nextStep(unsure, decide(unsure))).toStrictEqual(lookAt(september));
    const served = factsOf(runs, { look: { ...look, tag: september, serves: new Set([september, october]) } });
    expect(nextStep(served, decide(served))).toStrictEqual({ do: 'guard', tag: september });
  });

  it('takes a look for each run when it is not a first post', () => {
    const reversing = factsOf([
      runOf('2000.00', { ...posted, decided: [asked('reverse')] }),
      runOf('1900.00', { tag: september }),
    ]);
    expect(nextStep(reversing, decide(reversing))).toStrictEqual(lookAt());
  });

  it('posts nothing next to a write in doubt of the same period', () => {
    const beside = 'counterfoil:2026-06:2025-10-15';
    const facts = factsOf(
      [
        runOf('2000.00', { seen: [] }),
        runOf('1900.00', {
          tag: beside,
          open: writeOf('1900.00', { targetFingerprint: contentKeyOf('1900.00', '2025-10-15') }),
        }),
      ],
      { look },
    );
    expect(nextStep(facts, decide(facts))).toBeUndefined();
  });

  it('looks around the day that was chosen for a reversal', () => {
    const decided = [decisionOf('reverse', { fingerprint: contentKeyOf('2000.00'), onDate: '2025-12-20' })];
    const facts = factsOf([runOf('2000.00', { ...posted, decided })]);
    expect(nextStep(facts, decide(facts))).toStrictEqual(lookAt(october, { alsoOn: ['2025-12-20'] }));
  });

  it('posts nothing that may yet show where no guard could tell', () => {
    const toLookAgain = [writeOf('2000.00', { state: 'refused' })];
    const refused = [runOf('2000.00', { toLookAgain, seen: [] })];
    const without = factsOf(refused, { look, ...withPolicy({ guard: 'off' }) });
    expect(nextStep(without, decide(without))).toBeUndefined();
    const guarded = factsOf(refused, { look });
    expect(nextStep(guarded, decide(guarded))).toStrictEqual({ do: 'guard', tag: october });
    const wholeWindow = [writeOf('2000.00', { state: 'released', lookedAt: new Date(0) })];
    const waited = factsOf([runOf('2000.00', { toLookAgain: wholeWindow, seen: [] })], {
      look,
      ...withPolicy({ guard: 'off' }),
    });
    expect(nextStep(waited, decide(waited))).toMatchObject({ do: 'post' });
  });

  it('looks around the new day of a moved pay date', () => {
    const moved = 'counterfoil:2026-06:2025-10-30';
    const gone = runOf('2000.00', {
      ...posted,
      inPayroll: false,
      decided: [decisionOf('amend', { fingerprint: 'gone' })],
    });
    const facts = factsOf([gone, runOf('2000.00', { tag: moved })]);
    expect(nextStep(facts, decide(facts))).toStrictEqual(lookAt(october, { alsoOn: ['2025-10-30'] }));
    const seen = factsOf([having(gone, { seen: [set('2000.00')] }), runOf('2000.00', { tag: moved })], { look });
    expect(nextStep(seen, decide(seen))).toStrictEqual({ do: 'amend', tag: october, moveTo: moved });
  });

  describe('beside what is in doubt', () => {
    const next = (run: RunFields, { day = '2025-10-15', ...doubtful }: RunFields & { day?: string }) => {
      const open = writeOf('50.00', { targetFingerprint: contentKeyOf('50.00', day) });
      const tag = `counterfoil:2026-${day > '2025-11-05' ? '07' : '06'}:${day}`;
      const runs = [runOf('2000.00', { seen: [], ...run }), runOf('50.00', { tag, open, ...doubtful })];
      const facts = factsOf(runs, { look });
      return nextStep(facts, decide(facts));
    };
    const guard: Step = { do: 'guard', tag: october };

    it.each<readonly [string, RunFields, Parameters<typeof next>[1], Step | undefined]>([
      ['a pay run waits for a pay run', {}, {}, undefined],
      ['a pay run does not wait for an adjustment', {}, { adjustment: levy }, guard],
      ['an adjustment waits for a pay run', { adjustment: levy }, {}, undefined],
      ['and for another such set', { adjustment: levy }, { adjustment: { ...levy, number: 2 } }, undefined],
      ['nothing waits for another period', {}, { day: '2025-11-15' }, guard],
    ])('%s', (_, run, doubtful, step) => {
      expect(next(run, doubtful)).toStrictEqual(step);
    });
  });

  it('shares no look with runs that wait or are not to be posted, nor in check mode', () => {
    const both = [runOf('2000.00'), runOf('1900.00', { tag: september })];
    const resting = factsOf([runOf('2000.00', { doneForNow: true }), runOf('1900.00', { tag: september })]);
    expect(nextStep(resting, decide(resting))).toStrictEqual(lookAt(september));
    const rechecked = factsOf([runOf('2000.00', posted), runOf('1900.00', { tag: september })], {
      request: { ...request, recheck: true },
    });
    expect(nextStep(rechecked, decide(rechecked))).toStrictEqual(lookAt(september));
    const verified = factsOf(both, { request: verify });
    expect(nextStep(verified, decide(verified))).toStrictEqual(lookAt(september));
  });

  it('does nothing with a run without a verdict; verify looks at each', () => {
    const runs = [runOf('2000.00'), runOf('1900.00', { tag: september })];
    expect(nextStep(factsOf(runs, { look }), new Map())).toBeUndefined();
    expect(nextStep(factsOf(runs, { look, request: verify }), new Map())).toStrictEqual(lookAt(september));
    const looked = factsOf([runOf('2000.00')], { look, request: verify });
    expect(nextStep(looked, new Map())).toStrictEqual(lookAt());
    // One run is to be posted, beside one without a verdict.
    expect(nextStep(factsOf(runs), new Map([[october, { do: 'post', generation: 1 }]]))).toStrictEqual(lookAt());
  });

  it('moves no pay date to or from an adjustment, nor from a reversed run', () => {
    const fresh = 'counterfoil:2026-06:2025-10-30';
    const gone = runOf('2000.00', {
      ...posted,
      inPayroll: false,
      decided: [decisionOf('amend', { fingerprint: 'gone' })],
    });
    const adjustmentFresh = factsOf([gone, runOf('2000.00', { tag: fresh, adjustment: levy })]);
    expect(nextStep(adjustmentFresh, decide(adjustmentFresh))).toStrictEqual(lookAt());
    const reversed = having(gone, { decided: [decisionOf('reverse', { fingerprint: 'gone' })] });
    const adjustmentReversed = factsOf([reversed, runOf('2000.00', { tag: fresh })]);
    expect(nextStep(adjustmentReversed, decide(adjustmentReversed))).toStrictEqual(lookAt());
    const adjustmentGone = factsOf([{ ...gone, adjustment: levy }, runOf('2000.00', { tag: fresh })]);
    expect(nextStep(adjustmentGone, decide(adjustmentGone))).toStrictEqual(lookAt());
  });

  it('uses a look that was taken for another run only to post', () => {
    const removable = [...posted.postings, postingOf('2000.00', { id: 'two', journalSet: urlOf(2), state: 'doubled' })];
    const seen = [set('2000.00'), set('2000.00', { url: urlOf(2) })];
    for (const run of [
      runOf('2100.00', { ...amended, seen: [set('2000.00')] }),
      runOf('2000.00', { ...posted, seen: [set('2000.00')], decided: [asked('reverse')] }),
      runOf('2000.00', { postings: removable, seen, decided: [asked('amend')] }),
    ]) {
      const facts = factsOf([run], { look: { ...look, tag: september, serves: new Set([september, october]) } });
      expect(nextStep(facts, decide(facts))).toStrictEqual(lookAt());
    }
  });
});
