import { Waits } from '../../src/books/waits.js';
import { Places } from '../../src/runner/places.js';

function door(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more are at work than there are places, and the next one starts when one has ended', async () => {
  const places = new Places(2, new Waits());
  const doors = [door(), door(), door()];
  const began: number[] = [];
  const all = doors.map(({ opened }, number) =>
    places.run(async () => {
      began.push(number);
      await opened;
    }),
  );
  await settled();
  expect({ began, free: places.free }).toEqual({ began: [0, 1], free: 0 });
  doors[1]?.open();
  await all[1];
  await settled();
  expect(began).toEqual([0, 1, 2]);
  for (const { open } of doors) open();
  await Promise.all(all);
  expect(places.free).toBe(2);
});

test('one that waits for the service lends its place, and the free places are announced', async () => {
  const waits = new Waits();
  const places = new Places(1, waits);
  const [listens, other] = [door(), door()];
  const freed: number[] = [];
  places.onFree(() => freed.push(places.free));
  const limited = places.run(() => waits.during(listens.opened));
  expect(freed).toEqual([1]);
  const next = places.run(() => other.opened);
  expect(places.free).toBe(0);
  // It comes back while its place is lent: no one else starts before one of the two has ended.
  listens.open();
  await limited;
  expect(places.free).toBe(0);
  other.open();
  await next;
  expect(places.free).toBe(1);
});

test('a failure gives its place back', async () => {
  const places = new Places(1, new Waits());
  await expect(places.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(places.free).toBe(1);
});
