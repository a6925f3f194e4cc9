import { describe, expect, it } from '@jest/globals';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { storedJournal } from '../../src/sync/facts/content.js';
import { inheritedIgnores } from '../../src/sync/facts/ignored.js';
import { company, decisionOf, journalOf, october, postingOf, runOf } from '../factories/facts.js';
import { ann, month, open, paidOn, stateOf } from './refusals.js';
import { act, booksOn, elm } from './rig.js';

/** October, ignored, and since gone from payroll. */
const ignored = (isPosted: boolean) =>
  runOf('2000.00', {
    inPayroll: false,
    row: { mapped: { lines: storedJournal(journalOf('2000.00')).lines }, gone: false } as unknown as PayRunRecord,
    postings: isPosted ? [postingOf('2000.00')] : [],
  });

const earlier = 'counterfoil:2026-06:2025-10-30';
const november = 'counterfoil:2026-07:2025-11-07';
const [same, other] = ['2000.00', '1900.00'];

describe('an ignored pay run that left payroll', () => {
  it.each<readonly [string, boolean, Readonly<Record<string, string>>, readonly string[]]>([
    ['another pay date of its period', true, { [earlier]: same }, [earlier]],
    ['another pay date of its period, other pay', true, { [earlier]: other }, [earlier]],
    ['the period after, the same pay', true, { [november]: same }, [november]],
    ['the period after, other pay', true, { [november]: other }, []],
    ['both, the same pay in its own', true, { [earlier]: same, [november]: same }, [earlier]],
    ['both, the same pay in the period after alone', true, { [earlier]: other, [november]: same }, []],
    ['the same, with no set that pays anybody', false, { [earlier]: other, [november]: same }, [earlier]],
  ])('passes the decision on: %s', (_, isPosted, came, expected) => {
    const runs = [ignored(isPosted), ...Object.entries(came).map(([tag, gross]) => runOf(gross, { tag }))];
    const byTag = new Map(runs.map((run) => [run.tag, run]));
    const inherited = inheritedIgnores(company, byTag, [decisionOf('ignore', { tag: october })], new Set());
    expect(inherited.map(({ tag }) => tag)).toEqual(expected);
  });

  // Seed 850001894: the first file of the month was ignored with the service's last pay run, and no one was asked.
  it('passes it to no pay run of the source that pays from a day between the two', () => {
    const later = 'counterfoil:2026-07:2025-11-05';
    const byTag = new Map([ignored(true), runOf(same, { tag: later })].map((run) => [run.tag, run]));
    const decisions = [decisionOf('ignore', { tag: october })];
    const movedOn = (on: string) => ({
      ...company,
      policy: { ...company.policy, payrollMoves: [{ on, from: 'service', to: 'files' } as const] },
    });
    expect(inheritedIgnores(movedOn('2025-11-05'), byTag, decisions, new Set())).toEqual([]);
    expect(inheritedIgnores(movedOn('2025-11-06'), byTag, decisions, new Set())).toMatchObject([{ tag: later }]);
  });

  it('passes it to neither of two while its own set may yet show', () => {
    const runs = [ignored(false), runOf(other, { tag: earlier }), runOf(same, { tag: november })];
    const byTag = new Map(runs.map((run) => [run.tag, run]));
    const decisions = [decisionOf('ignore', { tag: october })];
    expect(inheritedIgnores(company, byTag, decisions, new Set([october]))).toEqual([]);
    expect(inheritedIgnores(company, byTag, decisions, new Set())).toMatchObject([{ tag: earlier }]);
  });
});

it('an ignored pay run whose pay date moves is ignored by a decision of its own, which the log has', async () => {
  const books = await booksOn(open, { mode: 'approve' });
  await books.sync();
  await books.acts.ignore(books.ref(6), act('paid elsewhere'));
  const { payslips, ...document } = await books.period(2026, 6);
  await books.setPeriod(2026, 6, { ...document, ...paidOn('2025-10-30', payslips) });
  await books.sync();
  const lines = await books.db.read((rows) => rows.findBy(LogEntry, { tag: earlier, act: 'ignore' }));
  expect(lines).toHaveLength(1);
});

describe('an ignored pay run that is in the books, and that one of its people leaves in silence', () => {
  it('is read again before the run next to it is posted: no one is paid twice', async () => {
    // Ed earns too little for tax or NI: what is due to HMRC is the same without him.
    const slips = [ann, { user: 2, basic_pay: '400.0' }];
    const payroll = { '2026': { periods: [month(6, '2025-10-31', slips)] } };
    const books = await booksOn(open, { scenario: elm({ payroll }) });
    await books.sync();
    await books.acts.ignore(books.ref(6), act('settled with the client'));
    const { payslips, ...left } = await books.period(2026, 6);
    const [first, ed] = payslips;
    await books.setPeriod(2026, 7, { ...left, period: 7, ...paidOn('2025-11-07', ed ? [ed] : []) });
    const without = { ...left, payslips: first ? [first] : [] };
    await books.rig.control('PUT', 'companies/elm/payroll/2026/6?touch=false', without);
    expect(await books.sync()).toMatchObject({ posted: 0 });
    expect(await stateOf(books, november)).toBe('changed');
    expect(await books.sets()).toHaveLength(1);
  });
});
