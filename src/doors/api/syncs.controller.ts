import { Controller, Get, type OnModuleDestroy, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Database } from '../../ground/database.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { Allow, type SignedInRequest, Who } from '../../access/access.js';
import { CompanyNames } from '../../views/lists/company-names.js';
import { word } from '../../views/lists/lists.js';
import { type Principal, reaches } from '../../access/principal.js';
import { ApiProblems } from './docs/problem.schema.js';
import { notHere } from '../../access/refusals.js';
import { sendEvents } from './sync-events.js';
import { syncShown, type SyncView, syncView } from '../../answers/syncs.js';

@ApiTags('Syncs')
@Controller('api/syncs')
export class SyncsController implements OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(
    private readonly names: CompanyNames,
    private readonly database: Database,
  ) {}

  /** Open streams would keep the server from closing. */
  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  @Get(':id')
  @Allow('viewer')
  @ApiOperation({
    operationId: 'getSync',
    summary: 'One sync and its progress; as server-sent events where `Accept` asks for them',
  })
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
  @ApiOperation({
    operationId: 'followSync',
    summary: 'The progress of a sync as server-sent events: `progress`, and `end` when it is over',
  })
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
    return syncShown(names.get(sync.companyId) ?? '', sync);
  }
}
