import { describe, expect, it } from '@jest/globals';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { storedJournal } from '../../src/sync/content.js';
import { inheritedIgnores } from '../../src/sync/ignored.js';
import { company, decisionOf, journalOf, october, postingOf, runOf } from '../factories/facts.js';

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

  it('passes it to neither of two while its own set may yet show', () => {
    const runs = [ignored(false), runOf(other, { tag: earlier }), runOf(same, { tag: november })];
    const byTag = new Map(runs.map((run) => [run.tag, run]));
    const decisions = [decisionOf('ignore', { tag: october })];
    expect(inheritedIgnores(company, byTag, decisions, new Set([october]))).toEqual([]);
    expect(inheritedIgnores(company, byTag, decisions, new Set())).toMatchObject([{ tag: earlier }]);
  });
});
