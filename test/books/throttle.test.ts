import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { Limited } from '../../src/books/errors.js';
import { type Grant, Quotas, type Wanted } from '../../src/books/quotas.js';
import { ServiceClock } from '../../src/books/service-clock.js';
import { Throttle, type Turn } from '../../src/books/throttle.js';
import type { Database } from '../../src/ground/database.js';
import { openFresh } from '../harness/databases.js';
import { VirtualClock } from './virtual-clock.js';

const start = new Date('2025-11-06T07:00:12.345Z');
const hourMs = 3_600_000;
const rates = { perMinute: 120, perHour: 3600 };
const turn = (more: Partial<Turn> = {}): Turn => ({
  scope: 'ash',
  who: 'Ash Ltd',
  rates,
  write: false,
  waitMaxMs: hourMs,
  ...more,
});

/** The service's own counts, in windows that begin with each minute and hour of its clock, which is not ours. */
class FixedWindows {
  readonly #used = new Map<string, number>();
  refused = 0;

  constructor(
    private readonly clock: VirtualClock,
    private readonly aheadMs: number,
  ) {}

  get date(): Date {
    return new Date(this.clock.now().getTime() + this.aheadMs);
  }

  /** How many were counted in the fullest minute and hour. */
  get fullest(): { minute: number; hour: number } {
    const most = (kind: string) =>
      Math.max(...[...this.#used].filter(([window]) => window.startsWith(kind)).map(([, used]) => used));
    return { minute: most('minute'), hour: most('hour') };
  }

  take(scope: string): void {
    const ms = this.date.getTime();
    for (const [kind, lengthMs] of [
      ['minute', 60_000],
      ['hour', hourMs],
    ] as const) {
      const window = `${kind} ${scope} ${Math.floor(ms / lengthMs)}`;
      this.#used.set(window, (this.#used.get(window) ?? 0) + 1);
    }
  }
}

async function world(aheadMs = 0) {
  const clock = new VirtualClock(start);
  const database = await openFresh('sqlite', clock);
  const service = new FixedWindows(clock, aheadMs);
  return { clock, database, service };
}

/** One process. Its requests take a while each way, and it learns the service's time from the answers. */
function sender({ clock, database, service }: Awaited<ReturnType<typeof world>>, latencyMs = 400) {
  const serviceClock = new ServiceClock(clock);
  const quotas = new Quotas(database as Database);
  const throttle = new Throttle(quotas, clock, serviceClock);
  const send = async (more: Partial<Turn> = {}) => {
    const over = await throttle.take(turn(more));
    const sentMs = clock.monotonicMs();
    await clock.sleep(latencyMs);
    service.take(more.scope ?? 'ash');
    const date = new Date(Math.floor(service.date.getTime() / 1000) * 1000);
    await clock.sleep(latencyMs);
    serviceClock.learn(date, sentMs, clock.monotonicMs());
    over();
  };
  return { throttle, quotas, send };
}

describe('the throttle', () => {
  test.each([0, 37_000, -7_200_500, 200 * 24 * hourMs])(
    '200 callers at once stay inside the limit, the service’s clock being %d ms ahead',
    async (aheadMs) => {
      const all = await world(aheadMs);
      const { send } = sender(all);
      await all.clock.through(Promise.all(Array.from({ length: 200 }, () => send())));
      expect(all.service.fullest.minute).toBeLessThanOrEqual(120);
      // And wastes no time: 200 requests fit into less than two minutes.
      expect(all.clock.now().getTime() - start.getTime()).toBeLessThan(120_000);
    },
  );

  test('a steady stream uses up each minute’s limit and no more, through every change of minute', async () => {
    const all = await world(-250);
    const { send } = sender(all, 900);
    await all.clock.through(Promise.all(Array.from({ length: 1000 }, () => send())));
    expect(all.service.fullest.minute).toBeLessThanOrEqual(120);
    expect(all.clock.now().getTime() - start.getTime()).toBeLessThan(10 * 60_000);
  });

  test('counts the companies that wait for the service, down to none at the end', async () => {
    const all = await world();
    const { send, throttle } = sender(all);
    const counts: number[] = [];
    throttle.waits.onMore(() => counts.push(throttle.waits.count));
    const callers = (scope: string) => Array.from({ length: 150 }, () => send({ scope }));
    await all.clock.through(Promise.all([...callers('ash'), ...callers('birch')]));
    expect(Math.max(...counts)).toBe(2);
    expect(throttle.waits.count).toBe(0);
  });

  test('a reservation that was under way when the service refused lets no one through', async () => {
    const { clock, database } = await world();
    class SlowQuotas extends Quotas {
      override async reserve(wanted: Wanted): Promise<Grant> {
        const grant = await super.reserve(wanted);
        await clock.sleep(50);
        return grant;
      }
    }
    const throttle = new Throttle(new SlowQuotas(database as Database), clock, new ServiceClock(clock));
    const taken = throttle.take(turn());
    const refused = clock.sleep(20).then(() => throttle.limited({ scope: 'ash', retryAfterSeconds: 89 }));
    await clock.through(Promise.all([refused, taken]));
    expect(clock.now().getTime() - start.getTime()).toBeGreaterThanOrEqual(89_000);
  });

  test('the hour’s limit holds as well', async () => {
    const all = await world();
    const { send } = sender(all);
    const few = { rates: { perMinute: 120, perHour: 150 } };
    await all.clock.through(Promise.all(Array.from({ length: 200 }, () => send(few))));
    expect(all.service.fullest.hour).toBeLessThanOrEqual(150);
    expect(all.clock.now().getUTCHours()).toBe(8);
  });

  test('several processes on one database share one quota', async () => {
    const all = await world(5_000);
    const processes = Array.from({ length: 4 }, () => sender(all));
    const sent = processes.flatMap(({ send }) => Array.from({ length: 60 }, () => send()));
    await all.clock.through(Promise.all(sent));
    expect(all.service.fullest.minute).toBeLessThanOrEqual(120);
  });

  test('what a dead process had used still counts', async () => {
    const all = await world();
    await all.clock.through(Promise.all(Array.from({ length: 110 }, () => sender(all, 1).send())));
    const { send } = sender(all, 1);
    await all.clock.through(Promise.all(Array.from({ length: 30 }, () => send())));
    expect(all.service.fullest.minute).toBeLessThanOrEqual(120);
  });

  test('a write goes before the reads that wait', async () => {
    const all = await world();
    const { send } = sender(all, 1);
    const order: string[] = [];
    const note = (what: string, more: Partial<Turn> = {}) => send(more).then(() => order.push(what));
    const reads = Array.from({ length: 200 }, () => note('read'));
    const write = note('write', { write: true });
    await all.clock.through(Promise.all([...reads, write]));
    expect(order.indexOf('write')).toBeLessThan(20);
  });

  test('a 429 is obeyed to the second, by other processes too', async () => {
    const all = await world(90_000);
    const { send, throttle } = sender(all, 1);
    await all.clock.through(send());
    const answeredAt = all.clock.now().getTime();
    await throttle.limited({ scope: 'ash', retryAfterSeconds: 47 });
    const another = sender(all, 1);
    await all.clock.through(Promise.all([send(), another.send({ scope: 'birch' }).then(() => another.send())]));
    const waitedMs = all.clock.now().getTime() - answeredAt;
    expect(waitedMs).toBeGreaterThanOrEqual(47_000);
    expect(waitedMs).toBeLessThan(50_000);
  });

  test('no wait exceeds an hour, also one that is kept', async () => {
    const all = await world();
    const { send, throttle, quotas } = sender(all, 1);
    await all.clock.through(send());
    const answeredAt = all.clock.now().getTime();
    await quotas.close('ash', Date.parse('2099-01-01T00:00:00Z') - answeredAt, all.service.date);
    const [closed] = await throttle.waiting(['ash']);
    expect((closed?.until.getTime() ?? 0) - answeredAt).toBe(3_600_000);
    await all.clock.through(sender(all, 1).send({ waitMaxMs: 7_200_000 }));
    const waitedMs = all.clock.now().getTime() - answeredAt;
    expect(waitedMs).toBeGreaterThanOrEqual(3_600_000);
    expect(waitedMs).toBeLessThan(3_605_000);
  });

  test('what was asked for is forgotten by anyone who connects again', async () => {
    const all = await world();
    const { send, throttle } = sender(all, 1);
    await all.clock.through(send());
    await throttle.limited({ scope: 'ash', retryAfterSeconds: 3000 });
    await throttle.forget(['ash']);
    const from = all.clock.now().getTime();
    await all.clock.through(send());
    expect(all.clock.now().getTime() - from).toBeLessThan(60_000);
    expect(await throttle.waiting(['ash'])).toEqual([]);
  });

  test('it is forgotten by a process that waits too, no matter who connects again', async () => {
    const all = await world();
    const [waiting, connecting] = [sender(all, 1), sender(all, 1)];
    await all.clock.through(waiting.send());
    await waiting.throttle.limited({ scope: 'ash', retryAfterSeconds: 3000 });
    await connecting.throttle.forget(['ash']);
    const from = all.clock.now().getTime();
    await all.clock.through(waiting.send({ waitMaxMs: 30_000 }));
    expect(all.clock.now().getTime() - from).toBeLessThan(60_000);
  });

  test('whoever waits already goes on when it is forgotten', async () => {
    const all = await world();
    const { send, throttle } = sender(all, 1);
    await all.clock.through(send());
    await throttle.limited({ scope: 'ash', retryAfterSeconds: 3000 });
    const from = all.clock.now().getTime();
    const waits = send();
    while (throttle.waits.count === 0) await turnOfLoop();
    await throttle.forget(['ash']);
    await all.clock.through(waits);
    expect(all.clock.now().getTime() - from).toBeLessThan(61_000);
  });

  test('one company’s 429 holds up no one else', async () => {
    const all = await world();
    const { send, throttle } = sender(all, 10);
    await all.clock.through(send({ scope: 'ash' }));
    await throttle.limited({ scope: 'ash', retryAfterSeconds: 600 });
    const startedAt = all.clock.now().getTime();
    await all.clock.through(Promise.all(Array.from({ length: 50 }, () => send({ scope: 'birch' }))));
    expect(all.clock.now().getTime() - startedAt).toBeLessThan(2_000);
  });

  test('a caller that cannot wait so long is refused at once', async () => {
    const all = await world();
    const { send, throttle } = sender(all, 1);
    await all.clock.through(send());
    await throttle.limited({ scope: 'ash', retryAfterSeconds: 600 });
    const error = await all.clock.through(send({ waitMaxMs: 30_000 }).catch((caught: unknown) => caught));
    expect(error).toBeInstanceOf(Limited);
    expect((error as Limited).retryAfterSeconds).toBe(600);
    const again = await throttle.take(turn({ waitMaxMs: 30_000 })).catch((caught: unknown) => caught);
    expect(again).toBeInstanceOf(Limited);
  });

  test('without Retry-After it waits for the next minute of the service', async () => {
    const all = await world(20_000);
    const { send, throttle } = sender(all, 1);
    await all.clock.through(send());
    await throttle.limited({ scope: 'ash' });
    await all.clock.through(send());
    expect(all.service.date.getUTCSeconds()).toBeLessThanOrEqual(1);
    expect(all.clock.now().getTime() - start.getTime()).toBeLessThan(60_000);
  });
});
