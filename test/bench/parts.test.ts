import { parts } from '../../bench/parts.js';
import { Here } from './here.js';

const stage = new Here();
afterAll(() => stage.close());

const onOne = Object.entries(parts).map(([name, part]) => [name, part, part.databases[0] ?? 'sqlite'] as const);

test.each(onOne)('the bench measures %s', async (_name, part, kind) => {
  const measured = await part.tiny(stage, kind);
  expect(measured.length).toBeGreaterThan(0);
  for (const { name, value, of } of measured)
    expect(
      [name, ...Object.values(of), value].filter((one) => !(typeof one === 'string' || Number.isFinite(one))),
    ).toEqual([]);
  expect(new Set(measured.map(({ name }) => name)).size).toBe(measured.length);
});
