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
const withLines = (lines: readonly Line[]) => ({ fingerprint: fingerprint(paidOn, lines), datedOn: paidOn, lines });
const onSubAccounts = withLines([
  { category: '401', debit: Money.parse('2000.00') },
  { category: '902-3', user: '/v2/users/1', debit: Money.parse('-1500.00') },
  { category: '902-4', user: '/v2/users/2', debit: Money.parse('-500.00') },
]);
const onAnotherAccount = withLines([
  { category: '407', debit: Money.parse('2000.00') },
  { category: '902', user: '/v2/users/1', debit: Money.parse('-2000.00') },
]);

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
  [
    'posted in another layout than payroll has now',
    { recorded: [recorded(1, laidOutOtherwise)] },
    { do: 'changed', why: 'amount' },
  ],
  [
    'found in another layout, of another day',
    { recorded: [recorded(1, { ...content('2000.00', '2025-10-30', true), origin: 'adopted' })] },
    { do: 'changed', why: 'amount' },
  ],
  [
    'found with sub accounts of the accounts that payroll needs',
    { recorded: [recorded(1, { ...onSubAccounts, origin: 'adopted' })] },
    { do: 'posted' },
  ],
  [
    'found with the same total on another account',
    { recorded: [recorded(1, { ...onAnotherAccount, origin: 'adopted' })] },
    { do: 'changed', why: 'amount' },
  ],
  [
    'payroll gone, amend decided: its set goes to another pay date',
    { recorded: [recorded(1)], mapped: { is: 'gone' }, decided: { amend: 'gone' } },
    { do: 'amend', url: url1 },
  ],
  [
    'payroll gone, reverse decided',
    { recorded: [recorded(1)], mapped: { is: 'gone' }, decided: { reverse: 'gone' } },
    { do: 'reverse', url: url1 },
  ],
  [
    'payroll moved on since reverse was decided',
    { recorded: [recorded(1)], mapped: postable('2200.00'), decided: { reverse: other } },
    { do: 'changed', why: 'amount' },
  ],
  [
    'posted before the cut-over, and differing',
    { recorded: [recorded(1)], mapped: postable('1.00'), beforeCutover: true, amendments: 'amend' },
    { do: 'before_cutover' },
  ],
  [
    'nil now: policy reverses',
    { recorded: [recorded(1)], mapped: { is: 'nothing' }, amendments: 'amend' },
    { do: 'reverse', url: url1 },
  ],
  [
    'no longer filed is never reversed by policy',
    { recorded: [recorded(1)], mapped: { is: 'not_filed' }, amendments: 'reverse' },
    { do: 'changed', why: 'not_filed' },
  ],
  [
    'found without a record and gone from payroll: only a person reverses',
    { recorded: [recorded(1, { origin: 'adopted' })], mapped: { is: 'gone' }, amendments: 'reverse' },
    { do: 'changed', why: 'gone' },
  ],
  [
    'an undone set edited to what payroll has now',
    {
      recorded: [recorded(1), recorded(2, reversal(2)), recorded(3, { generation: 2 })],
      inBooks: [found, set(2, reversal(2)), set(3, { generation: 2 })],
      mapped: postable('2050.00'),
    },
    { do: 'drift', what: 'edited', urls: [url1] },
  ],
  [
    'its reference changed in the books, the figures the same',
    { recorded: [recorded(1)], inBooks: [set(1, { tag: 'x' })], mapped: postable('2100.00') },
    { do: 'drift', what: 'edited', urls: [url1] },
  ],
  [
    'a set and its reversal removed',
    { recorded: [recorded(1), recorded(2, reversal(2))], inBooks: [] },
    { do: 'drift', what: 'missing', urls: [url1, set(2).url] },
  ],
  [
    'edited, payroll gone, and a person wants it at another pay date',
    { recorded: [recorded(1)], inBooks: [found], mapped: { is: 'gone' }, decided: { amend: 'gone' } },
    { do: 'drift', what: 'edited', urls: [url1] },
  ],
  [
    'edited after it was undone: there is nothing to amend',
    {
      recorded: [recorded(1), recorded(2, reversal(2))],
      inBooks: [found, set(2, reversal(2))],
      decided: { amend: same },
    },
    { do: 'drift', what: 'edited' },
  ],
  [
    'edited, posting decided',
    { recorded: [recorded(1)], inBooks: [found], decided: { post: same } },
    { do: 'drift', what: 'edited' },
  ],
  [
    'edited, amending decided for other figures',
    { recorded: [recorded(1)], inBooks: [found], decided: { amend: other } },
    { do: 'drift', what: 'edited' },
  ],
  [
    'removed, amending decided',
    { recorded: [recorded(1)], inBooks: [], decided: { amend: same } },
    { do: 'drift', what: 'missing' },
  ],
  [
    'removed, posting decided for other figures',
    { recorded: [recorded(1)], inBooks: [], decided: { post: other } },
    { do: 'drift', what: 'missing' },
  ],
  [
    'removed, payroll gone, and a person wanted to post what was gone',
    { recorded: [recorded(1)], inBooks: [], mapped: { is: 'gone' }, decided: { post: 'gone' } },
    { do: 'drift', what: 'missing' },
  ],
  [
    'removal is remembered, a person posts again',
    { recorded: [recorded(1)], drift: 'missing', decided: { post: same } },
    { do: 'post', generation: 2 },
  ],
  [
    'a second set is remembered',
    { recorded: [recorded(1)], drift: 'doubled', decided: { amend: same, post: same } },
    { do: 'drift', what: 'doubled', urls: [url1] },
  ],
  [
    'two sets of one run in two layouts',
    { recorded: [recorded(1), recorded(2, laidOutOtherwise)] },
    { do: 'drift', what: 'doubled', removable: set(2).url },
  ],
  [
    'two sets of one run on two days',
    { recorded: [recorded(1), recorded(2, content('2000.00', '2025-10-30'))] },
    { do: 'drift', what: 'doubled', urls: [url1, set(2).url], removable: undefined },
  ],
  [
    'three sets of one run',
    { recorded: [recorded(1), recorded(2), recorded(3)], decided: { amend: same } },
    { do: 'drift', what: 'doubled', removable: undefined },
  ],
  [
    'two sets in books at an address of numbers',
    {
      recorded: [
        recorded(9, { url: 'http://127.0.0.1/v2/sets/9' }),
        recorded(8, { url: 'http://127.0.0.1/v2/sets/8' }),
      ],
    },
    { do: 'drift', what: 'doubled', removable: 'http://127.0.0.1/v2/sets/9' },
  ],
  [
    'two sets, the younger given up for other figures',
    { recorded: [recorded(1), recorded(2)], decided: { amend: other } },
    { do: 'drift', what: 'doubled' },
  ],
  [
    'the tenth set is younger than the ninth',
    { recorded: [recorded(10), recorded(9)] },
    { do: 'drift', what: 'doubled', removable: set(10).url },
  ],
  [
    'the set without a number is the older one',
    { recorded: [recorded(7), recorded(8, { url: 'https://books.test/v2/journal_sets/odd' })] },
    { do: 'drift', what: 'doubled', removable: set(7).url },
  ],
  [
    'the younger set with a slash at its end',
    { recorded: [recorded(8, { url: `${set(8).url}/` }), recorded(7)] },
    { do: 'drift', what: 'doubled', removable: `${set(8).url}/` },
  ],
  [
    'reversed, and before the cut-over',
    { recorded: [recorded(1), recorded(2, reversal(2))], beforeCutover: true },
    { do: 'held', reversed: true },
  ],
  [
    'reversed, held now',
    { recorded: [recorded(1), recorded(2, reversal(2))], mapped: held },
    { do: 'held', reversed: false },
  ],
  [
    'reversed, no longer filed',
    { recorded: [recorded(1), recorded(2, reversal(2))], mapped: { is: 'not_filed' } },
    { do: 'not_ready' },
  ],
  ['reversed, check only', { recorded: [recorded(1), recorded(2, reversal(2))], mode: 'check' }, { do: 'check' }],
  ['gone before the cut-over', { beforeCutover: true, mapped: { is: 'gone' } }, { do: 'nothing' }],
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
  it('keeps back what a person would approve, and what is paid a month earlier', () => {
    const changed = run({ ...november, recorded: [recorded(1)], mapped: postable('2100.00') });
    expect(judged([october, { ...moved, mode: 'approve' }])).toStrictEqual(['changed', 'changed']);
    expect(judged([run(), changed])).toStrictEqual(['changed', 'changed']);
    expect(decideTogether([run(), changed]).get(run().tag)).toStrictEqual({ do: 'changed', why: 'neighbour' });
  });
  it('posts beside a set that was altered, if payroll is still as it was posted', () => {
    const altered = run({ recorded: [recorded(1)], drift: 'edited' });
    expect(judged([altered, november])).toStrictEqual(['drift', 'post']);
    expect(judged([{ ...altered, mapped: postable('2100.00') }, november])).toStrictEqual(['drift', 'changed']);
    expect(judged([{ ...altered, drift: 'doubled', mapped: postable('1.00') }, november])).toStrictEqual([
      'drift',
      'changed',
    ]);
  });
  it('finds the new date with other pay, if it is the only new one of the period', () => {
    const raised = { ...moved, mapped: postable('2100.00', '2025-10-30') };
    const another = run({ tag: 'counterfoil:2026-06:2025-10-29', mapped: postable('2200.00', '2025-10-29') });
    expect(redateTo([october, raised], october)?.tag).toBe(raised.tag);
    expect(redateTo([october, raised, november], october)?.tag).toBe(november.tag);
    expect(redateTo([october, raised, another], october)).toBeUndefined();
    expect(redateTo([october, { ...november, mapped: postable('2100.00', '2025-11-28') }], october)).toBeUndefined();
    expect(redateTo([october], october)).toBeUndefined();
  });
  it('finds no new date with other pay while a second set has lost its run', () => {
    const raised = { ...moved, mapped: postable('2100.00', '2025-10-30') };
    const tag = 'counterfoil:2026-06:2025-10-28';
    const second = run({ tag, recorded: [recorded(2, { ...content('1500.00'), tag })], mapped: { is: 'gone' } });
    expect(redateTo([october, second, raised], october)).toBeUndefined();
    expect(redateTo([october, second, moved], october)?.tag).toBe(moved.tag);
    // A set that was reversed has nowhere to go.
    const undone = { ...second, recorded: [...second.recorded, recorded(3, reversal(3))] };
    expect(redateTo([october, undone, raised], october)?.tag).toBe(raised.tag);
    expect(redateTo([october, { ...second, periodIndex: october.periodIndex + 2 }, raised], october)?.tag).toBe(
      raised.tag,
    );
  });
  it.each([
    ['has a set already', { recorded: [recorded(2)] }],
    ['is before the cut-over', { beforeCutover: true }],
    ['is held', { mapped: held }],
    ['is two months away', { periodIndex: october.periodIndex + 2 }],
  ])('finds no new date in a run that %s', (_, over) => {
    expect(redateTo([october, { ...moved, ...over }], october)).toBeUndefined();
  });
  it('finds a new date for nothing that payroll still has', () => {
    expect(redateTo([run({ recorded: [recorded(1)], mapped: held }), moved], run({ mapped: held }))).toBeUndefined();
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

  it('waits for a run that pays nobody any more', () => {
    const nil = runOn('2025-10-30', [1], [], { mapped: { is: 'nothing' } });
    expect(done(nil, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['reverse', 'changed']);
  });

  it('waits for no run that has no set, or whose ignored set pays others', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    expect(done(runOn('2025-10-30', [], [], { recorded: [] }), takesIn)).toStrictEqual(['nothing', 'amend']);
    expect(done(runOn('2025-10-30', [9], [], { decided: { ignored: true } }), takesIn)).toStrictEqual([
      'ignored',
      'amend',
    ]);
    expect(done(runOn('2025-10-30', [1], [], { decided: { ignored: true } }), takesIn)).toStrictEqual([
      'ignored',
      'changed',
    ]);
  });

  it('waits for a run that vanished even if its people are in neither: its set may name nobody', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    expect(done(runOn('2025-10-30', [9], []), takesIn)).toStrictEqual(['reverse', 'changed']);
    const nil = runOn('2025-10-30', [9], [], { mapped: { is: 'nothing' } });
    expect(done(nil, takesIn)).toStrictEqual(['reverse', 'changed']);
    const fresh = runOn('2025-10-31', [], [1], { recorded: [] });
    expect(done(nil, fresh)).toStrictEqual(['reverse', 'changed']);
  });

  it('waits for any of two sets of an ignored run', () => {
    const ignored = runOn('2025-10-30', [1], [], { decided: { ignored: true } });
    const twice = { ...ignored, recorded: [...ignored.recorded, recorded(9, paying('2025-10-30', [9]))] };
    expect(done(twice, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['ignored', 'changed']);
  });

  it('does not wait for people who are in its own set already', () => {
    const redated = runOn('2025-10-31', [1, 2], [], { mapped: { is: 'post', ...paying('2025-11-01', [1, 2]) } });
    expect(done(runOn('2025-10-30', [1, 3], [3]), redated)).toStrictEqual(['amend', 'amend']);
  });

  it('gives the reason, and names no run but an ignored one', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    expect(decideTogether([runOn('2025-10-30', [1], []), takesIn]).get(takesIn.tag)).toStrictEqual({
      do: 'changed',
      why: 'neighbour',
    });
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

  it('waits beside a post that was refused and may yet show, for the people whom payroll has moved from there', () => {
    const refused = (now: readonly number[], over: Partial<RunCase> = {}) =>
      runOn('2025-10-30', [], now, { recorded: [], mayYetShow: paying('2025-10-30', [1]), ...over });
    const fresh = runOn('2025-10-31', [], [1, 2], { recorded: [] });
    expect(done(refused([]), fresh)).toStrictEqual(['nothing', 'changed']);
    expect(done(refused([3]), fresh)).toStrictEqual(['post', 'changed']);
    expect(done(refused([], { mapped: { is: 'not_filed' } }), fresh)).toStrictEqual(['not_ready', 'changed']);
    expect(done(refused([]), runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['nothing', 'changed']);
    // They are still there, so nobody is paid twice.
    expect(done(refused([1]), fresh)).toStrictEqual(['post', 'post']);
    expect(done(refused([1], { mapped: heldOf(1) }), fresh)).toStrictEqual(['held', 'post']);
    expect(done(refused([]), runOn('2025-10-31', [], [2], { recorded: [] }))).toStrictEqual(['nothing', 'post']);
    const far = runOn('2025-10-31', [], [1], { recorded: [], periodIndex: refused([]).periodIndex + 2 });
    expect(done(refused([]), far)).toStrictEqual(['nothing', 'post']);
  });

  it('waits for every new run beside a post without names that may yet show and that payroll has left', () => {
    const merged = { merged: true, recorded: [], mayYetShow: { lines: [] } };
    const fresh = runOn('2025-10-31', [], [1], { merged: true, recorded: [] });
    expect(done(runOn('2025-10-30', [], [], merged), fresh)).toStrictEqual(['nothing', 'changed']);
    expect(done(runOn('2025-10-30', [], [1], merged), fresh)).toStrictEqual(['post', 'post']);
    expect(done(runOn('2025-10-30', [], [], { ...merged, mapped: heldOf(1) }), fresh)).toStrictEqual(['held', 'post']);
    expect(done(runOn('2025-10-30', [], [], { ...merged, merged: false }), fresh)).toStrictEqual(['nothing', 'post']);
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

  it('moves to no pay date whose own set is in doubt: it may still come', () => {
    const vanished = runOn('2025-10-30', [1], [], { decided: { amend: 'gone' } });
    const fresh = runOn('2025-10-31', [], [1], { recorded: [] });
    expect(done(vanished, fresh)).toStrictEqual(['amend', 'changed']);
    expect(done(vanished, { ...fresh, mayYetShow: paying('2025-10-31', [1]) })).toStrictEqual(['changed', 'changed']);
    expect(done(vanished, { ...fresh, openWrite: paying('2025-10-31', [1]) })).toStrictEqual(['changed', 'wait']);
    expect(done(vanished, { ...fresh, openWrite: paying('2025-10-31', [2]) })).toStrictEqual(['changed', 'wait']);
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
    // Nor for somebody who was shown it beside other figures.
    const earlier = { mode: 'approve', decided: { post: other, despite: [partly.tag] } } as const;
    expect(done(partly, { ...came, ...earlier })).toStrictEqual(['ignored', 'changed']);
    // Once reversed, it pays nobody.
    const reversed = { ...gone, recorded: [...gone.recorded, { ...reversal(9), origin: 'posted' as const }] };
    expect(done(reversed, came)).toStrictEqual(['ignored', 'post']);
    // Nor is a reversed run posted again for a person who was not shown the ignored one.
    const undone = { ...came, recorded: [...(reversed.recorded ?? [])] };
    expect(done(partly, undone)).toStrictEqual(['ignored', 'changed']);
    expect(decideTogether([partly, undone]).get(undone.tag)).toStrictEqual({
      do: 'changed',
      why: 'neighbour',
      ignored: [partly.tag],
    });
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
    // Without either hour nobody knows, so those who were there before count as before.
    const gone = runOn('2025-10-31', [1], [], ignored);
    expect(done(gone, { ...known, firstSeenAt: ignoredAt })).toStrictEqual(['ignored', 'post']);
    expect(done({ ...gone, decided: { ignored: true, ignoredAt } }, known)).toStrictEqual(['ignored', 'post']);
    // Somebody who joined it since then may have come from there.
    const joined = runOn('2025-11-30', [], [1, 2], { ...next, passed: paying('2025-11-30', [2]).lines });
    expect(done(gone, joined)).toStrictEqual(['ignored', 'changed']);
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
    // A run that is still there was not moved, whoever left it.
    const partly = runOn('2025-10-31', [1, 3], [3], ignored);
    expect(done(partly, moved, filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // Two months away is no move.
    const far = { ...next, tag: 'counterfoil:2026-08:2025-12-05', periodIndex: 2026 * 12 + 8 };
    expect(done(gone, runOn('2025-12-05', [], [1], { ...far, ...ignored }), filed)).toStrictEqual([
      'ignored',
      'ignored',
      'changed',
    ]);
    // A move into the next period counts only with the same pay.
    const beside = (people: readonly number[]) => runOn('2025-11-06', [], people, { ...next, ...ignored });
    expect(done(gone, beside([1]), filed)).toStrictEqual(['ignored', 'ignored', 'post']);
    expect(done(gone, beside([1, 2]), filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // It has two sets, and the pay of one of them is there now.
    const twice = { ...gone, recorded: [...gone.recorded, recorded(9, paying('2025-10-31', [9]))] };
    expect(done(twice, beside([1]), filed)).toStrictEqual(['ignored', 'ignored', 'post']);
  });

  it('waits for every new run when no set names a person', () => {
    const noOne = { lines: [{ category: '401', debit: Money.parse('2000.00') }] };
    const merged = { merged: true, decided: { ignored: true } };
    const gone = runOn('2025-10-30', [], [], { ...merged, recorded: [recorded(30, noOne)] });
    const came = runOn('2025-10-31', [], [], { recorded: [], merged: true, mapped: postable() });
    expect(done(gone, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(gone, { ...came, passed: noOne.lines })).toStrictEqual(['ignored', 'post']);
    expect(done(gone, { ...came, merged: false })).toStrictEqual(['ignored', 'post']);
    // The ignored run is still as its set was posted, so nobody left it.
    const kept = { ...gone, recorded: [recorded(30)], mapped: postable() };
    expect(done(kept, came)).toStrictEqual(['ignored', 'post']);
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
