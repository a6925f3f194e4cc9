import { describe, expect, it, test } from '@jest/globals';
import type { CompanyRow } from '../../../src/companies/company.entity.js';
import { firingsBefore } from '../../../src/ground/cron-firings.js';
import { inLondon } from '../../../src/ground/london.js';
import { PostingLog } from '../../../src/record/log/posting-log.js';
import { mustHaveSyncedSince, unsyncedSince } from '../../../src/views/month/unsynced.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { MovableClock } from '../../sync/rig.js';

describe('since when a sync must have ended well', () => {
  const daily = '30 5 * * *';
  const weekdays = '30 5 * * 1-5';
  test.each([
    ['daily, at noon on a Wednesday: since Tuesday’s', daily, '2025-11-19T12:00', '2025-11-18T05:30'],
    ['while the collection may still run: since Monday’s', daily, '2025-11-19T06:29', '2025-11-17T05:30'],
    ['an hour after it began: since Tuesday’s', daily, '2025-11-19T06:30', '2025-11-18T05:30'],
    ['before it: since the one before yesterday’s', daily, '2025-11-19T05:29', '2025-11-17T05:30'],
    ['on weekdays, on Sunday: since Thursday’s', weekdays, '2025-11-23T12:00', '2025-11-20T05:30'],
    ['on weekdays, on Monday: since Friday’s', weekdays, '2025-11-24T12:00', '2025-11-21T05:30'],
    ['once a week', '0 6 * * 1', '2025-11-23T12:00', '2025-11-10T06:00'],
    ['in office hours, in the morning', '0 9-17 * * *', '2025-11-19T08:59', '2025-11-18T16:00'],
    ['every minute, its collection has a minute', '* * * * *', '2025-11-19T12:00', '2025-11-19T11:58'],
    ['every ten minutes', '*/10 * * * *', '2025-11-19T12:05', '2025-11-19T11:40'],
    ['daily, in winter again: by London’s clock', daily, '2025-10-27T12:00', '2025-10-26T05:30'],
    ['daily, in summer again: by London’s clock', daily, '2026-03-30T12:00', '2026-03-29T05:30'],
    ['on 29 February', '0 6 29 2 *', '2025-11-19T12:00', '2020-02-29T06:00'],
  ])('%s', (_, cron, now, since) => {
    expect(inLondon(mustHaveSyncedSince(cron, fromLondon(now)))).toBe(`${since}:00`);
  });

  test('a schedule that never fires asks for nothing', () => {
    expect(mustHaveSyncedSince('0 0 31 2 *', new Date('2025-11-19T12:00:00Z'))).toEqual(new Date(0));
    expect(firingsBefore('0 0 31 2 *', new Date('2025-11-19T12:00:00Z'), 3)).toEqual([]);
  });
});

/** Of two moments, the one that a London clock calls this. */
function fromLondon(local: string): Date {
  const found = [0, 1].map((hours) => new Date(Date.parse(`${local}:00Z`) - hours * 3_600_000));
  return found.find((at) => inLondon(at) === `${local}:00`) as Date;
}

const then = new Date('2025-11-18T05:30:00Z');
const before = new Date('2025-11-18T05:29:59Z');

describeOnDatabases('nothing has synced', (open) => {
  const cases: readonly (readonly [name: string, given: Partial<CompanyRow>, isSaid: boolean])[] = [
    ['since the second-last collection', { lastSyncedAt: before }, true],
    ['well, though it was tried', { lastSyncedAt: before, problem: 'The service answered 500.' }, true],
    ['ever', { lastSyncedAt: null }, true],
    ['but within twice the schedule', { lastSyncedAt: then }, false],
    ['and it was connected only since then', { lastSyncedAt: null, createdAt: then }, false],
    ['and it is paused', { lastSyncedAt: before, life: 'paused' }, false],
    ['and it was left', { lastSyncedAt: before, life: 'left' }, false],
    ['and it is not set up', { lastSyncedAt: null, life: 'setup' }, false],
  ];
  it.each(cases)('%s', async (_, given, isSaid) => {
    const db = await open(new MovableClock('2025-11-19T12:00:00Z'));
    await insertCompany(db, { name: 'Ash Ltd', ...given });
    const found = await db.read((rows) => unsyncedSince(rows, then));
    expect(found.map(({ company }) => company)).toEqual(isSaid ? ['Ash Ltd'] : []);
  });

  it.each(['resume', 'connect'] as const)('and it works again only since then: %s', async (act) => {
    const clock = new MovableClock('2025-11-19T12:00:00Z');
    const db = await open(clock);
    for (const name of ['Ash Ltd', 'Oak Ltd']) await insertCompany(db, { name, lastSyncedAt: before });
    const line = { actor: 'ops', trigger: 'command', outcome: 'done', companyId: 'ash-ltd', act } as const;
    await db.work((rows) => new PostingLog(db).append(rows, line));
    const named = async (since: Date) =>
      (await db.read((rows) => unsyncedSince(rows, since))).map(({ company }) => company);
    expect(await named(then)).toEqual(['Oak Ltd']);
    expect(await named(new Date('2025-11-19T12:00:01Z'))).toEqual(['Ash Ltd', 'Oak Ltd']);
  });

  it('shows no one what is out of reach', async () => {
    const db = await open(new MovableClock('2025-11-19T12:00:00Z'));
    for (const name of ['Ash Ltd', 'Oak Ltd']) await insertCompany(db, { name, lastSyncedAt: before });
    const seen = await db.read((rows) => unsyncedSince(rows, then, { companies: ['oak-ltd'] }));
    expect(seen.map(({ company }) => company)).toEqual(['Oak Ltd']);
    expect(await db.read((rows) => unsyncedSince(rows, then, { companies: [] }))).toEqual([]);
  });
});
