import { expect, it } from '@jest/globals';
import { webhookMessage } from '../../src/doors/api/docs/webhooks.js';
import { examineSyncs } from '../../src/doors/terminal/doctor-syncs.js';
import type { Finding } from '../../src/companies/doctor.js';
import { Companies } from '../../src/companies/companies.js';
import { Notification } from '../../src/record/messages/notification.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { tellUnsynced } from '../../src/runner/tell-unsynced.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { MovableClock } from '../sync/rig.js';

const daily = '30 5 * * *';
const publicUrl = 'https://books.ash.example';

describeOnDatabases('that nothing has synced', (open) => {
  async function ashAndOak() {
    const clock = new MovableClock('2025-11-19T12:00:00Z');
    const db = await open(clock);
    await insertCompany(db, { name: 'Ash Ltd', lastSyncedAt: new Date('2025-11-17T05:31:00Z') });
    await insertCompany(db, { name: 'Oak Ltd', lastSyncedAt: new Date('2025-11-19T05:31:00Z') });
    return { clock, db, companies: new Companies(db, undefined as never) };
  }

  it('is told once, and again only after a sync has ended well', async () => {
    const { clock, db, companies } = await ashAndOak();
    const outbox = new Outbox(clock, { webhookUrl: 'https://hooks.example', publicUrl });
    const told = async () => {
      for (let replicas = 0; replicas < 3; replicas++) await tellUnsynced(db, outbox, daily);
      return db.read((rows) => rows.find(Notification, { order: { createdAt: 'ASC' } }));
    };
    const [message, ...more] = await told();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      kind: 'not_synced',
      companyId: 'ash-ltd',
      payload: {
        company: 'Ash Ltd',
        lastSyncedAt: '2025-11-17T05:31:00.000Z',
        text: 'No sync of a company has ended well within twice the schedule.',
        link: `${publicUrl}/?search=Ash+Ltd`,
      },
    });
    const { id, kind, companyId, payload } = message as Notification;
    expect(webhookMessage.safeParse({ id, kind, companyId, payload, at: clock.now().toISOString() }).success).toBe(
      true,
    );

    await companies.noteSynced('ash-ltd', { at: clock.now(), problem: 'The service answered 500.' });
    expect(await told()).toHaveLength(1);
    await companies.noteSynced('ash-ltd', { at: clock.now(), problem: null });
    await companies.noteSynced('oak-ltd', { at: clock.now(), problem: null });
    expect(await told()).toHaveLength(1);
    clock.advance(2 * 86_400_000);
    expect((await told()).map(({ companyId }) => companyId).sort()).toEqual(['ash-ltd', 'ash-ltd', 'oak-ltd']);
  });

  it('is the doctor’s word too, with what to do', async () => {
    const { clock, db, companies } = await ashAndOak();
    const findings = async (only: readonly string[] | null = null) => {
      const found: Finding[] = [];
      for await (const finding of examineSyncs(db, { syncCron: daily }, only)) found.push(finding);
      return found;
    };
    expect(await findings()).toEqual([
      {
        check: 'syncs',
        company: 'Ash Ltd',
        ok: false,
        detail: 'the last that ended well did so on 17 Nov 2025 05:31, longer ago than twice the schedule (SYNC_CRON).',
        todo: expect.stringContaining('See that a worker runs'),
      },
    ]);
    expect(await findings(['oak-ltd'])).toMatchObject([{ ok: true }]);
    await companies.noteSynced('ash-ltd', { at: clock.now(), problem: 'The service answered 500.' });
    expect(await findings()).toMatchObject([
      {
        detail: expect.stringMatching(/SYNC_CRON\)\. The service answered 500\.$/),
        todo: expect.stringContaining('Mend that.'),
      },
    ]);
    await companies.noteSynced('ash-ltd', { at: clock.now(), problem: null });
    expect(await findings()).toMatchObject([{ check: 'syncs', ok: true }]);
  });
});
