import { ActTools } from '../../../src/acts/act-tools.js';
import { AppModule } from '../../../src/app/app.module.js';
import { Companies } from '../../../src/companies/companies.js';
import { type Clock, systemClock } from '../../../src/ground/clock.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase } from '../../factories/database.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type DoorWithBooks, openDoorWithBooks } from './books.js';
import { type Door, openDoor, StillClock } from './door.js';

interface Sync {
  readonly id: string;
  readonly state: string;
  readonly result?: { readonly posted: number; readonly requests: number };
}

const pollMs = 50;

describeOnDatabases('syncs by the API', (open) => {
  let door: DoorWithBooks;
  let token: string;
  const bearer = () => ({ Authorization: `Bearer ${token}` });
  const start = (body: object) => door.http.post('/api/syncs').set(bearer()).send(body);
  const follow = async (id: string): Promise<Sync> => {
    for (;;) {
      const { body } = await door.http.get(`/api/syncs/${id}`).set(bearer()).expect(200);
      if (body.state === 'done' || body.state === 'failed') return body as Sync;
      await systemClock.sleep(pollMs);
    }
  };

  beforeAll(async () => {
    door = await openDoorWithBooks(await open(systemClock));
    token = await door.token({ name: 'close bot', role: 'reviewer' });
  });
  afterAll(() => door.close());

  it('are accepted at once, a second joins the first, and the first is followed as it moves', async () => {
    const first = await start({ company: door.company.name }).expect(202);
    const { id } = first.body as { id: string };
    expect(first.body).toEqual({
      ...{ id, company: door.company.name, joined: false, href: `/api/syncs/${id}` },
      syncs: [{ id, company: door.company.name, joined: false, href: `/api/syncs/${id}` }],
    });
    expect(first.headers.location).toBe(`/api/syncs/${id}`);
    const events = readEvents(`${await door.app.getUrl()}/api/syncs/${id}/events`, token);

    const second = await start({}).expect(202);
    expect(second.body).toMatchObject({ id, joined: true });

    const received = await events;
    expect(received.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(received.at(-1)).toMatchObject({
      event: 'end',
      sync: { id, state: 'done', trigger: 'api', actor: 'close bot' },
    });
    expect((await follow(id)).result?.posted).toBeGreaterThan(10);
    const ours = (await door.sets()).filter(({ tag }) => tag?.startsWith('counterfoil:'));
    expect(ours).toHaveLength(received.at(-1)?.sync.result?.posted ?? 0);
  });

  it('that are over send one event, and the stream ends', async () => {
    const { id } = (await start({ year: 2026 })).body as { id: string };
    await follow(id);
    const received = await readEvents(`${await door.app.getUrl()}/api/syncs/${id}`, token);
    expect(received.map(({ event }) => event)).toEqual(['end']);
  });

  it('of one year, run again, find nothing to post', async () => {
    const { id } = (await start({ full: true }).expect(202)).body as { id: string };
    const { result } = await follow(id);
    expect(result).toMatchObject({ posted: 0 });
  });

  it('change nothing as a dry run', async () => {
    const before = await door.sets();
    const { id } = (await start({ dryRun: true }).expect(202)).body as { id: string };
    expect(await follow(id)).toMatchObject({ state: 'done', dryRun: true });
    expect(await door.sets()).toEqual(before);
  });

  it('of a paused company settle what is in doubt, and fetch nothing', async () => {
    const companies = door.app.get(Companies);
    await companies.pause(door.company.id);
    const { id } = (await start({ company: door.company.name }).expect(202)).body as { id: string };
    expect(await follow(id)).toMatchObject({ state: 'done', result: { posted: 0, requests: 0 } });
    await companies.resume(door.company.id);
  });

  it('of a company that was left are refused', async () => {
    const { database } = door.app.get(ActTools);
    await insertCompany(database, { name: 'Gone Ltd', life: 'left' });
    const refused = await start({ company: 'Gone Ltd' }).expect(409);
    expect(refused.body).toMatchObject({ title: 'The company is not working' });
  });
});

describe('a sync that never ends', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const stuck = async (clock: Clock): Promise<{ door: Door; events: () => Promise<Response> }> => {
    const temp = await tempDatabase(clock);
    const { id: companyId } = await insertCompany(temp.database, { name: 'Ash' });
    const request = { trigger: 'api', actor: 'tester' } as const;
    const rest = { result: null, problem: null, startedAt: clock.now(), endedAt: null, queuedAt: clock.now() };
    const progress = { company: 'Ash', step: 'fetching', done: 3, total: 12 } as const;
    const sync = { id: 'stuck', companyId, ...request, state: 'running', request, progress, ...rest } as const;
    await temp.database.work((rows) => rows.insert(SyncRecord, sync));
    const door = await openDoor(temp.database, [AppModule]);
    closing.push(door.close, temp.remove);
    const headers = { Authorization: `Bearer ${await door.token()}` };
    const url = `${await door.app.getUrl()}/api/syncs/stuck/events`;
    return { door, events: () => fetch(url, { headers }) };
  };

  it('is followed for a quarter of an hour, with a sign of life now and then', async () => {
    const { events } = await stuck(new StillClock());
    const blocks = (await (await events()).text()).trim().split('\n\n');
    expect(blocks[0]).toMatch(/^event: progress\ndata: \{.*"done":3,"total":12/);
    expect(blocks.slice(1)).toEqual(Array.from({ length: 59 }, () => ': still going on'));
  });

  it('does not keep the service from stopping', async () => {
    const { door, events } = await stuck(systemClock);
    const answer = await events();
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await door.close();
    expect((await reader.read()).done).toBe(true);
    closing.shift();
  });
});

/** Reads server-sent events as a browser does. */
async function readEvents(url: string, token: string): Promise<{ event: string; sync: Sync }[]> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' } });
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const blocks = (await answer.text()).split('\n\n').filter((block) => block.startsWith('event: '));
  return blocks.map((block) => {
    const [, event = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    return { event, sync: JSON.parse(data) as Sync };
  });
}
