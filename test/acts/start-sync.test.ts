import { syncsToStart } from '../../src/acts/start-sync.js';
import type { Life } from '../../src/companies/life.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { booksOn } from '../sync/rig.js';

const who = { actor: 'Ann', trigger: 'command', companies: null } as const;

describeOnDatabases('starting syncs', (open) => {
  async function begun() {
    const { rig, db } = await booksOn(open);
    for (const life of ['setup', 'working', 'paused', 'left'] as const)
      await insertCompany(db, { name: `Is ${life}`, id: life, life });
    return rig;
  }

  it('takes every company within reach that is working or paused', async () => {
    const { companies } = await begun();
    const reach = ['setup', 'working', 'paused', 'left'];
    const found = await all(syncsToStart({ companies }, { who: { ...who, companies: reach }, full: true }));
    expect(found.map(({ company }) => company.id)).toEqual(['paused', 'working']);
    expect(found[0]?.request).toEqual({ full: true, trigger: 'command', actor: 'Ann' });
  });

  it.each<Life>(['working', 'paused'])('takes the one that is named and is %s', async (life) => {
    const { companies } = await begun();
    const company = await companies.find(life);
    expect(await all(syncsToStart({ companies }, { who, company }))).toHaveLength(1);
  });

  it('refuses a month without its tax year, which would be that month of every year', async () => {
    const { companies } = await begun();
    await expect(syncsToStart({ companies }, { who, period: 3 }).next()).rejects.toMatchObject({
      title: 'The tax year is missing',
      exitCode: 2,
    });
    expect(await all(syncsToStart({ companies }, { who, year: 2026, period: 3 }))).not.toHaveLength(0);
  });

  it.each<Life>(['setup', 'left'])('refuses the one that is named and is %s', async (life) => {
    const { companies } = await begun();
    const company = await companies.find(life);
    await expect(syncsToStart({ companies }, { who, company }).next()).rejects.toMatchObject({
      title: 'The company is not working',
      status: 409,
    });
  });
});

async function all<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const taken: T[] = [];
  for await (const one of source) taken.push(one);
  return taken;
}
