import { Gauge } from 'prom-client';
import type { ReadRows } from '../../../ground/rows.js';
import type { Database } from '../../../ground/database.js';
import { runStates } from '../../../record/runs/run-state.js';
import { mustHaveSyncedSince, unsyncedSince } from '../../../views/month/unsynced.js';

const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
  new Gauge({ name, help, labelNames: [...labelNames] });

/**
 * The state of the work, for monitoring; docs/operations.md lists which gauges should wake someone. No names, no pay.
 */
const payRuns = gauge('counterfoil_pay_runs', 'Pay runs, by state.', ['state']);
const openSyncs = gauge('counterfoil_syncs_open', 'Syncs that are waiting or running.', ['state']);
const oldestWaiting = gauge('counterfoil_sync_waiting_seconds_max', 'How long the sync that waits longest has waited.');
const oldestDoubt = gauge(
  'counterfoil_write_in_doubt_seconds_max',
  'Age of the oldest write whose outcome is not known.',
);
const stale = gauge(
  'counterfoil_since_sync_seconds_max',
  'Time since the last sync that succeeded, of the working company where that is longest.',
);
const troubled = gauge(
  'counterfoil_companies_in_trouble',
  'Working companies whose last sync failed or whose connection must be made again.',
);
const unsynced = gauge(
  'counterfoil_companies_not_synced',
  'Working companies of which no sync has ended well within twice the schedule.',
);
const undelivered = gauge('counterfoil_notifications_waiting', 'Messages to the webhook that are not delivered yet.');
const unsent = gauge('counterfoil_mails_waiting', 'E-mails that the mail server has not taken yet.');
const anchorsUnwritten = gauge(
  'counterfoil_log_anchors_unwritten',
  'Signed ends of the log that could not be written to ANCHOR_FOLDER.',
);

/** The database is asked this often at most, however often someone reads the metrics. */
const lookEveryMs = 10_000;
let looked: { readonly at: Database; readonly ms: number } | undefined;

export async function lookAtWork(database: Database, syncCron: string): Promise<void> {
  const nowMs = database.clock.monotonicMs();
  if (looked?.at === database && nowMs - looked.ms < lookEveryMs) return;
  looked = { at: database, ms: nowMs };
  await database.read(async (rows) => {
    const now = (await database.now(rows)).getTime();
    const since = (at: string | Date | null) => (at === null ? 0 : Math.max(0, (now - new Date(at).getTime()) / 1000));
    setByState(payRuns, runStates, await byState(rows, 'pay_runs', `WHERE kind = 'payroll'`));
    setByState(openSyncs, ['queued', 'running'], await byState(rows, 'syncs', `WHERE state IN ('queued', 'running')`));
    oldestWaiting.set(since(await one(rows, `SELECT MIN(queued_at) AS value FROM syncs WHERE state = 'queued'`)));
    oldestDoubt.set(
      since(await one(rows, `SELECT MIN(created_at) AS value FROM writes WHERE state IN ('sending', 'in_doubt')`)),
    );
    stale.set(
      since(
        await one(
          rows,
          `SELECT MIN(COALESCE(last_synced_at, created_at)) AS value FROM companies WHERE life = 'working'`,
        ),
      ),
    );
    troubled.set(
      Number(await one(rows, `SELECT COUNT(*) AS value FROM companies WHERE life = 'working' AND problem IS NOT NULL`)),
    );
    unsynced.set((await unsyncedSince(rows, mustHaveSyncedSince(syncCron, new Date(now)))).length);
    unsent.set(
      Number(await one(rows, 'SELECT COUNT(*) AS value FROM mails WHERE sent_at IS NULL AND gave_up_at IS NULL')) +
        Number(
          await one(rows, 'SELECT COUNT(*) AS value FROM client_mails WHERE sent_at IS NULL AND gave_up_at IS NULL'),
        ),
    );
    anchorsUnwritten.set(
      Number(await one(rows, 'SELECT COUNT(*) AS value FROM log_anchors WHERE file_problem IS NOT NULL')),
    );
    undelivered.set(
      Number(
        await one(
          rows,
          'SELECT COUNT(*) AS value FROM notifications WHERE delivered_at IS NULL AND gave_up_at IS NULL',
        ),
      ),
    );
  });
}

type ByState = ReadonlyMap<string, number>;

async function byState(rows: ReadRows, table: 'pay_runs' | 'syncs', where = ''): Promise<ByState> {
  const found = await rows.query<{ state: string; many: number | string }[]>(
    `SELECT state, COUNT(*) AS many FROM ${table} ${where} GROUP BY state`,
  );
  return new Map(found.map(({ state, many }) => [state, Number(many)]));
}

/** A state without any rows has to be set to zero, or it would keep its last count. */
function setByState(gauge: Gauge<'state'>, states: readonly string[], counted: ByState): void {
  for (const state of states) gauge.set({ state }, counted.get(state) ?? 0);
}

async function one(rows: ReadRows, sql: `SELECT ${string}`): Promise<string | null> {
  const [row] = await rows.query<[{ value: string | null }]>(sql);
  return row.value;
}
