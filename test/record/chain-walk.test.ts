import { expect, test } from '@jest/globals';
import { ChainWalk } from '../../src/record/log/chain-walk.js';
import type { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { actorHash, entryHash } from '../../src/record/log/log-hash.js';
import { beginning, type Head } from '../../src/record/log/log-head.js';

const ann = { id: 'ann', name: 'Ann', salt: 's', hash: '', createdAt: new Date(0), erasedAt: null };
const people = new Map([['ann', { ...ann, hash: actorHash(ann) }]]);

function chainOf(length: number): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const entry = {
      ...{
        id: seq,
        companyId: 'elm',
        seq,
        at: new Date(seq),
        syncId: null,
        trigger: 'page',
        actor: 'ann',
        act: 'note',
      },
      ...{ outcome: 'done', tag: null, journalSet: null, fingerprint: null, policyVersion: null, answer: null },
      ...{ holdCodes: null, ref: null, carries: null, witness: null, hash: '' },
      previous: entries.at(-1)?.hash ?? beginning.hash,
    };
    entries.push({ ...entry, hash: entryHash(entry, actorHash(ann)) });
  }
  return entries;
}

const chain = chainOf(4);
const at = (seq: number): Head => (seq === 0 ? beginning : { seq, hash: chain[seq - 1]?.hash ?? 'beyond' });

function walked(entries: readonly LogEntry[], ends: readonly Head[]): readonly string[] {
  const broken: string[] = [];
  const walk = new ChainWalk(people, (seq, detail) => broken.push(`${seq} ${detail}`));
  for (const entry of entries) walk.step(entry, ends);
  walk.finish(ends);
  return broken;
}

const part = 'is the last by one of the two notes of that, and not by the other';
const gone = 'is the last, and its note of that is gone';
/** The end as the log noted it, and as the database did. */
test.each<[string, number, readonly [number, number], readonly string[]]>([
  ['both notes name the last', 3, [3, 3], []],
  ['nothing was ever written', 0, [0, 0], []],
  ['entries came while it was walked', 4, [3, 3], []],
  ['the end was cut off', 2, [3, 3], ['2 the log ends here, but entry 3 was written']],
  ['the end was cut off, and one note put right', 2, [2, 3], ['2 the log ends here, but entry 3 was written']],
  ['the end was cut off, and the other note put right', 2, [3, 2], ['2 the log ends here, but entry 3 was written']],
  ['all was cut off, and the notes stay', 0, [3, 3], ['0 the log ends here, but entry 3 was written']],
  ['the log’s note is gone', 3, [0, 3], [`3 ${gone}`]],
  ['the database’s note is gone', 3, [3, 0], [`3 ${gone}`]],
  ['both notes are gone', 3, [0, 0], [`3 ${gone}`]],
  ['the log’s note is behind', 3, [2, 3], [`3 ${part}`]],
  ['the database’s note is behind', 3, [3, 2], [`3 ${part}`]],
])('the end of a chain: %s', (_, length, ends, expected) => {
  expect(walked(chain.slice(0, length), ends.map(at))).toEqual(expected);
});

const other = (entry: LogEntry | undefined, over: Partial<LogEntry>): LogEntry => ({ ...(entry as LogEntry), ...over });
const [first, second, third] = chain as [LogEntry, LogEntry, LogEntry];
test.each<[string, readonly LogEntry[], readonly string[]]>([
  ['one is missing', [first, third], ['2 is not there']],
  ['the first is missing', [second, third], ['1 is not there']],
  [
    'one was put before the first',
    [other(first, { seq: 0 }), first],
    ['0 was put before the first', '0 was changed after it was written', '1 does not follow entry 0 as it is now'],
  ],
  ['one was changed', [first, other(second, { act: 'post' }), third], ['2 was changed after it was written']],
  [
    'one was changed, and its hash put right',
    [first, other(second, { act: 'post', hash: entryHash(other(second, { act: 'post' }), actorHash(ann)) }), third],
    ['3 does not follow entry 2 as it is now'],
  ],
  [
    'one is of a person who is not there',
    [first, second, other(third, { actor: 'eve' })],
    ['3 names a person who is not there'],
  ],
])('a chain in which %s', (_, entries, expected) => {
  const last = entries.at(-1) as LogEntry;
  expect(walked(entries, [last, last])).toEqual(expected);
});

test('an end of other contents is not the entry that was written last', () => {
  expect(walked(chain, [at(4), { seq: 4, hash: 'other' }])).toEqual(['4 is not the entry that was written last']);
  expect(walked(chain, [at(4), { seq: 3, hash: 'other' }])[0]).toBe('3 is not the entry that was written last');
});

test.each([
  [101, 100, []],
  [102, 101, ['101 and those before it from 1 on are not there']],
])('of a gap before entry %i each of a hundred is named', (seq, gap, more) => {
  const far = other(first, { seq });
  const broken = walked([far], [far, far]).filter((one) => !one.startsWith(`${seq} `));
  expect(broken.length).toBe(Math.min(gap, 100) + more.length);
  expect(broken.slice(100)).toEqual(more);
});
