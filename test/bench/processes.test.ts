import { measurementsOf } from '../../bench/against.js';
import { Processes } from '../../bench/processes.js';
import { root } from '../../bench/release.js';

test('the bench’s processes tell what they used, what they requested and how long they were held', async () => {
  const stage = new Processes();
  try {
    const books = await stage.sandbox('practice:1:1:1');
    const env = books.env(await stage.database('sqlite'));
    const { usage, requests } = await stage.run(
      ['connect', '--practice', '--name', 'Practice', ...books.tokens],
      env,
      true,
    );
    expect(Math.min(usage.wallMs, usage.cpuMs, usage.peakMiB)).toBeGreaterThan(0);
    expect(requests).toContainEqual(expect.objectContaining({ method: 'GET', path: '/v2/practice', body: null }));
    const service = await stage.serve(env);
    const { heldMs, cpuMs } = await service.held();
    expect(Math.min(heldMs, cpuMs, service.peakMiB())).toBeGreaterThan(0);
    await service.end();
  } finally {
    await stage.close();
  }
});

test('a release that is compared with another is measured in a process of its own, which answers', async () => {
  const measured = await measurementsOf(root, ['start', '--tiny']);
  expect(measured.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^start: /));
});
