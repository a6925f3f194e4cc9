import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '../../src/ground/clock.js';
import { Notification } from '../../src/record/messages/notification.entity.js';
import { Outbox, type Message } from '../../src/record/messages/outbox.js';
import { Deliveries } from '../../src/runner/deliveries.js';
import { Syncs } from '../../src/sync/syncs.js';
import { type DoorWithBooks, openDoorWithBooks } from '../doors/api/books.js';
import { StillClock } from '../doors/api/door.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { openFresh } from '../harness/databases.js';

interface Sent {
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

const webhook = {
  webhookUrl: 'https://hook.example/counterfoil',
  webhookSecret: 'known to both',
  publicUrl: 'https://counterfoil.example',
};
const held: Message = {
  kind: 'held',
  companyId: 'ash',
  once: 'held:ash:counterfoil:2026-06:2025-10-31:abc',
  path: '/runs/ash/2026/6/2025-10-31',
  payload: { company: 'Ash', tag: 'counterfoil:2026-06:2025-10-31', holds: ['ambiguous_field'] },
};
const minute = 60;
const day = 24 * 60 * minute;

describe('messages to the webhook', () => {
  let clock: StillClock;
  let temp: TempDatabase;
  let sent: Sent[];
  let answers: (number | Error)[];
  let warnings: string[];
  let deliveries: Deliveries;

  const queue = (message: Message, config: ConstructorParameters<typeof Outbox>[1] = webhook) =>
    temp.database.work((rows) => new Outbox(clock, config).put(rows, message));
  const found = () => temp.database.read((rows) => rows.find(Notification));
  /** In place of the network: gives the answers that a test has prepared, otherwise 200. */
  const receive: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    sent.push({ url: String(url), body: String(init?.body), signature: headers.get('counterfoil-signature') ?? '' });
    const answer = answers.shift() ?? 200;
    if (answer instanceof Error) throw answer;
    return new Response('', { status: answer });
  };

  beforeEach(async () => {
    clock = new StillClock();
    temp = await tempDatabase(clock);
    [sent, answers, warnings] = [[], [], []];
    deliveries = new Deliveries(temp.database, clock, webhook, (words) => warnings.push(words), receive);
  });
  afterEach(() => temp.remove());

  it('are signed with the time and the body', async () => {
    await queue(held);
    await deliveries.deliverDue();
    expect(sent).toHaveLength(1);
    const [{ url, body, signature } = {} as Sent] = sent;
    expect(url).toBe(webhook.webhookUrl);
    expect(JSON.parse(body)).toEqual({
      id: expect.any(String),
      kind: 'held',
      companyId: 'ash',
      at: '2025-11-07T09:00:00.000Z',
      payload: {
        ...held.payload,
        text: 'A pay run is held: a person decides.',
        link: 'https://counterfoil.example/runs/ash/2026/6/2025-10-31',
      },
    });
    const seconds = Date.parse('2025-11-07T09:00:00Z') / 1000;
    const mark = createHmac('sha256', 'known to both').update(`${seconds}.${body}`).digest('hex');
    expect(signature).toBe(`t=${seconds},v1=${mark}`);
  });

  it('report the same thing once, however often it is found', async () => {
    await queue(held);
    await queue(held);
    await deliveries.deliverDue();
    await queue(held);
    clock.forward(day);
    await deliveries.deliverDue();
    expect(sent).toHaveLength(1);
  });

  it('are not sent for what was rolled back', async () => {
    const work = temp.database.work(async (rows) => {
      await new Outbox(clock, webhook).put(rows, held);
      throw new Error('the posting failed');
    });
    await expect(work).rejects.toThrow('the posting failed');
    expect(await found()).toEqual([]);
  });

  it('are not even stored without a webhook', async () => {
    await queue(held, { publicUrl: webhook.publicUrl });
    expect(await found()).toEqual([]);
  });

  it('are sent again, after longer and longer waits, until they are accepted', async () => {
    answers = [500, new Error('connection refused'), 302];
    await queue(held);
    const moments: number[] = [];
    const from = clock.now().getTime();
    for (let second = 0; second < 300 && sent.length < 4; second++) {
      const before = sent.length;
      await deliveries.deliverDue();
      if (sent.length > before) moments.push((clock.now().getTime() - from) / 1000);
      clock.forward(1);
    }
    expect(moments).toEqual([0, 15, 45, 105]);
    expect(warnings).toHaveLength(3);
    const [row] = await found();
    expect(row).toMatchObject({ attempts: 4, gaveUpAt: null });
    expect(row?.deliveredAt).not.toBeNull();
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it('are given up after three days, with a warning', async () => {
    answers = Array.from({ length: 100 }, () => 503);
    await queue(held);
    for (let minutes = 0; minutes <= 4 * 24 * 60; minutes += 30) {
      await deliveries.deliverDue();
      clock.forward(30 * minute);
    }
    const [row] = await found();
    expect(row?.gaveUpAt).not.toBeNull();
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.length).toBeLessThan(40);
    expect(warnings.at(-1)).toContain('given up');
  });

  it('are sent by only one of two processes', async () => {
    await queue(held);
    const other = new Deliveries(temp.database, clock, webhook, () => {}, receive);
    await Promise.all([deliveries.deliverDue(), other.deliverDue()]);
    expect(sent).toHaveLength(1);
  });

  it('of a process that died while sending are sent by the next', async () => {
    await queue(held);
    const dying = new Deliveries(
      temp.database,
      clock,
      webhook,
      () => {},
      () => new Promise(() => {}),
    );
    void dying.deliverDue();
    while ((await found())[0]?.nextAt.getTime() === clock.now().getTime()) await new Promise(setImmediate);
    await deliveries.deliverDue();
    expect(sent).toHaveLength(0);
    clock.forward(minute);
    await deliveries.deliverDue();
    expect(sent).toHaveLength(1);
  });

  it('are never sent unsigned', () => {
    const unsigned = { webhookUrl: webhook.webhookUrl };
    expect(() => new Deliveries(temp.database, clock, unsigned, () => {})).toThrow('WEBHOOK_SECRET');
  });
});

interface Received {
  readonly kind: string;
  readonly companyId: string;
  readonly payload: { readonly company: string; readonly text: string; readonly link: string; readonly state?: string };
}

describe('a real receiver', () => {
  const secret = 'known to both';
  let unsigned: string[];
  let bodies: string[];
  let receiver: Server;
  let door: DoorWithBooks;

  beforeEach(async () => {
    [unsigned, bodies] = [[], []];
    receiver = createServer((request, response) => {
      void buffer(request).then((raw) => {
        const [, seconds = '', mark] =
          /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['counterfoil-signature'])) ?? [];
        const expected = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest('hex');
        const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 5 * minute;
        if (mark !== expected || !isFresh) unsigned.push(raw.toString());
        bodies.push(raw.toString());
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    door = await openDoorWithBooks(await openFresh('sqlite', systemClock), 'auto', {
      WEBHOOK_URL: `http://127.0.0.1:${port}/counterfoil`,
      WEBHOOK_SECRET: secret,
    });
  });
  afterEach(async () => {
    await door.close();
    receiver.close();
  });

  const sync = () => door.app.get(Syncs).run(door.company, { trigger: 'api', actor: 'tester' });
  async function received(kind: string): Promise<Received[]> {
    while ((await door.app.get(Deliveries).deliverDue()) > 0);
    return bodies.map((body) => JSON.parse(body) as Received).filter((message) => message.kind === kind);
  }

  it('gets what a real sync held, without names and amounts', async () => {
    const { result } = await sync();
    expect(result.held).toBeGreaterThan(0);
    const messages = await received('held');
    expect(messages).toHaveLength(result.held);
    expect(messages.every(({ payload }) => payload.company === door.company.name)).toBe(true);
    const runs = await door.http.get('/api/pay-runs?state=held').set('Authorization', `Bearer ${await door.token()}`);
    for (const { totals } of runs.body.items as { totals: Record<string, string> }[]) {
      for (const amount of Object.values(totals)) if (amount !== '0.00') expect(bodies.join()).not.toContain(amount);
    }
    const people = await door.people();
    expect(people.length).toBeGreaterThan(0);
    for (const name of people) expect(bodies.join()).not.toContain(name);
    expect(unsigned).toEqual([]);
  });

  it('gets one message for each pay run that the books refuse, and none for those they accept', async () => {
    const refusal = { errors: [{ message: 'Dated on is in a locked period' }] };
    const fault = { kind: 'status', status: 422, body: refusal, count: 2 };
    await door.control('POST', 'faults', { ...fault, match: { method: 'POST', path: '/v2/journal_sets' } });
    const { result } = await sync();
    expect(result.refused).toBe(2);
    expect(result.posted).toBeGreaterThan(0);
    const messages = await received('refused');
    expect(messages).toHaveLength(2);
    const runs = await door.http
      .get('/api/pay-runs?state=refused')
      .set('Authorization', `Bearer ${await door.token()}`);
    for (const { payload, companyId } of messages) {
      expect(companyId).toBe(door.company.id);
      expect(payload).toMatchObject({
        company: door.company.name,
        state: 'refused',
        text: 'The books refused a pay run.',
      });
    }
    expect(messages.map(({ payload }) => new URL(payload.link).pathname).sort()).toEqual(
      (runs.body.items as { year: number; period: number; datedOn: string }[])
        .map(({ year, period, datedOn }) => `/runs/${door.company.id}/${year}/${period}/${datedOn}`)
        .sort(),
    );
    await sync();
    expect(await received('refused')).toHaveLength(2);
    expect(unsigned).toEqual([]);
  });
});
