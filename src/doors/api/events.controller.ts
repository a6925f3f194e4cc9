import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { notHere } from '../../access/refusals.js';
import { Database } from '../../ground/database.js';
import { event, eventKinds } from '../../views/events/event.js';
import { eventsTold, eventTold } from '../../views/events/events.js';
import { listOf, paging, word } from '../../views/lists/lists.js';
import type { Answer } from '../../answers/named.js';
import { ApiProblems } from './docs/problem.schema.js';

const events = listOf(event);
const eventFilter = z.strictObject({ company: word.optional(), kind: eventKinds.optional(), ...paging });

@ApiTags('Events')
@Controller('api/events')
export class EventsController {
  constructor(
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @ReadsPay('events')
  @Get()
  @Allow('viewer')
  @ApiOperation({
    summary: 'What the webhook was told, the latest first, and what each is about as it is now',
    description: 'Messages are kept as long as the log; without `WEBHOOK_URL` there are none.',
  })
  @ApiOkResponse({ standardSchema: events })
  @ApiProblems(404)
  async list(
    @Query({ schema: eventFilter }) { company, cursor, limit, kind }: z.infer<typeof eventFilter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof events>> {
    const viewer = await this.reach.narrowed(principal, company);
    const page = { after: cursor, size: limit };
    const found = await this.database.read((rows) => eventsTold(rows, viewer, { ...(kind && { kind }) }, page));
    return { items: found.rows, next: found.next };
  }

  @ReadsPay('events')
  @Get(':id')
  @Allow('viewer')
  @ApiOperation({ summary: 'One of them, by the id that the webhook was sent' })
  @ApiOkResponse({ standardSchema: event })
  @ApiProblems(404)
  async one(@Param('id', { schema: word }) id: string, @Who() principal: Principal): Promise<Answer<typeof event>> {
    const found = await this.database.read((rows) => eventTold(rows, principal, id));
    if (found === undefined) throw notHere('such event');
    return found;
  }
}
