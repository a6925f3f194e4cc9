import { expect, test } from '@jest/globals';
import { type Asked, mayBeDone } from '../../../src/acts/approval/two-administrators.js';

const now = new Date('2025-11-10T09:00:00Z');
const ago = (by: string, hours: number): Asked => ({ by, at: new Date(now.getTime() - hours * 3_600_000) });

test.each<[string, readonly string[], readonly Asked[], object]>([
  ['no one has asked', ['ben'], [], { may: false }],
  ['I have asked', ['ben'], [ago('ann', 48)], { may: false }],
  ['another has', ['ben'], [ago('ben', 1)], { may: true }],
  ['another has who is none any more', [], [ago('ben', 1)], { may: true }],
  ['another has, more than a week ago', ['ben'], [ago('ben', 7 * 24 + 1)], { may: false }],
  ['no one else is there', [], [], { may: false, from: new Date('2025-11-11T09:00:00Z') }],
  ['I have asked an hour ago, alone', [], [ago('ann', 1)], { may: false, from: new Date('2025-11-11T08:00:00Z') }],
  ['I have asked a day ago, alone', [], [ago('ann', 24), ago('ann', 1)], { may: true }],
])('%s', (_, others, asked, expected) => {
  expect(mayBeDone({ me: 'ann', others, asked, now })).toEqual(expected);
});
