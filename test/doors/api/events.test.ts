import { AppModule } from '../../../src/app/app.module.js';
import { Outbox } from '../../../src/record/messages/outbox.js';
import { webhookMessage } from '../../../src/doors/api/docs/webhooks.js';
import { tagOf } from '../../../src/journal/nouns/identity.js';
import { Deliveries } from '../../../src/runner/deliveries.js';
import { remindOfDue } from '../../../src/runner/due-this-week.js';
import { insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { webhook } from '../../witness/doors/messages.js';
import { type Door, openDoor, StillClock } from './door.js';

const payroll = payrollOf([
  { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
]);
const user = '/v2/users/1';
const tag = tagOf('counterfoil', 2026, 6, '2025-10-31');

interface Event {
  readonly id: string;
  readonly kind: string;
  readonly companyId?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
interface Events {
  readonly items: readonly Event[];
  readonly next?: string;
}

describeOnDatabases('events', (open) => {
  let door: Door | undefined;
  afterEach(async () => {
    await door?.close();
    door = undefined;
  });

  /** Ash and Birch alike: a run that is held, an item of a person, one of the account, a payment, and one of no company. */
  async function told() {
    const clock = new StillClock(new Date('2025-11-18T09:00:00Z'));
    const database = await open(clock);
    const outbox = new Outbox(clock, webhook);
    for (const companyId of ['ash', 'birch']) {
      await insertCompany(database, { id: companyId, name: `${companyId} Ltd` });
      await insertRun(database, companyId, payroll, { state: 'held', datedOn: '2025-10-31' });
      const ofPerson = openAccount('902', '1733.44', { user, name: 'Amara Okafor' });
      await insertReading(database, companyId, [openAccount('814', '504.01'), ofPerson]);
      const payments = ['09', '10', '11'].map((month) => ({ dueOn: `2025-${month}-22`, amountDue: '504.01' }));
      const year = { companyId, year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
      await database.work(async (rows) => {
        await rows.insert(TaxYearRecord, year);
        const message = { companyId, path: '/' };
        const payload = { company: `${companyId} Ltd` };
        const run = { ...payload, tag, year: 2026, period: 6, datedOn: '2025-10-31', state: 'held' };
        await outbox.put(rows, { ...message, kind: 'held', once: `held:${companyId}`, payload: run });
        for (const [account, whose] of [
          ['814', ''],
          ['902', user],
        ] as const)
          await outbox.put(rows, {
            ...{ ...message, kind: 'control_no_payment_posted' },
            once: `control_no_payment_posted:${companyId}:${account}:${whose}:paye ${account}`,
            payload: { ...payload, account, item: `paye ${account}`, state: 'no_payment_posted' },
          });
      });
    }
    await remindOfDue(database, clock, outbox);
    await database.work((rows) =>
      outbox.put(rows, { kind: 'log_anchor', once: 'log_anchor:1', payload: { number: 1, root: 'r' } }),
    );
    const app = (door = await openDoor(database, [AppModule]));
    const ask = async (path: string, rights: Parameters<Door['token']>[0] = {}) =>
      app.http.get(path).set('Authorization', `Bearer ${await app.token(rights)}`);
    return { database, clock, ask };
  }
  const keyOf = ({ kind, companyId = '-', payload }: Event) =>
    [kind, companyId, ...(payload.account === undefined ? [] : [payload.account])].join(' ');

  it('are what the webhook was sent, with what each is about', async () => {
    const { database, clock, ask } = await told();
    const sent: Event[] = [];
    const receive: typeof fetch = async (_, init) => {
      sent.push(webhookMessage.parse(JSON.parse(String(init?.body))) as Event);
      return new Response('');
    };
    await new Deliveries(database, clock, webhook, () => undefined, receive).deliverDue();
    expect(sent).toHaveLength(9);

    for (const message of sent) {
      const event = (await ask(`/api/events/${message.id}`)).body as Event;
      expect(event).toMatchObject(message);
      expect({ ...event, run: 0, item: 0, dues: 0 }).toEqual({ ...message, run: 0, item: 0, dues: 0 });
      // No amount and no person leaves by itself.
      expect(JSON.stringify(message)).not.toMatch(/\d\.\d\d\b|Amara|users/);
    }
    const of = async (key: string) => {
      const { id } = sent.find((one) => keyOf(one) === key) as Event;
      return (await ask(`/api/events/${id}`)).body as object;
    };
    expect(await of('held ash')).toMatchObject({
      run: { tag, year: 2026, period: 6, datedOn: '2025-10-31', state: 'held', totals: { gross: '2000.00' } },
    });
    expect(await of('control_no_payment_posted ash 902')).toMatchObject({
      item: { id: 'paye 902', account: '902', due: '2025-10-22', amount: '1733.44', user, name: 'Amara Okafor' },
    });
    expect(await of('control_no_payment_posted birch 814')).toMatchObject({
      item: { account: '814', amount: '504.01' },
    });
    expect(await of('due_this_week ash')).toMatchObject({
      dues: [{ what: 'paye', dueOn: '2025-11-22', payBy: '2025-11-21', amount: '504.01' }],
    });
    expect(await of('log_anchor -')).not.toHaveProperty('companyId');
  });

  it('show no amount and no person to those who may not see pay', async () => {
    const { ask } = await told();
    const answer = await ask('/api/events', { role: 'viewer', pay: false });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/\d\.\d\d\b|Amara|users/);
    const { items } = answer.body as Events;
    expect(items).toHaveLength(9);
    const shown = items.map((one) => [
      keyOf(one),
      Object.keys(one).filter((key) => ['run', 'item', 'dues'].includes(key)),
    ]);
    expect(Object.fromEntries(shown)).toMatchObject({
      'held ash': ['run'],
      'control_no_payment_posted ash 814': ['item'],
      'control_no_payment_posted ash 902': [],
      'due_this_week ash': ['dues'],
    });
  });

  it('are those of the companies in reach', async () => {
    const { ask } = await told();
    const all = ((await ask('/api/events')).body as Events).items;
    const ofAsh = { role: 'viewer', companies: ['ash'] } as const;
    const seen = ((await ask('/api/events', ofAsh)).body as Events).items;
    expect(seen.map(({ companyId }) => companyId)).toEqual(Array(4).fill('ash'));
    for (const { id, companyId } of all)
      expect((await ask(`/api/events/${id}`, ofAsh)).status).toBe(companyId === 'ash' ? 200 : 404);
    expect((await ask('/api/events?company=birch', ofAsh)).status).toBe(404);
    expect((await ask('/api/events/nothing')).status).toBe(404);
    expect(((await ask('/api/events', { role: 'viewer', companies: [] })).body as Events).items).toEqual([]);
  });

  it('are given by pages, the latest first, of a company or of a kind', async () => {
    const { database, clock, ask } = await told();
    clock.forward(60);
    const held = { kind: 'drift', companyId: 'ash', once: 'late', payload: { tag } } as const;
    await database.work((rows) => new Outbox(clock, webhook).put(rows, held));
    const found: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: Events = (await ask(`/api/events?limit=3${next && `&cursor=${next}`}`)).body as Events;
      found.push(...page.items.map(keyOf));
      next = page.next;
    }
    expect(found).toHaveLength(10);
    expect(found[0]).toBe('drift ash');
    expect(new Set(found).size).toBe(10);
    const some = ((await ask('/api/events?company=birch&kind=held')).body as Events).items;
    expect(some.map(keyOf)).toEqual(['held birch']);
    expect((await ask('/api/events?kind=heard')).status).toBe(400);
  });

  it('go on without what they were about', async () => {
    const { database, ask } = await told();
    await database.work((rows) => rows.query(`DELETE FROM pay_runs WHERE company_id = 'ash'`) as Promise<unknown>);
    await insertReading(database, 'ash', [], { asOn: '2025-11-19' });
    const { items } = (await ask('/api/events?company=ash')).body as Events;
    expect(items.flatMap((one) => Object.keys(one)).filter((key) => ['run', 'item'].includes(key))).toEqual([]);
  });
});
