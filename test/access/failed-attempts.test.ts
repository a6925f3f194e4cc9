import { expect, it, test } from '@jest/globals';
import { FailedAttempt } from '../../src/access/failed-attempt.entity.js';
import {
  FailedAttempts,
  failureWindowSeconds,
  failuresMax,
  refusalsLogged,
  scopeOf,
} from '../../src/access/failed-attempts.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { StillClock } from '../doors/api/door.js';
import { openFresh } from '../harness/databases.js';

async function begun() {
  const clock = new StillClock();
  const database = await openFresh('sqlite', clock);
  const attempts = new FailedAttempts(database);
  const times = async (count: number, address = '192.0.2.1') => {
    let wait: number | undefined;
    for (let time = 0; time < count; time++) wait = await attempts.count(address);
    return wait;
  };
  const logged = async () => (await database.read((rows) => rows.findBy(LogEntry, { act: 'refuse' }))).length;
  const kept = () => database.read((rows) => rows.find(FailedAttempt));
  return { clock, times, logged, kept };
}

it('of one address counts up to its limit, and then says how long to wait', async () => {
  const { clock, times, logged } = await begun();
  expect(await times(failuresMax)).toBeUndefined();
  expect(await times(1)).toBe(failureWindowSeconds);
  clock.forward(60);
  expect(await times(1)).toBe(failureWindowSeconds - 60);
  // Another address is let in, and what is refused over the limit fills no log.
  expect(await times(1, '192.0.2.2')).toBeUndefined();
  expect(await logged()).toBe(failuresMax + 1);
});

it('is counted from nothing once its window is over, and nothing of it is kept', async () => {
  const { clock, times, kept } = await begun();
  await times(failuresMax);
  clock.forward(failureWindowSeconds);
  expect(await times(1)).toBe(1);
  clock.forward(1);
  expect(await times(1)).toBeUndefined();
  expect((await kept()).map(({ scope, counted }) => `${scope} ${counted}`).sort()).toEqual([
    '192.0.2.1 1',
    `${refusalsLogged.scope} 1`,
  ]);
});

it('of a thousand addresses writes no more than its lines into the log', async () => {
  const { times, logged } = await begun();
  for (let host = 0; host < refusalsLogged.most + 5; host++) await times(1, `192.0.2.${host}`);
  expect(await logged()).toBe(refusalsLogged.most);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
])('the address %s is counted as %s', (address, scope) => {
  expect(scopeOf(address)).toBe(scope);
});
