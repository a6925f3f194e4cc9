import { expect, test } from '@jest/globals';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import { whatToDo } from '../../src/sync/steps/fetch.js';

const company = { policy: defaultPolicy };
const [filed = 'filed'] = defaultPolicy.statuses;
const october = { year: 2026, period: 6, status: filed };
const ofOctober: SyncRequest = { trigger: 'command', actor: 'ann', year: 2026, period: 6 };
const ofMay: SyncRequest = { ...ofOctober, period: 1 };
const nothing = { doubted: new Set<number>() };
const inDoubt = { doubted: new Set([6]) };
const readAlready = { ...nothing, done: new Map([[6, {} as never]]) };

test.each([
  ['known', 'read a moment ago, even if it is due', ofMay, readAlready, { row: october, isDue: true }],
  ['keep', 'not asked for, and not due', ofMay, nothing, { row: october, isDue: false }],
  ['put off', 'not asked for, and due', ofMay, nothing, { row: october, isDue: true }],
  ['read', 'due', ofOctober, nothing, { row: october, isDue: true }],
  ['read', 'not due, but its last read may have been spoilt', ofOctober, inDoubt, { row: october, isDue: false }],
  ['read', 'next to the one that was asked for', ofOctober, nothing, { row: { ...october, period: 7 }, isDue: true }],
  ['as listed', 'not due', ofOctober, nothing, { row: october, isDue: false }],
  ['as listed', 'not filed', ofOctober, nothing, { row: { ...october, status: 'unfiled' }, isDue: true }],
] as const)('%s: %s', (answer, _why, request, list, listed) => {
  expect(whatToDo({ company, request }, list, listed)).toBe(answer);
});
