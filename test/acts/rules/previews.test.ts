import { expect, it } from '@jest/globals';
import { fieldPreview } from '../../../src/acts/field-preview.js';
import { policyPreview } from '../../../src/acts/policy-preview.js';
import { parsePolicy } from '../../../src/journal/policy.js';
import { PayPeriodRecord } from '../../../src/record/pay-period.entity.js';
import { keepSurroundings } from '../../../src/sync/surroundings.js';
import { payrollOf, userUrl } from '../../factories/payroll.js';
import { insertRun, type RunStory } from '../../factories/runs.js';
import { describeOnBothDatabases } from '../../harness/databases.js';
import { companyOn } from './on-rows.js';

const slip = { tax: '10.00', ni: '5.00', employerNi: '0' };
const payroll = (...basics: readonly string[]) =>
  payrollOf(basics.map((basic, at) => ({ ...slip, id: at + 1, name: `Person ${at + 1}`, basic })));
const october: RunStory = { state: 'ready', datedOn: '2025-10-31', period: 6 };

describeOnBothDatabases('a preview', (open) => {
  async function begun() {
    const { database, company, clock } = await companyOn(open);
    const add = (story: RunStory, ...basics: readonly string[]) =>
      insertRun(database, 'elm', payroll(...basics), story);
    const keep = (firstName: string) => {
      const one = (id: number, first: string) =>
        ({ url: userUrl(id), path: `/v2/users/${id}`, role: 'Employee', firstName: first, lastName: '' }) as const;
      const people = [one(1, firstName), one(2, 'Ben')];
      const kept = { at: clock.now().toISOString(), people, accounts: [], closed: [] };
      return database.work((rows) => keepSurroundings(rows, 'elm', kept));
    };
    const ref = { company, year: 2026, period: 6 };
    return { database, company, clock, add, keep, ref };
  }

  it('shows what another policy makes of the last pay run, which nothing is written of', async () => {
    const { database, company, add } = await begun();
    expect(await policyPreview(database, company, company.policy)).toBeUndefined();
    await add({ state: 'posted', datedOn: '2025-09-30', period: 5 }, '700.00');
    await add({ state: 'ready', datedOn: '2025-10-31', period: 6 }, '1000.00', '500.00');
    for (const [period, state] of [
      [7, 'not_ready'],
      [8, 'overdue'],
      [9, 'nothing'],
    ] as const)
      await add(
        { state, datedOn: `2025-${period + 4 > 12 ? 12 : period + 4}-28`, period, tag: `later ${period}` },
        '1.00',
      );
    const treatments = { basic_pay: { as: 'pay', account: '403' } } as const;
    const proposed = parsePolicy({ ...company.policy, treatments });
    const effect = await policyPreview(database, company, proposed);
    expect(effect?.run).toMatchObject({ year: 2026, period: 6, datedOn: '2025-10-31' });
    const moved = effect?.difference.byAccount.map(({ code }) => code);
    expect(moved).toStrictEqual(['401', '403']);
    expect([...(effect?.names ?? [])]).toStrictEqual([
      [userUrl(1), 'Person 1'],
      [userUrl(2), 'Person 2'],
    ]);
    expect((await policyPreview(database, company, company.policy))?.difference.byAccount).toStrictEqual([]);
  });

  it('is of the later of two years, periods and days', async () => {
    const { database, company, add } = await begun();
    const last = async () => {
      const run = (await policyPreview(database, company, company.policy))?.run;
      return `${run?.year} ${run?.period} ${run?.datedOn}`;
    };
    await add({ state: 'ready', datedOn: '2025-03-31', period: 11 }, '1.00');
    expect(await last()).toBe('2025 11 2025-03-31');
    await add({ state: 'ready', datedOn: '2025-09-30', period: 5 }, '1.00');
    await add({ state: 'ready', datedOn: '2025-08-31', period: 4 }, '1.00');
    expect(await last()).toBe('2026 5 2025-09-30');
  });

  it('takes the company’s users where they are at hand, and none of a period without its payslips', async () => {
    const { database, company, add, keep } = await begun();
    await add(october, '1000.00');
    await keep('Anna');
    const names = async () => [...((await policyPreview(database, company, company.policy))?.names.values() ?? [])];
    expect(await names()).toStrictEqual(['Anna']);
    await database.work((rows) => rows.update(PayPeriodRecord, { companyId: 'elm' }, { document: null }));
    expect(await names()).toStrictEqual([]);
  });

  it('shows allocations that begin later as though they had begun', async () => {
    const { database, company, add } = await begun();
    await add(october, '1000.00');
    const allocations = {
      [userUrl(1)]: [{ from: '2026-04-06', parts: [{ percent: '100', accounts: { salaries: '101' } }] }],
    };
    const proposed = parsePolicy({ ...company.policy, allocations });
    const moved = async (begun?: boolean) =>
      (await policyPreview(database, company, proposed, { begun }))?.difference.byAccount.map(({ code }) => code);
    expect([await moved(), await moved(false), await moved(true)]).toStrictEqual([[], [], ['101', '401']]);
  });

  it('shows a decision about a field, of everybody or of one', async () => {
    const { database, add, keep, ref } = await begun();
    await add(october, '1000.00', '500.00');
    await keep('Ann');
    const onto = async (user?: string) => {
      const as = { as: 'pay', account: '403' } as const;
      const { journal } = await fieldPreview(database, ref, { field: 'basic_pay', as, user });
      return (journal?.entries ?? []).filter(({ category }) => category === '403').map(({ debit }) => debit.toString());
    };
    expect(await onto()).toStrictEqual(['1000.00', '500.00']);
    expect(await onto(userUrl(2))).toStrictEqual(['500.00']);
    expect(await onto('/v2/users/1')).toStrictEqual(['1000.00']);
  });

  const sync = 'its payslips are not at hand; sync first';
  it.each([
    ['without payslips', true, false, sync],
    ['whose users were not read within a day', false, true, sync],
    ['that payroll has no more', true, true, 'payroll no longer has it; sync first'],
  ])('shows no decision of a run %s', async (_, isKept, hasDocument, why) => {
    const { database, add, keep, ref } = await begun();
    await add({ ...october, tag: 'counterfoil:2026-06:2025-10-30' }, '1000.00');
    if (isKept) await keep('Ann');
    if (!hasDocument)
      await database.work((rows) => rows.update(PayPeriodRecord, { companyId: 'elm' }, { document: null }));
    await expect(fieldPreview(database, ref, { field: 'basic_pay', as: 'pay' })).rejects.toMatchObject({
      title: 'Cannot preview this pay run now',
      detail: `Elm Ltd, paid 31 Oct 2025: ready to post; ${why}.`,
    });
  });
});
