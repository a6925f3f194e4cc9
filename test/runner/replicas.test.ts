import { cases } from '../harness/cases.js';
import { Replicas } from './replicas.js';

/** With SCALE_PRACTICE=practice:200 this is the full exercise, which takes minutes. */
const scenario = process.env.SCALE_PRACTICE ?? `practice:${cases(8, 20)}:3:3`;
const clients = Number(scenario.split(':')[1]);

test(
  'three workers and a web process, one worker killed and started again: every pay run has one set, and it is recorded',
  async () => {
    const replicas = await Replicas.around(scenario);
    await replicas.slowDown(15);
    const web = await replicas.start('web');
    // All start at once on a database without a queue.
    const workers = await Promise.all([1, 2, 3].map(() => replicas.start('worker')));

    const asked = await replicas.syncAll(web.url);
    expect(new Set(asked.map(({ company }) => company)).size).toBe(clients);
    await replicas.posted(web.url, Math.min(10, clients));
    const [victim, ...others] = workers;
    await victim?.end('SIGKILL');
    const risen = await replicas.start('worker');
    await replicas.quiet(web.url);

    const runs = await replicas.runs();
    const sets = await replicas.sets();
    expect(runs.filter(({ state }) => state !== 'posted')).toEqual([]);
    expect([...sets.values()].filter((urls) => urls.length !== 1)).toEqual([]);
    const recorded = new Map(runs.map((run) => [`${run.company} ${run.tag}`, [run.journalSet]]));
    expect(recorded.size).toBe(runs.length);
    expect(Object.fromEntries(sets)).toEqual(Object.fromEntries(recorded));
    expect(await replicas.findings()).toEqual([]);

    for (const service of [web, risen, ...others]) expect(await service.end('SIGTERM')).toBe(0);
  },
  20 * 60_000,
);
