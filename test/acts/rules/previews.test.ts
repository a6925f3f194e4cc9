import { describe, expect, it } from '@jest/globals';
import { fieldPreviews } from '../../../src/acts/runs/field-preview.js';
import { policyPreview } from '../../../src/acts/companies/policy-preview.js';
import type { DateRange } from '../../../src/journal/nouns/dates.js';
import type { MappedRun } from '../../../src/journal/mapping/mapper.js';
import { type Policy, parsePolicy } from '../../../src/journal/policy/policy.js';
import { Decisions } from '../../../src/record/runs/decisions.js';
import { PayPeriodRecord } from '../../../src/record/runs/pay-period.entity.js';
import { Posting } from '../../../src/record/runs/posting.entity.js';
import { StoredDocument } from '../../../src/record/runs/stored-document.js';
import { keepSurroundings } from '../../../src/sync/keep/keep-surroundings.js';
import { documentOf, payrollOf, userUrl } from '../../factories/payroll.js';
import { insertRun, type RunStory } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn } from './on-rows.js';

const slip = { tax: '10.00', ni: '5.00', employerNi: '0' };
const payroll = (...basics: readonly string[]) =>
  payrollOf(basics.map((basic, at) => ({ ...slip, id: at + 1, name: `Person ${at + 1}`, basic })));
const october: RunStory = { state: 'ready', datedOn: '2025-10-31', period: 6 };

describeOnDatabases('a preview', (open) => {
  async function begun() {
    const { database, company, companies, clock } = await companyOn(open);
    const decisions = new Decisions(database);
    const tools = { database, companies, decisions };
    const preview = (...asked: [Policy, { begun?: boolean }?]) =>
      policyPreview(tools, { pay: true }, company, ...asked);
    const add = (story: RunStory, ...basics: readonly string[]) =>
      insertRun(database, 'elm', payroll(...basics), story);
    const keep = (firstName: string, closed: readonly DateRange[] = []) => {
      const one = (id: number, first: string) =>
        ({ url: userUrl(id), path: `/v2/users/${id}`, role: 'Employee', firstName: first, lastName: '' }) as const;
      const people = [one(1, firstName), one(2, 'Ben')];
      const kept = { at: clock.now().toISOString(), people, accounts: [], closed };
      return database.work((rows) => keepSurroundings(rows, 'elm', kept));
    };
    const ref = { company, year: 2026, period: 6 };
    return { database, company, companies, clock, decisions, tools, preview, add, keep, ref };
  }

  it('shows what another policy makes of the last pay run, which nothing is written of', async () => {
    const { company, preview, add } = await begun();
    expect(await preview(company.policy)).toBeUndefined();
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
    const effect = await preview(proposed);
    expect(effect?.run).toMatchObject({ year: 2026, period: 6, datedOn: '2025-10-31' });
    const moved = effect?.difference.byAccount.map(({ code }) => code);
    expect(moved).toStrictEqual(['401', '403']);
    expect([...(effect?.names ?? [])]).toStrictEqual([
      [userUrl(1), 'Person 1'],
      [userUrl(2), 'Person 2'],
    ]);
    expect((await preview(company.policy))?.difference.byAccount).toStrictEqual([]);
  });

  it('is shown to those who may see pay', async () => {
    const { company, tools, add } = await begun();
    await add(october, '1000.00');
    const shownTo = (pay: boolean) => policyPreview(tools, { pay }, company, company.policy);
    expect([await shownTo(true), await shownTo(false)]).toStrictEqual([expect.anything(), undefined]);
  });

  it('is of the later of two years, periods and days', async () => {
    const { company, preview, add } = await begun();
    const last = async () => {
      const run = (await preview(company.policy))?.run;
      return `${run?.year} ${run?.period} ${run?.datedOn}`;
    };
    await add({ state: 'ready', datedOn: '2025-03-31', period: 11 }, '1.00');
    expect(await last()).toBe('2025 11 2025-03-31');
    await add({ state: 'ready', datedOn: '2025-09-30', period: 5 }, '1.00');
    await add({ state: 'ready', datedOn: '2025-08-31', period: 4 }, '1.00');
    expect(await last()).toBe('2026 5 2025-09-30');
  });

  it('takes the company’s users where they are at hand, and none of a period without its payslips', async () => {
    const { database, company, preview, add, keep } = await begun();
    await add(october, '1000.00');
    await keep('Anna');
    const names = async () => [...((await preview(company.policy))?.names.values() ?? [])];
    expect(await names()).toStrictEqual(['Anna']);
    await database.work((rows) => rows.update(PayPeriodRecord, { companyId: 'elm' }, { document: null }));
    expect(await names()).toStrictEqual([]);
  });

  it('shows allocations that begin later as though they had begun', async () => {
    const { company, preview, add } = await begun();
    await add(october, '1000.00');
    const allocations = {
      [userUrl(1)]: [{ from: '2026-04-06', parts: [{ percent: '100', accounts: { salaries: '101' } }] }],
    };
    const proposed = parsePolicy({ ...company.policy, allocations });
    const moved = async (begun?: boolean) =>
      (await preview(proposed, { begun }))?.difference.byAccount.map(({ code }) => code);
    expect([await moved(), await moved(false), await moved(true)]).toStrictEqual([[], [], ['101', '401']]);
  });

  it('shows a decision about a field, of everybody or of one', async () => {
    const { tools, add, keep, ref } = await begun();
    await add(october, '1000.00', '500.00');
    await keep('Ann');
    const onto = async (user?: string) => {
      const as = { as: 'pay', account: '403' } as const;
      const { journal } = (await fieldPreviews(tools, ref))({
        ...{ field: 'basic_pay', as, user },
        scope: user === undefined ? 'run' : 'payslip',
      });
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
    const { database, tools, add, keep, ref } = await begun();
    await add({ ...october, tag: 'counterfoil:2026-06:2025-10-30' }, '1000.00');
    if (isKept) await keep('Ann');
    if (!hasDocument)
      await database.work((rows) => rows.update(PayPeriodRecord, { companyId: 'elm' }, { document: null }));
    const shown = async () => (await fieldPreviews(tools, ref))({ field: 'basic_pay', as: 'pay', scope: 'run' });
    await expect(shown()).rejects.toMatchObject({
      title: 'Not possible for this pay run now',
      detail: `Elm Ltd, paid 31 Oct 2025: ready to post; cannot preview this pay run: ${why}.`,
    });
  });

  describe('maps by what a sync maps by:', () => {
    const onto403 = { as: 'pay', account: '403' } as const;
    const holdsOf = (run: MappedRun | undefined) => run?.holds.map(({ code }) => code);
    const accountsOf = (run: MappedRun | undefined) => run?.journal?.entries.map(({ category }) => category);

    it('accounts that are closed', async () => {
      const { company, preview, add, keep } = await begun();
      await add(october, '1000.00');
      await keep('Ann', [{ from: '2025-04-01', to: '2026-03-31' }]);
      expect(holdsOf((await preview(company.policy))?.after)).toContain('accounts_closed');
    });

    it('earlier decisions', async () => {
      const { database, company, decisions, tools, preview, add, keep, ref } = await begun();
      await add(october, '1000.00');
      await keep('Ann');
      const decision = { companyId: 'elm', kind: 'treatment', scope: 'person', userPath: '/v2/users/1' } as const;
      const given = { ...decision, field: 'basic_pay', treatment: onto403, reason: 'Pension', actor: 'ops' };
      await database.work((rows) => decisions.record(rows, given));
      expect(accountsOf((await preview(company.policy))?.after)).not.toContain('401');
      const after = (await fieldPreviews(tools, ref))({ field: 'bonus', as: 'information', scope: 'run' });
      expect(accountsOf(after)).not.toContain('401');
    });

    it('the policy and roles that a posted run was posted with', async () => {
      const { database, company, companies, tools, preview, add, keep, ref } = await begun();
      await add({ ...october, state: 'posted' }, '1000.00');
      await keep('Ann');
      await database.work((rows) =>
        rows.update(Posting, { companyId: 'elm' }, { roles: { '/v2/users/1': 'Director' } }),
      );
      const policy = parsePolicy({ ...company.policy, treatments: { basic_pay: onto403 } });
      const changed = await companies.setPolicy('elm', { policy, actor: 'ops', reason: 'Pension' });
      const after = (await fieldPreviews(tools, { ...ref, company: changed }))({
        field: 'bonus',
        as: 'pay',
        scope: 'run',
      });
      expect(accountsOf(after)?.slice(0, 1)).toStrictEqual(['407']);
      const effect = await preview(policy);
      expect([effect?.before, effect?.after].map((run) => accountsOf(run)?.[0])).toStrictEqual(['407', '403']);
    });

    it('what the months before it of the tax year claimed', async () => {
      const { database, company, preview, add } = await begun();
      const claiming = { employment_allowance_claimed: true, employment_allowance_amount: '6000.00' };
      for (const [period, datedOn] of [
        [5, '2025-09-30'],
        [6, '2025-10-31'],
      ] as const) {
        await add({ ...october, period, datedOn }, '1000.00');
        const paid = payrollOf([{ ...slip, id: 1, name: 'Ann', basic: '30000.00', employerNi: '6000.00' }]);
        const text = JSON.stringify({
          ...documentOf(paid, { year: 2026, period, datedOn, status: 'filed' }),
          ...claiming,
        });
        const document = StoredDocument.of(text);
        await database.work((rows) => rows.update(PayPeriodRecord, { companyId: 'elm', period }, { document }));
      }
      expect(holdsOf((await preview(company.policy))?.after)).toStrictEqual(['allowance_above_maximum']);
    });
  });
});
