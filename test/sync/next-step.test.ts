import { describe, expect, it } from '@jest/globals';
import { decide } from '../../src/sync/decide.js';
import type { Facts } from '../../src/sync/facts.js';
import { nextStep, type Step } from '../../src/sync/next-step.js';
import type { RunFacts } from '../../src/sync/run-facts.js';
import type { SetInBooks } from '../../src/journal/decide.js';
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
  ['a run that rests is left alone', runOf('2000.00', { rests: true }), {}, undefined],
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
  ['refused for what it holds', runOf('2000.00', { refusal: { status: 422, words: 'locked' } }), {}, undefined],
  ['refused for want of access', runOf('2000.00', { refusal: { status: 403, words: 'no' } }), {}, lookAt()],
  [
    'refused, and a person asks again',
    runOf('2000.00', { refusal: { status: 422, words: 'locked' } }),
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
  ['a check', runOf('2000.00'), withPolicy({ mode: 'check' }), { do: 'compare', tag: october }],
  ['verify looks', runOf('2000.00'), { request: verify }, lookAt()],
  ['and sends nothing', runOf('2000.00', { seen: [] }), { request: verify, look }, undefined],
  ['verify looks at what is posted', runOf('2000.00', posted), { request: verify }, lookAt()],
  ['once', runOf('2000.00', { ...posted, seen: [set('2000.00')] }), { request: verify }, undefined],
];

describe('the next step', () => {
  it.each(table)('%s', (_, run, known, step) => {
    const facts = factsOf([run], known);
    expect(nextStep(facts, decide(facts))).toEqual(step);
  });

  it('posts earlier pay dates first, and mends before it posts', () => {
    const due = factsOf([runOf('2000.00'), runOf('1900.00', { tag: september })]);
    expect(nextStep(due, decide(due))).toEqual(lookAt(september, { serves: [september, october] }));
    const mending = factsOf([
      runOf('2000.00', { ...posted, decided: [asked('reverse')] }),
      runOf('1900.00', { tag: 'counterfoil:2026-02:2025-06-30' }),
    ]);
    expect(nextStep(mending, decide(mending))).toEqual(lookAt());
  });

  it('takes one look for all that is to be posted, where the guard stands behind it', () => {
    const runs = [runOf('2000.00'), runOf('1900.00', { tag: september })];
    const without = factsOf(runs, withPolicy({ guard: 'off' }));
    expect(nextStep(without, decide(without))).toEqual(lookAt(september));
    const unsure = factsOf(runs, { guarded: { tag: september, passed: false } });
    expect(nextStep(unsure, decide(unsure))).toEqual(lookAt(september));
    const served = factsOf(runs, { look: { ...look, tag: september, serves: new Set([september, october]) } });
    expect(nextStep(served, decide(served))).toEqual({ do: 'guard', tag: september });
  });

  it('looks at each run by itself for what is no first post', () => {
    const reversing = factsOf([
      runOf('2000.00', { ...posted, decided: [asked('reverse')] }),
      runOf('1900.00', { tag: september }),
    ]);
    expect(nextStep(reversing, decide(reversing))).toEqual(lookAt());
  });

  it('posts nothing beside a write in doubt of the same period', () => {
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

  it('looks around the day that a pay date moved to', () => {
    const moved = 'counterfoil:2026-06:2025-10-30';
    const gone = runOf('2000.00', {
      ...posted,
      inPayroll: false,
      decided: [decisionOf('amend', { fingerprint: 'gone' })],
    });
    const facts = factsOf([gone, runOf('2000.00', { tag: moved })]);
    expect(nextStep(facts, decide(facts))).toEqual(lookAt(october, { alsoOn: ['2025-10-30'] }));
    const seen = factsOf([{ ...gone, seen: [set('2000.00')] }, runOf('2000.00', { tag: moved })], { look });
    expect(nextStep(seen, decide(seen))).toEqual({ do: 'amend', tag: october, moveTo: moved });
  });
});
