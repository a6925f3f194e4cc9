import { expect, it } from '@jest/globals';
import type { Act, RunRef } from '../../../src/acts/act.js';
import { boundToWhatWasSeen } from '../../../src/acts/runs/bound-to-what-was-seen.js';
import { insertRun } from '../../factories/runs.js';
import { payrollOf } from '../../factories/payroll.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ann Ash', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);

describeOnDatabases('an act', (open) => {
  async function begun(act: Partial<Act>, of: Partial<RunRef> = {}) {
    const { database, company } = await companyOn(open);
    for (const datedOn of ['2025-10-31', '2025-10-15'])
      await insertRun(database, 'elm', payroll, { state: 'ready', datedOn, period: 6, fingerprint: `of ${datedOn}` });
    const ref = { company, year: 2026, period: 6, paid: '2025-10-31', ...of };
    return database.read((rows) => boundToWhatWasSeen(rows, ref, { who: ops, reason: 'seen', ...act }));
  }

  it('is about the run of that pay date, as long as its figures are those that were seen', async () => {
    expect(await begun({})).toMatchObject({ datedOn: '2025-10-31' });
    expect(await begun({ fingerprint: 'of 2025-10-31' })).toMatchObject({ datedOn: '2025-10-31' });
    await expect(begun({ fingerprint: 'of 2025-10-15' })).rejects.toMatchObject({
      title: 'Payroll has changed since you opened it',
      detail: 'Elm Ltd, paid 31 Oct 2025: the figures are not those that were shown.',
      todo: 'Look at the pay run again, then decide.',
      status: 409,
    });
  });

  it.each(['', ' '])('has a reason: not "%s"', async (reason) => {
    await expect(begun({ reason })).rejects.toMatchObject({
      title: 'A reason is needed',
      detail: 'Elm Ltd: the log keeps a reason for every act.',
      todo: 'Give one, then do it again. At the terminal: --reason "…".',
      status: 400,
      exitCode: 2,
    });
  });

  it('has a reason of 1000 characters at most, which is not cut short', async () => {
    expect(await begun({ reason: ` ${'x'.repeat(1000)} ` })).toMatchObject({ datedOn: '2025-10-31' });
    await expect(begun({ reason: 'x'.repeat(1001) })).rejects.toMatchObject({
      title: 'The reason is too long',
      detail: 'Elm Ltd: it has 1001 characters, and the log keeps 1000 at most. Nothing was done.',
      todo: 'Make it shorter, then send it again.',
      ...{ status: 400, exitCode: 2 },
    });
  });

  it.each<[string, Partial<RunRef>, string]>([
    ['of two pay dates', { paid: undefined }, 'Several pay runs'],
    ['of another day', { paid: '2025-10-30' }, 'No such pay run'],
    ['of another month', { period: 5 }, 'No such pay run'],
    ['of another year', { year: 2025 }, 'No such pay run'],
    ['beside the pay runs', { adjustment: 'levy-1' }, 'No such adjustment'],
  ])('is about no run %s', async (_, of, title) => {
    await expect(begun({}, of)).rejects.toMatchObject({ title });
  });
});
