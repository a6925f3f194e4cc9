import { type HeldLease, Leases } from '../../src/record/leases.js';
import type { ReadRows } from '../../src/ground/rows.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { noSet, Write } from '../../src/record/runs/write.entity.js';
import { type NewWrite, Writes } from '../../src/record/runs/writes.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases, type OpenDatabase } from '../harness/databases.js';

const leaseSeconds = 60;
const decided = { company: 0, practice: 0 };
const tag = 'counterfoil:2026-06:2025-10-31';
const write: NewWrite = {
  ...{ companyId: 'ash', runTag: tag, tag, kind: 'post', target: noSet, targetFingerprint: 'f', before: null },
  ...{ beforeFingerprint: null, setUrl: null, datedOn: '2025-10-31', decisionId: null, syncId: null, actor: 'ann' },
  ...{ trigger: 'page', policyVersion: 1, roles: {}, postAgain: false, documentHash: null },
};

async function tools(open: OpenDatabase) {
  const db = await open();
  await insertCompany(db, { name: 'Ash' });
  const leases = new Leases(db, leaseSeconds);
  return { db, leases, writes: new Writes(db, leases, leaseSeconds) };
}

describeOnDatabases('a write', (open, kind) => {
  test('begins only while its run has no other that is open, however many begin at once', async () => {
    const { db, leases, writes } = await tools(open);
    await leases.hold('ash', 'one', async (lease) => {
      const tries = await Promise.all(Array.from({ length: 5 }, () => writes.begin(lease, decided, write)));
      const [begun, ...others] = tries.filter((one) => one.is === 'begun');
      expect(begun?.forMs).toBeGreaterThan(0);
      expect(others).toEqual([]);
      expect(await writes.begin(lease, decided, { ...write, runTag: 'another' })).toMatchObject({ is: 'begun' });
      const open = { id: begun?.write.id ?? '', attempt: 1 };
      await db.work((rows) => rows.update(Write, { id: open.id }, { state: 'in_doubt' }));
      expect(await writes.begin(lease, decided, write)).toEqual({ is: 'lease_lost' });
      await db.work((rows) => rows.update(Write, { id: open.id }, { state: 'sending' }));
      expect(await db.work((rows) => writes.end(rows, open, { state: 'released', answer: null }))).toBe(true);
      expect(await writes.begin(lease, decided, write)).toMatchObject({ is: 'begun' });
    });
    expect(await writes.open('ash')).toHaveLength(2);
  });

  test('that another holder of the lease left behind is in doubt, and none of its own', async () => {
    const { leases, writes } = await tools(open);
    await leases.hold('ash', 'one', (lease) => writes.begin(lease, decided, write));
    await leases.hold('ash', 'two', async (lease) => {
      await writes.begin(lease, decided, { ...write, runTag: 'another' });
      await writes.doubt(lease);
    });
    expect((await writes.inDoubt('ash')).map(({ runTag }) => runTag)).toEqual([tag]);
    expect(await writes.open('ash')).toHaveLength(2);
  });

  test('begins only under the lease that is held now', async () => {
    const { leases, writes } = await tools(open);
    const past = (await leases.hold('ash', 'one', async (lease) => lease))?.value as HeldLease;
    expect(await writes.begin(past, decided, write)).toEqual({ is: 'lease_lost' });
    await leases.hold('ash', 'one', async (lease) => {
      expect(lease.fence).not.toBe(past.fence);
      expect(await writes.begin(past, decided, write)).toEqual({ is: 'lease_lost' });
      expect(await writes.begin({ ...lease, holder: 'two' }, decided, write)).toEqual({ is: 'lease_lost' });
      expect(await writes.begin(lease, decided, write)).toMatchObject({ is: 'begun' });
    });
    expect(await writes.open('ash')).toHaveLength(1);
  });

  test('does not begin after what someone is just deciding, committed or not', async () => {
    const { db, leases, writes } = await tools(open);
    const line = { companyId: 'ash', trigger: 'page', actor: 'Ann', act: 'pause', outcome: 'done' } as const;
    await leases.hold('ash', 'one', async (lease) => {
      let commit = (): void => undefined;
      const committed = new Promise<void>((resolve) => (commit = resolve));
      let raised = (): void => undefined;
      const isRaised = new Promise<void>((resolve) => (raised = resolve));
      const deciding = db.work(async (rows) => {
        await new PostingLog(db).append(rows, line);
        raised();
        await committed;
      });
      await isRaised;
      const beginning = writes.begin(lease, decided, write);
      // SQLite lets no one in meanwhile. PostgreSQL makes whoever begins wait for the lock.
      if (kind === 'postgres') while (!(await db.read(someoneWaits)));
      commit();
      await deciding;
      expect(await beginning).toEqual({ is: 'decided_since' });
      expect(await writes.begin(lease, { company: 1, practice: 0 }, write)).toMatchObject({ is: 'begun' });
    });
  });
});

async function someoneWaits(rows: ReadRows): Promise<boolean> {
  const [found] = await rows.query<[{ waiting: number }]>(
    `SELECT CAST(count(*) AS integer) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found.waiting > 0;
}
