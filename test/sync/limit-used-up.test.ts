import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '../harness/databases.js';
import { booksOn } from './rig.js';

describeOnDatabases('a minute’s limit of requests', (open) => {
  // Whichever request finds it used up: with 11 it is one that sends.
  it.each([6, 7, 8, 9, 10, 11, 12])('used up after %d is waited for, and everything is posted', async (perMinute) => {
    const env = { RATE_PER_MINUTE: String(perMinute), LEASE_SECONDS: '600' };
    const books = await booksOn(open, { env });
    let restedMs = 0;
    books.rig.service.throttle.rest = async (ms) => {
      restedMs += ms;
      books.clock.pass(ms);
    };
    expect(await books.sync()).toMatchObject({ posted: 3, inDoubt: 0, refused: 0 });
    expect(restedMs).toBeGreaterThan(0);
    expect(await books.sets()).toHaveLength(3);
  });
});
