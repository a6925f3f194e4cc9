import type { ChildProcess } from 'node:child_process';
import { cases } from '../harness/cases.js';
import { runCounterfoil } from '../harness/counterfoil.js';
import { describeOnDatabases } from '../harness/databases.js';
import { Box, expectOneSetEach, expectShownAndLogged } from './books.js';

/** The most requests that a first sync of one pay run may make: a slow machine tries some of its reads again. */
const requestsMax = 20;
const atOnce = 3;

interface Kill {
  readonly client: string;
  readonly number: number;
  /** At the post, whatever its number: a slow machine tries some of the reads before it again. */
  readonly isPost: boolean;
  /** The service acted before the process died. */
  readonly acted: boolean;
}

describeOnDatabases('kill -9', (_open, kind) => {
  it('at any request of a sync, before or after the service acted, leaves one set, recorded', async () => {
    const box = await Box.open(kind, { clients: requestsMax + 2 });
    await box.connect();
    const [first = '', ...others] = box.clients;
    expect(await box.sync('--company', first)).toMatchObject({ code: 0, counts: { posted: 1 } });
    const asked = box.requests.get(first) ?? [];
    const points = asked.flatMap((request, index) => {
      const one = { number: index + 1, isPost: request.startsWith('POST'), acted: false };
      return one.isPost ? [one, { ...one, acted: true }] : [one];
    });
    expect(points.length).toBeLessThanOrEqual(others.length);
    // Dying before the first write leaves the same, whichever request it was: every one of them before a release.
    const writes = asked.findIndex((request) => request.startsWith('POST'));
    const chosen = points.filter((point) => point.number >= cases(writes, 1));
    const aimed = chosen.map((point, index) => ({ ...point, client: others[index] ?? '' }));
    await inTurn(aimed, (kill) => killAt(box, kill));
    // No one knows what became of the write, and the pages must show so before another sync runs.
    for (const { client } of aimed.filter(({ isPost }) => isPost)) {
      const runs = (await box.here('runs', '--json', '--company', client)).json<readonly { state: string }[]>();
      expect([client, runs.map(({ state }) => state)]).toEqual([client, ['in_doubt']]);
    }
    await expectOneSetEach(box);
    await expectShownAndLogged(box);
  });
});

/** Several at once, each in a sync of its own client. */
const targets = new Map<string, { kill: Kill; child?: ChildProcess }>();

async function killAt(box: Box, kill: Kill): Promise<void> {
  const target: { kill: Kill; child?: ChildProcess } = { kill };
  targets.set(kill.client, target);
  box.meddle = async (request, act, count) => {
    const aim = targets.get(request.headers['x-subdomain'] ?? '');
    if (!aim || !(aim.kill.isPost ? request.method === 'POST' : aim.kill.number === count)) return act();
    if (aim.kill.acted) await act();
    aim.child?.kill('SIGKILL');
    return undefined;
  };
  const killed = await runCounterfoil(['sync', '--json', '--company', kill.client], {
    env: box.env,
    started: (started) => {
      target.child = started;
    },
  });
  // The first sync's list may be longer, because it may have tried a read again.
  const reached = kill.isPost || (box.requests.get(kill.client) ?? []).length >= kill.number;
  expect([kill, killed.code]).toEqual([kill, reached ? null : 0]);
}

/** A few at a time: most of a process's time is its start. */
async function inTurn<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
