import { expect, test } from '@jest/globals';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import { covers } from '../../src/sync/joining.js';

const all: SyncRequest = { trigger: 'schedule', actor: 'schedule' };
const settling: SyncRequest = { ...all, trigger: 'settle' };
const october: SyncRequest = { trigger: 'page', actor: 'Ruth', year: 2026, period: 6 };
const { period: _, ...year } = october;

test.each<[string, SyncRequest, SyncRequest, boolean]>([
  ['one like it', all, { ...all, trigger: 'page' }, true],
  ['settling alone joins a collection', all, settling, true],
  ['a collection joins settling alone', settling, all, false],
  ['settling joins settling', settling, settling, true],
  ['all joins a period', october, all, false],
  ['a period joins all, which reads open years only', all, october, false],
  ['a period joins its year', year, october, true],
  ['a period joins another', october, { ...october, period: 7 }, false],
  ['a period joins itself', october, october, true],
  ['a year joins one of its periods', october, year, false],
  ['a whole rereading joins an ordinary sync', all, { ...all, full: true }, false],
  ['an ordinary sync joins a whole rereading', { ...all, full: true }, all, true],
  ['a sync joins a dry run', { ...all, dryRun: true }, all, false],
  ['a dry run joins a sync', all, { ...all, dryRun: true }, false],
  ['a sync joins what verify looks up', { ...october, trigger: 'verify', recheck: true }, october, false],
  ['a sync joins a person’s act', { ...october, trigger: 'act' }, october, false],
])('%s', (_name, going, asked, joins) => {
  expect(covers(going, asked)).toBe(joins);
});
