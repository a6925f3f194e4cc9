import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { moment } from '../../ground/written.js';
import type { Answer } from './answer.js';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { ActTools } from '../../acts/act-tools.js';
import { withdrawClientLink } from '../../acts/approval/withdraw-client-link.js';
import { askClient } from '../../acts/approval/ask-client.js';
import { whoOf } from '../../acts/who-of.js';
import type { Config } from '../../ground/config.js';
import { configKey } from '../../ground/config.module.js';
import { clientLinks } from '../../views/company/client-links.js';
import { listOf, period, word, year } from '../../views/lists/lists.js';
import { ApiProblems } from './docs/problem.schema.js';
import { Idempotent, IdempotentSecret } from './idempotency.interceptor.js';

const month = z.strictObject({ year, period }).meta({ id: 'TaxMonth' });
const link = z
  .object({
    url: z.string().meta({ description: 'Shown once, and not kept.' }),
    expiresAt: moment,
  })
  .meta({ id: 'ClientLink' });

const listed = z.object({ year: year.optional(), period: period.optional() });
const links = listOf(
  z
    .object({
      ...{ id: z.string(), year: z.number(), period: z.number(), askedBy: z.string() },
      ...{ askedAt: moment, expiresAt: moment },
      state: z.enum(['open', 'answered', 'ended', 'expired']).meta({
        description: 'Ended: withdrawn, another of its month was answered, or its maker may not make one any more.',
      }),
    })
    .meta({ id: 'ClientLinkSent' }),
);
const nothing = z.strictObject({}).optional().meta({ id: 'Nothing' });
const nothingMore = z.object({ id: z.string(), state: z.literal('ended') }).meta({ id: 'ClientLinkEnded' });

@ApiTags('Evidence')
@Controller('api/companies/:company/client-links')
export class ClientLinksController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  @Get()
  @Allow('reviewer')
  @ApiOperation({
    summary: 'The links that a client was sent, the last one first; never the links themselves',
  })
  @ApiOkResponse({ standardSchema: links })
  @ApiProblems(404)
  async list(
    @Param('company', { schema: word }) named: string,
    @Query({ schema: listed }) asked: z.infer<typeof listed>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof links>> {
    const { id: companyId } = await this.reach.company(principal, named);
    const { database } = this.tools;
    const now = database.clock.now();
    return { items: await database.read((rows) => clientLinks(rows, { companyId, ...asked }, now)) };
  }

  @Post(':link/withdraw')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'End a link: from now on it shows nothing and takes no answer' })
  @ApiOkResponse({ standardSchema: nothingMore })
  @ApiProblems(404, 409, 413, 415)
  async withdraw(
    @Param('company', { schema: word }) named: string,
    @Param('link', { schema: word }) id: string,
    @Body({ schema: nothing }) _: z.infer<typeof nothing>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof nothingMore>> {
    const company = await this.reach.company(principal, named);
    await withdrawClientLink(this.tools, company, { id, who: whoOf(principal, 'api') });
    return { id, state: 'ended' };
  }

  @Post()
  @IdempotentSecret()
  @Allow('reviewer')
  @ApiOperation({
    summary: 'A link by which the client approves the payments of a month, or asks a question',
  })
  @ApiCreatedResponse({ standardSchema: link })
  @ApiProblems(404, 409, 413, 415)
  async make(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: month }) asked: z.infer<typeof month>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof link>> {
    const company = await this.reach.company(principal, named);
    const { publicUrl } = this.config;
    const { url, expiresAt } = await askClient(this.tools, company, {
      ...asked,
      who: whoOf(principal, 'api'),
      pay: principal.pay,
      publicUrl,
    });
    return { url, expiresAt };
  }
}
