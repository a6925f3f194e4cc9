import { describe, expect, it } from '@jest/globals';
import { decideRun, type RunCase, type Verdict } from '../../../src/journal/decide/decide.js';
import { fingerprint, type Line } from '../../../src/journal/nouns/identity.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { content, held, other, paidOn, postable, recorded, reversal, run, same, set } from '../run-cases.js';

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

const reversedByPolicy = {
  recorded: [recorded(1), recorded(2, { ...reversal(2), postAgain: true })],
  amendments: 'reverse',
  generationsUsed: 1,
} as const;

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
  [
    'a reversal removed, a person keeps the journal',
    { recorded: [recorded(1), recorded(2, reversal(2))], inBooks: [set(1)], decided: { post: same } },
    { do: 'give_up', urls: [set(2).url] },
  ],
  [
    'a reversal removed, payroll gone, a person keeps the journal',
    {
      recorded: [recorded(1), recorded(2, reversal(2))],
      inBooks: [set(1)],
      mapped: { is: 'gone' },
      decided: { post: 'gone' },
    },
    { do: 'give_up', urls: [set(2).url] },
  ],
  [
    'a reversal removed, asked for other figures',
    { recorded: [recorded(1), recorded(2, reversal(2))], inBooks: [set(1)], decided: { post: other } },
    { do: 'drift', what: 'missing', urls: [set(2).url] },
  ],
  [
    'a journal removed without its reversal, a person posts again',
    { recorded: [recorded(1), recorded(2, reversal(2))], inBooks: [set(2, reversal(2))], decided: { post: same } },
    { do: 'drift', what: 'missing', urls: [url1] },
  ],
  [
    'a journal removed with its reversal, a person posts again',
    { recorded: [recorded(1), recorded(2, reversal(2))], inBooks: [], decided: { post: same } },
    { do: 'post', generation: 2 },
  ],
  [
    'a replacement removed, a person posts again',
    {
      recorded: [recorded(1), recorded(2, reversal(2)), recorded(3, { generation: 2, tag: 'r2' })],
      inBooks: [set(1), set(2, reversal(2))],
      decided: { post: same },
    },
    { do: 'post', generation: 3 },
  ],
  [
    'a journal twice, and reversed once',
    { recorded: [recorded(1), recorded(2, reversal(2)), recorded(3)] },
    { do: 'drift', what: 'doubled', urls: [url1, set(3).url], removable: set(3).url },
  ],
  ['drift is remembered without a look', { recorded: [recorded(1)], drift: 'edited' }, { do: 'drift', what: 'edited' }],
  ['drift mended in the books', { recorded: [recorded(1)], drift: 'edited', inBooks: [set(1)] }, { do: 'posted' }],
  [
    'two sets of one run',
    { recorded: [recorded(1), recorded(2)] },
    { do: 'drift', what: 'doubled', removable: set(2).url },
  ],
  [
    'two sets of one run, of two generations',
    { recorded: [recorded(1), recorded(2, { generation: 2 })] },
    { do: 'drift', what: 'doubled', removable: set(2).url },
  ],
  [
    'two that differ',
    { recorded: [recorded(1), recorded(2, content('10.00'))] },
    { do: 'drift', what: 'doubled', removable: undefined },
  ],
  [
    'two that differ, the late one beside what payroll says',
    { recorded: [recorded(1), recorded(2, { ...content('10.00'), late: true })] },
    { do: 'drift', what: 'doubled', removable: set(2).url, late: true },
  ],
  [
    'two that differ, the late one the older by its number',
    { recorded: [recorded(1, { ...content('10.00'), late: true }), recorded(2)] },
    { do: 'drift', what: 'doubled', removable: url1, late: true },
  ],
  [
    'two that differ, the late one asked to be removed',
    { recorded: [recorded(1), recorded(2, { ...content('10.00'), late: true })], decided: { amend: same } },
    { do: 'remove', url: set(2).url },
  ],
  [
    'two that differ, the late one altered since',
    {
      recorded: [recorded(1), recorded(2, { ...content('10.00'), late: true })],
      inBooks: [set(1), set(2, content('11.00'))],
    },
    { do: 'drift', what: 'doubled', removable: undefined },
  ],
  [
    'two that differ, the late one what payroll says',
    { recorded: [recorded(1, { late: true }), recorded(2, content('10.00'))] },
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
  ['reversed by policy', { ...reversedByPolicy, generationsUsed: 1 }, { do: 'post', generation: 2 }],
  ['reversed by policy, a person approves first', { ...reversedByPolicy, mode: 'approve' }, { do: 'ready' }],
  ['reversed by policy, held', { ...reversedByPolicy, mapped: held }, { do: 'held', reversed: false }],
  ['reversed by policy, gone since', { ...reversedByPolicy, mapped: { is: 'gone' } }, { do: 'nothing' }],
  [
    'reversed by policy, which is another now',
    { ...reversedByPolicy, amendments: 'ask' },
    { do: 'held', reversed: true },
  ],
  [
    'reversed by policy, its replacement was posted and given up',
    { ...reversedByPolicy, generationsUsed: 2 },
    { do: 'held', reversed: true },
  ],
  [
    'reversed twice',
    { recorded: [recorded(1), recorded(2, reversal(2)), recorded(3, reversal(3))] },
    { do: 'drift', what: 'doubled', urls: [set(2).url, set(3).url], removable: set(3).url },
  ],
  [
    'posted and reversed again',
    { recorded: [recorded(1), recorded(2, reversal(2)), recorded(3, { generation: 2 }), recorded(4, reversal(4, 2))] },
    { do: 'held', reversed: true },
  ],
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
    'a reversal whose journal was gone before it was recorded',
    { recorded: [recorded(2, reversal(2))], inBooks: [set(2, reversal(2))], mapped: { is: 'gone' } },
    { do: 'drift', what: 'missing', urls: [] },
  ],
  [
    'the same, a person posts again',
    { recorded: [recorded(2, reversal(2))], inBooks: [set(2, reversal(2))], decided: { post: same } },
    { do: 'drift', what: 'missing', urls: [] },
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
    'removal of two sets of one run is remembered: it is not there twice',
    { recorded: [recorded(1), recorded(2)], drift: 'missing' },
    { do: 'drift', what: 'missing', urls: [url1, set(2).url] },
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
