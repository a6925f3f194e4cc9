import type { Database } from '../../../src/ground/database.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { RunViews } from '../../../src/views/run/run-view.js';
import { insertCompany } from '../../factories/companies.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const everything = { companies: null, pay: true };
const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const raised: Slip = { ...one, basic: '2100.00' };

describeOnDatabases('The view of a pay run', (open) => {
  let database: Database;
  let views: RunViews;
  beforeEach(async () => {
    database = await open();
    views = new RunViews(database);
  });

  test('has the run, its set, its neighbours and what each person was paid before', async () => {
    const company = await insertCompany(database, { name: 'Dale' });
    await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-09-30' });
    await insertRun(database, company.id, payrollOf([raised]), { state: 'posted', datedOn: '2025-10-31' });
    await insertRun(database, company.id, payrollOf([one]), { state: 'not_ready', datedOn: '2025-11-28' });

    const view = await views.find(everything, { companyId: company.id, year: 2026, period: 6, datedOn: '2025-10-31' });

    expect(view?.row).toMatchObject({ company: 'Dale', state: 'posted', payslips: 1 });
    expect(view?.before).toMatchObject({ year: 2026, period: 5, datedOn: '2025-09-30' });
    expect(view?.after).toMatchObject({ year: 2026, period: 7, datedOn: '2025-11-28' });
    expect(view?.postings[0]?.lines).toHaveLength(4);
    expect([...(view?.grossBefore ?? [])]).toEqual([[view?.mapped?.paid[0]?.user, '2000.00']]);
  });

  test('neighbours are found across the tax year', async () => {
    const company = await insertCompany(database, { name: 'Dale' });
    await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-03-31' });
    await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-04-30' });
    const view = await views.find(everything, { companyId: company.id, year: 2026, period: 0, datedOn: '2025-04-30' });
    expect(view?.before).toMatchObject({ year: 2025, period: 11, datedOn: '2025-03-31' });
  });

  test('history has the reason of a person’s decision', async () => {
    const company = await insertCompany(database, { name: 'Dale' });
    const run = await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-10-31' });
    const reason = 'The payslip shows it as a deduction';
    const decisionId = '00000000-0000-4000-8000-000000000001';
    const decision = {
      id: decisionId,
      companyId: company.id,
      tag: run.tag,
      scope: 'run',
      kind: 'treatment',
      reason,
      actor: 'ann',
    };
    await database.work((rows) => rows.insert(Decision, { ...decision, at: new Date() } as never));
    await insertLogEntry(database, { companyId: company.id, tag: run.tag, act: 'post' });
    await insertLogEntry(database, {
      companyId: company.id,
      tag: run.tag,
      act: 'decide',
      actor: 'ann',
      ref: decisionId,
    });
    await insertLogEntry(database, { companyId: company.id, tag: 'another run', act: 'post' });

    const view = await views.find(everything, { companyId: company.id, year: 2026, period: 6, datedOn: '2025-10-31' });

    expect(view?.history.map((event) => [event.act, event.reason])).toEqual([
      ['decide', reason],
      ['post', undefined],
    ]);
  });

  test('a viewer without pay sees no person and no amount, and nothing of another company', async () => {
    const company = await insertCompany(database, { name: 'Dale' });
    const differences = [{ account: '902', user: '/v2/users/1', before: '-1557.04', after: '-1517.04' }];
    await insertRun(database, company.id, payrollOf([one]), {
      state: 'changed',
      datedOn: '2025-10-31',
      plan: { kind: 'changed', why: 'amount', differences },
    });
    const address = { companyId: company.id, year: 2026, period: 6, datedOn: '2025-10-31' };

    const view = await views.find({ companies: null, pay: false }, address);
    const text = JSON.stringify([view, [...(view?.grossBefore ?? [])]]);
    for (const secret of ['Employee One', '2000.00', '1557.04', '275.20']) expect(text).not.toContain(secret);
    expect(view?.plan).toMatchObject({ kind: 'changed', differences: [] });

    expect(await views.find({ companies: ['another'], pay: true }, address)).toBeUndefined();
  });
});
