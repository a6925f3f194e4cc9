import { DataSource } from 'typeorm';
import { openDatabase } from '../../src/app/open-database.js';
import { systemClock } from '../../src/ground/clock.js';
import { connectionOptions } from '../../src/ground/data-source.js';
import { Leases } from '../../src/record/leases.js';
import { describeOnDatabases, freshUrl } from '../harness/databases.js';
import { load, readFixture } from './fixture.js';

interface Lease {
  readonly company_id: string;
  readonly holder: string;
  readonly fence: string | number;
  readonly until: string | Date;
}

/**
 * Stands for release c9b6ba7, whose program is not in a shallow clone: on its own connection it runs the statements
 * that take a lease, and that check the lease again in the unit of work before a send.
 */
class ProcessBefore {
  private constructor(private readonly source: DataSource) {}

  static async on(url: string): Promise<ProcessBefore> {
    return new ProcessBefore(await new DataSource(connectionOptions(url)).initialize());
  }

  async takeLease(companyId: string, holder: string, until: Date): Promise<Lease | undefined> {
    const now = new Date();
    await this.#run(
      `INSERT INTO leases (company_id, holder, until, fence) VALUES ($1, '', $2, 0) ON CONFLICT DO NOTHING`,
      [companyId, new Date(0).toISOString()],
    );
    await this.#run(
      `UPDATE leases SET holder = $1, until = $2, fence = fence + 1 WHERE company_id = $3 AND (until <= $4 OR until > $5)`,
      [holder, until.toISOString(), companyId, now.toISOString(), new Date(now.getTime() + 3_600_000).toISOString()],
    );
    const lease = await this.#lease(companyId);
    return lease?.holder === holder ? lease : undefined;
  }

  /** The check that `Writes.begin` made before it committed a write. */
  async maySend({ company_id: companyId, holder, fence }: Lease): Promise<boolean> {
    const lease = await this.#lease(companyId);
    return lease?.holder === holder && String(lease.fence) === String(fence) && new Date(lease.until) > new Date();
  }

  close(): Promise<void> {
    return this.source.destroy();
  }

  async #lease(companyId: string): Promise<Lease | undefined> {
    const [lease] = await this.#run(`SELECT * FROM leases WHERE company_id = $1`, [companyId]);
    return lease;
  }

  #run(sql: string, values: readonly unknown[]): Promise<readonly Lease[]> {
    const isPostgres = this.source.options.type === 'postgres';
    return this.source.query(isPostgres ? sql : sql.replaceAll(/\$\d/g, '?'), [...values]);
  }
}

const minute = 60_000;

describeOnDatabases('a process of the release before', (_open, kind) => {
  it('sends nothing once this release has migrated, not even with a lease that it holds', async () => {
    const url = await freshUrl(kind);
    await load(url, readFixture(kind));
    const before = await ProcessBefore.on(url);
    const [one = '', other = ''] = (await companyIds(url)).slice(0, 2);
    const held = await before.takeLease(one, 'old', new Date(Date.now() + minute));
    if (!held) throw new Error('the double cannot take a lease of its own release');
    expect(await before.maySend(held)).toBe(true);

    const database = await openDatabase({ databaseUrl: url }, systemClock);
    await database.migrate();
    await expect(before.maySend(held)).rejects.toThrow(/leases/);
    await expect(before.takeLease(other, 'old', new Date(Date.now() + minute))).rejects.toThrow(/leases/);

    // It may have sent something a moment before, so this release still waits for its lease, under the new name.
    const leases = new Leases(database, 1);
    expect(await leases.hold(one, 'new', async () => 'worked')).toBeUndefined();
    expect(await leases.hold(other, 'new', async () => 'worked')).toEqual({ value: 'worked' });
    await before.close();
    await database.close();
  });
});

async function companyIds(url: string): Promise<readonly string[]> {
  const source = await new DataSource(connectionOptions(url)).initialize();
  const rows = await source.query<{ id: string }[]>(`SELECT id FROM companies ORDER BY name`);
  await source.destroy();
  return rows.map(({ id }) => id);
}
