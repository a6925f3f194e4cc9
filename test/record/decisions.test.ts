import { Decisions } from '../../src/record/runs/decisions.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';

const tag = 'counterfoil:2026-06:2025-10-31';

describeOnDatabases('a write that took effect', (open) => {
  test('ends the decision behind it and any other with the same aim, and none besides', async () => {
    const db = await open();
    await insertCompany(db, { name: 'Ash' });
    const decisions = new Decisions(db);
    const asked = { companyId: 'ash', scope: 'run', tag, reason: 'wrong', actor: 'ann' } as const;
    const spent = await db.work(async (rows) => {
      await decisions.record(rows, { ...asked, kind: 'reverse' });
      const { id: decisionId } = await decisions.record(rows, { ...asked, kind: 'reverse' });
      await decisions.record(rows, { ...asked, kind: 'amend' });
      await decisions.record(rows, { ...asked, kind: 'reverse', tag: 'another' });
      return decisions.spend(rows, { companyId: 'ash', runTag: tag, kind: 'reverse', decisionId });
    });
    expect(spent).toHaveLength(2);
    const standing = await decisions.standing('ash', 'none');
    expect(standing.map((one) => [one.kind, one.tag]).sort()).toEqual([
      ['amend', tag],
      ['reverse', 'another'],
    ]);
  });
});
