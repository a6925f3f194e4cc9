import { describeOnBothDatabases } from '../harness/databases.js';
import { Box, dayAgo, expectOneSetEach, placeOf } from './books.js';

const reruns = 20;

describeOnBothDatabases('processes that work at once', (_open, kind) => {
  it('post each pay run once, twenty of one period and two of everything', async () => {
    const paidOn = [dayAgo(12), dayAgo(45)];
    const box = await Box.open(kind, { paidOn, clients: 3, patient: true });
    await box.connect();
    const [client = ''] = box.clients;
    const { year, period } = placeOf(paidOn[0] ?? '');
    const one = ['--company', client, '--year', String(year), '--period', String(period)];
    const twenty = await Promise.all(Array.from({ length: reruns }, () => box.sync(...one)));
    expect(twenty.map(({ code, counts }) => [code, counts.errors])).toEqual(twenty.map(() => [0, []]));
    expect(await box.tags(client)).toEqual(box.due.filter((tag) => tag.endsWith(paidOn[0] ?? '')));

    const two = await Promise.all([box.sync(), box.sync()]);
    expect(two.map(({ code, counts }) => [code, counts.errors])).toEqual(two.map(() => [0, []]));
    await expectOneSetEach(box);
  });
});
