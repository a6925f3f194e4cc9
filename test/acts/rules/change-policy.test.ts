import { changeAllocations } from '../../../src/acts/companies/change-allocations.js';
import { changePolicy } from '../../../src/acts/companies/change-policy.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const retired = ['negativ_tax'];

describeOnDatabases('a policy that someone gives', (open) => {
  it('is refused by the act with all that is wrong with it, whichever door it came through', async () => {
    const tools = await companyOn(open);
    const given = { ...tools.company.policy, expectedWarnings: retired };
    await expect(
      changePolicy(tools, tools.company, { who: ops, policy: given, reason: 'asked' }),
    ).rejects.toMatchObject({
      title: 'The policy is not valid',
      detail: expect.stringContaining('"negativ_tax" is not a warning; did you mean "negative_tax"?'),
      todo: 'Correct what is named. Nothing was changed.',
      ...{ status: 400, exitCode: 2 },
    });
    expect(await tools.lines()).toStrictEqual([]);
  });

  it('keeps a warning that was retired since it was stored', async () => {
    const tools = await companyOn(open, { expectedWarnings: retired });
    const policy = { ...tools.company.policy, mode: 'approve' };
    const changed = await changePolicy(tools, tools.company, { who: ops, policy, reason: 'asked' });
    expect(changed.policy).toMatchObject({ mode: 'approve', expectedWarnings: retired });
    const parts = [{ percent: '100', accounts: { salaries: '101' } }];
    const allocations = { 'https://books.test/v2/users/1': [{ from: '2025-10-06', parts }] };
    expect(await changeAllocations(tools, changed, { who: ops, allocations, reason: 'asked' })).toMatchObject({
      policy: { allocations, expectedWarnings: retired },
    });
  });
});
