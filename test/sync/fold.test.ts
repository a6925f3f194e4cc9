import type { RunChecked } from '../../src/audit/answer.js';
import { describe, expect, it } from '@jest/globals';
import { problem } from '../../src/ground/problem.js';
import type { Write } from '../../src/record/runs/write.entity.js';
import type { Drift, Verdict } from '../../src/journal/decide/decide.js';
import { decide } from '../../src/sync/facts/decide.js';
import type { Event } from '../../src/sync/facts/event.js';
import type { Facts } from '../../src/sync/facts/facts.js';
import { fold } from '../../src/sync/facts/fold.js';
import type { Decision } from '../../src/record/runs/decision.entity.js';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { Posting } from '../../src/record/runs/posting.entity.js';
import { nextStep } from '../../src/sync/facts/next-step.js';
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
  flat,
  having,
  type RunFields,
} from '../factories/facts.js';

const look = {
  tag: october,
  serves: new Set([october, september]),
  takenMs: 0,
  range: { from: '2025-09-05', to: '2025-12-06' },
  sets: [],
};
const trouble = problem('books-unreadable', { detail: 'Elm Ltd', todo: 'Nothing.' });
const nothingSeen = { seen: new Map([[october, []]]), gone: new Map(), found: [] };
const inBooks = (gross: string, id = 1) => {
  const { kind, generation, tag, datedOn, fingerprint } = postingOf(gross);
  return { kind, generation, tag, datedOn, fingerprint, url: urlOf(id), lines: [] };
};
const made = (gross: string, over: Partial<Posting> = {}) => {
  const posting = postingOf(gross, over);
  return { posting, set: setOf(posting) };
};
const levyFacts = {
  number: 1,
  runTag: null,
  entered: null,
  note: '',
  dueOn: null,
  inPayment: false,
  enteredBy: 'Ruth',
};
const asked = (kind: 'post' | 'amend', gross = '2000.00') => decisionOf(kind, { fingerprint: contentKeyOf(gross) });

const askedToReverse = decisionOf('reverse', { fingerprint: contentKeyOf('2000.00') });

const checked: RunChecked = { verdict: 'missing', sets: [], causes: [] };

/** One event of each kind, in the order in which a sync might see them. */
const events: readonly Event[] = [
  { is: 'looked', look, ...nothingSeen },
  { is: 'guarded', tag: october, found: { is: 'unsure' } },
  { is: 'looked', look, ...nothingSeen },
  { is: 'guarded', tag: october, found: { is: 'small', remark: { code: 'small_movement', message: '' } } },
  { is: 'released', tag: october, open: writeOf('2000.00'), answer: 'too many', problem: trouble, triesMax: 3 },
  { is: 'guarded', tag: october, found: { is: 'clear' } },
  { is: 'put_off', tag: october, answer: 'no room', problem: trouble, triesMax: 3 },
  { is: 'not_sent', tag: october, open: writeOf('2000.00'), problem: trouble },
  { is: 'in_doubt', tag: october, open: writeOf('2000.00'), answer: 'the connection ended', waitedMs: 0 },
  { is: 'recorded', tag: october, found: [{ posting: postingOf('2000.00'), isNew: true, write: writeOf('2000.00') }] },
  { is: 'posted', tag: september, open: writeOf('1900.00'), ...made('1900.00', { runTag: september }) },
  { is: 'refused', tag: october, open: writeOf('2000.00'), status: 403, words: 'no' },
  { is: 'overtaken', tag: october, givenUp: ['posting-1'] },
  { is: 'spent', tag: october, kinds: ['post'] },
  { is: 'compared', checks: new Map([[october, checked]]) },
  { is: 'amended', tag: october, open: writeOf('2000.00'), set: setOf(postingOf('2000.00')) },
  { is: 'gathered', facts: factsOf([runOf('2000.00')]) },
  { is: 'removed', tag: october, open: writeOf('2000.00') },
  { is: 'guarded', tag: october, found: { is: 'held', hold: { code: 'already_in_books', message: '' } } },
  { is: 'guarded', tag: october, found: { is: 'in_doubt', open: writeOf('2000.00') } },
  { is: 'kept', rows: [], vanished: [september] },
  { is: 'broken_off', tag: october, error: trouble, postings: [] },
];

describe('what a sync knows', () => {
  it('is never changed: fold, decide and nextStep work on frozen facts', () => {
    let facts = frozen(factsOf([runOf('2000.00', { decided: [asked('post')] }), runOf('1900.00', { tag: september })]));
    for (const event of events) {
      facts = frozen(fold(facts, frozen(event)));
      nextStep(facts, decide(facts));
    }
    expect(facts.brokenOff).toStrictEqual({ error: trouble });
  });

  it('keeps what an event is not about', () => {
    const other = runOf('1900.00', { tag: september });
    const before = factsOf([runOf('2000.00'), other]);
    const after = fold(before, { is: 'looked', look, ...nothingSeen });
    expect(after.runs.get(september)).toBe(other);
    expect(after.decisions).toBe(before.decisions);
  });
});

const october1 = (facts: Facts) => flat(facts.runs.get(october));

/** What an event changes in the facts without the runs, and in October. */
function changes(before: Facts, event: Event): readonly [object, object] {
  const after = fold(before, event);
  const { runs: _, ...known } = after;
  return [differing(before, known), differing(october1(before) ?? {}, october1(after) ?? {})];
}

function differing(before: object, after: object): object {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== old.get(name)));
}

describe('what an event changes, and nothing else', () => {
  const open = writeOf('2000.00');
  const remark = { code: 'small_movement', message: '' };
  const hold = { code: 'already_in_books', message: '' };
  const refusal = { act: 'post', status: 422, words: 'locked' } as const;
  const row = { tag: october } as PayRunRecord;
  const reviewed = runOf('2000.00', {
    ...{ tries: 1, refusal, drift: 'edited', seen: [inBooks('2000.00')] },
    ...{ remarks: [remark], guardHolds: [hold] },
  });
  const begun = { look, guarded: { tag: october, passed: true } };
  const nothingRead = { look: undefined, guarded: undefined };
  const passed = { guarded: { tag: october, passed: true } };
  const stopped = { brokenOff: { error: trouble } };
  const doubt = { ...open, state: 'in_doubt', waitedMs: 5, answer: 'the connection ended' };
  const found = { posting: postingOf('2000.00'), isNew: true };
  const tag = october;

  it.each<readonly [string, Event, object, object]>([
    [
      'a set that is recorded',
      { is: 'recorded', tag, found: [found] },
      nothingRead,
      {
        ...{ seen: undefined, drift: undefined, refusal: undefined },
        ...{ tries: 2, postings: [found.posting], toLookAgain: [] },
      },
    ],
    ['a comparison', { is: 'compared', checks: new Map([[tag, checked]]) }, {}, { check: checked, doneForNow: true }],
    ['what cannot be judged', { is: 'compared', checks: new Map([[tag, undefined]]) }, {}, { doneForNow: true }],
    ['a comparison of another', { is: 'compared', checks: new Map([[september, checked]]) }, {}, {}],
    ['nothing to spend', { is: 'spent', tag, kinds: ['post', 'amend'] }, {}, {}],
    [
      'a guard that is not sure',
      { is: 'guarded', tag, found: { is: 'unsure' } },
      { look: undefined, guarded: { tag, passed: false } },
      {},
    ],
    [
      'a guard that holds',
      { is: 'guarded', tag, found: { is: 'held', hold } },
      nothingRead,
      { remarks: [], guardHolds: [hold], doneForNow: true },
    ],
    [
      'a guard that finds a write which was given up',
      { is: 'guarded', tag, found: { is: 'in_doubt', open } },
      nothingRead,
      { open, doneForNow: true },
    ],
    [
      'a guard that has a remark',
      { is: 'guarded', tag, found: { is: 'small', remark } },
      passed,
      { remarks: [remark], guardHolds: [], refusal: undefined },
    ],
    [
      'a guard that finds nothing',
      { is: 'guarded', tag, found: { is: 'clear' } },
      passed,
      { remarks: [], guardHolds: [], refusal: undefined },
    ],
    [
      'an amendment',
      { is: 'amended', tag, open, set: setOf(postingOf('2000.00')) },
      { ...nothingRead, outdated: true },
      { rowIsStale: true },
    ],
    [
      'a double that is removed',
      { is: 'removed', tag, open },
      { ...nothingRead, outdated: true },
      { rowIsStale: true },
    ],
    [
      'a refusal',
      { is: 'refused', tag, open, status: 403, words: 'no' },
      nothingRead,
      {
        refusal: { act: 'post', status: 403, words: 'no' },
        toLookAgain: [{ ...open, answer: '403 no', state: 'refused' }],
        rowIsStale: true,
        doneForNow: true,
      },
    ],
    [
      'doubt',
      { is: 'in_doubt', tag, open, answer: doubt.answer, waitedMs: 5, problem: trouble },
      { ...nothingRead, problems: [trouble] },
      { open: doubt, rowIsStale: true, doneForNow: true },
    ],
    [
      'an answer that promises nothing',
      { is: 'released', tag, open, answer: '429', problem: trouble, triesMax: 2 },
      nothingRead,
      { unclear: { '429': 1 }, toLookAgain: [{ ...open, answer: '429', state: 'released' }], rowIsStale: true },
    ],
    [
      'one such answer too many',
      { is: 'released', tag, open, answer: '429', problem: trouble, triesMax: 1 },
      { ...nothingRead, ...stopped },
      { unclear: { '429': 1 }, toLookAgain: [{ ...open, answer: '429', state: 'released' }], rowIsStale: true },
    ],
    [
      'what had to wait for room',
      { is: 'put_off', tag, answer: 'no room', problem: trouble, triesMax: 2 },
      nothingRead,
      { unclear: { 'no room': 1 }, rowIsStale: true },
    ],
    [
      'what was not sent',
      { is: 'not_sent', tag, problem: trouble },
      { ...nothingRead, problems: [trouble] },
      { rowIsStale: true, doneForNow: true },
    ],
    ['books that changed meanwhile', { is: 'overtaken', tag }, nothingRead, {}],
    [
      'trouble of our own',
      { is: 'broken_off', tag, error: trouble, open, postings: [found.posting] },
      stopped,
      { open, postings: [found.posting], rowIsStale: true },
    ],
    [
      'a reversal',
      { is: 'posted', tag, open, ...made('2000.00', { kind: 'reversal' }) },
      { ...nothingRead, outdated: true },
      { seen: undefined, drift: undefined, rowIsStale: true, postings: [postingOf('2000.00', { kind: 'reversal' })] },
    ],
    ['rows that are kept', { is: 'kept', rows: [row], vanished: [] }, { asked: undefined }, { row, rowIsStale: false }],
  ])('%s', (_, event, known, ofOctober) => {
    const before = factsOf([having(reviewed, { rowIsStale: event.is === 'kept' })], {
      ...begun,
      ...(event.is === 'kept' ? { asked: {} as Facts['asked'] } : {}),
    });
    const [known1, ofOctober1] = changes(before, event);
    // These are replaced by new empty lists and sets after storing.
    const { fetched, inherited, refigured, ...others } = known1 as Partial<Facts>;
    expect([fetched ?? [], inherited ?? [], refigured ?? new Set()]).toStrictEqual([[], [], new Set()]);
    expect([others, ofOctober1]).toStrictEqual([known, ofOctober]);
  });

  it.each<readonly [string, Partial<Facts>, number]>([
    ['is the look that was taken for it', begun, 1],
    ['is another run’s look', { look: { ...look, tag: september } }, 2],
    ['is none', {}, 2],
  ])('a guard counts as a try where the look behind it %s', (_, known, tries) => {
    const after = fold(factsOf([reviewed], known), { is: 'guarded', tag, found: { is: 'clear' } });
    expect(october1(after).tries).toBe(tries);
  });

  it.each<readonly [string, RunFields, boolean | undefined]>([
    ['a recovery', { adjustment: { ...levyFacts, kind: 'recovery' } }, true],
    ['another adjustment', { adjustment: { ...levyFacts, kind: 'levy' } }, undefined],
    [
      'statutory pay',
      { mapped: { ...reviewed.payroll.mapped, statutoryPay: [{}] } as unknown as RunFields['mapped'] },
      true,
    ],
    ['a run that payroll does not have', { mapped: undefined }, undefined],
    ['no statutory pay', {}, undefined],
  ])('of %s that is posted, what is open of a recovery is worked out anew: %s', (_, over, isFollowed) => {
    const event: Event = { is: 'posted', tag, open, ...made('2000.00') };
    expect(fold(factsOf([having(reviewed, over)]), event).isFollowed).toBe(isFollowed);
    expect(fold(factsOf([]), event).isFollowed).toBeUndefined();
  });

  it('an event about an unknown run changes nothing', () => {
    const before = factsOf([runOf('1900.00', { tag: september })]);
    const posting = postingOf('2000.00', { runTag: 'ledger:1', tag: 'ledger:1' });
    const after = fold(before, { is: 'recorded', tag: 'ledger:1', found: [{ posting, isNew: true }] });
    expect([...after.runs]).toStrictEqual([...before.runs]);
  });
});

describe('a decision that was carried out', () => {
  const left = (decided: readonly Decision[], over: Partial<Write> = {}) => {
    const before = factsOf([runOf('2000.00', { decided })]);
    const after = fold(before, { is: 'posted', tag: october, open: writeOf('2000.00', over), ...made('2000.00') });
    return [after.decisions, october1(after)?.decided].map((all) => all?.map(({ id }) => id));
  };
  const other = { ...asked('post'), id: 'other' };

  it.each<readonly [string, Partial<Decision>, Partial<Write>, boolean]>([
    ['to the same end is spent', {}, {}, true],
    ['of another run stays', { tag: september }, {}, false],
    ['of another company stays', { companyId: 'oak' }, {}, false],
    ['to amend stays', { kind: 'amend' }, {}, false],
    ['is spent by its id', { tag: september }, { decisionId: 'other' }, true],
    ['stays where another was carried out', { tag: september }, { decisionId: 'one' }, false],
  ])('%s', (_, over, write, isSpent) => {
    const stays = isSpent ? [] : ['other'];
    expect(left([{ ...other, ...over }], write)).toStrictEqual([stays, stays]);
  });

  it('leaves decisions that did not ask for it as they were', () => {
    const run = runOf('1900.00', { tag: september, decided: [asked('amend')] });
    const before = factsOf([runOf('2000.00', { decided: [asked('post')] }), run]);
    const after = fold(before, { is: 'spent', tag: october, kinds: ['post'] });
    expect(after.runs.get(september)).toBe(run);
    expect(after.decisions).toStrictEqual([asked('amend')]);
    expect(fold(after, { is: 'spent', tag: october, kinds: ['post'] })).toBe(after);
  });
});

describe('fold', () => {
  const begun = { look, guarded: { tag: october, passed: true } };

  it.each<readonly [string, Event, Partial<Facts>]>([
    ['a look that a sending follows is used up by it', { is: 'overtaken', tag: october }, {}],
    ['a refusal', { is: 'refused', tag: october, open: writeOf('2000.00'), status: 422, words: 'locked' }, {}],
    ['trouble that ends nothing', { is: 'not_sent', tag: october, problem: trouble }, { problems: [trouble] }],
    [
      'a doubt',
      { is: 'in_doubt', tag: october, open: writeOf('2000.00'), answer: '429', waitedMs: 1, problem: trouble },
      { problems: [trouble], brokenOff: undefined },
    ],
  ])('%s: nothing is sent on what was read before', (_, event, then) => {
    const after = fold(factsOf([runOf('2000.00')], begun), event);
    expect(after).toMatchObject({ look: undefined, guarded: undefined, ...then });
  });

  it('keeps a refusal when verify looks, which sends nothing', () => {
    const refusal = { act: 'post' as const, status: 403, words: 'no' };
    const refused = runOf('2000.00', { refusal });
    const looked: Event = { is: 'looked', look, ...nothingSeen };
    const verifying = { request: { trigger: 'verify', actor: 'Ruth', recheck: true } as const };
    expect(october1(fold(factsOf([refused], verifying), looked))?.refusal).toStrictEqual(refusal);
    expect(october1(fold(factsOf([refused]), looked))?.refusal).toBeUndefined();
  });

  it('counts a look as one try, together with the second look that the guard asks for', () => {
    const looked: Event = { is: 'looked', look, ...nothingSeen };
    const unsure = fold(fold(factsOf([runOf('2000.00')]), looked), {
      is: 'guarded',
      tag: october,
      found: { is: 'unsure' },
    });
    expect([october1(unsure)?.tries, unsure.look]).toStrictEqual([1, undefined]);
    const again = fold(unsure, looked);
    expect([october1(again)?.tries, again.guarded]).toStrictEqual([1, { tag: october, passed: false }]);
    const passed = fold(again, { is: 'guarded', tag: october, found: { is: 'clear' } });
    // A passed guard belongs to the look it was asked with, not to a later one.
    expect(fold(passed, looked)).toMatchObject({ guarded: undefined });
  });

  it('uses one look for the next send too, adding the set that we made and confirmed', () => {
    const { set, posting } = made('2000.00');
    const known = factsOf([runOf('2000.00'), runOf('1900.00', { tag: september, seen: [] })], begun);
    const after = fold(known, { is: 'posted', tag: october, open: writeOf('2000.00'), posting, set });
    expect(after).toMatchObject({ look: { sets: [set] }, guarded: undefined });
    expect(nextStep(after, decide(after))).toStrictEqual({ do: 'guard', tag: september });
    // The guard begins the next send, which counts as its try.
    const guarded = fold(after, { is: 'guarded', tag: september, found: { is: 'clear' } });
    expect(guarded.runs.get(september)?.thisSync.tries).toBe(1);
    const reversed = { ...posting, kind: 'reversal' as const };
    expect(fold(known, { is: 'posted', tag: october, open: writeOf('2000.00'), posting: reversed, set })).toMatchObject(
      {
        look: undefined,
      },
    );
  });

  it('uses up the decision that a posting carries out, and no other', () => {
    const run = runOf('2000.00', { decided: [asked('post'), asked('amend')] });
    const open = writeOf('2000.00', { decisionId: asked('post').id });
    const after = fold(factsOf([run], begun), { is: 'posted', tag: october, open, ...made('2000.00') });
    expect(october1(after)?.decided?.map(({ kind }) => kind)).toStrictEqual(['amend']);
    expect(after.decisions.map(({ kind }) => kind)).toStrictEqual(['amend']);
    expect(decide(after).get(october)).toStrictEqual({ do: 'posted' });
  });

  it('maps again after a reversal, since what follows is posted as of today', () => {
    const after = fold(factsOf([runOf('2000.00', { postings: [postingOf('2000.00')] })]), {
      is: 'posted',
      tag: october,
      open: writeOf('-2000.00', { kind: 'reverse' }),
      ...made('-2000.00', { kind: 'reversal', id: 'posting-2' }),
    });
    expect([after.outdated, nextStep(after, decide(after))]).toStrictEqual([true, { do: 'gather' }]);
  });

  it('adds a run for a set that is found, with the period of its tag or date', () => {
    const odd = postingOf('2000.00', { runTag: 'counterfoil:odd', tag: 'counterfoil:odd', datedOn: '2026-04-02' });
    const after = fold(factsOf([]), { is: 'recorded', tag: odd.runTag, found: [{ posting: odd, isNew: true }] });
    expect(after.runs.get('counterfoil:odd')).toMatchObject({ year: 2026, period: 11, recorded: { postings: [odd] } });
  });

  it('ends the doubt about a write whose set is found', () => {
    const run = runOf('2000.00', { open: writeOf('2000.00', { state: 'in_doubt' }) });
    const found = [{ posting: postingOf('2000.00'), isNew: true, write: writeOf('2000.00') }];
    const after = fold(factsOf([run]), { is: 'looked', look, ...nothingSeen, found });
    expect(october1(after)?.open).toBeUndefined();
  });

  it('keeps what a look found wrong after the look itself is out of date', () => {
    const posted = postingOf('2000.00');
    const altered = runOf('2000.00', { postings: [posted], seen: [inBooks('2050.00')] });
    const reversed = postingOf('-1.00', { id: 'other', kind: 'reversal', generation: 7, journalSet: urlOf(9) });
    const found = [{ posting: reversed, isNew: true }];
    const after = fold(factsOf([altered]), { is: 'looked', look, found, seen: new Map(), gone: new Map() });
    expect(october1(after)).toMatchObject({ seen: undefined, drift: 'edited' });
  });

  describe('knows of what a look found wrong', () => {
    const own = postingOf('2000.00');
    const double = postingOf('2000.00', { id: 'posting-2', journalSet: urlOf(2), state: 'doubled' });
    const [same, altered] = [inBooks('2000.00'), inBooks('2050.00')];
    const far = { id: 'far', generation: 7, journalSet: urlOf(9) };

    it.each<readonly [Verdict['do'], RunFields, Drift | undefined, Partial<Posting>?]>([
      ['posted', { postings: [own], seen: [same] }, undefined],
      ['drift', { postings: [own], seen: [altered] }, 'edited'],
      ['drift', { postings: [own], seen: [] }, 'missing'],
      ['record', { seen: [same] }, 'doubled'],
      [
        'remove',
        { postings: [own, double], seen: [same, inBooks('2000.00', 2)], decided: [asked('amend')] },
        'doubled',
      ],
      ['amend', { postings: [own], seen: [altered], decided: [asked('amend')] }, 'doubled'],
      ['reverse', { postings: [own], seen: [same], decided: [askedToReverse] }, 'doubled', { kind: 'post' }],
      ['post', { postings: [own], seen: [], decided: [asked('post')] }, 'doubled'],
    ])('where the verdict is %s', (verdict, over, drift, kind = { kind: 'reversal' }) => {
      const before = factsOf([runOf('2000.00', { drift: 'doubled', ...over })]);
      expect(decide(before).get(october)?.do).toBe(verdict);
      const found = [{ posting: postingOf('-1.00', { ...far, ...kind }), isNew: true }];
      expect(october1(fold(before, { is: 'recorded', tag: september, found }))?.drift).toBe(drift);
    });
  });

  it('keeps what was seen, and updates a set that it had', () => {
    const seen = [inBooks('2000.00')];
    const before = factsOf([
      runOf('2000.00', { postings: [postingOf('1900.00'), postingOf('1.00', { id: 'other' })] }),
    ]);
    const found = [{ posting: postingOf('2000.00'), isNew: false }];
    const after = fold(before, { is: 'looked', look, found, seen: new Map([[october, seen]]), gone: new Map() });
    expect(october1(after)?.seen).toBe(seen);
    expect(october1(after)?.postings).toStrictEqual([postingOf('1.00', { id: 'other' }), postingOf('2000.00')]);
  });

  it('stays in doubt about a write of another tag than the set that is found', () => {
    const open = writeOf('2000.00', { state: 'in_doubt', tag: `${october}:r2` });
    const found = [{ posting: postingOf('2000.00'), isNew: true }];
    const after = fold(factsOf([runOf('2000.00', { open })]), { is: 'recorded', tag: october, found });
    expect(october1(after)?.open).toBe(open);
  });

  it('no longer looks for the write that made it, but for any other', () => {
    const writes = [writeOf('2000.00', { id: 'its own' }), writeOf('2000.00', { id: 'another' })];
    const [own, other] = writes;
    const before = factsOf([runOf('2000.00', { toLookAgain: writes })]);
    const after = (write?: typeof own) =>
      october1(
        fold(before, { is: 'recorded', tag: october, found: [{ posting: postingOf('2000.00'), isNew: true, write }] }),
      );
    expect(after(own)?.toLookAgain).toStrictEqual([other]);
    expect(after()?.toLookAgain).toStrictEqual(writes);
  });

  it('forgets what was seen of a run once a missing set of it is given up', () => {
    const run = runOf('2000.00', { postings: [postingOf('2000.00')], seen: [], drift: 'missing' });
    const after = october1(fold(factsOf([run]), { is: 'given_up', tag: october, givenUp: ['posting-1'] }));
    expect(after).toStrictEqual({
      ...flat(run),
      postings: [postingOf('2000.00', { state: 'missing' })],
      seen: undefined,
      drift: undefined,
    });
  });

  it('counts no answer for an unknown run', () => {
    const event = { is: 'released', open: writeOf('2000.00'), answer: '429', problem: trouble } as const;
    const after = fold(factsOf([]), { ...event, tag: october, triesMax: 2 });
    expect([after.runs.size, after.brokenOff]).toStrictEqual([0, undefined]);
  });

  it('replaces a missing set by the one in its place', () => {
    const run = runOf('2000.00', { postings: [postingOf('2000.00')] });
    const again = { id: 'posting-2', generation: 2, journalSet: urlOf(2), tag: `${october}:r2` };
    const event: Event = {
      is: 'posted',
      tag: october,
      open: writeOf('2000.00'),
      ...made('2000.00', again),
      givenUp: ['posting-1'],
    };
    const states = october1(fold(factsOf([run]), event))?.postings?.map(({ state }) => state);
    expect(states).toStrictEqual(['missing', 'in_books']);
  });

  it('makes the remaining one of two doubles the run’s own, once someone removed the other', () => {
    const own = postingOf('2000.00');
    const double = postingOf('2000.00', { id: 'posting-2', journalSet: urlOf(2), state: 'doubled' });
    const after = fold(factsOf([runOf('2000.00', { postings: [own, double], decided: [asked('amend')] })]), {
      is: 'looked',
      look,
      found: [],
      seen: new Map([[october, [inBooks('2000.00', 2)]]]),
      gone: new Map([[october, [own.id]]]),
    });
    expect(october1(after)?.postings?.map(({ state }) => state)).toStrictEqual(['missing', 'in_books']);
    expect(october1(after)?.decided).toStrictEqual([]);
  });

  it('ends the sync when the service gives unclear answers for the same run too often', () => {
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
    expect(fold(once, event).brokenOff).toStrictEqual({ error: trouble });
  });

  it('still counts the tries when the record is read again', () => {
    const before = runOf('2000.00', { doneForNow: true, tries: 2, unclear: { '429': 1 } });
    const fresh = factsOf([runOf('2000.00')]);
    expect(october1(fold(factsOf([before]), { is: 'gathered', facts: fresh }))).toMatchObject({
      doneForNow: true,
      tries: 2,
      unclear: { '429': 1 },
    });
    const refused = runOf('2000.00', { refusal: { act: 'post', status: 422, words: 'locked' }, check: checked });
    const known = factsOf([refused], { problems: [trouble], unread: new Set([1]) });
    const other = runOf('1900.00', { tag: september });
    const after = fold(known, { is: 'gathered', facts: factsOf([runOf('2000.00'), other]) });
    expect(october1(after)).toMatchObject({ refusal: refused.thisSync.refusal, check: checked });
    expect([after.runs.get(september), after.problems, after.unread]).toStrictEqual([other, [trouble], new Set([1])]);
    const reversed = factsOf([runOf('2000.00', { postings: [postingOf('2000.00')] })]);
    expect(october1(fold(factsOf([before]), { is: 'gathered', facts: reversed }))?.tries).toBe(0);
  });

  it('drops what has been stored', () => {
    const facts = factsOf([runOf('2000.00'), runOf('1900.00', { tag: september, rowIsStale: true })], {
      refigured: new Set([1]),
      inherited: [decisionOf('ignore')],
    });
    const after = fold(facts, { is: 'kept', rows: [], vanished: [september] });
    expect([...after.runs.keys(), after.refigured.size, after.inherited.length]).toStrictEqual([october, 0, 0]);
  });
});
