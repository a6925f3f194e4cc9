import { expect, it } from '@jest/globals';
import type { Who } from '../../../src/acts/act.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { requireApproval } from '../../../src/acts/companies/require-approval.js';
import { Person } from '../../../src/access/person.entity.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { Connection } from '../../../src/companies/connection.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { insertTwoReviewers } from '../../factories/people.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

describeOnDatabases('what a practice asks for', (open) => {
  async function begun(kind: 'company' | 'practice' = 'practice') {
    const tools = await companyOn(open);
    await insertTwoReviewers(tools.database);
    await tools.database.work((rows) => rows.update(Connection, { id: tools.company.connectionId }, { kind }));
    const ask = (over: Partial<Parameters<typeof requireApproval>[2]> = {}) =>
      requireApproval(tools, tools.company, { who: ops, approval: 'two', reason: 'as agreed', ...over });
    return { ...tools, ask, approval: async () => (await tools.companies.find('elm')).approval };
  }

  it('is asked for of each of its companies, and logged where it changes', async () => {
    const { ask, approval, lines, database } = await begun();
    expect(await approval()).toBe('one');
    await ask({ approval: 'one' });
    expect(await lines()).toStrictEqual([]);
    await ask();
    await ask();
    expect(await approval()).toBe('two');
    expect(await lines()).toStrictEqual(['approval two ops ']);
    // The log keeps no words of people: a reason can be erased.
    const [kept] = await database.read((rows) => rows.findBy(Decision, { kind: 'eyes' }));
    expect(kept).toMatchObject({ reason: 'as agreed', actor: 'ops', endedAt: expect.any(Date) });
  });

  it('is given up when two administrators ask for that, each once', async () => {
    const { database, lines, ask, approval } = await begun();
    await ask();
    const admin = async (name: string): Promise<Who> => {
      const details = { name, role: 'admin', pay: true, companies: null } as const;
      return {
        actor: name,
        person: (await addPerson({ database }, details, ops)).id,
        trigger: 'page',
        companies: null,
      };
    };
    const ann = await admin('Ann');
    const needed = { title: 'A second administrator is needed', status: 403, exitCode: 3 };
    // Where there is no one else, a day has to pass.
    const todo = expect.stringContaining('There is no other administrator. Ask again from');
    await expect(ask({ approval: 'one', who: ann })).rejects.toMatchObject({ ...needed, todo });
    const ben = await admin('Ben');
    for (let times = 0; times < 2; times++)
      await expect(ask({ approval: 'one', who: ann })).rejects.toMatchObject({
        ...{ ...needed, todo: 'Ben can: it is done when one of them asks the same within a week.' },
      });
    // At the terminal anybody may be anybody.
    await expect(ask({ approval: 'one' })).rejects.toMatchObject({ title: 'Two pairs of eyes: who is it?' });
    expect(await approval()).toBe('two');
    await ask({ approval: 'one', who: ben });
    expect(await approval()).toBe('one');
    expect((await lines()).at(-1)).toBe('approval one Ben ');
    // Each time anew.
    await ask();
    await expect(ask({ approval: 'one', who: ben })).rejects.toMatchObject(needed);
  });

  it('is asked for only where two people may review each of its clients', async () => {
    const { database, ask, approval } = await begun();
    const only = (id: string, over: Partial<Person>) => database.work((rows) => rows.update(Person, { id }, over));
    const refused = (who: string) => ({
      ...{ title: 'Two who may review are needed', status: 409, exitCode: 2 },
      detail: expect.stringContaining(
        `${who} may review its pay runs, and two pairs of eyes take two people. Nothing was changed.`,
      ),
    });
    await insertCompany(database, { name: 'Oak Ltd', id: 'oak', connectionId: 'connection-elm' });
    const reachElm = { companies: ['elm'] };
    for (const over of [reachElm, { active: false }, { role: 'viewer' } as const]) {
      await only('Rob', over);
      await expect(ask()).rejects.toMatchObject(refused(over === reachElm ? 'Oak Ltd: only Rae' : 'only Rae'));
      await only('Rob', { companies: null, active: true, role: 'admin' });
    }
    for (const id of ['Rae', 'Rob']) await only(id, { companies: ['elm'] });
    await expect(ask()).rejects.toMatchObject(refused('Oak Ltd: no one'));
    expect(await approval()).toBe('one');
    // A client that left needs no one.
    await database.work((rows) => rows.update(CompanyRow, { id: 'oak' }, { life: 'left' }));
    await ask();
    expect(await approval()).toBe('two');
  });

  it('is asked for by anyone who reaches all of them, and with a reason', async () => {
    const { ask, approval } = await begun();
    await expect(ask({ who: { ...ops, companies: ['elm'] } })).rejects.toMatchObject({
      status: 403,
      detail: expect.stringContaining('"ops" reaches only some'),
    });
    await expect(ask({ reason: ' ' })).rejects.toMatchObject({
      ...{ title: 'A reason is needed', status: 400, exitCode: 2 },
    });
    expect(await approval()).toBe('one');
  });

  it('is asked for of no company by itself', async () => {
    const { ask } = await begun('company');
    await expect(ask()).rejects.toMatchObject({
      ...{ title: 'Not a practice', detail: 'Elm Ltd has a connection of its own.' },
      ...{ todo: 'Set `approval` in its policy.', status: 400, exitCode: 2 },
    });
  });
});
