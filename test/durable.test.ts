import type { EntityManager } from 'typeorm';
import { describeOnBothDatabases } from './harness/databases.js';

/** 2 is FULL: the disk has it when the transaction ends. */
const synchronous = async (em: EntityManager): Promise<number> => {
  const [row] = await em.query<[{ synchronous: number }]>('PRAGMA synchronous');
  return row.synchronous;
};

describeOnBothDatabases('a unit of work', (open, kind) => {
  test('is on the disk when it ends, unless it was said that it need not be', async () => {
    const db = await open();
    const look = async (em: EntityManager) => (kind === 'sqlite' ? synchronous(em) : 2);
    const seen: number[] = [];
    for (const durable of [true, false, true]) seen.push(await db.work(look, { durable }));
    seen.push(await db.work(() => db.work(look, { durable: false })));
    expect(seen).toEqual(kind === 'sqlite' ? [2, 1, 2, 2] : [2, 2, 2, 2]);
  });
});
