import type { Finding } from '../../companies/doctor.js';
import type { Config } from '../../ground/config.js';
import type { Database } from '../../ground/database.js';
import { momentInWords } from '../../ground/london.js';
import { mustHaveSyncedSince, type Unsynced, unsyncedSince } from '../../views/month/unsynced.js';

const check = 'syncs';

/** From our records alone, so that it finds that no worker runs. */
export async function* examineSyncs(
  database: Database,
  { syncCron }: Pick<Config, 'syncCron'>,
  companies: readonly string[] | null,
): AsyncGenerator<Finding> {
  const then = mustHaveSyncedSince(syncCron, database.clock.now());
  const found = await database.read((rows) => unsyncedSince(rows, then, { companies }));
  for (const unsynced of found) yield notSynced(unsynced);
  if (found.length === 0)
    yield { check, ok: true, detail: 'no working company has gone without for twice its schedule' };
}

function notSynced({ company, since, lastSyncedAt, problem }: Unsynced): Finding {
  const ended =
    lastSyncedAt === null
      ? `none has ended well since it was connected on ${momentInWords(since)}`
      : `the last that ended well did so on ${momentInWords(since)}`;
  const detail = `${ended}, longer ago than twice the schedule (SYNC_CRON).`;
  const again = 'Then sync it: `counterfoil sync`, or Sync on its page.';
  if (problem !== null)
    return { check, company, ok: false, detail: `${detail} ${problem}`, todo: `Mend that. ${again}` };
  return {
    check,
    company,
    ok: false,
    detail,
    todo: `See that a worker runs: \`counterfoil serve\` as \`--role worker\` or \`--role all\`, and what its log says. ${again}`,
  };
}
