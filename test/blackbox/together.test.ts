import { describeOnDatabases } from '../harness/databases.js';
import { cases } from '../harness/cases.js';
import { startCounterfoil } from '../harness/counterfoil.js';
import { Box, dayAgo, expectOneSetEach, placeOf } from './books.js';
import { nextRelease } from './next-release.js';

/** Twenty take a minute of two processors: once an issue. */
const reruns = cases(3, 20);
/** Only so that the test ends: on a loaded machine so many starts at once take minutes. */
const togetherMaxMs = 900_000;

describeOnDatabases('processes that work at once', (_open, kind) => {
  it(
    `post each pay run once, ${reruns} of one period and two of everything`,
    async () => {
      const paidOn = [dayAgo(12), dayAgo(45)];
      const box = await Box.open(kind, { paidOn, clients: 3, patient: true });
      await box.connect();
      const [client = ''] = box.clients;
      const { year, period } = placeOf(paidOn[0] ?? '');
      const one = ['--company', client, '--year', String(year), '--period', String(period)];
      const many = await Promise.all(Array.from({ length: reruns }, () => box.sync(...one)));
      expect(many.map(({ code, counts }) => [code, counts.errors])).toEqual(many.map(() => [0, []]));
      expect(await box.tags(client)).toEqual(box.due.filter((tag) => tag.endsWith(paidOn[0] ?? '')));

      const two = await Promise.all([box.sync(), box.sync()]);
      expect(two.map(({ code, counts }) => [code, counts.errors])).toEqual(two.map(() => [0, []]));
      await expectOneSetEach(box);
    },
    togetherMaxMs,
  );

  it(
    'and one of the next release among them, which changes the schema while they work, post each pay run once',
    async () => {
      const box = await Box.open(kind, { paidOn: [dayAgo(12), dayAgo(45)], clients: 3, patient: true });
      await box.connect();
      const next = await nextRelease();
      const at = await Promise.all([box.sync(), box.syncAs(next), box.sync()]);
      expect(at.map(({ code, counts }) => [code, counts.errors])).toEqual(at.map(() => [0, []]));
      const migrated = await box.runAs(next, 'migrate', '--json');
      expect(migrated.json()).toMatchObject({ applied: [] });

      // A process that starts on the newer schema beside the others, and a pay run that is new to all of them.
      const [client = ''] = box.clients;
      const { year, period } = placeOf(dayAgo(12));
      const rerun = ['rerun', client, String(year), String(period), '--reason', 'once more', '--json'];
      const both = await Promise.all([box.run(...rerun), box.runAs(next, ...rerun), box.sync()]);
      expect(both.map(({ code }) => code)).toEqual([0, 0, 0]);
      const ready = startCounterfoil(['serve', '--role', 'web', '--json'], { env: { ...box.env, PORT: '0' } });
      const { url } = (await ready.firstLine) as { url: string };
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      expect(await ready.end('SIGTERM')).toBe(0);
      await expectOneSetEach(box);
      expect((await box.here('log', 'verify')).code).toBe(0);
    },
    togetherMaxMs,
  );
});
