import { expect, it } from '@jest/globals';
import { requireApproval } from '../../../src/acts/companies/require-approval.js';
import { Connection } from '../../../src/companies/connection.entity.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

describeOnDatabases('what a practice asks for', (open) => {
  async function begun(kind: 'company' | 'practice' = 'practice') {
    const tools = await companyOn(open);
    await tools.database.work((rows) => rows.update(Connection, { id: tools.company.connectionId }, { kind }));
    const ask = (over: Partial<Parameters<typeof requireApproval>[2]> = {}) =>
      requireApproval(tools, tools.company, { who: ops, approval: 'two', reason: 'as agreed', ...over });
    return { ...tools, ask, approval: async () => (await tools.companies.find('elm')).approval };
  }

  it('is asked for of each of its companies, and logged where it changes', async () => {
    const { ask, approval, lines } = await begun();
    expect(await approval()).toBe('one');
    await ask({ approval: 'one' });
    expect(await lines()).toStrictEqual([]);
    await ask();
    await ask();
    expect(await approval()).toBe('two');
    expect(await lines()).toStrictEqual(['approval two ops as agreed']);
    await ask({ approval: 'one' });
    expect(await approval()).toBe('one');
  });

  it('is asked for by whoever reaches all of them, and with a reason', async () => {
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
