import { type HeldLease, Leases } from '../../src/record/leases.js';
import { noSet, Write } from '../../src/record/runs/write.entity.js';
import { type NewWrite, Writes } from '../../src/record/runs/writes.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases, type OpenDatabase } from '../harness/databases.js';

const leaseSeconds = 60;
const tag = 'counterfoil:2026-06:2025-10-31';
const write: NewWrite = {
  ...{ companyId: 'ash', runTag: tag, tag, kind: 'post', target: noSet, targetFingerprint: 'f', before: null },
  ...{ beforeFingerprint: null, setUrl: null, datedOn: '2025-10-31', decisionId: null, syncId: null, actor: 'ann' },
  ...{ trigger: 'page', policyVersion: 1, roles: {}, documentHash: null },
};

async function tools(open: OpenDatabase) {
  const db = await open();
  await insertCompany(db, { name: 'Ash' });
  const leases = new Leases(db, leaseSeconds);
  return { db, leases, writes: new Writes(db, leases, leaseSeconds) };
}

describeOnDatabases('a write', (open) => {
  test('begins only while its run has no other that is open, however many begin at once', async () => {
    const { db, leases, writes } = await tools(open);
    await leases.hold('ash', 'one', async (lease) => {
      const tries = await Promise.all(Array.from({ length: 5 }, () => writes.begin(lease, write)));
      const [begun, ...others] = tries.filter((one) => one !== null);
      expect(begun?.forMs).toBeGreaterThan(0);
      expect(others).toEqual([]);
      expect(await writes.begin(lease, { ...write, runTag: 'another' })).not.toBeNull();
      const open = { id: begun?.write.id ?? '', attempt: 1 };
      await db.work((rows) => rows.update(Write, { id: open.id }, { state: 'in_doubt' }));
      expect(await writes.begin(lease, write)).toBeNull();
      await db.work((rows) => rows.update(Write, { id: open.id }, { state: 'sending' }));
      expect(await db.work((rows) => writes.end(rows, open, { state: 'released', answer: null }))).toBe(true);
      expect(await writes.begin(lease, write)).not.toBeNull();
    });
    expect(await writes.open('ash')).toHaveLength(2);
  });

  test('begins only under the lease that is held now', async () => {
    const { leases, writes } = await tools(open);
    const past = (await leases.hold('ash', 'one', async (lease) => lease))?.value as HeldLease;
    expect(await writes.begin(past, write)).toBeNull();
    await leases.hold('ash', 'one', async (lease) => {
      expect(lease.fence).not.toBe(past.fence);
      expect(await writes.begin(past, write)).toBeNull();
      expect(await writes.begin({ ...lease, holder: 'two' }, write)).toBeNull();
      expect(await writes.begin(lease, write)).not.toBeNull();
    });
    expect(await writes.open('ash')).toHaveLength(1);
  });
});
