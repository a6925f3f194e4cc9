import { leaveCompany } from '../../src/acts/companies/leave-company.js';
import { pauseCompany } from '../../src/acts/companies/pause-company.js';
import { resumeCompany } from '../../src/acts/companies/resume-company.js';
import { Connection } from '../../src/companies/connection.entity.js';
import type { WriteState } from '../../src/record/runs/write.entity.js';
import { insertWrite } from '../factories/writes.js';
import { describeOnDatabases } from '../harness/databases.js';
import { booksOn } from '../sync/rig.js';

const who = { actor: 'Ann', trigger: 'api', companies: null } as const;

describeOnDatabases('a company’s life', (open) => {
  async function begun() {
    const { rig, db, log, company } = await booksOn(open);
    const tools = { database: db, companies: rig.companies, log };
    const acts = async () => (await log.page({ companyIds: [company.id] }, 10)).map(({ act }) => act);
    const life = async () => (await rig.companies.find(company.id)).life;
    return { tools, db, company, acts, life };
  }

  it.each<WriteState>(['sending', 'in_doubt'])(
    'does not end while a write is %s, unless it is forced',
    async (state) => {
      const { tools, db, company, acts, life } = await begun();
      await insertWrite(db, company.id, { state });
      await expect(leaveCompany(tools, company, { who })).rejects.toMatchObject({
        ...{ status: 409, exitCode: 3 },
        detail: expect.stringContaining('whether a change to its books reached them'),
      });
      expect([await life(), await acts()]).toEqual(['working', ['connect']]);
      const [held] = await db.read((rows) => rows.find(Connection));
      expect(held?.accessToken).not.toBeNull();

      await leaveCompany(tools, company, { who, force: true });
      expect([await life(), await acts()]).toEqual(['left', ['leave', 'connect']]);
      const [left] = await db.read((rows) => rows.find(Connection));
      expect([left?.accessToken, left?.refreshToken]).toEqual([null, null]);
    },
  );

  it.each<WriteState>(['done', 'refused', 'released', 'dropped'])(
    'ends when its writes are settled: %s',
    async (state) => {
      const { tools, db, company, life } = await begun();
      await insertWrite(db, company.id, { state });
      await leaveCompany(tools, company, { who });
      expect(await life()).toBe('left');
      await expect(resumeCompany(tools, company, who)).rejects.toMatchObject({ title: 'The company was left' });
    },
  );

  it('is paused and resumed, each with its line in the log', async () => {
    const { tools, company, acts, life } = await begun();
    await pauseCompany(tools, company, who);
    expect(await life()).toBe('paused');
    await resumeCompany(tools, company, who);
    expect([await life(), await acts()]).toEqual(['working', ['resume', 'pause', 'connect']]);
  });

  it('has no line for what changes nothing', async () => {
    const { tools, company, acts } = await begun();
    await resumeCompany(tools, company, who);
    expect(await acts()).toEqual(['connect']);
    for (const _ of [1, 2]) await pauseCompany(tools, company, who);
    expect(await acts()).toEqual(['pause', 'connect']);
    for (const _ of [1, 2]) await leaveCompany(tools, company, { who });
    expect(await acts()).toEqual(['leave', 'pause', 'connect']);
  });
});
