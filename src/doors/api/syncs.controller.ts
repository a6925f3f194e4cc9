import { Body, Controller, Get, HttpCode, type OnModuleDestroy, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Answer } from './answer.js';
import { ActTools } from '../../acts/act-tools.js';
import { syncsToStart } from '../../acts/start-sync.js';
import { whoOf } from '../../acts/who-of.js';
import { Idempotent } from './idempotency.interceptor.js';
import { Database } from '../../ground/database.js';
import { syncPage } from '../../views/lists/queries.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { SyncQueue } from '../../runner/queue.js';
import { Allow, type SignedInRequest, Who } from '../../access/access.js';
import { CompanyNames } from '../../views/lists/company-names.js';
import { listOf, paging, period, word, year } from '../../views/lists/lists.js';
import { type Principal, reaches } from '../../access/principal.js';
import { ApiProblems } from './docs/problem.schema.js';
import { Reach } from '../../access/reach.js';
import { notHere } from '../../access/refusals.js';
import { sendEvents } from './sync-events.js';
import { type SyncView, syncView, syncViewOf } from './sync.view.js';

const newSync = z
  .strictObject({
    company: word.optional().meta({
      description: 'Id, name or subdomain; absent is every company of this token. A paused one is only settled.',
    }),
    year: year.optional(),
    period: period.optional(),
    full: z.boolean().optional().meta({ description: 'Read every period again.' }),
    dryRun: z.boolean().optional().meta({ description: 'Show what would be done, and send nothing to the books.' }),
  })
  .refine((sync) => sync.period === undefined || sync.year !== undefined, 'a period needs its year');

const started = z.object({
  id: z.string(),
  company: z.string(),
  joined: z.boolean().meta({ description: 'A sync of the same books was already waiting or running, and this is it.' }),
  href: z.string().meta({ description: 'Where to follow it.' }),
});
const syncsStarted = z
  .object({
    ...started.partial().shape,
    syncs: z
      .array(started)
      .meta({ description: 'One for each company. When there is only one, its fields are also given at the top.' }),
  })
  .meta({ id: 'SyncsStarted' });

const syncs = listOf(syncView);
const syncFilter = z.strictObject({ company: word.optional(), ...paging });

@ApiTags('Syncs')
@Controller('api/syncs')
export class SyncsController implements OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(
    private readonly queue: SyncQueue,
    private readonly tools: ActTools,
    private readonly names: CompanyNames,
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  /** Open streams would keep the server from closing. */
  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  @Post()
  @Idempotent()
  @HttpCode(202)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Fetch payroll, map it, post what is due; follow it at `href`' })
  @ApiAcceptedResponse({ standardSchema: syncsStarted })
  @ApiProblems(404, 409, 413, 415, 422)
  async start(
    @Body({ schema: newSync }) body: z.infer<typeof newSync>,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof syncsStarted>> {
    const { company, ...request } = body;
    const named = company === undefined ? undefined : await this.reach.company(principal, company);
    const asked = { ...request, company: named, who: whoOf(principal, 'api') };
    const submitted: z.infer<typeof started>[] = [];
    for await (const sync of syncsToStart(this.tools, asked)) {
      const { id, joined } = await this.queue.submit(sync.company, sync.request);
      submitted.push({ id, company: sync.company.name, joined, href: `/api/syncs/${id}` });
    }
    const [only] = submitted;
    if (only === undefined || submitted.length > 1) return { syncs: submitted };
    response.setHeader('Location', only.href);
    return { ...only, syncs: submitted };
  }

  @Get()
  @Allow('viewer')
  @ApiOperation({ summary: 'Syncs, the latest first' })
  @ApiOkResponse({ standardSchema: syncs })
  @ApiProblems(404)
  async list(
    @Query({ schema: syncFilter }) { company, cursor, limit }: z.infer<typeof syncFilter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof syncs>> {
    const viewer = await this.reach.narrowed(principal, company);
    const page = await this.database.read((rows) => syncPage(rows, viewer, { after: cursor, size: limit }));
    const names = await this.names.of(page.rows.map((sync) => sync.companyId));
    return { items: page.rows.map((sync) => syncViewOf(names.get(sync.companyId) ?? '', sync)), next: page.next };
  }

  @Get(':id')
  @Allow('viewer')
  @ApiOperation({ summary: 'One sync and its progress; as server-sent events where `Accept` asks for them' })
  @ApiOkResponse({ standardSchema: syncView })
  @ApiProblems(404)
  async one(
    @Param('id', { schema: word }) id: string,
    @Who() principal: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream') {
      return this.events(id, principal, request, response);
    }
    response.json(await this.#look(id, principal));
  }

  @Get(':id/events')
  @Allow('viewer')
  @ApiOperation({ summary: 'The progress of a sync as server-sent events: `progress`, and `end` when it is over' })
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  @ApiProblems(404)
  async events(
    @Param('id', { schema: word }) id: string,
    @Who() principal: Principal,
    @Req() request: SignedInRequest,
    @Res() response: Response,
  ): Promise<void> {
    // An unknown sync is refused before the stream begins, while the answer can still be a 404.
    await this.#look(id, principal);
    await sendEvents(response, {
      look: () => this.#look(id, principal),
      mayGoOn: async () => (await request.isStillIn?.()) === true,
      clock: this.database.clock,
      stopping: this.#stopping.signal,
    });
  }

  async #look(id: string, principal: Principal): Promise<SyncView> {
    const sync = await this.database.read((rows) => rows.findOneBy(SyncRecord, { id }));
    if (!sync || !reaches(principal, sync.companyId)) throw notHere('such sync');
    const names = await this.names.of([sync.companyId]);
    return syncViewOf(names.get(sync.companyId) ?? '', sync);
  }
}
