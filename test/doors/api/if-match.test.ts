import { changeAllocations } from '../../../src/acts/companies/change-allocations.js';
import { changePolicy } from '../../../src/acts/companies/change-policy.js';
import { asSeen } from '../../../src/answers/asked.js';
import type { Company } from '../../../src/companies/company.js';
import { versionSeen } from '../../../src/doors/api/if-match.js';
import { companyOn, ops } from '../../acts/rules/on-rows.js';
import { describeOnDatabases } from '../../harness/databases.js';

const ifMatch = <Changed>(match: string, company: Company, change: (seen: Company) => Promise<Changed>) =>
  change(asSeen(company, { seen: versionSeen(match) }));

describeOnDatabases('If-Match', (open) => {
  it('fails when someone else was quicker, even after the company was read here', async () => {
    const tools = await companyOn(open);
    const { company } = tools;
    const mode = (policy: string) => (seen: Company) =>
      changePolicy(tools, seen, { who: ops, policy: { mode: policy }, reason: 'x' });
    expect(await ifMatch('"1"', company, mode('check'))).toMatchObject({ policyVersion: 2 });
    const late = { title: 'The policy has changed since you opened it', status: 412 };
    await expect(ifMatch('"1"', company, mode('approve'))).rejects.toMatchObject(late);
    const act = { who: ops, allocations: {}, reason: 'x' };
    await expect(ifMatch('"1"', company, (seen) => changeAllocations(tools, seen, act))).rejects.toMatchObject(late);
    expect(await tools.lines()).toStrictEqual(['policy done ops ']);
  });

  it.each(['*', '1', '"01"', 'W/"1"', '"1.0"', '""', '"2"'])(
    'fails with %s, which is no version that was read',
    async (match) => {
      const tools = await companyOn(open);
      const given = { who: ops, policy: { mode: 'check' }, reason: 'x' };
      await expect(ifMatch(match, tools.company, (seen) => changePolicy(tools, seen, given))).rejects.toMatchObject({
        status: 412,
      });
      expect((await tools.companies.find('elm')).policyVersion).toBe(1);
    },
  );

  it('keeps any other refusal', async () => {
    const tools = await companyOn(open);
    const given = { who: ops, policy: { mode: 'sometimes' }, reason: 'x' };
    await expect(ifMatch('"1"', tools.company, (seen) => changePolicy(tools, seen, given))).rejects.toMatchObject({
      status: 400,
    });
  });
});
