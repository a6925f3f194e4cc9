import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import { Reach } from '../access/reach.js';
import { ActTools } from '../acts/act-tools.js';
import { askClient } from '../acts/approval/ask-client.js';
import { whoOf } from '../acts/who-of.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { period, word, year } from '../views/lists.js';
import { ApiProblems } from './docs/problem.schema.js';
import { IdempotentSecret } from './idempotency.interceptor.js';

const month = z.strictObject({ year, period }).meta({ id: 'TaxMonth' });
const link = z
  .object({
    url: z.string().meta({ description: 'Shown once, and kept nowhere.' }),
    expiresAt: z.string(),
  })
  .meta({ id: 'ClientLink' });

@ApiTags('Evidence')
@Controller('api/companies/:company/client-links')
export class ClientLinksController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

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
  ): Promise<z.infer<typeof link>> {
    const company = await this.reach.company(principal, named);
    const { publicUrl } = this.config;
    const { url, expiresAt } = await askClient(this.tools, company, {
      ...asked,
      who: whoOf(principal, 'api'),
      pay: principal.pay,
      publicUrl,
    });
    return { url, expiresAt: expiresAt.toISOString() };
  }
}
