import { expect, it } from '@jest/globals';
import { changeSettings, planSettings, seenOfPlans } from '../../../src/acts/companies/settings-of-many.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

describeOnDatabases('settings of many companies by a list', (open) => {
  async function begun() {
    const tools = await companyOn(open);
    await insertCompany(tools.database, { id: 'ash', name: 'Ash Ltd' });
    const plan = (csv: string) => planSettings(tools, csv, (named) => tools.companies.find(named));
    const inShort = async (csv: string) =>
      (await plan(csv)).map(({ company, changes }) => [company.name, ...changes].join('; '));
    return { ...tools, plan, inShort };
  }
  const list = `company,mode,controls.payeReference,payroll_id,employer_pension
Elm Ltd,check,123/AB456,E1,71.40
Elm Ltd,,,E2,3% of qualifying earnings
ash,,,,
`;

  it('is read line by line: an empty cell leaves a setting as it is, and a company may have several lines', async () => {
    const { inShort, lines } = await begun();
    expect(await inShort(list)).toEqual([
      [
        'Elm Ltd; Mode: Post automatically → Check only; Control accounts, PAYE reference: None → 123/AB456',
        'Employer’s pension of E1: Not set → £71.40 a payment',
        'Employer’s pension of E2: Not set → 3 % of qualifying earnings',
      ].join('; '),
      'Ash Ltd',
    ]);
    expect(await inShort('company,mode\nash,auto\n')).toEqual(['Ash Ltd']);
    expect(await lines()).toEqual([]);
  });

  it.each([
    ['client,mode\nash,auto', 'The first column must be "company".'],
    ['company,colour\nash,red', 'These columns are no settings: colour.'],
    ['company,mode\nash,check\nAsh Ltd,sometimes', /^Lines 2, 3: .*policy\.mode: /],
    ['company,mode\nash,check\noak,check', /^Line 3: /],
    ['company,payroll_id,employer_pension\nash,,71.40', 'Line 2: An employer_pension needs its payroll_id.'],
  ])('is taken whole or not at all: %j', async (csv, detail) => {
    const { plan, companies } = await begun();
    const expected = typeof detail === 'string' ? detail : expect.stringMatching(detail);
    await expect(plan(csv)).rejects.toMatchObject({ title: 'The list of settings cannot be read', detail: expected });
    expect((await companies.find('ash')).policyVersion).toBe(1);
  });

  it('changes what was shown, each company with a version and a line, and nothing if it has moved since', async () => {
    const tools = await begun();
    const { plan, companies, lines } = tools;
    const plans = await plan(list);
    const seen = seenOfPlans(plans);
    await expect(changeSettings(tools, plans, { who: ops, reason: '', seen })).rejects.toMatchObject({ status: 400 });
    await expect(changeSettings(tools, plans, { who: ops, reason: 'x', seen: 'y' })).rejects.toMatchObject({
      status: 412,
    });
    expect(await changeSettings(tools, plans, { who: ops, reason: 'References', seen })).toMatchObject([
      { company: 'Elm Ltd', policyVersion: 2 },
    ]);
    expect((await companies.find('elm')).policy).toMatchObject({
      ...{ mode: 'check', controls: { payeReference: '123/AB456' } },
      employerPensions: { E1: '71.40', E2: '3% of qualifying earnings' },
    });
    expect(await lines()).toEqual([expect.stringMatching(/^policy done ops/)]);
    // The same plan again is of a version that is no longer: it is told, and changes nothing.
    expect(await changeSettings(tools, plans, { who: ops, reason: 'Again', seen })).toMatchObject([
      { company: 'Elm Ltd', problem: expect.any(String), changes: [] },
    ]);
    expect((await companies.find('elm')).policyVersion).toBe(2);
  });
});
