import type { Parts } from '../rule.js';

const attempts = 'src/access/failed-attempts.ts';
const sessions = 'src/access/sessions.ts';

export const ofAccess: Parts = {
  'Who is let in': [
    [
      'guesses-wait',
      'Ten failures of an address, and the next waits.',
      [attempts, 'if (known && known.counted >= failuresMax) return secondsLeft(known, now);', ''],
      'access/failed-attempts',
      'of one address counts up to its limit, and then says how long to wait',
    ],
    [
      'window-ends',
      'Failures are forgotten after their window.',
      [
        attempts,
        '      await rows.delete(FailedAttempt, { since: LessThan(windowStart) });\n      const known',
        '      const known',
      ],
      'access/failed-attempts',
      'is counted from nothing once its window is over, and nothing of it is kept',
    ],
    [
      'refusals-logged',
      'Guessing from everywhere fills no log.',
      [attempts, 'const room = { scope, counted: LessThan(most) };', 'const room = { scope };'],
      'access/failed-attempts',
      'of a thousand addresses writes no more than its lines into the log',
    ],
    [
      'whole-network',
      'A /64 of IPv6 addresses is one that guesses.',
      [attempts, "head.split(':').slice(0, 4).join(':')", 'head'],
      'access/failed-attempts',
      'the address %s is counted as %s',
    ],
    [
      'idle-session',
      'A session that no one uses ends after half an hour.',
      [sessions, ' && session.seenAt > idleSince(now)', ''],
      'access/sessions',
      'ends after half an hour without a request; checking it does not count as one',
    ],
    [
      'links-end-too',
      'With a person’s sessions their unused links end.',
      [sessions, 'const links = person ? await this.#endLinks(rows, person.id, by) : 0;', 'const links = 0;'],
      'access/sessions',
      'ends with all the person’s other sessions, and unused links end too',
    ],
  ],
};
