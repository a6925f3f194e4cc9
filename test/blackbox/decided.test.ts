import { describeOnDatabases } from '../harness/databases.js';
import { Box, dayAgo } from './books.js';

describeOnDatabases('another process that decides while one posts', (_open, kind) => {
  it('pauses the company: nothing follows, and its answer names the journal that was on its way', async () => {
    const box = await Box.open(kind, { paidOn: [dayAgo(12), dayAgo(45), dayAgo(75)], patient: true });
    await box.connect();
    const [client = ''] = box.clients;
    let paused: Awaited<ReturnType<Box['run']>> | undefined;
    box.meddle = async (request, act) => {
      const answer = await act();
      if (request.method === 'POST' && request.path.startsWith('/v2/journal_sets'))
        paused ??= await box.run('pause', client, '--json');
      return answer;
    };
    const synced = await box.sync();
    const [first = ''] = box.due;
    expect(paused?.json()).toMatchObject({ life: 'paused', sending: [{ tag: first, act: 'post' }] });
    expect(synced).toMatchObject({ counts: { posted: 1, errors: [] } });
    expect(await box.tags()).toEqual([first]);

    expect((await box.here('resume', client)).code).toBe(0);
    expect(await box.settle()).toMatchObject({ counts: { posted: 2, errors: [] } });
    expect(await box.tags()).toEqual(box.due);
  });
});
