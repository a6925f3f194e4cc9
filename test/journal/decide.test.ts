import { describe, expect, it } from '@jest/globals';
import {
  type Verdict,
  decideRun,
  decideTogether,
  type Mapped,
  type RecordedSet,
  type RunCase,
  redateTo,
  type SetInBooks,
} from '../../src/journal/decide.js';
import { fingerprint, type Line } from '../../src/journal/identity.js';
import { Money } from '../../src/journal/money.js';

const paidOn = '2025-10-31';

function content(gross: string, datedOn = paidOn, split = false) {
  const amount = Money.parse(gross);
  const half = amount.share(Money.parse('1'), Money.parse('2'));
  const salaries: Line[] = split
    ? [
        { category: '401', debit: half },
        { category: '401', debit: amount.minus(half) },
      ]
    : [{ category: '401', debit: amount }];
  const lines: Line[] = [...salaries, { category: '902', user: '/v2/users/1', debit: amount.negated() }];
  return { fingerprint: fingerprint(datedOn, lines), datedOn, lines };
}

const set = (id: number, over: Partial<SetInBooks> = {}): SetInBooks => ({
  ...content('2000.00'),
  kind: 'post',
  generation: 1,
  url: `https://books.test/v2/journal_sets/${id}`,
  tag: 'counterfoil:2026-06:2025-10-31',
  ...over,
});
const recorded = (id: number, over: Partial<RecordedSet> = {}): RecordedSet => ({
  ...set(id, over),
  origin: 'posted',
  ...over,
});
const reversal = (id: number, generation = 1) => ({
  kind: 'reversal' as const,
  generation,
  ...content('-2000.00'),
  tag: `counterfoil:2026-06:2025-10-31:reversal-${generation}`,
  url: `https://books.test/v2/journal_sets/${id}`,
});
const postable = (gross = '2000.00', datedOn = paidOn): Mapped => ({ is: 'post', ...content(gross, datedOn) });

const run = (over: Partial<RunCase> = {}): RunCase => ({
  tag: 'counterfoil:2026-06:2025-10-31',
  periodIndex: 2026 * 12 + 6,
  recorded: [],
  generationsUsed: Math.max(0, ...(over.recorded ?? []).map((known) => known.generation)),
  mapped: postable(),
  mode: 'auto',
  beforeCutover: false,
  decided: {},
  amendments: 'ask',
  ...over,
});

const heldOf = (...people: readonly number[]): Mapped => ({
  is: 'hold',
  people: people.map((person) => `/v2/users/${person}`),
});
const held = heldOf(1);
const same = content('2000.00').fingerprint;
const other = content('2100.00').fingerprint;
const url1 = set(1).url;
const found = set(1, content('2050.00'));
const laidOutOtherwise = content('2000.00', paidOn, true);

/** The table of exactly-once.md, one row a line: what is known, and what is to be done. */
const table: readonly (readonly [string, Partial<RunCase>, Partial<Verdict>])[] = [
  ['nothing recorded, due', {}, { do: 'post', generation: 1 }],
  ['nothing recorded, a person approves first', { mode: 'approve' }, { do: 'ready' }],
  ['nothing recorded, approved as seen', { mode: 'approve', decided: { post: same } }, { do: 'post' }],
  ['nothing recorded, approved for other figures', { mode: 'approve', decided: { post: other } }, { do: 'ready' }],
  ['nothing recorded, check only', { mode: 'check' }, { do: 'check' }],
  ['nothing recorded, held', { mapped: held }, { do: 'held', reversed: false }],
  ['nothing recorded, nil', { mapped: { is: 'nothing' } }, { do: 'nothing' }],
  ['nothing recorded, gone', { mapped: { is: 'gone' } }, { do: 'nothing' }],
  ['nothing recorded, not filed', { mapped: { is: 'not_filed' } }, { do: 'not_ready' }],
  ['nothing recorded, before cut-over', { beforeCutover: true, mapped: held }, { do: 'before_cutover' }],
  ['not recorded, in the books', { inBooks: [set(1)] }, { do: 'record', sets: [set(1)] }],
  ['not recorded, in the books, run gone', { inBooks: [set(1)], mapped: { is: 'gone' } }, { do: 'record' }],
  ['recorded, payroll the same', { recorded: [recorded(1)] }, { do: 'posted' }],
  ['recorded and seen, payroll the same', { recorded: [recorded(1)], inBooks: [set(1)] }, { do: 'posted' }],
  [
    'found in another layout',
    { recorded: [recorded(1, { ...laidOutOtherwise, origin: 'adopted' })] },
    { do: 'posted' },
  ],
  ['payroll differs', { recorded: [recorded(1)], mapped: postable('2100.00') }, { do: 'changed', why: 'amount' }],
  ['payroll now held', { recorded: [recorded(1)], mapped: held }, { do: 'changed', why: 'hold' }],
  ['payroll now nil', { recorded: [recorded(1)], mapped: { is: 'nothing' } }, { do: 'changed', why: 'nothing' }],
  ['payroll gone', { recorded: [recorded(1)], mapped: { is: 'gone' } }, { do: 'changed', why: 'gone' }],
  ['no longer filed', { recorded: [recorded(1)], mapped: { is: 'not_filed' } }, { do: 'changed', why: 'not_filed' }],
  [
    'payroll differs, amend decided',
    { recorded: [recorded(1)], mapped: postable('2100.00'), decided: { amend: other } },
    { do: 'amend', url: url1 },
  ],
  [
    'payroll moved on since amend was decided',
    { recorded: [recorded(1)], mapped: postable('2200.00'), decided: { amend: other } },
    { do: 'changed' },
  ],
  [
    'payroll differs, reverse decided',
    { recorded: [recorded(1)], mapped: postable('2100.00'), decided: { reverse: other } },
    { do: 'reverse', url: url1 },
  ],
  ['reverse decided though the same', { recorded: [recorded(1)], decided: { reverse: same } }, { do: 'reverse' }],
  [
    'payroll differs, policy amends',
    { recorded: [recorded(1)], mapped: postable('2100.00'), amendments: 'amend' },
    { do: 'amend' },
  ],
  [
    'payroll differs, policy reverses',
    { recorded: [recorded(1)], mapped: postable('2100.00'), amendments: 'reverse' },
    { do: 'reverse' },
  ],
  [
    'gone cannot be amended away: policy reverses',
    { recorded: [recorded(1)], mapped: { is: 'gone' }, amendments: 'amend' },
    { do: 'reverse' },
  ],
  [
    'held is never amended by policy',
    { recorded: [recorded(1)], mapped: held, amendments: 'amend' },
    { do: 'changed', why: 'hold' },
  ],
  [
    'found without a record: only a person amends',
    { recorded: [recorded(1, { origin: 'adopted' })], mapped: postable('2100.00'), amendments: 'amend' },
    { do: 'changed', why: 'amount' },
  ],
  [
    'edited to what payroll has now',
    { recorded: [recorded(1)], inBooks: [found], mapped: postable('2050.00') },
    { do: 'record', sets: [found] },
  ],
  ['edited otherwise', { recorded: [recorded(1)], inBooks: [found] }, { do: 'drift', what: 'edited', urls: [url1] }],
  [
    'edited, payroll gone',
    { recorded: [recorded(1)], inBooks: [found], mapped: { is: 'gone' } },
    { do: 'drift', what: 'edited' },
  ],
  [
    'edited, a person amends it back',
    { recorded: [recorded(1)], inBooks: [found], decided: { amend: same } },
    { do: 'amend', url: url1 },
  ],
  ['removed from the books', { recorded: [recorded(1)], inBooks: [] }, { do: 'drift', what: 'missing', urls: [url1] }],
  [
    'removed, payroll gone',
    { recorded: [recorded(1)], inBooks: [], mapped: { is: 'gone' } },
    { do: 'drift', what: 'missing' },
  ],
  [
    'removed, a person posts again',
    { recorded: [recorded(1)], inBooks: [], decided: { post: same } },
    { do: 'post', generation: 2 },
  ],
  ['drift is remembered without a look', { recorded: [recorded(1)], drift: 'edited' }, { do: 'drift', what: 'edited' }],
  ['drift mended in the books', { recorded: [recorded(1)], drift: 'edited', inBooks: [set(1)] }, { do: 'posted' }],
  [
    'two sets of one run',
    { recorded: [recorded(1), recorded(2)] },
    { do: 'drift', what: 'doubled', removable: set(2).url },
  ],
  [
    'two that differ',
    { recorded: [recorded(1), recorded(2, content('10.00'))] },
    { do: 'drift', what: 'doubled', removable: undefined },
  ],
  [
    'two sets, the younger given up',
    { recorded: [recorded(2), recorded(1)], decided: { amend: same } },
    { do: 'remove', url: set(2).url },
  ],
  ['an unknown second set', { recorded: [recorded(1)], inBooks: [set(1), set(2)] }, { do: 'record', sets: [set(2)] }],
  [
    'a reversal deleted after the replacement',
    {
      recorded: [recorded(1), recorded(2, reversal(2)), recorded(3, { generation: 2, tag: 'r2' })],
      inBooks: [set(1), set(3, { generation: 2, tag: 'r2' })],
    },
    { do: 'drift', what: 'doubled' },
  ],
  ['reversed', { recorded: [recorded(1), recorded(2, reversal(2))] }, { do: 'held', reversed: true }],
  [
    'reversed, run gone',
    { recorded: [recorded(1), recorded(2, reversal(2))], mapped: { is: 'gone' } },
    { do: 'nothing' },
  ],
  [
    'reversed, a person asks again',
    { recorded: [recorded(1), recorded(2, reversal(2))], decided: { post: same } },
    { do: 'post', generation: 2 },
  ],
  [
    'reversed, asked for other figures',
    { recorded: [recorded(1), recorded(2, reversal(2))], decided: { post: other } },
    { do: 'held', reversed: true },
  ],
  [
    'reversed and replaced',
    { recorded: [recorded(1), recorded(2, reversal(2)), recorded(3, { generation: 2 })] },
    { do: 'posted' },
  ],
  ['in doubt', { openWrite: { fingerprint: same }, inBooks: [set(1)] }, { do: 'wait' }],
  ['ignored', { decided: { ignored: true } }, { do: 'ignored' }],
  [
    'ignored, in the books',
    { decided: { ignored: true }, recorded: [recorded(1)], mapped: { is: 'gone' } },
    { do: 'ignored' },
  ],
  [
    'found before the cut-over, and differing',
    { recorded: [recorded(1, { origin: 'adopted' })], mapped: postable('1.00'), beforeCutover: true },
    { do: 'before_cutover' },
  ],
];

describe('what to do about a pay run', () => {
  it.each(table)('%s', (_, facts, expected) => {
    expect(decideRun(run(facts))).toMatchObject(expected);
  });
});

describe('a period and its neighbours', () => {
  const october = run({ recorded: [recorded(1)], mapped: { is: 'gone' } });
  const moved = run({ tag: 'counterfoil:2026-06:2025-10-30', mapped: postable('2000.00', '2025-10-30') });
  const november = run({ tag: 'counterfoil:2026-07:2025-11-28', periodIndex: october.periodIndex + 1 });
  const january = run({ tag: 'counterfoil:2026-09:2026-01-30', periodIndex: october.periodIndex + 3 });
  const judged = (runs: readonly RunCase[]) => [...decideTogether(runs).values()].map((decision) => decision.do);

  it('posts nothing new beside a run that is to change', () => {
    expect(judged([october, moved, november, january])).toStrictEqual(['changed', 'changed', 'changed', 'post']);
  });
  it('reaches across the tax year', () => {
    const march = run({ ...october, periodIndex: 2026 * 12 + 11 });
    const april = run({ tag: 'counterfoil:2027-00:2026-04-30', periodIndex: 2027 * 12 });
    expect(judged([march, april])).toStrictEqual(['changed', 'changed']);
  });
  it('posts beside a run in doubt whose write matches payroll', () => {
    const waiting = run({ openWrite: { fingerprint: same } });
    expect(judged([waiting, november])).toStrictEqual(['wait', 'post']);
  });
  it('waits beside an amendment in doubt, even one that matches payroll: the set may still be as it was', () => {
    const waiting = run({ recorded: [recorded(1, content('1500.00'))], openWrite: { fingerprint: same } });
    expect(judged([waiting, november])).toStrictEqual(['wait', 'changed']);
    expect(judged([{ ...waiting, recorded: [recorded(1)] }, november])).toStrictEqual(['wait', 'post']);
  });
  it('waits beside a run in doubt that payroll has left', () => {
    const waiting = run({ openWrite: { fingerprint: other } });
    expect(judged([waiting, november])).toStrictEqual(['wait', 'changed']);
  });
  it('finds the new date of a moved pay run', () => {
    expect(redateTo([october, moved, january], october)?.tag).toBe(moved.tag);
  });
  it('finds it even beside another new run', () => {
    const november2 = { ...november, mapped: postable('99.00', '2025-11-28') };
    expect(redateTo([october, moved, november2], october)?.tag).toBe(moved.tag);
  });
  it('does not choose between two that match', () => {
    const twin = run({ tag: 'counterfoil:2026-06:2025-10-29', mapped: postable('2000.00', '2025-10-29') });
    expect(redateTo([october, moved, twin], october)).toBeUndefined();
  });
  it('moves nothing when nothing was posted', () => {
    expect(redateTo([run({ mapped: { is: 'gone' } }), moved], run({ mapped: { is: 'gone' } }))).toBeUndefined();
  });
});

describe('a set takes nobody in while another still holds them', () => {
  const staff = (person: number): Line[] => [
    { category: '401', debit: Money.parse('2000.00') },
    { category: '902', user: `/v2/users/${person}`, debit: Money.parse('-2000.00') },
  ];
  const paying = (datedOn: string, people: readonly number[]) => {
    const lines = people.flatMap(staff);
    return { fingerprint: fingerprint(datedOn, lines), datedOn, lines };
  };
  const runOn = (datedOn: string, was: readonly number[], now: readonly number[], over: Partial<RunCase> = {}) =>
    run({
      tag: `counterfoil:2026-06:${datedOn}`,
      recorded: [
        recorded(Number(datedOn.slice(-2)), { ...paying(datedOn, was), tag: `counterfoil:2026-06:${datedOn}` }),
      ],
      mapped: now.length > 0 ? { is: 'post', ...paying(datedOn, now) } : { is: 'gone' },
      amendments: 'amend',
      ...over,
    });
  const recordedBy = ({ tag, mapped }: RunCase) =>
    mapped.is === 'post' ? { recorded: [recorded(77, { ...mapped, tag })] } : {};
  const done = (...runs: RunCase[]) => [...decideTogether(runs).values()].map((one) => one.do);

  it('waits for a run that vanished beside it', () => {
    const vanished = runOn('2025-10-30', [1], []);
    expect(done(vanished, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['reverse', 'changed']);
  });

  it('waits for a run that they left, which goes first', () => {
    expect(done(runOn('2025-10-30', [1, 3], [3]), runOn('2025-10-31', [2], [1, 2]))).toStrictEqual([
      'amend',
      'changed',
    ]);
  });

  it('waits beside a run in doubt that payroll has left: its set may still come', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    const inDoubt = (now: readonly number[]) =>
      runOn('2025-10-30', [], now, { recorded: [], openWrite: paying('2025-10-30', [1]) });
    expect(done(inDoubt([]), takesIn)).toStrictEqual(['wait', 'changed']);
    expect(done(inDoubt([3]), takesIn)).toStrictEqual(['wait', 'changed']);
    expect(done(inDoubt([1]), takesIn)).toStrictEqual(['wait', 'amend']);
  });

  it('moves to no pay date whose people another set still holds', () => {
    const left = runOn('2025-10-08', [1], [2]);
    const vanished = runOn('2025-10-11', [2], []);
    const fresh = runOn('2025-10-07', [1], [1], { recorded: [] });
    const asked = { ...vanished, decided: { amend: 'gone' } };
    expect(done(left, asked, fresh)).toStrictEqual(['changed', 'changed', 'changed']);
    // Once the other set has let them go, it may.
    expect(done(runOn('2025-10-08', [3], [3]), asked, fresh)).toStrictEqual(['posted', 'amend', 'changed']);
  });

  it('knows who left a held run, but not who left a run that is no longer filed', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    const came = runOn('2025-10-31', [], [1], { recorded: [] });
    const left = runOn('2025-10-30', [1, 3], [], { mapped: heldOf(3) });
    const kept = runOn('2025-10-30', [1, 3], [], { mapped: heldOf(1, 3) });
    const unfiled = runOn('2025-10-30', [1, 3], [], { mapped: { is: 'not_filed' } });
    expect(done(left, takesIn)).toStrictEqual(['changed', 'changed']);
    expect(done(kept, takesIn)).toStrictEqual(['changed', 'amend']);
    expect(done(unfiled, takesIn)).toStrictEqual(['changed', 'changed']);
    const ignored = { decided: { ignored: true } };
    expect(done({ ...left, ...ignored }, came)).toStrictEqual(['ignored', 'changed']);
    expect(done({ ...kept, ...ignored }, came)).toStrictEqual(['ignored', 'post']);
    expect(done({ ...unfiled, ...ignored }, came)).toStrictEqual(['ignored', 'changed']);
  });

  it('takes in nobody whom an ignored set beside it still pays, unless a person decides so', () => {
    const ignored = { decided: { ignored: true } };
    const gone = runOn('2025-10-30', [1, 3], [], ignored);
    const partly = runOn('2025-10-30', [1, 3], [3], ignored);
    const came = runOn('2025-10-31', [], [1], { recorded: [] });
    expect(done(gone, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, { ...came, mode: 'approve' })).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['ignored', 'changed']);
    expect(decideTogether([partly, came]).get(came.tag)).toMatchObject({ why: 'neighbour', ignored: [partly.tag] });
    const asked = paying('2025-10-31', [1]).fingerprint;
    expect(done(partly, { ...came, decided: { post: asked, despite: [partly.tag] } })).toStrictEqual([
      'ignored',
      'post',
    ]);
    // Not for somebody who was not shown this ignored run: after a reversal, or when another one was shown.
    expect(done(partly, { ...came, decided: { post: asked } })).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, { ...came, decided: { post: asked, despite: ['another'] } })).toStrictEqual([
      'ignored',
      'changed',
    ]);
    // Once reversed, it pays nobody.
    const reversed = { ...gone, recorded: [...gone.recorded, { ...reversal(9), origin: 'posted' as const }] };
    expect(done(reversed, came)).toStrictEqual(['ignored', 'post']);
    // Nor is a reversed run posted again for a person who was not shown the ignored one.
    const undone = { ...came, recorded: [...(reversed.recorded ?? [])] };
    expect(done(partly, undone)).toStrictEqual(['ignored', 'changed']);
    expect(done(runOn('2025-10-30', [9], [9], ignored), undone)).toStrictEqual(['ignored', 'held']);
  });

  it('is not kept back for people who are paid every month', () => {
    const ignored = { decided: { ignored: true } };
    const next = { tag: 'counterfoil:2026-07:2025-11-30', periodIndex: 2026 * 12 + 7, recorded: [] };
    const november = runOn('2025-11-30', [], [1], next);
    expect(done(runOn('2025-10-31', [1], [1], ignored), november)).toStrictEqual(['ignored', 'post']);
    // October left payroll when November was already there and free to be posted.
    const known = { ...november, passed: paying('2025-11-30', [1]).lines };
    expect(done(runOn('2025-10-31', [1], [], ignored), known)).toStrictEqual(['ignored', 'post']);
    // Had November first been seen after October was ignored, its people might have come from October.
    const ignoredAt = new Date('2025-11-03T09:00:00Z');
    const then = (firstSeenAt: string) =>
      done(runOn('2025-10-31', [1], [], { decided: { ignored: true, ignoredAt } }), {
        ...known,
        firstSeenAt: new Date(firstSeenAt),
      });
    expect(then('2025-11-03T08:59:00Z')).toStrictEqual(['ignored', 'post']);
    expect(then('2025-11-03T09:00:00Z')).toStrictEqual(['ignored', 'changed']);
    // December is not a neighbour of October.
    const december = runOn('2025-12-31', [], [1], {
      ...next,
      tag: 'counterfoil:2026-08:2025-12-31',
      periodIndex: 2026 * 12 + 8,
    });
    expect(done(runOn('2025-10-31', [1], [], ignored), december)).toStrictEqual(['ignored', 'post']);
  });

  it('is not kept back for people who went from an ignored run to the ignored run that took its place', () => {
    const ignored = { decided: { ignored: true } };
    const september = { tag: 'counterfoil:2026-05:2025-09-30', periodIndex: 2026 * 12 + 5, recorded: [] };
    const next = { tag: 'counterfoil:2026-07:2025-11-06', periodIndex: 2026 * 12 + 7, recorded: [] };
    const gone = runOn('2025-10-31', [1], [], ignored);
    const moved = runOn('2025-10-30', [], [1], { ...ignored, recorded: [] });
    // September was not filed until now.
    const filed = runOn('2025-09-30', [], [1], september);
    expect(done(gone, moved, filed)).toStrictEqual(['ignored', 'ignored', 'post']);
    expect(done(gone, { ...moved, decided: {} }, filed)).toStrictEqual(['ignored', 'changed', 'changed']);
    expect(done(gone, { ...moved, ...recordedBy(moved) }, filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // A move into the next period counts only with the same pay.
    const beside = (people: readonly number[]) => runOn('2025-11-06', [], people, { ...next, ...ignored });
    expect(done(gone, beside([1]), filed)).toStrictEqual(['ignored', 'ignored', 'post']);
    expect(done(gone, beside([1, 2]), filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
  });

  it('waits for every new run when no set names a person', () => {
    const noOne = { lines: [{ category: '401', debit: Money.parse('2000.00') }] };
    const merged = { merged: true, decided: { ignored: true } };
    const gone = runOn('2025-10-30', [], [], { ...merged, recorded: [recorded(30, noOne)] });
    const came = runOn('2025-10-31', [], [], { recorded: [], merged: true, mapped: postable() });
    expect(done(gone, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(gone, { ...came, passed: noOne.lines })).toStrictEqual(['ignored', 'post']);
  });

  it('does not wait when the people stay the same', () => {
    const redated = runOn('2025-10-31', [2], [2], { mapped: { is: 'post', ...paying('2025-11-01', [2]) } });
    expect(done(runOn('2025-10-30', [1, 3], [3]), redated)).toStrictEqual(['amend', 'amend']);
  });

  it('is not posted beside a set that was altered and whose run vanished', () => {
    const altered = runOn('2025-10-30', [1], [], { drift: 'edited' });
    const fresh = runOn('2025-10-31', [1], [1], { recorded: [] });
    expect(done(altered, fresh)).toStrictEqual(['drift', 'changed']);
    expect(done({ ...altered, drift: 'missing' }, fresh)).toStrictEqual(['drift', 'post']);
  });
});
