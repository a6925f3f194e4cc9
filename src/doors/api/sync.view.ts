import * as z from 'zod';
import { moment } from '../../ground/written.js';
import type { Answer } from './answer.js';
import type { SyncRecord } from '../../record/runs/sync-record.entity.js';

const count = z.number().int();

export const syncResult = z
  .object({
    company: z.string(),
    posted: count,
    adopted: count,
    amended: count,
    ready: count,
    held: count,
    inDoubt: count,
    changed: count,
    drift: count,
    refused: count,
    notReady: count,
    nothing: count,
    unchanged: count,
    requests: count,
    error: z.object({ title: z.string(), detail: z.string(), todo: z.string() }).optional(),
  })
  .meta({ id: 'SyncResult', description: 'The numbers of pay runs by result.' });

export const syncView = z
  .object({
    id: z.string(),
    company: z.string(),
    companyId: z.string(),
    state: z.enum(['queued', 'running', 'done', 'failed']),
    trigger: z.string(),
    actor: z.string(),
    year: count.optional(),
    period: count.optional(),
    dryRun: z.boolean(),
    progress: z
      .object({
        step: z.string(),
        year: count.optional(),
        period: count.optional(),
        done: count,
        total: count,
      })
      .optional(),
    result: syncResult.optional(),
    problem: z.object({ title: z.string(), detail: z.string(), todo: z.string() }).optional(),
    queuedAt: moment,
    startedAt: moment.optional(),
    endedAt: moment.optional(),
  })
  .meta({ id: 'Sync', description: 'One execution, to be followed.' });

export type SyncView = Answer<typeof syncView>;

export function syncViewOf(company: string, sync: SyncRecord): SyncView {
  const { progress } = sync;
  return {
    id: sync.id,
    company,
    companyId: sync.companyId,
    state: sync.state,
    trigger: sync.trigger,
    actor: sync.actor,
    year: sync.request.year,
    period: sync.request.period,
    dryRun: sync.request.dryRun ?? false,
    progress: progress
      ? {
          step: progress.step,
          year: progress.year,
          period: progress.period,
          done: progress.done,
          total: progress.total,
        }
      : undefined,
    result: sync.result ?? undefined,
    problem: sync.problem ?? undefined,
    queuedAt: sync.queuedAt,
    startedAt: sync.startedAt ?? undefined,
    endedAt: sync.endedAt ?? undefined,
  };
}

export function isOver({ state }: Pick<SyncView, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}
