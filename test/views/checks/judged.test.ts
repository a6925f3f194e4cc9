import { expect, it, test } from '@jest/globals';
import { Money } from '../../../src/journal/nouns/money.js';
import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../../src/record/runs/posting.entity.js';
import { booksAsRead, leastSure, readKey } from '../../../src/views/checks/books-as-read.js';
import {
  checksOf,
  isAgreedOrNotDue,
  monthChecks,
  runChecks,
  type RunChecks,
} from '../../../src/views/checks/checks.js';
import { togetherOf } from '../../../src/views/checks/phase.js';
import { obstaclesTo, toSignOff } from '../../../src/views/month/sign-off.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun, noteBooksRead } from '../../factories/runs.js';
import { insertWrite } from '../../factories/writes.js';
import { openFresh } from '../../harness/databases.js';

const at = new Date('2025-11-01T10:00:00Z');
const judged = { of: 'f', balances: true, openItems: [] as string[] };
const run = (over: object = {}) =>
  ({
    companyId: 'elm',
    tag: 'x',
    year: 2026,
    period: 6,
    state: 'posted',
    journalSet: 'set/1',
    judged,
    ...over,
  }) as never;
const none = { journalSet: null };
const said = (name: 'balanced' | 'items' | 'books' | 'paye', known: object): string => {
  const { answer, of, asAt, ...more } = runChecks[name].judge(known as never) as unknown as Record<string, unknown>;
  const rest = [more.finding, ...((more.open as string[] | undefined) ?? [])].filter((one) => one !== undefined);
  return [answer, of, ...(asAt ? ['as read'] : []), ...rest].join(' ');
};
const read = { at };

test.each<['balanced' | 'items' | 'books', object, string]>([
  ['balanced', { run: run(), read }, 'yes posted as read'],
  ['balanced', { run: run() }, 'yes posted'],
  ['balanced', { run: run({ judged: { ...judged, balances: false } }) }, 'no posted'],
  ['balanced', { run: run({ judged: null }) }, 'not_known posted'],
  ['balanced', { run: run({ state: 'ignored', ...none }) }, 'not_known payroll'],
  ['balanced', { run: run({ state: 'ready', ...none }) }, 'yes to_be_posted'],
  ['items', { run: run(), read }, 'yes posted as read'],
  ['items', { run: run({ judged: { ...judged, openItems: ['bonus'] } }) }, 'no posted bonus'],
  ['items', { run: run({ judged: { ...judged, openItems: null } }) }, 'not_known posted'],
  ['items', { run: run({ judged: null }) }, 'not_known posted'],
  ['items', { run: run({ state: 'ignored', ...none }) }, 'not_known payroll'],
  ['books', { run: run(), read }, 'yes posted as read'],
  ['books', { run: run() }, 'not_known posted'],
  ['books', { run: run(), read: { at, finding: 'doubled' } }, 'no posted as read doubled'],
  ['books', { run: run({ state: 'drift' }), read }, 'no posted as read edited'],
  ['books', { run: run({ state: 'drift' }), read: { at, finding: 'missing' } }, 'no posted as read missing'],
  ['books', { run: run({ state: 'in_doubt' }), read }, 'not_known posted'],
  ['books', { run: run(), read: { at, beingChecked: true } }, 'not_known posted'],
  ['books', { run: run({ state: 'ready', ...none }), read }, 'no to_be_posted'],
  ['books', { run: run({ state: 'agrees', ...none }) }, 'yes payroll'],
  ['books', { run: run({ state: 'differs', ...none }) }, 'no payroll'],
  ['books', { run: run({ state: 'ignored', ...none }), read }, 'not_known payroll'],
])('%s of %j: %s', (name, known, expected) => {
  expect(said(name, known)).toBe(expected);
});

test.each([
  ['agrees', 'posted', 'yes'],
  ['explained', 'posted', 'yes'],
  ['unexplained', 'posted', 'no'],
  ['cannot_tell', 'posted', 'not_known'],
  ['not_due_yet', 'posted', 'not_known'],
  // Payroll agreeing with itself proves nothing about a journal.
  ['agrees', 'payroll', 'not_known'],
])('PAYE that %s, of what is %s: %s', (verdict, of, answer) => {
  expect(said('paye', { run: run(), tie: { verdict, of } })).toBe(`${answer} ${of}`);
  const checks = { paye: { answer, of, tie: { verdict } } } as unknown as RunChecks;
  expect(isAgreedOrNotDue(checks)).toBe(answer === 'yes' || verdict === 'not_due_yet');
});

test('PAYE of which nothing is known is not known', () => {
  expect(said('paye', { run: run() })).toBe('not_known posted');
});

const checked = (answer: string, over: object = {}) => {
  const one = { answer, of: 'posted', asAt: at };
  return { balanced: one, items: { ...one, open: [] }, books: one, paye: one, ...over } as unknown as RunChecks;
};
const later = new Date('2025-11-02T10:00:00Z');

test('a month is as good as the worst of its runs, and of what stands beside them', () => {
  const of = (...all: readonly RunChecks[]) => {
    const runs = all.map((_, index) => ({ companyId: 'elm', tag: `${index}`, holdCodes: [] as string[] }));
    const checks = new Map(all.map((one, index) => [readKey(runs[index] as never), one]));
    return { checks, runs, together: (adjustments: typeof runs = []) => monthChecks(checks, { runs, adjustments }) };
  };
  expect(of().together()).toBeUndefined();
  expect(of(checked('yes'), checked('not_known')).together()?.balanced.answer).toBe('not_known');
  expect(of(checked('no'), checked('not_known')).together()?.balanced.answer).toBe('no');
  const open = (...fields: string[]) =>
    checked('no', { items: { answer: 'no', of: 'posted', asAt: later, open: fields } });
  const items = of(open('a', 'b'), open('b')).together()?.items;
  expect([items?.open, items?.asAt]).toEqual([['a', 'b'], later]);
  // What others posted says nothing where there are journals of ours.
  const others = checked('no', { books: { answer: 'no', of: 'payroll' } });
  expect(of(checked('yes'), others).together()?.balanced.answer).toBe('yes');
  expect(of(others).together()?.balanced.answer).toBe('no');
  // Of the books the least sure reading counts.
  const book = (asAt: Date, finding?: string) =>
    checked('yes', { books: { answer: 'yes', of: 'posted', asAt, finding } });
  expect(of(book(later), book(at)).together()?.books).toMatchObject({ asAt: at });
  expect(of(book(at), book(later, 'edited')).together()?.books).toMatchObject({ asAt: later, finding: 'edited' });
  const { checks, runs, together } = of(checked('yes'), checked('no'));
  expect(monthChecks(checks, { runs: runs.slice(0, 1), adjustments: runs.slice(1) })?.balanced.answer).toBe('no');
  const reversed = runs.slice(1).map((one) => ({ ...one, holdCodes: ['reversed'] }));
  expect(monthChecks(checks, { runs: runs.slice(0, 1), adjustments: reversed })?.balanced.answer).toBe('yes');
  expect(together()?.paye.answer).toBe('yes');
});

it('what the books showed of a run is that of its own sets that are to be there', async () => {
  const db = await openFresh('sqlite');
  const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00' }]);
  for (const name of ['Elm', 'Oak']) await insertCompany(db, { name });
  const story = { state: 'posted', datedOn: '2025-10-31' } as const;
  const ours = await insertRun(db, 'elm', payroll, story);
  const others = await insertRun(db, 'oak', payroll, story);
  const next = await insertRun(db, 'elm', payroll, { ...story, datedOn: '2025-11-28' });
  await noteBooksRead(db, ours, at.toISOString());
  for (const one of [others, next]) await noteBooksRead(db, one, later.toISOString(), 'edited');
  const shown = async () => {
    const found = await db.read((rows) => booksAsRead(rows, [ours]));
    expect([...found.keys()].filter((key) => key !== readKey(ours))).toEqual([]);
    return found.get(readKey(ours));
  };
  expect(await shown()).toEqual({ at, finding: undefined });
  await db.work((rows) => rows.update(Posting, { companyId: 'elm', runTag: ours.tag }, { state: 'doubled' }));
  expect(await shown()).toEqual({ at, finding: 'doubled' });
  await db.work((rows) => rows.update(Posting, { companyId: 'elm', runTag: ours.tag }, { state: 'removed' }));
  expect(await shown()).toBeUndefined();
  expect(await db.read((rows) => booksAsRead(rows, []))).toEqual(new Map());
});

const refusedChange = { state: 'refused', setUrl: 'set/1', lookAgainAt: later } as const;
it.each<[string, object, true | undefined]>([
  ['a refused change that is still to be looked for', {}, true],
  ['one that was looked for', { lookAgainAt: null }, undefined],
  ['a refused post, which changes no set', { setUrl: null }, undefined],
  ['a change that was made', { state: 'done' }, undefined],
  ['one of another run', { runTag: 'x' }, undefined],
  ['one of another client', { companyId: 'oak' }, undefined],
])('what the books have of a run with %s is being checked: %s', async (_, over, isChecked) => {
  const db = await openFresh('sqlite');
  for (const name of ['Elm', 'Oak']) await insertCompany(db, { name });
  const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00' }]);
  const ours = await insertRun(db, 'elm', payroll, { state: 'posted', datedOn: '2025-10-31' });
  const unposted = await insertRun(db, 'elm', payroll, { state: 'ready', datedOn: '2025-11-28' });
  const { companyId, ...write } = { companyId: 'elm', runTag: ours.tag, ...refusedChange, ...over };
  await insertWrite(db, companyId, write);
  const found = await db.read((rows) => booksAsRead(rows, [ours, unposted]));
  expect(found.get(readKey(ours))?.beingChecked).toBe(isChecked);
  // What has no set in the books has nothing that is known of them.
  await insertWrite(db, 'elm', { runTag: unposted.tag, ...refusedChange });
  expect((await db.read((rows) => booksAsRead(rows, [unposted]))).size).toBe(0);
});

test('of two readings the one that differed counts, else the older', () => {
  const reading = (time: Date, finding?: 'edited') => ({ at: time, finding });
  const [old, young, differs] = [reading(at), reading(later), reading(later, 'edited')];
  expect(leastSure(undefined, old)).toBe(old);
  for (const [one, other, least] of [
    [old, young, old],
    [young, old, old],
    [old, differs, differs],
    [differs, old, differs],
  ] as const)
    expect(leastSure(one, other)).toBe(least);
});

test('what no one has read has no time', () => {
  const unread = checked('yes', { balanced: { answer: 'yes', of: 'to_be_posted' } });
  const runs = [{ companyId: 'elm', tag: '0', holdCodes: [] }];
  const month = monthChecks(new Map([[readKey(runs[0] as never), unread]]), { runs, adjustments: [] });
  expect(month?.balanced).toEqual({ answer: 'yes', of: 'to_be_posted' });
});

it('ties each run to its own month of its own tax year', async () => {
  const db = await openFresh('sqlite');
  await insertCompany(db, { name: 'Elm' });
  const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00' }]);
  const owes = { '2024-10-31': '1.00', '2025-09-30': '2.00', '2025-10-31': '3.00' };
  const runs: PayRunRecord[] = [];
  for (const [datedOn, payeNi] of Object.entries(owes))
    runs.push(await insertRun(db, 'elm', payroll, { state: 'posted', datedOn, payeNi: Money.parse(payeNi) }));
  const checks = await db.read((rows) => checksOf(rows, runs));
  expect(runs.map((one) => checks.get(readKey(one))?.paye.tie?.expected.toString())).toEqual(Object.values(owes));
});

test.each([
  [['posted', 'to_be_posted', 'payroll'], 'to_be_posted'],
  [['payroll', 'posted'], 'posted'],
  [['payroll'], 'payroll'],
  [[], 'payroll'],
] as const)('of %j together it is said that they are %s', (all, together) => {
  expect(togetherOf(all)).toBe(together);
});

const now = new Date('2025-11-02T10:00:00Z');
const tooOld = new Date('2025-11-01T09:59:59Z');
test.each<[string, string, object, readonly string[]]>([
  ['nothing is open', 'posted', {}, []],
  ['it is not posted', 'drift', {}, ['not_posted']],
  ['it does not balance', 'posted', { balanced: { answer: 'no' } }, ['not_balanced']],
  ['no one knows whether it balances', 'posted', { balanced: { answer: 'not_known' } }, ['not_balanced']],
  ['a pay item is open', 'posted', { items: { answer: 'no' } }, ['not_treated']],
  ['its month does not agree', 'posted', { paye: { answer: 'no', of: 'posted' } }, ['not_agreed']],
  ['its month will agree', 'posted', { paye: { answer: 'yes', of: 'to_be_posted' } }, ['not_agreed']],
  ['it was altered', 'posted', { books: { answer: 'no', of: 'posted', asAt: now } }, ['differs']],
  ['the books were never read', 'posted', { books: { answer: 'yes', of: 'posted' } }, ['not_rechecked']],
  ['they were read a day ago', 'posted', { books: { answer: 'yes', of: 'posted', asAt: at } }, []],
  ['and a second', 'posted', { books: { answer: 'yes', of: 'posted', asAt: tooOld } }, ['not_rechecked']],
])('a run is signed off with others only where nothing is open: %s', (_, state, over, obstacles) => {
  expect(obstaclesTo({ state } as never, checked('yes', over), now)).toEqual(obstacles);
});

it('offers for signing off what is posted and not signed off, and shows its PAYE to who may see it', async () => {
  const db = await openFresh('sqlite');
  await insertCompany(db, { name: 'Elm' });
  const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00' }]);
  const signedOff = { signedOffBy: 'Ann', signedOffAt: at, signedOffFingerprint: 'f' };
  const open = await insertRun(db, 'elm', payroll, { state: 'posted', datedOn: '2025-10-31' });
  await insertRun(db, 'elm', payroll, { state: 'posted', datedOn: '2025-10-30', ...signedOff });
  await insertRun(db, 'elm', payroll, { state: 'ready', datedOn: '2025-10-29' });
  const offered = (pay: boolean) =>
    db.read((rows) => toSignOff(rows, { companies: null, pay }, { month: { year: 2026, period: 6 }, now }));
  const [first, ...others] = await offered(true);
  expect([first?.tag, others]).toEqual([open.tag, []]);
  expect(first?.checks.paye.tie?.expected.toString()).toBe('66.00');
  // Of one person alone.
  expect((await offered(false))[0]?.checks.paye).toMatchObject({ answer: 'not_known', tie: undefined });
});
