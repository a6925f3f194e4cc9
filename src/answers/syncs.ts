import * as z from 'zod';
import { moment } from '../ground/written.js';
import { listOf, paging, period, word, year } from '../views/lists/lists.js';
import type { SyncRecord, SyncRequest } from '../record/runs/sync-record.entity.js';
import { acts, type Asked, reads } from './answer.js';
import { companyOf, reachedBy, toolsOf, whoOf } from './asked.js';
import { named } from './named.js';

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
    audit: count.optional().meta({ description: 'It audits this tax year, and posts nothing.' }),
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

export type SyncView = z.output<typeof syncView>;

/** As its answers, and the events of its progress, have it. */
export const syncShown = (company: string, { request, ...sync }: SyncRecord): SyncView =>
  named(syncView, {
    ...sync,
    company,
    year: request.year,
    period: request.period,
    dryRun: request.dryRun ?? false,
    audit: request.audit,
  }) as SyncView;

export function isOver({ state }: Pick<SyncView, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

const started = z.object({
  id: z.string(),
  company: z.string(),
  joined: z.boolean().meta({ description: 'A sync of the same books was already waiting or running, and this is it.' }),
  href: z.string().meta({ description: 'Where to follow it.' }),
});

export const syncsStarted = z.object({
  ...started.partial().shape,
  syncs: z
    .array(started)
    .meta({ description: 'One for each company. When there is only one, its fields are also given at the top.' }),
});

export const startSync = acts({
  of: 'Syncs',
  name: 'startSync',
  at: 'POST /api/syncs',
  role: 'reviewer',
  status: 202,
  takes: z
    .strictObject({
      company: word.optional().meta({
        description: 'Id, name or subdomain; absent is every company of this token. A paused one is only settled.',
      }),
      year: year.optional(),
      period: period.optional(),
      full: z.boolean().optional().meta({ description: 'Read every period again.' }),
      dryRun: z.boolean().optional().meta({ description: 'Show what would be done, and send nothing to the books.' }),
    })
    .refine((sync) => sync.period === undefined || sync.year !== undefined, 'a period needs its year'),
  gives: syncsStarted.meta({ id: 'SyncsStarted' }),
  summary: 'fetch payroll, map it, post what is due; follow it at `href`',
  location: ({ href }) => href,
  does: async (asked, { company, ...request }) => startSyncs(asked, company, request),
});

/** One for each company that is named, or within reach. */
export async function startSyncs(
  asked: Asked,
  company: string | undefined,
  request: Omit<SyncRequest, 'trigger' | 'actor'>,
): Promise<z.output<typeof syncsStarted>> {
  const { SyncQueue } = await import('../runner/queue.js');
  const { submitSyncs } = await import('../runner/submit-syncs.js');
  const found = company === undefined ? undefined : await companyOf(asked, company);
  const by = { queue: asked.parts.get(SyncQueue), tools: await toolsOf(asked) };
  const { submitted } = await submitSyncs(by, { ...request, company: found, who: whoOf(asked) });
  const shown = submitted.map((sync) => ({ ...sync, href: `/api/syncs/${sync.id}` }));
  return { ...(shown.length === 1 && shown[0]), syncs: shown };
}

export const listSyncs = reads({
  of: 'Syncs',
  name: 'listSyncs',
  at: 'GET /api/syncs',
  role: 'viewer',
  takes: z.strictObject({ company: word.optional(), ...paging }),
  gives: listOf(syncView),
  summary: 'syncs, the latest first',
  does: async (asked, { company, cursor, limit }) => {
    const { CompanyNames } = await import('../views/lists/company-names.js');
    const { syncPage } = await import('../views/lists/queries.js');
    const { database } = await toolsOf(asked);
    const viewer = await reachedBy(asked, company);
    const page = { after: cursor, size: limit };
    const { rows, next } = await database.read((read) => syncPage(read, viewer, page));
    const names = await asked.parts.get(CompanyNames).of(rows.map((sync) => sync.companyId));
    return { items: rows.map((sync) => syncShown(names.get(sync.companyId) ?? '', sync)), next };
  },
});
