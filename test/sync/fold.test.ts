import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../src/ground/problem.js';
import { decide } from '../../src/sync/decide.js';
import type { Event } from '../../src/sync/event.js';
import type { Facts } from '../../src/sync/facts.js';
import { fold } from '../../src/sync/fold.js';
import type { Posting } from '../../src/record/posting.entity.js';
import { nextStep } from '../../src/sync/next-step.js';
import {
  contentKeyOf,
  decisionOf,
  factsOf,
  frozen,
  october,
  postingOf,
  runOf,
  september,
  setOf,
  urlOf,
  writeOf,
} from '../factories/facts.js';

const look = {
  tag: october,
  serves: new Set([october, september]),
  takenMs: 0,
  range: { from: '2025-09-05', to: '2025-12-06' },
  sets: [],
};
const trouble = new Problem({ title: 'Trouble', detail: 'Elm Ltd', todo: 'Nothing.' });
const nothingSeen = { seen: new Map([[october, []]]), gone: new Map(), found: [] };
const inBooks = (gross: string, id = 1) => {
  const { kind, generation, tag, datedOn, fingerprint } = postingOf(gross);
  return { kind, generation, tag, datedOn, fingerprint, url: urlOf(id), lines: [] };
};
const made = (gross: string, over: Partial<Posting> = {}) => {
  const posting = postingOf(gross, over);
  return { posting, set: setOf(posting) };
};
const asked = (kind: 'post' | 'amend', gross = '2000.00') => decisionOf(kind, { fingerprint: contentKeyOf(gross) });

/** One of each, in the order of a sync that has all kinds of luck. */
const events: readonly Event[] = [
  { is: 'looked', look, ...nothingSeen },
  { is: 'guarded', tag: october, found: { is: 'unsure' } },
  { is: 'looked', look, ...nothingSeen },
  { is: 'guarded', tag: october, found: { is: 'small', remark: { code: 'small_movement', message: '' } } },
  { is: 'released', tag: october, open: writeOf('2000.00'), answer: 'too many', problem: trouble, triesMax: 3 },
  { is: 'guarded', tag: october, found: { is: 'clear' } },
  { is: 'not_sent', tag: october, open: writeOf('2000.00'), problem: trouble },
  { is: 'in_doubt', tag: october, open: writeOf('2000.00'), answer: 'the connection ended', waitedMs: 0 },
  { is: 'recorded', tag: october, found: [{ posting: postingOf('2000.00'), isNew: true, write: writeOf('2000.00') }] },
  { is: 'posted', tag: september, open: writeOf('1900.00'), ...made('1900.00', { runTag: september }) },
  { is: 'refused', tag: october, open: writeOf('2000.00'), status: 403, words: 'no' },
  { is: 'overtaken', tag: october, givenUp: ['posting-1'] },
  { is: 'spent', tag: october, kinds: ['post'] },
  { is: 'compared', tag: october, check: { agrees: true, expected: {}, found: {} } },
  { is: 'amended', tag: october, open: writeOf('2000.00'), set: setOf(postingOf('2000.00')) },
  { is: 'gathered', facts: factsOf([runOf('2000.00')]) },
  { is: 'removed', tag: october, open: writeOf('2000.00') },
  { is: 'guarded', tag: october, found: { is: 'held', hold: { code: 'already_in_books', message: '' } } },
  { is: 'guarded', tag: october, found: { is: 'in_doubt', open: writeOf('2000.00') } },
  { is: 'kept', rows: [], vanished: [september] },
  { is: 'broken_off', tag: october, error: trouble, postings: [] },
];

describe('what a sync knows', () => {
  it('is never changed: facts that cannot be written to are folded, decided and stepped through', () => {
    let facts = frozen(factsOf([runOf('2000.00', { decided: [asked('post')] }), runOf('1900.00', { tag: september })]));
    for (const event of events) {
      facts = frozen(fold(facts, frozen(event)));
      nextStep(facts, decide(facts));
    }
    expect(facts.brokenOff).toEqual({ error: trouble });
  });

  it('keeps what an event does not concern', () => {
    const other = runOf('1900.00', { tag: september });
    const before = factsOf([runOf('2000.00'), other]);
    const after = fold(before, { is: 'looked', look, ...nothingSeen });
    expect(after.runs.get(september)).toBe(other);
    expect(after.decisions).toBe(before.decisions);
  });
});

const october1 = (facts: Facts) => facts.runs.get(october);

describe('fold', () => {
  const begun = { look, guarded: { tag: october, passed: true } };

  it.each<readonly [string, Event, Partial<Facts>]>([
    ['a look that a sending follows is used up by it', { is: 'overtaken', tag: october }, {}],
    ['a refusal', { is: 'refused', tag: october, open: writeOf('2000.00'), status: 422, words: 'locked' }, {}],
    ['trouble that ends nothing', { is: 'not_sent', tag: october, problem: trouble }, { problems: [trouble] }],
    [
      'trouble that ends the sync',
      { is: 'in_doubt', tag: october, open: writeOf('2000.00'), answer: '429', waitedMs: 1, stop: trouble },
      { brokenOff: { error: trouble } },
    ],
  ])('%s: nothing is sent on what was read before', (_, event, then) => {
    const after = fold(factsOf([runOf('2000.00')], begun), event);
    expect(after).toMatchObject({ look: undefined, guarded: undefined, ...then });
  });

  it('counts a look as a try, and the second that the guard asks for as the same one', () => {
    const looked: Event = { is: 'looked', look, ...nothingSeen };
    const unsure = fold(fold(factsOf([runOf('2000.00')]), looked), {
      is: 'guarded',
      tag: october,
      found: { is: 'unsure' },
    });
    expect([october1(unsure)?.tries, unsure.look]).toEqual([1, undefined]);
    const again = fold(unsure, looked);
    expect([october1(again)?.tries, again.guarded]).toEqual([1, { tag: october, passed: false }]);
    const passed = fold(again, { is: 'guarded', tag: october, found: { is: 'clear' } });
    // A guard that was passed stands for the look it was asked beside, not for a later one.
    expect(fold(passed, looked)).toMatchObject({ guarded: undefined });
  });

  it('lets one look serve the next sending, with the set that we made and had confirmed', () => {
    const { set, posting } = made('2000.00');
    const known = factsOf([runOf('2000.00'), runOf('1900.00', { tag: september, seen: [] })], begun);
    const after = fold(known, { is: 'posted', tag: october, open: writeOf('2000.00'), posting, set });
    expect(after).toMatchObject({ look: { sets: [set] }, guarded: undefined });
    expect(nextStep(after, decide(after))).toEqual({ do: 'guard', tag: september });
    // Now the guard begins for it, and that is its try.
    const guarded = fold(after, { is: 'guarded', tag: september, found: { is: 'clear' } });
    expect(guarded.runs.get(september)?.tries).toBe(1);
    const reversed = { ...posting, kind: 'reversal' as const };
    expect(fold(known, { is: 'posted', tag: october, open: writeOf('2000.00'), posting: reversed, set })).toMatchObject(
      {
        look: undefined,
      },
    );
  });

  it('spends what a posting carries out, and no more', () => {
    const run = runOf('2000.00', { decided: [asked('post'), asked('amend')] });
    const open = writeOf('2000.00', { decisionId: asked('post').id });
    const after = fold(factsOf([run], begun), { is: 'posted', tag: october, open, ...made('2000.00') });
    expect(october1(after)?.decided.map(({ kind }) => kind)).toEqual(['amend']);
    expect(after.decisions.map(({ kind }) => kind)).toEqual(['amend']);
    expect(decide(after).get(october)).toEqual({ do: 'posted' });
  });

  it('maps anew after a reversal, since what follows it is posted as of today', () => {
    const after = fold(factsOf([runOf('2000.00', { postings: [postingOf('2000.00')] })]), {
      is: 'posted',
      tag: october,
      open: writeOf('-2000.00', { kind: 'reverse' }),
      ...made('-2000.00', { kind: 'reversal', id: 'posting-2' }),
    });
    expect([after.outdated, nextStep(after, decide(after))]).toEqual([true, { do: 'gather' }]);
  });

  it('learns of a run by a set that is found, and gives it the place of its tag or its date', () => {
    const odd = postingOf('2000.00', { runTag: 'counterfoil:odd', tag: 'counterfoil:odd', datedOn: '2026-04-02' });
    const after = fold(factsOf([]), { is: 'recorded', tag: odd.runTag, found: [{ posting: odd, isNew: true }] });
    expect(after.runs.get('counterfoil:odd')).toMatchObject({ year: 2026, period: 11, postings: [odd] });
  });

  it('ends the doubt about a write whose set is found', () => {
    const run = runOf('2000.00', { open: writeOf('2000.00', { state: 'in_doubt' }) });
    const found = [{ posting: postingOf('2000.00'), isNew: true, write: writeOf('2000.00') }];
    const after = fold(factsOf([run]), { is: 'looked', look, ...nothingSeen, found });
    expect(october1(after)?.open).toBeUndefined();
  });

  it('keeps what a look found wrong when the look itself is out of date', () => {
    const posted = postingOf('2000.00');
    const altered = runOf('2000.00', { postings: [posted], seen: [inBooks('2050.00')] });
    const reversed = postingOf('-1.00', { id: 'other', kind: 'reversal', generation: 7, journalSet: urlOf(9) });
    const found = [{ posting: reversed, isNew: true }];
    const after = fold(factsOf([altered]), { is: 'looked', look, found, seen: new Map(), gone: new Map() });
    expect(october1(after)).toMatchObject({ seen: undefined, drift: 'edited' });
  });

  it('gives up what is missing for the set in its place', () => {
    const run = runOf('2000.00', { postings: [postingOf('2000.00')] });
    const again = { id: 'posting-2', generation: 2, journalSet: urlOf(2), tag: `${october}:r2` };
    const event: Event = {
      is: 'posted',
      tag: october,
      open: writeOf('2000.00'),
      ...made('2000.00', again),
      givenUp: ['posting-1'],
    };
    const states = october1(fold(factsOf([run]), event))?.postings.map(({ state }) => state);
    expect(states).toEqual(['missing', 'in_books']);
  });

  it('makes the older of two doubles the run’s own, once somebody took the other out of the books', () => {
    const own = postingOf('2000.00');
    const double = postingOf('2000.00', { id: 'posting-2', journalSet: urlOf(2), state: 'doubled' });
    const after = fold(factsOf([runOf('2000.00', { postings: [own, double], decided: [asked('amend')] })]), {
      is: 'looked',
      look,
      found: [],
      seen: new Map([[october, [inBooks('2000.00', 2)]]]),
      gone: new Map([[october, [own.id]]]),
    });
    expect(october1(after)?.postings.map(({ state }) => state)).toEqual(['missing', 'in_books']);
    expect(october1(after)?.decided).toEqual([]);
  });

  it('ends the sync when the service answers the same run in an unclear way too often', () => {
    const event: Event = {
      is: 'released',
      tag: october,
      open: writeOf('2000.00'),
      answer: 'not authorised',
      problem: trouble,
      triesMax: 2,
    };
    const once = fold(factsOf([runOf('2000.00')]), event);
    expect(once.brokenOff).toBeUndefined();
    expect(fold(once, event).brokenOff).toEqual({ error: trouble });
  });

  it('remembers what was tried when the record is read anew', () => {
    const before = runOf('2000.00', { rests: true, tries: 2, unclear: { '429': 1 } });
    const fresh = factsOf([runOf('2000.00')]);
    expect(october1(fold(factsOf([before]), { is: 'gathered', facts: fresh }))).toMatchObject({
      rests: true,
      tries: 2,
      unclear: { '429': 1 },
    });
    const reversed = factsOf([runOf('2000.00', { postings: [postingOf('2000.00')] })]);
    expect(october1(fold(factsOf([before]), { is: 'gathered', facts: reversed }))?.tries).toBe(0);
  });

  it('forgets what was kept', () => {
    const facts = factsOf([runOf('2000.00'), runOf('1900.00', { tag: september, begun: true })], {
      refigured: new Set([1]),
      inherited: [decisionOf('ignore')],
    });
    const after = fold(facts, { is: 'kept', rows: [], vanished: [september] });
    expect([...after.runs.keys(), after.refigured.size, after.inherited.length]).toEqual([october, 0, 0]);
  });
});
