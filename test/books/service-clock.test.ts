import { ServiceClock } from '../../src/books/service-clock.js';

const clock = { now: () => new Date(0), monotonicMs: () => 0, sleep: async () => undefined };
const date = new Date('2025-11-03T09:00:00Z');

it('learns nothing from an answer that was read a minute late: with such wide bounds no request could go out', () => {
  const service = new ServiceClock(clock);
  service.learn(date, 0, 90_000);
  expect(service.known).toBe(false);
  service.learn(date, 0, 40);
  expect(service.known).toBe(true);
  expect(service.latest().getTime() - service.earliest().getTime()).toBeLessThanOrEqual(1_040);
});
