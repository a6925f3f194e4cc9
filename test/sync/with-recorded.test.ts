import { describe, expect, it } from '@jest/globals';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { RunFacts } from '../../src/sync/facts/run-facts.js';
import { withRecorded } from '../../src/sync/facts/with-recorded.js';
import { contentKeyOf, decisionOf, october, postingOf, runOf, type RunFields, september } from '../factories/facts.js';

const before = new Date('2025-11-09T09:00:00Z');
const shownAt = new Date('2025-11-10T09:00:00Z');
const since = new Date('2025-11-11T09:00:00Z');
const rowOf = (over: Partial<PayRunRecord>) =>
  ({
    ...{ state: 'refused', updatedAt: shownAt, policyVersion: 1, gone: false, fingerprint: contentKeyOf('2000.00') },
    ...over,
  }) as PayRunRecord;
const known = (run: RunFacts, decisions: RunFacts['recorded']['decided'] = run.recorded.decided) =>
  withRecorded(run, { writes: [], decisions, request: { trigger: 'command', actor: 'Ruth' } });

describe('a refusal', () => {
  const refusal = { act: 'post', status: 422, words: 'locked' } as const;
  const row = rowOf({ plan: { kind: 'refused', ...refusal, again: 'on_change' } });

  it.each<readonly [string, string, RunFields, boolean]>([
    ['nothing changes', '2000.00', {}, true],
    ['a person asked before it', '2000.00', { decided: [decisionOf('post', { at: before })] }, true],
    ['a person asks again', '2000.00', { decided: [decisionOf('post', { at: since })] }, false],
    ['a set of it is found', '2000.00', { postings: [postingOf('2000.00', { createdAt: since })] }, false],
    ['payroll pays another amount', '2100.00', {}, false],
    ['payroll has the run no more', '2000.00', { inPayroll: false }, false],
    ['its policy changes', '2000.00', { policyVersion: 2 }, false],
  ])('stands or ends when %s', (_, gross, over, stands) => {
    expect(known(runOf(gross, { row, ...over })).thisSync.refusal).toStrictEqual(stands ? refusal : undefined);
  });
});

describe('a hold', () => {
  const closed = { code: 'accounts_closed', message: 'The accounts of October are closed.' } as const;
  const run = runOf('2000.00');
  const held = runOf('2000.00', { mapped: run.payroll.mapped && { ...run.payroll.mapped, holds: [closed] } });
  const approval = (over: object) =>
    decisionOf('approval', {
      holdCode: 'accounts_closed',
      fingerprint: run.payroll.mapped?.fingerprint ?? null,
      ...over,
    });

  it.each<readonly [string, object, boolean]>([
    ['of this run', {}, true],
    ['of another run', { tag: september }, false],
    ['of other figures', { fingerprint: contentKeyOf('2100.00') }, false],
  ])('is released by an approval or not: %s', (_, over, isReleased) => {
    expect(known(held, [approval(over)]).payroll.holds).toStrictEqual(isReleased ? [] : [closed]);
  });

  it('of the guard is shown until the guard is asked about other figures', () => {
    const hold = { code: 'already_in_books', message: 'The books already show this payroll.' };
    const row = rowOf({ state: 'held', mapped: { holds: [hold, closed] } as unknown as PayRunRecord['mapped'] });
    expect(known(runOf('2000.00', { row })).looked.guardHolds).toStrictEqual([hold]);
    expect(known(runOf('2100.00', { row })).looked.guardHolds).toStrictEqual([]);
    expect(known(runOf('2000.00', { tag: october, row: { ...row, state: 'ready' } })).looked.guardHolds).toStrictEqual(
      [],
    );
  });
});
