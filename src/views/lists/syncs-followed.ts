import type { SelectQueryBuilder } from 'typeorm';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import type { Viewer } from '../../access/viewer.js';

/** One sync, or those of every company that were going on or asked for between two moments. */
export type SyncsAsked = { readonly id: string } | { readonly since: Date; readonly until: Date };

export interface SyncsFollowed {
  readonly total: number;
  /** Done or failed. */
  readonly over: number;
  readonly failed: number;
  /** How far all of them are together, from 0 to 1. */
  readonly share: number;
  /** The first few: those that are running, then those that failed. */
  readonly shown: readonly SyncRecord[];
}

const shownMax = 30;
const runningMax = 500;
/** A sync that was joined had begun before; no sync runs for longer than this. */
const joinedMaxMs = 86_400_000;
/** The order in which a person wants to see them. */
const order = ['running', 'failed', 'done', 'queued'] as const;

/** Counts every company, not only those that a page has room for. */
export async function syncsFollowed(rows: ReadRows, viewer: Viewer, asked: SyncsAsked): Promise<SyncsFollowed> {
  const states = await syncsOf(rows, viewer, asked)
    .select('s.state', 'state')
    .addSelect('COUNT(*)', 'many')
    .groupBy('s.state')
    .getRawMany<{ state: SyncRecord['state']; many: number | string }>();
  const count = (state: SyncRecord['state']) => Number(states.find((one) => one.state === state)?.many ?? 0);
  const [failed, over] = [count('failed'), count('failed') + count('done')];
  const total = states.reduce((sum, { many }) => sum + Number(many), 0);
  const found = new Map<string, readonly SyncRecord[]>();
  for (const state of order)
    if (count(state) > 0)
      found.set(
        state,
        await syncsOf(rows, viewer, asked)
          .andWhere('s.state = :state', { state })
          .orderBy('s.queuedAt')
          .addOrderBy('s.id')
          .limit(state === 'running' ? runningMax : shownMax)
          .getMany(),
      );
  const partly = (found.get('running') ?? []).reduce((sum, sync) => sum + partDone(sync), 0);
  const shown = order.flatMap((state) => found.get(state) ?? []).slice(0, shownMax);
  return { total, over, failed, share: total === 0 ? 1 : (over + partly) / total, shown };
}

/** Of each company the latest: its books are counted once. */
function syncsOf(rows: ReadRows, viewer: Viewer, asked: SyncsAsked): SelectQueryBuilder<SyncRecord> {
  const query = rows.createQueryBuilder(SyncRecord, 's').where('1 = 1');
  onlyAmong(query, 's.companyId', viewer.companies);
  if ('id' in asked) return query.andWhere('s.id = :id', asked);
  const { since, until } = asked;
  const window = (alias: string) =>
    `${alias}.queuedAt >= :from AND ${alias}.queuedAt <= :until AND (${alias}.endedAt IS NULL OR ${alias}.endedAt >= :since)`;
  const later = query
    .subQuery()
    .select('1')
    .from(SyncRecord, 'o')
    .where(`o.companyId = s.companyId AND ${window('o')}`)
    .andWhere('(o.queuedAt > s.queuedAt OR (o.queuedAt = s.queuedAt AND o.id > s.id))');
  return query
    .andWhere(window('s'))
    .andWhere(`NOT EXISTS ${later.getQuery()}`)
    .setParameters({
      ...query.getParameters(),
      from: new Date(since.getTime() - joinedMaxMs).toISOString(),
      since: since.toISOString(),
      until: until.toISOString(),
    });
}

function partDone({ progress }: SyncRecord): number {
  if (progress === null || progress.total === 0) return 0;
  return Math.min(0.99, progress.done / progress.total);
}
