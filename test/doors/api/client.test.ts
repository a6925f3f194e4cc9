import createClient from 'openapi-fetch';
import { systemClock } from '../../../src/ground/clock.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type DoorWithBooks, openDoorWithBooks } from './books.js';
import type { components, paths } from './client/api.js';
import { keepTypes, typesKept, typesMadeOf } from './client/types.js';

type PayRun = components['schemas']['PayRun'];

describeOnDatabases('a client that a generator made', (open) => {
  let door: DoorWithBooks;
  let client: ReturnType<typeof createClient<paths>>;

  beforeAll(async () => {
    door = await openDoorWithBooks(await open(systemClock), 'approve');
    const headers = { Authorization: `Bearer ${await door.token({ name: 'Ann', role: 'reviewer' })}` };
    client = createClient<paths>({ baseUrl: await door.app.getUrl(), headers });
  });
  afterAll(() => door.close());

  it('is made of the document as it is now', async () => {
    const made = typesMadeOf((await door.http.get('/api/openapi.json').expect(200)).body);
    const before = typesKept();
    keepTypes(made);
    // What differs is written already: read its diff, and commit it.
    expect(made === before).toBe(true);
  });

  it('does a month: syncs, answers what is held, posts, signs off, reconciles, and reads what was done', async () => {
    expect(await synced()).toMatchObject({ state: 'done', company: door.company.name });

    const [held] = await runsIn('held');
    const field = held?.holds.find(({ code }) => code === 'ambiguous_field')?.field;
    expect(field).toBe('other_deductions');
    const decided = await client.POST('/api/pay-runs/{company}/{year}/{period}/{paidOn}/decide', {
      params: { path: addressOf(held!) },
      body: { field: field!, as: 'deduct', for: 'run', reason: 'A staff loan', fingerprint: held!.fingerprint },
    });
    expect(decided.data?.run.state).toBe('ready');

    const ready = await runsIn('ready');
    expect(ready.length).toBeGreaterThan(1);
    const seen = ready.map(({ company, tag, fingerprint = '' }) => ({ company, tag, fingerprint }));
    const posted = await client.POST('/api/pay-runs/post', {
      params: { header: { 'Idempotency-Key': 'october' } },
      body: { runs: seen, reason: 'Agreed with the client' },
    });
    expect(posted.data?.runs.map(({ run }) => run?.state)).toEqual(ready.map(() => 'posted'));
    const ours = (await door.sets()).filter(({ tag }) => tag?.startsWith('counterfoil:'));
    expect(ours).toHaveLength(ready.length);

    const [last] = await runsIn('posted');
    const path = addressOf(last!);
    const signed = await client.POST('/api/pay-runs/{company}/{year}/{period}/{paidOn}/sign-off', {
      params: { path },
      body: { reason: 'Looked through', fingerprint: last!.fingerprint },
    });
    expect(signed.data?.run.signedOffBy).toBe('Ann');

    const { data: control } = await client.GET('/api/control-accounts', {
      params: { query: { company: door.company.name } },
    });
    expect(control?.items.map(({ company }) => company)).toEqual([door.company.name]);

    const { data: log } = await client.GET('/api/log', { params: { query: { tag: last!.tag } } });
    expect(log?.items.map(({ act, actor }) => `${act} ${actor}`)).toEqual(
      expect.arrayContaining(['post Ann', 'sign_off Ann']),
    );
    const refused = await client.POST('/api/pay-runs/{company}/{year}/{period}/{paidOn}/post', {
      params: { path },
      body: { reason: '' },
    });
    expect(refused.error?.errors?.map(({ pointer }) => pointer)).toEqual(['/reason']);
  });

  const addressOf = ({ company, year, period, datedOn }: PayRun) => ({ company, year, period, paidOn: datedOn });

  async function runsIn(state: PayRun['state']): Promise<PayRun[]> {
    const { data } = await client.GET('/api/pay-runs', { params: { query: { state, limit: 100 } } });
    return data?.items ?? [];
  }

  async function synced() {
    const { data } = await client.POST('/api/syncs', { body: {} });
    const [{ id } = { id: '' }] = data?.syncs ?? [];
    for (;;) {
      const { data: sync } = await client.GET('/api/syncs/{id}', { params: { path: { id } } });
      if (sync?.state === 'done' || sync?.state === 'failed') return sync;
      await systemClock.sleep(50);
    }
  }
});
